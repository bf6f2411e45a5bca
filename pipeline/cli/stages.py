"""Each stage by itself, over a venue that was discovered: `fetch`, `convert`, `extract` (`screen` has options of its own)."""

from __future__ import annotations

from pathlib import Path

import typer

from pipeline import store
from pipeline.cli import asking, context, options
from pipeline.cli.ingest import report
from pipeline.overview import opened
from pipeline.paths import DataFolder
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    for command in (fetch, convert, extract):
        app.command(command.__name__)(command)


def fetch(
    venue: options.Venue,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Get the PDFs of a venue's papers; what is there already is not asked for again."""
    return one_stage("fetch", venue, data, as_json, retry_failed=retry_failed)


def convert(
    venue: options.Venue,
    converter: options.Converter = None,
    no_outline: options.NoOutline = False,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Turn the fetched PDFs into documents."""
    return one_stage(
        "convert", venue, data, as_json, converter=converter, retry_failed=retry_failed, no_outline=no_outline
    )


def extract(
    venue: options.Venue,
    engine: asking.Engine = None,
    record: asking.Record = None,
    replay: asking.Replay = None,
    render: asking.Render = None,
    yes: asking.Yes = False,
    price_unknown_ok: asking.PriceUnknownOk = False,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Fill a card from each document, every value with its evidence."""
    ask = asking.Wanted(record, replay, render, yes, price_unknown_ok)
    return one_stage("extract", venue, data, as_json, retry_failed=retry_failed, engine=engine or ask.engine, ask=ask)


def one_stage(
    verb: str,
    venue: str,
    data: Path | None,
    as_json: bool,
    *,
    policy: str | None = None,
    converter: str | None = None,
    retry_failed: bool = False,
    no_outline: bool = False,
    engine: str | None = None,
    ask: asking.Wanted | None = None,
) -> int:
    """One stage over all papers of the venue that have what it needs."""
    settings = load_settings(data=data, converter=converter, engine=engine)
    paths, place, listing = opened(DataFolder(settings.data), venue)
    policy = policy or place.policy
    tally = context.run_with_bars(
        settings,
        paths,
        listing.papers,
        policy,
        (verb,),
        retry_failed=retry_failed,
        use_outline=not no_outline,
        asker=asking.make(settings, paths, listing.papers, ask) if ask else None,
    )
    if policy != place.policy:
        store.save(place.model_copy(update={"policy": policy}), paths.place)
    report(listing, paths, tally, (verb,), as_json=as_json)
    return 1 if tally.troubled else 0

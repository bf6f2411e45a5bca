"""`repositories`: what stands behind the cards' links to code, and the cards and verdicts that follow from it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pipeline import store
from pipeline.cli import console, context, options
from pipeline.cli.ingest import report
from pipeline.fetch.repository import repository
from pipeline.ids import digest
from pipeline.outcome import Job, attempt, standing
from pipeline.overview import opened
from pipeline.paths import DataFolder, VenuePaths
from pipeline.prepare import make_web
from pipeline.records.card import Card
from pipeline.records.outcome import Outcome
from pipeline.records.paper import Paper
from pipeline.records.repository import Repository
from pipeline.settings import load_settings
from pipeline.web import Web

STAGE = "repositories"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(STAGE)(repositories)


def repositories(
    venue: options.Venue,
    mirror: Annotated[
        Path | None,
        typer.Option(help="Folder with copies (owner/name or owner+name): nothing is asked over the network."),
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask again for what is known already.")] = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Look at the repository behind each card's link (there? empty? licence? commit?), then renew cards and verdicts."""
    settings = load_settings(data=data, mirror=mirror)
    paths, place, listing = opened(DataFolder(settings.data), venue)
    outcomes = []
    web = None if settings.mirror else make_web(settings)
    with console.bars((STAGE,), len(listing.papers)) as watch:
        for paper in listing.papers:
            if (outcome := _look(paper, paths, settings.mirror, web, refresh=refresh)) is not None:
                watch(outcome)
                outcomes.append(outcome)
    verbs = ("extract", "screen")
    tally = context.run_with_bars(
        settings, paths, listing.papers, place.policy, verbs, retry_failed=False, use_outline=True
    )
    if not as_json:
        _print(paths, outcomes)
    report(listing, paths, tally, verbs, as_json=as_json)
    return 1 if tally.troubled or any(o.state in ("failed", "broken") for o in outcomes) else 0


def _look(paper: Paper, paths: VenuePaths, mirror: Path | None, web: Web | None, *, refresh: bool) -> Outcome | None:
    """One paper's repository, unless it is known; None where the card names none."""
    card = store.load_or_none(Card, paths.card(paper.id))
    url = card.fields.code_link.value if card else None
    if not url:
        return None

    def run() -> str:
        found = repository(paper_id=paper.id, url=url, web=web, mirror=mirror)
        return store.save(found, paths.repository(paper.id))

    inputs = digest([STAGE, url, str(mirror or "")])
    job = Job(STAGE, paper.id, inputs, paths.repository(paper.id), paths.stamp(STAGE, paper.id), run)
    before = None if refresh else standing(job)
    return before.model_copy(update={"state": "skipped"}) if before and before.state == "done" else attempt(job)


def _print(paths: VenuePaths, outcomes: Sequence[Outcome]) -> None:
    """A row per paper with a link: what is known, or why nothing is."""
    rows: list[tuple[str, str, str]] = []
    for outcome in outcomes:
        known = store.load_or_none(Repository, paths.repository(outcome.unit))
        if known is None or outcome.reason:
            rows.append((outcome.unit, outcome.state, outcome.reason))
        else:
            rows.append((outcome.unit, "pass" if known.facts.usable else "fail", str(known.facts)))
    console.table("repositories", ("paper", "usable", "what is there"), rows)

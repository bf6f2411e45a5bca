"""`ingest`: from a venue or a manifest to cards and a shortlist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import typer

from pipeline.cli import asking, console, context, options
from pipeline.ingest import Tally
from pipeline.jobs import JOBS
from pipeline.overview import look, verdicts_of
from pipeline.paths import VenuePaths
from pipeline.prepare import Wanted, discovered
from pipeline.records.paper import Listing
from pipeline.records.verdict import Verdict
from pipeline.screen.funnel import Funnel, funnel
from pipeline.screen.policies import DEFAULT_POLICY, load_policy
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("ingest")(ingest)


def ingest(
    venue: options.OptionalVenue = None,
    manifest: options.Manifest = None,
    listing_file: options.ListingFile = None,
    award: options.Award = "",
    out: options.Out = None,
    policy: options.Policy = DEFAULT_POLICY,
    converter: options.Converter = None,
    no_outline: options.NoOutline = False,
    refresh: options.Refresh = False,
    engine: asking.Engine = None,
    record: asking.Record = None,
    replay: asking.Replay = None,
    yes: asking.Yes = False,
    price_unknown_ok: asking.PriceUnknownOk = False,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Discover, fetch, convert, extract and screen: a card and a verdict for each paper. Run it again to go on or to update."""
    ask = asking.Wanted(record, replay, None, yes, price_unknown_ok)
    settings = load_settings(data=data, converter=converter, engine=engine or ask.engine)
    load_policy(policy)  # a mistake in it is said before anything is fetched
    wanted = Wanted(venue, manifest, listing_file, award, refresh)
    paths, listing = discovered(settings, wanted, out=out, policy=policy)
    left_out = context.tell_findings(listing)
    tally = context.run_with_bars(
        settings,
        paths,
        listing.papers,
        policy,
        retry_failed=retry_failed,
        use_outline=not no_outline,
        asker=asking.make(settings, paths, listing.papers, ask),
    )
    report(listing, paths, tally, tuple(JOBS), as_json=as_json)
    return 1 if tally.troubled or left_out else 0


def report(
    listing: Listing, paths: VenuePaths, tally: Tally, verbs: Sequence[str], *, as_json: bool, say_next: bool = True
) -> None:
    """Print how a run ended: units by stage and state, the funnel, and the next command."""
    verdicts = verdicts_of(paths, listing.papers)
    made = funnel(verdicts) if "screen" in verbs and len({v.policy_digest for v in verdicts}) == 1 else None
    if as_json:
        console.data(_as_json(listing, paths, tally, verbs, verdicts, made))
    else:
        states = ("done", "skipped", "failed", "broken")
        counts = {verb: tally.counts(verb) for verb in verbs}
        rows = [(verb, *(str(counts[verb][state]) for state in states)) for verb in verbs]
        console.table(f"{listing.venue}: {len(listing.papers)} papers", ("stage", *states), rows, numeric=states)
        if made is not None:
            print_funnel(made, verdicts[0].policy)
        console.note(f"cards: {paths.cards}")
    if say_next:
        console.next_command(look(paths.data, paths.name).next_command)


def print_funnel(made: Funnel, policy: str) -> None:
    """The funnel as a table: each rule alone, then in order."""
    columns = ("rule", "fails alone", "human alone", "unknown", "removed in order", "left")
    rows = [
        (row.rule, *map(str, (row.fails, row.humans, row.unknown, row.removed_in_order, row.left))) for row in made.rows
    ]
    console.text()
    console.table(f"policy {policy}", columns, rows, numeric=columns[1:])
    console.text(
        f"{made.papers} papers: {console.styled('shortlisted')} {made.shortlisted}, "
        f"{console.styled('needs_human')} {made.needs_human}, {console.styled('rejected')} {made.rejected}"
    )


def _as_json(
    listing: Listing,
    paths: VenuePaths,
    tally: Tally,
    verbs: Sequence[str],
    verdicts: Sequence[Verdict],
    made: Funnel | None,
) -> dict[str, Any]:
    return {
        "venue": listing.venue,
        "cards": str(paths.cards),
        "papers": len(listing.papers),
        "stages": {verb: dict(sorted(tally.counts(verb).items())) for verb in verbs},
        "troubled": [outcome.model_dump(mode="json") for outcome in tally.troubled],
        "findings": [finding.model_dump(mode="json") for finding in listing.findings],
        "verdicts": {verdict.paper_id: verdict.verdict for verdict in verdicts},
        "funnel": asdict(made) if made else None,
    }

"""`demo`: the whole flow on the venue that ships with the project, served on this machine, so that nothing else is needed."""

from __future__ import annotations

import typer

from pipeline import store
from pipeline.cli import console, context, options
from pipeline.cli.ingest import report
from pipeline.cli.show import print_card
from pipeline.demo.serve import MANIFEST, serve
from pipeline.jobs import JOBS
from pipeline.overview import look
from pipeline.prepare import Wanted, discovered
from pipeline.records.card import Card
from pipeline.settings import load_settings

_POLICY = "strict"  # the demo papers differ in the rules that only this policy has


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("demo")(demo)


def demo(data: options.Data = None) -> int:
    """Run the whole flow on the small venue that ships with the project; ends with the funnel, one card and what to type next."""
    root = load_settings(data=data).data / "demo"
    store.remove(root)  # ours alone; a demo starts from nothing
    # the venue is on this machine: nobody needs to be spared, and no GROBID server is looked for
    settings = load_settings(data=root, converter="embedded", host_interval_s=0)
    console.note(
        "paper2task demo: four short papers, served on this machine, are fetched, converted, read and screened"
    )
    with serve() as base:
        paths, listing = discovered(settings, Wanted("demo", base + MANIFEST), out=root / "cards", policy=_POLICY)
        tally = context.run_with_bars(
            settings, paths, listing.papers, _POLICY, tuple(JOBS), retry_failed=True, use_outline=True
        )
    report(listing, paths, tally, tuple(JOBS), as_json=False, say_next=False)
    if first := look(paths.data, paths.name).to_look_at:
        console.text()
        print_card(store.load(Card, paths.card(first)))
    console.text()
    console.text(f"the cards, documents and verdicts of the demo are in {paths.cards}")
    console.next_command("paper2task ingest acl-2022 --award best,outstanding    (or: --manifest your-papers.csv)")
    return 1 if tally.troubled else 0

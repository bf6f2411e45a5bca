"""`draft`: a draft of a task's instruction from a paper's card, unless it would give the paper away."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline import store
from pipeline.bundle.asked import Asked, ask_draft, variables
from pipeline.bundle.draft import draft as make_draft
from pipeline.bundle.draft_check import check_draft
from pipeline.bundle.own import Own, own_of
from pipeline.bundle.texts import Texts
from pipeline.cli import asking, console, options
from pipeline.cli.show import find
from pipeline.errors import Skip
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.card import Card
from pipeline.records.document import Document
from pipeline.records.paper import Listing, Paper
from pipeline.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("draft")(draft)


def draft(
    paper: Annotated[str, typer.Argument(help="A paper's id.")],
    venue: Annotated[
        str | None, typer.Option(help="Its venue, where the id alone is not enough.", show_default=False)
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            help="rules (the paper's sentences) or model (writes the prose anew); default $PAPER2TASK_ENGINE.",
            show_default=False,
        ),
    ] = None,
    record: asking.Record = None,
    replay: asking.Replay = None,
    render: asking.Render = None,
    yes: asking.Yes = False,
    price_unknown_ok: asking.PriceUnknownOk = False,
    out: options.Out = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Write <paper>.instruction.md beside the card; refused where it names the paper, its method, authors or own numbers."""
    wanted = asking.Wanted(record, replay, render, yes, price_unknown_ok)
    settings = load_settings(data=data, engine=engine or wanted.engine)
    paths = find(DataFolder(settings.data), paper, venue, out)
    card, own = _read(paths, paper)
    try:
        made = _made(settings, paths, wanted, card, own)
    except Skip as skip:
        console.note(str(skip))
        return 0
    if as_json:
        console.data(
            {
                "paper": paper,
                "draft": made.text,
                "findings": [finding.model_dump(mode="json") for finding in made.findings],
                "provenance": made.provenance.model_dump(mode="json") if made.provenance else None,
            }
        )
    else:
        for finding in made.findings:
            console.error(f"{finding.message}" + (f" (“{finding.quote}”)" if finding.quote else ""))
    if made.findings:
        console.note("refused: nothing was written; correct the card, or write the instruction by hand")
        return 1
    store.write_bytes(paths.instruction(paper), made.text.encode())
    if not as_json:
        console.plain(made.text)
    console.note(f"written: {paths.instruction(paper)}")
    return 0


def _read(paths: VenuePaths, paper: str) -> tuple[Card, Own]:
    """The paper's card, and what in it is the paper's own."""
    card = store.load(Card, paths.card(paper))
    listing = store.load_or_none(Listing, paths.listing)
    listed = next((p for p in listing.papers if p.id == paper), None) if listing else None
    return card, own_of(card, store.load(Document, paths.document(paper)), listed or Paper(id=paper, title=card.title))


def _made(settings: Settings, paths: VenuePaths, wanted: asking.Wanted, card: Card, own: Own) -> Asked:
    """The draft by the engine of the settings."""
    if settings.engine == "rules":
        text = make_draft(card=card, own=own)
        return Asked(text, check_draft(text, own), None)
    given = variables(card=card, own=own)
    form = asking.make_form(settings, paths, wanted, prompt="instruction", shape=Texts, variables=given)
    return ask_draft(card=card, own=own, form=form)

"""`draft`: a draft of a task's instruction from a paper's card, unless it would give the paper away."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline import store
from pipeline.bundle.draft import draft as make_draft
from pipeline.bundle.draft_check import check_draft
from pipeline.bundle.own import own_of
from pipeline.cli import console, options
from pipeline.cli.show import find
from pipeline.paths import DataFolder
from pipeline.records.card import Card
from pipeline.records.document import Document
from pipeline.records.paper import Listing, Paper
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("draft")(draft)


def draft(
    paper: Annotated[str, typer.Argument(help="A paper's id.")],
    venue: Annotated[
        str | None, typer.Option(help="Its venue, where the id alone is not enough.", show_default=False)
    ] = None,
    out: options.Out = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Write <paper>.instruction.md beside the card; refused where it names the paper, its method, authors or own numbers."""
    paths = find(DataFolder(load_settings(data=data).data), paper, venue, out)
    card = store.load(Card, paths.card(paper))
    listing = store.load_or_none(Listing, paths.listing)
    listed = next((p for p in listing.papers if p.id == paper), None) if listing else None
    own = own_of(card, store.load(Document, paths.document(paper)), listed or Paper(id=paper, title=card.title))
    text = make_draft(card=card, own=own)
    findings = check_draft(text, own)
    if as_json:
        console.data({"paper": paper, "draft": text, "findings": [f.model_dump(mode="json") for f in findings]})
    elif findings:
        for finding in findings:
            console.error(f"{finding.message}" + (f" (“{finding.quote}”)" if finding.quote else ""))
    if findings:
        console.note("refused: nothing was written; correct the card, or write the instruction by hand")
        return 1
    store.write_bytes(paths.instruction(paper), text.encode())
    if not as_json:
        console.plain(text)
    console.note(f"written: {paths.instruction(paper)}")
    return 0

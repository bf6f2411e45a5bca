"""`show`: one paper's card with its evidence, or one of its other records."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pipeline import store
from pipeline.cli import console, options
from pipeline.errors import UsageError
from pipeline.overview import known_venues, opened
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.card import Card, CardFields, Value
from pipeline.records.decision import Decision
from pipeline.records.document import Document
from pipeline.records.repository import RepositoryFacts
from pipeline.records.verdict import Verdict
from pipeline.render import render
from pipeline.review.stage import standing
from pipeline.settings import load_settings


class View(StrEnum):
    """What `show` can show."""

    card = "card"
    verdict = "verdict"
    document = "document"
    markdown = "markdown"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("show")(show)


def show(
    paper: Annotated[str, typer.Argument(help="A paper's id.")],
    venue: Annotated[
        str | None, typer.Option(help="Its venue, where the id alone is not enough.", show_default=False)
    ] = None,
    view: Annotated[View, typer.Option("--as", help="Which record to show.")] = View.card,
    out: options.Out = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Show a paper's card with the evidence of every value, its verdict, or the converted document."""
    paths = find(DataFolder(load_settings(data=data).data), paper, venue, out)
    if view is View.markdown:
        console.plain(render("document.md.j2", {"document": store.load(Document, paths.document(paper))}))
    elif as_json or view is View.document:
        path = {View.card: paths.card, View.verdict: paths.verdict, View.document: paths.document}[view](paper)
        console.data(json.loads(store.read_bytes(path)))
    elif view is View.verdict:
        print_verdict(store.load(Verdict, paths.verdict(paper)))
    else:
        print_card(store.load(Card, paths.card(paper)))
        if (verdict := store.load_or_none(Verdict, paths.verdict(paper))) is not None:
            print_verdict(verdict)
        if (decision := standing(store.read_lines(Decision, paths.decisions)[0]).get(paper)) is not None:
            console.text(f"decision by {escape(decision.by)}: {decision.choice} ({escape(decision.why)})")
    return 0


def find(data: DataFolder, paper: str, venue: str | None, out: Path | None) -> VenuePaths:
    """The venue that has the paper. UsageError where none or several have it."""
    if out is not None:
        return data.venue(venue or "venue", out)
    venues = [venue] if venue else known_venues(data)
    having = [
        paths
        for name in venues
        for paths, _, listing in [opened(data, name)]
        if any(candidate.id == paper for candidate in listing.papers)
    ]
    if not having:
        raise UsageError(
            f"no paper {paper!r} in {', '.join(venues) or 'any venue'}: `paper2task status` lists what is there"
        )
    if len(having) > 1:
        raise UsageError(f"{paper!r} is in {', '.join(p.name for p in having)}: name one with --venue")
    return having[0]


def print_card(card: Card) -> None:
    """A card for a person: a row per field, its evidence below."""
    console.text(
        f"[bold]{escape(card.title or card.paper_id)}[/]  ({escape(card.paper_id)}, by {escape(card.provenance.engine)})"
    )
    for key in CardFields.model_fields:
        value: Value[Any] = getattr(card.fields, key)
        if value.rival is not None:
            other = f"{escape(shown(value.rival.value))}  [dim]{value.rival.source}[/]"
            console.text(f"  [yellow]{key}[/]: rules and model differ; the other says {other}")
        if value.value is None:
            console.text(f"  [bold]{key}[/]: [dim]not said[/]")
            continue
        derivation = f"  [dim]({escape(value.derivation)})[/]" if value.derivation else ""
        console.text(
            f"  [bold]{key}[/]: {escape(shown(value.value))}{derivation}  [dim]{value.source} {value.confidence:.2f}[/]"
        )
        for evidence in value.evidence:
            place = f"p. {evidence.page}" + (f", {evidence.section}" if evidence.section else "")
            console.text(f"      [dim]“{escape(_cut(evidence.quote))}” ({escape(place)})[/]")
    for finding in card.findings:
        place = f" (p. {finding.page})" if finding.page else ""
        console.text(f"  [yellow]{escape(finding.code)}[/]: {escape(finding.message)}{place}")


def print_verdict(verdict: Verdict) -> None:
    """A verdict for a person: a row per rule."""
    console.text(f"verdict by {escape(verdict.policy)}: {console.styled(verdict.verdict)}")
    rows = [(rule.rule, rule.outcome, rule.reason) for rule in verdict.rules]
    console.table("", ("rule", "outcome", "reason"), rows)


def shown(value: Any) -> str:
    """A card value in one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.10g}"
    if isinstance(value, tuple):
        return "; ".join(shown(item) for item in value) or "none"
    if isinstance(value, RepositoryFacts):
        return str(value)
    if hasattr(value, "model_dump"):
        parts = value.model_dump(mode="json", exclude_defaults=True)
        if "rows" in parts:
            return f"{parts['label']} ({len(parts['rows'])} rows)" + (" main" if parts.get("main") else "")
        return ", ".join(
            f"{item}" if key == "name" else f"{key} {item}" for key, item in parts.items() if item not in ("", None)
        )
    return str(value)


def _cut(quote: str, longest: int = 240) -> str:
    return quote if len(quote) <= longest else quote[: longest - 1] + "…"

"""`review`: what a curator decides on a paper, kept for good."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from pipeline import store
from pipeline.cli import console, options
from pipeline.cli.show import find
from pipeline.errors import InputError, UsageError
from pipeline.paths import DataFolder
from pipeline.records.decision import Choice, Decision
from pipeline.records.verdict import Verdict
from pipeline.review.stage import review as decide
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("review")(review)


def review(
    paper: Annotated[str, typer.Argument(help="A paper's id.")],
    accept: Annotated[bool, typer.Option("--accept", help="Make a task of it.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="Make none of it.")] = False,
    revise: Annotated[bool, typer.Option("--revise", help="The card must be corrected first.")] = False,
    by: Annotated[str, typer.Option(help="Who decides.")] = "",
    why: Annotated[str, typer.Option(help="The reason, for those who come later.")] = "",
    seconds: Annotated[
        float | None, typer.Option(min=0, help="How long it took, where you measured it.", show_default=False)
    ] = None,
    venue: Annotated[
        str | None, typer.Option(help="Its venue, where the id alone is not enough.", show_default=False)
    ] = None,
    out: options.Out = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Decide on a paper (--accept, --reject or --revise, with --by and --why), or list what was decided."""
    paths = find(DataFolder(load_settings(data=data).data), paper, venue, out)
    chosen: list[Choice] = []
    chosen += ["accept"] if accept else []
    chosen += ["reject"] if reject else []
    chosen += ["revise"] if revise else []
    if len(chosen) > 1 or (chosen and not (by and why)) or (not chosen and (by or why)):
        raise UsageError("give one of --accept, --reject and --revise, with --by ID and --why TEXT")
    if chosen:
        card = store.file_digest(paths.card(paper))
        if card is None:
            raise InputError(f"{paper} has no card yet: run paper2task extract {paths.name}")
        verdict = store.load_or_none(Verdict, paths.verdict(paper))
        decision = decide(
            paper_id=paper, choice=chosen[0], by=by, why=why, seconds=seconds, card_digest=card, verdict=verdict
        )
        store.append(decision, paths.decisions)
    made = [d for d in store.read_lines(Decision, paths.decisions)[0] if d.paper_id == paper]
    if as_json:
        console.data([decision.model_dump(mode="json") for decision in made])
    else:
        rows = [(d.choice, d.by, d.why, d.verdict or "", "" if d.seconds is None else f"{d.seconds:g}") for d in made]
        console.table(escape(paper), ("decision", "by", "why", "policy said", "seconds"), rows)
    return 0

"""`audit`: a person judges a sample of values, one key each; or cards are scored against a truth without anybody."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pipeline import store
from pipeline.cli import console, options
from pipeline.cli.show import shown
from pipeline.errors import UsageError
from pipeline.ids import checked_id
from pipeline.overview import opened
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.card import Card
from pipeline.records.decision import Judgement
from pipeline.records.paper import Listing
from pipeline.records.verdict import Verdict
from pipeline.review.against import Truth, against, truths
from pipeline.review.audit import Audit, audit
from pipeline.review.sample import FIELDS, VERDICT, Item, items, left_to_judge, sample
from pipeline.review.session import HELP, session
from pipeline.review.statistics import Quality
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("audit")(audit_venue)


def audit_venue(
    venue: options.Venue,
    by: Annotated[str, typer.Option(help="Who judges; without it only the figures so far are shown.")] = "",
    size: Annotated[int, typer.Option("--sample", min=1, help="How many values to judge.")] = 100,
    fields: Annotated[str, typer.Option(help="Only these card keys, separated by commas; default all.")] = "",
    gold: Annotated[
        Path | None,
        typer.Option("--against", help="Score against this folder of <paper>.json files.", show_default=False),
    ] = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Judge a sample of card values beside their evidence, and see how good the cards are."""
    if by and (as_json or gold):
        raise UsageError("--json and --against show figures: give them without --by")
    paths, place, listing = opened(DataFolder(load_settings(data=data).data), venue)
    pairs = _pairs(paths, listing)
    if gold is not None:
        made = against(pairs, truths(gold))
        _print_truth(made, place.policy, as_json=as_json)
        return 0
    everything = items(pairs, tuple(key.strip() for key in fields.split(",") if key.strip()) or FIELDS)
    if by:
        _judge(paths, sample(everything, size), checked_id(by, "name"))
    _print_audit(audit(everything, store.read_lines(Judgement, paths.judgements)[0]), as_json=as_json)
    return 0


def _pairs(paths: VenuePaths, listing: Listing) -> list[tuple[Card, Verdict]]:
    found = [
        (card, verdict)
        for paper in listing.papers
        if (card := store.load_or_none(Card, paths.card(paper.id))) is not None
        and (verdict := store.load_or_none(Verdict, paths.verdict(paper.id))) is not None
    ]
    if not found:
        raise UsageError(f"{paths.name} has no screened cards yet: run paper2task screen {paths.name}")
    return found


def _judge(paths: VenuePaths, sampled: list[Item], by: str) -> None:
    """The session; it goes on where the last one of this person ended."""
    waiting = left_to_judge(sampled, store.read_lines(Judgement, paths.judgements)[0], by)
    console.note(f"{len(waiting)} of {len(sampled)} values are left to judge: {HELP}")
    ended = session(
        waiting,
        by,
        show=_show,
        key=console.key,
        keep=lambda judgement: store.append(judgement, paths.judgements),
        refuse=console.note,
        clock=time.monotonic,
    )
    console.note(f"{ended.judged} judged, {ended.skipped} skipped, {ended.left} left; the same command goes on")


def _show(item: Item, place: int, of: int) -> None:
    """One value with what speaks for it."""
    console.text(f"\n[dim]{place}/{of}[/]  [bold]{escape(item.paper)}[/]  {escape(item.field)}")
    if item.field == VERDICT:
        console.text(f"  {console.styled(item.verdict.verdict)}")
        console.table("", ("rule", "outcome", "reason"), [(r.rule, r.outcome, r.reason) for r in item.verdict.rules])
        return
    value = item.value
    console.text(f"  {escape(shown(value.value))}" if item.said else "  [dim]not said[/]")
    for table in value.value or () if item.field == "result_tables" else ():
        rows = [["own" if row.is_own else "", *row.printed] for row in table.rows]
        console.table(f"{table.label} (p. {table.page})", ("", *(column.name for column in table.columns)), rows)
    if value.derivation:
        console.text(f"  [dim]{escape(value.derivation)}[/]")
    for evidence in value.evidence:
        console.text(f"    “{escape(evidence.quote)}” (p. {evidence.page}, {escape(evidence.section) or 'no section'})")


def _print_audit(made: Audit, *, as_json: bool) -> None:
    if as_json:
        console.data(
            {
                "fields": {key: _figures(quality) for key, quality in made.fields.items()},
                "overall": _figures(made.overall),
                "verdict": {
                    "right": {name: _share(share) for name, share in made.verdict.right.items()},
                    "precision": made.verdict.precision,
                    "recall": made.verdict.recall,
                },
                "kappa": [
                    {"auditors": list(pair), "kappa": value, "values": count}
                    for pair, (value, count) in made.kappas.items()
                ],
            }
        )
        return
    _table("judged by people (with 95 % intervals)", {**made.fields, "all": made.overall})
    for name, share in made.verdict.right.items():
        console.text(f"verdict {console.styled(name)} right: {share}")
    for what, figure in (("precision", made.verdict.precision), ("recall", made.verdict.recall)):
        said = "not known yet" if figure is None else f"{figure[0]:.2f} [{figure[1]:.2f}, {figure[2]:.2f}]"
        console.text(f"{what} of what a person gets to see: {said}")
    for (first, second), (value, count) in made.kappas.items():
        said = "none" if value is None else f"{value:.2f}"
        console.text(f"kappa of {escape(first)} and {escape(second)}: {said} on {count} values")


def _print_truth(made: Truth, policy: str, *, as_json: bool) -> None:
    if as_json:
        console.data(
            {
                "papers": made.papers,
                "fields": {key: _figures(quality) for key, quality in made.fields.items()},
                "names": {
                    k: {"recall": _share(n.recall), "precision": _share(n.precision)} for k, n in made.names.items()
                },
                "verdict": _share(made.verdict),
                "kept": _figures(made.kept),
            }
        )
        return
    _table(f"{made.papers} papers against their truth (with 95 % intervals)", made.fields)
    rows = [(key, str(names.recall), str(names.precision)) for key, names in made.names.items()]
    console.table("lists, name by name", ("field", "recall", "precision"), rows)
    console.text(f"verdicts of {escape(policy)} right: {made.verdict}")
    console.text(f"papers that a person gets to see: precision {made.kept.precision}, recall {made.kept.recall}")


def _table(title: str, fields: dict[str, Quality] | Any) -> None:
    rows = [(key, str(q.accuracy), str(q.precision), str(q.recall)) for key, q in fields.items()]
    console.table(title, ("field", "accuracy", "precision", "recall"), rows)


def _figures(quality: Quality) -> dict[str, Any]:
    return {name: _share(getattr(quality, name)) for name in ("accuracy", "precision", "recall")}


def _share(share: Any) -> dict[str, Any]:
    return {**asdict(share), "value": share.value, "interval": list(share.interval)}

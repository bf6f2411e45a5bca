"""`screen`: apply a policy to every card, show or export the funnel, or ask what another policy would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from pipeline import store
from pipeline.cli import console, options
from pipeline.cli.stages import one_stage
from pipeline.errors import UsageError
from pipeline.overview import opened, verdicts_of
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.card import Card
from pipeline.records.paper import Paper
from pipeline.records.verdict import Policy, Verdict
from pipeline.screen.exports import FORMATS
from pipeline.screen.funnel import funnel
from pipeline.screen.policies import load_policy, policy_digest
from pipeline.screen.stage import screen as screen_card
from pipeline.screen.what_if import changes
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("screen")(screen)


def screen(
    venue: options.Venue,
    policy: options.OptionalPolicy = None,
    what_if: Annotated[
        str | None,
        typer.Option(help="Change nothing; show which papers this policy would move.", show_default=False),
    ] = None,
    export: Annotated[
        list[Path] | None,
        typer.Option(help="Write the funnel to this .csv, .parquet, .svg or .png file; may be repeated."),
    ] = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Apply a policy to each card and print the funnel."""
    folder = DataFolder(load_settings(data=data).data)
    targets = export or []
    for target in targets:
        if target.suffix not in FORMATS:
            raise UsageError(f"{target.name} ends in none of {', '.join(FORMATS)}")
    if what_if is not None:
        if targets or policy:
            raise UsageError("--what-if changes nothing: give it without --export and --policy")
        return _what_if(folder, venue, what_if, as_json=as_json)
    code = one_stage("screen", venue, data, as_json, policy=policy)
    if targets:
        paths, place, listing = opened(folder, venue)
        made = funnel(verdicts_of(paths, listing.papers))
        for target in targets:
            store.write_bytes(target, FORMATS[target.suffix](made, f"{venue}, policy {policy or place.policy}"))
            console.note(f"written: {target}")
    return code


def _what_if(folder: DataFolder, venue: str, name: str, *, as_json: bool) -> int:
    paths, place, listing = opened(folder, venue)
    policy = load_policy(name)
    before = verdicts_of(paths, listing.papers)
    after = _screened(paths, listing.papers, policy)
    found = changes(before, after)
    if as_json:
        console.data({"policy": policy.name, "papers": len(after), "changes": [asdict(change) for change in found]})
        return 0
    rows = [(change.paper, change.before, change.after, "; ".join(change.rules)) for change in found]
    console.table(f"{escape(policy.name)} instead of {escape(place.policy)}", ("paper", "now", "then", "because"), rows)
    console.text(f"{len(found)} of {len(after)} papers change sides; nothing was changed")
    return 0


def _screened(paths: VenuePaths, papers: Sequence[Paper], policy: Policy) -> list[Verdict]:
    """The policy's verdicts on the cards that are there; nothing is written."""
    named = policy_digest(policy)
    cards = [card for paper in papers if (card := store.load_or_none(Card, paths.card(paper.id))) is not None]
    digests = [store.file_digest(paths.card(card.paper_id)) or "" for card in cards]
    return [
        screen_card(card=card, policy=policy, card_digest=digest, policy_digest=named)
        for card, digest in zip(cards, digests, strict=True)
    ]

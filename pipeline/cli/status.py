"""`status`: what is where, what failed, and the next command to type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import typer

from pipeline import store
from pipeline.cli import console, context, options
from pipeline.jobs import JOBS
from pipeline.paths import DataFolder
from pipeline.records.outcome import Outcome
from pipeline.records.verdict import Verdict
from pipeline.settings import load_settings


@dataclass(frozen=True)
class VenueStatus:
    """One venue: papers by how far they are, and those that stopped."""

    venue: str
    cards: str
    policy: str
    papers: int
    done: dict[str, int]
    verdicts: dict[str, int]
    troubled: tuple[Outcome, ...]
    to_look_at: str
    """The paper that a curator should look at first; empty where none is left."""

    @property
    def waiting(self) -> dict[str, int]:
        """Papers that wait for each stage: the one before is done, this one not."""
        left, before = {}, self.papers
        for stage, done in self.done.items():
            left[stage] = max(0, before - done - sum(outcome.stage == stage for outcome in self.troubled))
            before = done
        return left

    @property
    def next_command(self) -> str:
        """What to type now."""
        waiting = next((stage for stage, count in self.waiting.items() if count), None)
        broken = next((outcome.stage for outcome in self.troubled if outcome.state == "broken"), None)
        failed = next((outcome.stage for outcome in self.troubled), None)
        if stage := waiting or broken:
            return f"paper2task {stage} {self.venue}"
        if self.to_look_at:
            return f"paper2task show {self.to_look_at} --venue {self.venue}"
        if failed:
            return f"paper2task {failed} {self.venue} --retry-failed"
        return f"paper2task screen {self.venue} --policy researchgym"


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("status")(status)


def status(venue: options.OptionalVenue = None, data: options.Data = None, as_json: options.Json = False) -> int:
    """Say for each venue what is done, what waits and what failed, and which command comes next."""
    folder = DataFolder(load_settings(data=data).data)
    found = [look(folder, name) for name in ([venue] if venue else context.known_venues(folder))]
    if as_json:
        console.data([_as_json(one) for one in found])
        return 0
    if not found:
        console.note(f"nothing in {folder.root} yet")
        console.next_command("paper2task ingest acl-2022 --award best,outstanding")
        return 0
    columns = ("venue", "papers", *JOBS, "shortlisted", "needs_human", "rejected", "failed", "cards in")
    console.table("", columns, [_row(one) for one in found], numeric=columns[1:-1])
    for one in found:
        for outcome in one.troubled:
            console.trouble(outcome)
        console.next_command(one.next_command)
    return 0


def look(data: DataFolder, venue: str) -> VenueStatus:
    """The state of one venue, from what lies in its folders."""
    paths, place, listing = context.opened(data, venue)
    ended = {
        stage: [o for p in listing.papers if (o := store.load_or_none(Outcome, paths.stamp(stage, p.id))) is not None]
        for stage in JOBS
    }
    verdicts = [v for p in listing.papers if (v := store.load_or_none(Verdict, paths.verdict(p.id))) is not None]
    return VenueStatus(
        venue=venue,
        cards=place.cards,
        policy=place.policy,
        papers=len(listing.papers),
        done={stage: sum(o.state == "done" for o in outcomes) for stage, outcomes in ended.items()},
        verdicts={
            name: sum(v.verdict == name for v in verdicts) for name in ("shortlisted", "needs_human", "rejected")
        },
        to_look_at=first_to_look_at(verdicts),
        troubled=tuple(o for outcomes in ended.values() for o in outcomes if o.state in ("failed", "broken")),
    )


def first_to_look_at(verdicts: Sequence[Verdict]) -> str:
    """The first shortlisted paper, else the first that needs a person, else nothing."""
    by_name = {
        name: sorted(v.paper_id for v in verdicts if v.verdict == name) for name in ("shortlisted", "needs_human")
    }
    return next((paper for papers in by_name.values() for paper in papers), "")


def _row(one: VenueStatus) -> tuple[str, ...]:
    numbers = [one.papers, *one.done.values(), *one.verdicts.values(), len(one.troubled)]
    return (one.venue, *(str(number) for number in numbers), one.cards)


def _as_json(one: VenueStatus) -> dict[str, object]:
    troubled = [outcome.model_dump(mode="json") for outcome in one.troubled]
    return {**asdict(one), "troubled": troubled, "waiting": one.waiting, "next": one.next_command}

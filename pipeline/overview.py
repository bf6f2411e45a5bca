"""What is where: the state of a venue as its folders tell it, and the next command. Nothing is remembered elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline import store
from pipeline.errors import InputError, UsageError
from pipeline.jobs import JOBS
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.decision import Decision
from pipeline.records.outcome import Outcome, Place
from pipeline.records.paper import Listing, Paper
from pipeline.records.verdict import Verdict
from pipeline.review.stage import standing


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
    """The paper without a decision that a curator should look at first; empty where none is left."""

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


def known_venues(data: DataFolder) -> list[str]:
    """The venues that the data folder knows."""
    return sorted(path.parent.name for path in data.venues.glob("*/listing.json"))


def opened(data: DataFolder, venue: str) -> tuple[VenuePaths, Place, Listing]:
    """A venue that was discovered before. UsageError where it was not."""
    paths = data.venue(venue)
    try:
        place = store.load(Place, paths.place)
        return data.venue(venue, Path(place.cards)), place, store.load(Listing, paths.listing)
    except InputError as error:
        known = ", ".join(known_venues(data)) or "none"
        raise UsageError(
            f"venue {venue!r} cannot be opened ({error}); known here: {known}; start with: paper2task ingest {venue}"
        ) from error


def look(data: DataFolder, venue: str) -> VenueStatus:
    """The state of one venue, from what lies in its folders."""
    paths, place, listing = opened(data, venue)
    ended = {stage: ends(paths, stage, listing.papers) for stage in JOBS}
    verdicts = verdicts_of(paths, listing.papers)
    decided = standing(store.read_lines(Decision, paths.decisions)[0])
    return VenueStatus(
        venue=venue,
        cards=place.cards,
        policy=place.policy,
        papers=len(listing.papers),
        done={stage: sum(o.state == "done" for o in outcomes) for stage, outcomes in ended.items()},
        verdicts={
            name: sum(v.verdict == name for v in verdicts) for name in ("shortlisted", "needs_human", "rejected")
        },
        to_look_at=first_to_look_at([v for v in verdicts if v.paper_id not in decided]),
        troubled=tuple(o for outcomes in ended.values() for o in outcomes if o.state in ("failed", "broken")),
    )


def ends(paths: VenuePaths, stage: str, papers: Sequence[Paper]) -> list[Outcome]:
    """How the stage ended for those of the papers that it was tried on."""
    return [o for p in papers if (o := store.load_or_none(Outcome, paths.stamp(stage, p.id))) is not None]


def verdicts_of(paths: VenuePaths, papers: Sequence[Paper]) -> list[Verdict]:
    """The verdicts of those of the papers that have one."""
    return [v for p in papers if (v := store.load_or_none(Verdict, paths.verdict(p.id))) is not None]


def first_to_look_at(verdicts: Sequence[Verdict]) -> str:
    """The first shortlisted paper, else the first that needs a person, else nothing."""
    by_name = {
        name: sorted(v.paper_id for v in verdicts if v.verdict == name) for name in ("shortlisted", "needs_human")
    }
    return next((paper for papers in by_name.values() for paper in papers), "")

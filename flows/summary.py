"""What a run came to, read from what lies in the venue's folders, as tables for Prefect's artifacts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.ids import slug
from pipeline.jobs import JOBS
from pipeline.overview import ends, verdicts_of
from pipeline.paths import VenuePaths
from pipeline.records.outcome import Outcome
from pipeline.records.paper import Paper
from pipeline.records.verdict import Verdict
from pipeline.screen.funnel import funnel

Row = dict[str, str | int]

MOST_ROWS = 500
"""Rows of the table of failures; `paper2task status` lists them all."""

_STATES = ("done", "skipped", "failed", "broken")


@dataclass(frozen=True)
class Summary:
    """Papers by stage and state, what stopped some of them, and their verdicts. Nothing of it comes from Prefect."""

    papers: int
    ended: dict[str, tuple[Outcome, ...]]
    verdicts: tuple[Verdict, ...]

    @property
    def troubled(self) -> tuple[Outcome, ...]:
        """The ends that are failures of the input or of a tool, by stage in order."""
        return tuple(o for outcomes in self.ended.values() for o in outcomes if o.state in ("failed", "broken"))

    @property
    def through(self) -> int:
        """Papers that have a verdict."""
        return sum(outcome.state == "done" for outcome in self.ended["screen"])

    @property
    def failed(self) -> int:
        """Papers whose input is at fault."""
        return sum(outcome.state == "failed" for outcome in self.troubled)

    @property
    def left(self) -> int:
        """Papers that another run may bring further: a tool or service was at fault, or nobody came to them."""
        return self.papers - self.through - self.failed

    @property
    def sentence(self) -> str:
        """The run in a line."""
        return f"{self.papers} papers: {self.through} screened, {self.failed} cannot be had or read, {self.left} left"

    def stages(self) -> list[Row]:
        """A row per stage: its papers by state, and those that did not come to it."""
        rows: list[Row] = []
        for stage, outcomes in self.ended.items():
            counts: dict[str, int] = {state: sum(o.state == state for o in outcomes) for state in _STATES}
            rows.append({"stage": stage, **counts, "not reached": self.papers - len(outcomes)})
        return rows

    def failures(self) -> list[Row]:
        """A row per paper that stopped, with the reason."""
        rows: list[Row] = [
            {"paper": o.unit, "stage": o.stage, "state": o.state, "reason": o.reason} for o in self.troubled[:MOST_ROWS]
        ]
        if (more := len(self.troubled) - MOST_ROWS) > 0:
            rows.append(
                {"paper": f"and {more} more", "stage": "", "state": "", "reason": "paper2task status lists them"}
            )
        return rows

    def funnel(self) -> list[Row]:
        """A row per rule; none where the verdicts are of several policies."""
        if len({verdict.policy_digest for verdict in self.verdicts}) != 1:
            return []
        return [
            {
                "rule": row.rule,
                "fails alone": row.fails,
                "human alone": row.humans,
                "unknown": row.unknown,
                "removed in order": row.removed_in_order,
                "left": row.left,
            }
            for row in funnel(self.verdicts).rows
        ]

    def markdown(self) -> str:
        """The run for a reader: counts and our own words only, since papers may hold mark-up."""
        made = funnel(self.verdicts)
        stages = ["| " + " | ".join(str(value) for value in row.values()) + " |" for row in self.stages()]
        head = ("stage", *_STATES, "not reached")
        return "\n".join(
            [
                self.sentence + ".",
                "",
                "| " + " | ".join(head) + " |",
                "|" + "---|" * len(head),
                *stages,
                "",
                f"Shortlisted {made.shortlisted}, for a human {made.needs_human}, rejected {made.rejected}.",
            ]
        )


def summarise(paths: VenuePaths, papers: Sequence[Paper]) -> Summary:
    """How the papers stand now."""
    ended = {stage: tuple(ends(paths, stage, papers)) for stage in JOBS}
    return Summary(len(papers), ended, tuple(verdicts_of(paths, papers)))


def artifact_key(what: str, venue: str) -> str:
    """A key as Prefect takes it: lower case, digits and dashes."""
    return f"{what}-{slug(venue)}"

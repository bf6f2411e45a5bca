"""The first half of the flow for many papers at once: resumable, shared between processes, never stopped by one unit."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from pipeline import store
from pipeline.jobs import JOBS, Tools
from pipeline.leases import Leases
from pipeline.outcome import Job, attempt, standing
from pipeline.paths import VenuePaths
from pipeline.records.outcome import Outcome
from pipeline.records.paper import Paper

Watch = Callable[[Outcome], None]
"""Called from many threads, once per stage and paper, as soon as it has ended."""

_POLL_S = 0.2  # how often a unit that another process works on is looked at again


@dataclass(frozen=True)
class Tally:
    """How a run ended: every outcome, by stage in order. `skipped` with an empty reason means that it stood already."""

    outcomes: tuple[Outcome, ...]

    def counts(self, stage: str) -> Counter[str]:
        """Papers by state for one stage."""
        return Counter(outcome.state for outcome in self.outcomes if outcome.stage == stage)

    @property
    def troubled(self) -> tuple[Outcome, ...]:
        """What failed or broke."""
        return tuple(outcome for outcome in self.outcomes if outcome.state in ("failed", "broken"))


def run_papers(
    *,
    papers: Sequence[Paper],
    paths: VenuePaths,
    tools: Tools,
    verbs: Sequence[str] = tuple(JOBS),
    jobs: int,
    lease_s: float,
    retry_failed: bool = False,
    watch: Watch = lambda _: None,
) -> Tally:
    """Take each paper through the stages `verbs`, `jobs` papers at once.

    A stage whose output stands is skipped; one whose input was at fault stays failed unless `retry_failed`. Papers that
    another process works on are waited for. Raises UsageError and bugs; everything else is an outcome. StorageError where
    the folders cannot be written at all.
    """
    for folder in (paths.cards, paths.work / "pdf", *(paths.stamp(verb, "").parent for verb in verbs)):
        store.sweep(folder)
    runner = _Runner(paths, tools, tuple(verbs), retry_failed, watch)
    with Leases(paths.leases, seconds=lease_s) as leases:
        # no `with` for the pool: when interrupted, threads that wait for a server are not waited for
        pool = ThreadPoolExecutor(jobs, "paper")
        futures = [pool.submit(runner.paper, paper, leases) for paper in papers]
        try:
            outcomes = [outcome for future in as_completed(futures) for outcome in future.result()]
        except BaseException:
            runner.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()
    order = {verb: place for place, verb in enumerate(verbs)}
    return Tally(tuple(sorted(outcomes, key=lambda outcome: (order[outcome.stage], outcome.unit))))


@dataclass
class _Runner:
    """One run; what its threads share."""

    paths: VenuePaths
    tools: Tools
    verbs: tuple[str, ...]
    retry_failed: bool
    watch: Watch

    def __post_init__(self) -> None:
        self.stop = threading.Event()

    def paper(self, paper: Paper, leases: Leases) -> list[Outcome]:
        """All stages of one paper, under its lease as soon as there is something to do."""
        outcomes = self._standing(paper)
        while len(outcomes) < len(self.verbs) and not _ended(outcomes):
            if self.stop.is_set():
                return outcomes
            with leases.hold(paper.id) as ours:
                if ours:
                    outcomes += self._work(paper, len(outcomes))
                else:
                    self.stop.wait(_POLL_S)
                    outcomes = self._standing(paper, quiet=outcomes)
        return outcomes

    def _standing(self, paper: Paper, quiet: Sequence[Outcome] = ()) -> list[Outcome]:
        """What stands already, stage by stage, up to the first that does not; `quiet` was reported before."""
        outcomes: list[Outcome] = list(quiet)
        for verb in self.verbs[len(outcomes) :]:
            before = self._before(JOBS[verb](paper, self.paths, self.tools))
            if before is None:
                break
            outcomes.append(self._seen(before))
            if _ended(outcomes):
                break
        return outcomes

    def _work(self, paper: Paper, done: int) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for verb in self.verbs[done:]:
            if self.stop.is_set() or _ended(outcomes):
                break
            outcomes.append(self._one(verb, paper))
        return outcomes

    def _one(self, verb: str, paper: Paper) -> Outcome:
        job = JOBS[verb](paper, self.paths, self.tools)
        # another process may have ended it while we waited for the lease
        return self._seen(self._before(job) or attempt(job))

    def _before(self, job: Job) -> Outcome | None:
        """How the job ended before, as this run reports it; None where it is to be done."""
        before = standing(job)
        if before is None or (before.state == "failed" and self.retry_failed):
            return None
        return before.model_copy(update={"state": "skipped"}) if before.state == "done" else before

    def _seen(self, outcome: Outcome) -> Outcome:
        if not self.stop.is_set():  # what breaks because the run ends is no news
            self.watch(outcome)
        return outcome


def _ended(outcomes: Sequence[Outcome]) -> bool:
    """Whether the paper goes no further: its last stage failed, broke, or had nothing to work on."""
    return bool(outcomes) and (
        outcomes[-1].state in ("failed", "broken") or (outcomes[-1].state == "skipped" and outcomes[-1].reason != "")
    )

"""Batches: the papers of a run in portions, and the work on one. Plain functions, which know nothing of Prefect."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pipeline.ids import digest
from pipeline.ingest import Tally, run_papers
from pipeline.jobs import Tools
from pipeline.log import get_logger
from pipeline.overview import opened
from pipeline.paths import DataFolder, VenuePaths
from pipeline.prepare import tools
from pipeline.records.outcome import Outcome
from pipeline.records.paper import Paper
from pipeline.settings import Settings, load_settings

_LOG = get_logger(__name__)


@dataclass(frozen=True)
class Order:
    """What all batches of a run have in common; small and plain, since it travels to other processes and machines."""

    venue: str
    policy: str
    data: str
    converter: str | None = None
    use_outline: bool = True
    retry_failed: bool = False
    share: int = 1
    """Batches that run at once in one process: they share `PAPER2TASK_JOBS` among them."""

    @property
    def settings(self) -> Settings:
        """The settings of the process that works, with the order's folder and converter."""
        return load_settings(data=Path(self.data), converter=self.converter)


def portions(papers: Sequence[Paper], size: int) -> list[tuple[str, ...]]:
    """The ids of the papers, in order, at most `size` in each portion."""
    ids = [paper.id for paper in papers]
    return [tuple(ids[start : start + size]) for start in range(0, len(ids), size)]


def turned(row: Sequence[tuple[str, ...]], key: str) -> list[tuple[str, ...]]:
    """The same portions from another start for another key, so that runs that share a venue meet late."""
    start = int(digest([key])[:8], 16) % len(row) if row else 0
    return [*row[start:], *row[:start]]


def work(order: Order, ids: Sequence[str]) -> Tally:
    """Take the papers of these ids through all stages. Raises what `run_papers` raises, when all others are through."""
    settings = order.settings
    paths, _, listing = opened(DataFolder(settings.data), order.venue)
    wanted = set(ids)
    papers = [paper for paper in listing.papers if paper.id in wanted]
    return Batch(order, paths, _KEPT.tools(settings, order.policy, use_outline=order.use_outline)).run(papers)


@dataclass(frozen=True)
class Batch:
    """One batch and what it works with."""

    order: Order
    paths: VenuePaths
    tools: Tools

    def run(self, papers: Sequence[Paper]) -> Tally:
        """All stages of all papers. A bug that one paper meets does not keep the others from their end; then it is raised."""
        try:
            return self._try(papers)
        except Exception:
            if len(papers) == 1:
                raise
            _LOG.exception("a batch of %d met a bug; its papers are taken one by one", len(papers))
        bugs: list[Exception] = []
        outcomes: list[Outcome] = []
        for paper in papers:
            try:
                outcomes += self._try([paper]).outcomes
            except Exception as bug:  # noqa: BLE001 - kept, and raised when the others are through
                bugs.append(bug)
        if bugs:
            raise bugs[0]
        return Tally(tuple(outcomes))

    def _try(self, papers: Sequence[Paper]) -> Tally:
        settings = self.order.settings
        return run_papers(
            papers=papers,
            paths=self.paths,
            tools=self.tools,
            jobs=max(1, settings.jobs // self.order.share),
            lease_s=settings.lease_s,
            retry_failed=self.order.retry_failed,
        )


class _Kept:
    """The tools of this process: made for the first batch, shared by all that run at once, so that hosts are spared."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[tuple[Settings, str, bool], Tools] = {}
        self._open = ExitStack()

    def tools(self, settings: Settings, policy: str, *, use_outline: bool) -> Tools:
        """Those of these settings, open until `close`."""
        with self._lock:
            key = (settings, policy, use_outline)
            if key not in self._made:
                self._made[key] = self._open.enter_context(tools(settings, policy, use_outline=use_outline))
            return self._made[key]

    def close(self) -> None:
        """Close them all; the next batch makes new ones."""
        with self._lock:
            self._made.clear()
            self._open.close()


_KEPT = _Kept()


def close_tools() -> None:
    """Close the tools of this process. A function, since flows travel with what they name, and tools cannot."""
    _KEPT.close()

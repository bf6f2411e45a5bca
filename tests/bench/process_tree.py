"""Memory and processor time of a process and its descendants, sampled while it runs (Linux)."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from tests.flows.stack import children

_EACH_S = 0.25
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Peak:
    """The most memory seen, in bytes, and the processor time at the last look, in seconds: the process and all below it."""

    parent_bytes: int = 0
    children_bytes: int = 0
    parent_s: float = 0.0
    children_s: float = 0.0

    @property
    def line(self) -> str:
        """The figures for a reader."""
        return (
            f"memory: {self.parent_bytes / 1e6:.0f} MB, its children {self.children_bytes / 1e6:.0f} MB; "
            f"processor: {self.parent_s:.1f} s, its children {self.children_s:.1f} s"
        )


class Monitor:
    """Looks at the process four times a second while the block runs."""

    def __init__(self, process: int) -> None:
        self.peak = Peak()
        self._process, self._stop = process, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Monitor:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            self._look()
            if self._stop.wait(_EACH_S):
                return

    def _look(self) -> None:
        below, todo = [], children(self._process)
        while todo:
            below.append(todo.pop())
            todo += children(below[-1])
        size, seconds = usage(self._process)
        sizes = [usage(one) for one in below]
        self.peak.parent_bytes = max(self.peak.parent_bytes, size)
        self.peak.parent_s = max(self.peak.parent_s, seconds)
        self.peak.children_bytes = max(self.peak.children_bytes, sum(one[0] for one in sizes))
        self.peak.children_s = max(self.peak.children_s, sum(one[1] for one in sizes))


def usage(process: int) -> tuple[int, float]:
    """Resident bytes and seconds of processor time; zeros where it has ended."""
    try:
        resident = int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (OSError, IndexError):
        return 0, 0.0
    return resident, (int(fields[11]) + int(fields[12])) / _TICKS

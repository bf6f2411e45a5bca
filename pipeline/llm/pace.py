"""How fast one server is asked: so many questions under way, so many in a minute, and a pause for all when it says so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.web_limits import Clock


class Pace:
    """Shared by all threads that ask one server."""

    def __init__(self, *, at_once: int, per_minute: float, clock: Clock | None = None) -> None:
        """`per_minute` 0 means without limit."""
        self._seats = threading.BoundedSemaphore(at_once)
        self._interval = 60.0 / per_minute if per_minute else 0.0
        self._clock = clock or Clock()
        self._lock = threading.Lock()
        self._next = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a seat and for the moment; the seat is held while the block runs."""
        with self._seats:
            with self._lock:
                now = self._clock.monotonic()
                start = max(now, self._next)
                self._next = start + self._interval
            self._clock.sleep(start - now)
            yield

    def pause(self, seconds: float) -> None:
        """Nobody starts for so many seconds."""
        with self._lock:
            self._next = max(self._next, self._clock.monotonic() + seconds)

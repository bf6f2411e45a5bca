"""Turns with a host, kept in a folder, so that all processes that share it are together as polite as one.

Each host has a file that holds the moment from which the next request may start; whoever wants a turn locks the file, takes
that moment and moves it on. Moments are wall clock, since processes of several machines read them.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.ids import sha256_bytes
from pipeline.store import storage_error

_LONGEST_S = 3600.0  # a moment further away than that comes from a clock that was wrong
_DIGITS = 32  # of the moment in its file


class Pace:
    """The folder of turns; safe for threads and processes."""

    def __init__(self, folder: Path, *, wall: Callable[[], float] = time.time) -> None:
        self._folder, self._wall = folder, wall

    def turn(self, host: str, interval_s: float) -> float:
        """Take the next turn with the host; gives the seconds until it. StorageError where the folder cannot be written."""
        with self._moment(host) as file:
            now = self._wall()
            start = max(now, _read(file, now))
            _write(file, start + interval_s)
            return start - now

    def pause(self, host: str, seconds: float) -> None:
        """Nobody's next turn with the host comes before so many seconds from now."""
        with self._moment(host) as file:
            now = self._wall()
            _write(file, max(_read(file, now), now + seconds))

    @contextmanager
    def _moment(self, host: str) -> Iterator[int]:
        path = self._folder / sha256_bytes(host.encode())[:16]  # a host's name is a stranger's: no file name
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(file, fcntl.LOCK_EX)  # given back when the file is closed, or its process dies
                yield file
            finally:
                os.close(file)
        except OSError as error:
            raise storage_error(error, path) from error


def _read(file: int, now: float) -> float:
    """The moment; now where there is none that can be."""
    try:
        moment = float(os.pread(file, _DIGITS, 0))
    except ValueError:
        return now
    return moment if moment < now + _LONGEST_S else now


def _write(file: int, moment: float) -> None:
    os.pwrite(file, f"{moment:.6f}".ljust(_DIGITS).encode(), 0)

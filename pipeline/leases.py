"""Leases: several processes, on one machine or on many, share a folder and never do a unit twice.

Each process has one owner file that it touches while it lives. A lease is a hard link to it, which only one process can
create; touching the owner file keeps all its leases alive, since they are one file. A lease of a dead process of this
machine, or one that was silent for `seconds`, is taken over. Should two machines ever disagree (a clock that jumps), a unit
is done twice and the same bytes are written twice: leases save work, they do not guard correctness.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.shell import host_name, process_alive
from pipeline.store import storage_error


class Leases:
    """The leases of one process in one folder. Use as a context manager: a thread keeps what is held alive."""

    def __init__(self, folder: Path, *, seconds: float) -> None:
        self._folder, self._seconds = folder, seconds
        self._name = f"{host_name()}.{os.getpid()}.{uuid.uuid4().hex}"
        self._owner = folder / f"{self._name}.owner"
        self._stop = threading.Event()
        self._beat = threading.Thread(target=self._keep_alive, name="leases", daemon=True)

    def __enter__(self) -> Leases:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._sweep()
            self._owner.write_text(self._name)
        except OSError as error:
            raise storage_error(error, self._folder) from error
        self._beat.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._beat.join()
        self._owner.unlink(missing_ok=True)

    @contextmanager
    def hold(self, unit: str) -> Iterator[bool]:
        """Try to take the unit: the block runs with True where it is ours until the end, with False where another works on it."""
        path = self._folder / f"{unit}.lease"
        if not (self._link(path) or self._take_over(path)):
            yield False
            return
        try:
            yield True
        finally:
            if _read(path) == self._name:
                path.unlink(missing_ok=True)

    def _link(self, path: Path) -> bool:
        try:
            path.hardlink_to(self._owner)
        except FileExistsError:
            return False
        except OSError as error:
            raise storage_error(error, path) from error
        return True

    def _stale(self, path: Path) -> bool:
        try:
            silent = time.time() - path.stat().st_mtime > self._seconds
        except OSError:
            return False  # given back this moment: the next try creates it
        host, _, rest = (_read(path) or "").partition(".")
        process = rest.partition(".")[0]
        return silent or (host == host_name() and process.isdigit() and not process_alive(int(process)))

    def _take_over(self, path: Path) -> bool:
        """Replace a stale lease. The claim, created exclusively under the old owner's name, lets one process in at a time."""
        before = _read(path)
        if before is None or not self._stale(path):
            return False
        claim = path.with_name(f"{path.name}.{before}.claim")
        if not self._link(claim):
            if self._stale(claim):  # its owner died while taking over
                claim.unlink(missing_ok=True)
            return False
        try:
            if _read(path) != before:
                return False
            mine = path.with_name(f"{path.name}.{self._name}.new")
            mine.hardlink_to(self._owner)
            mine.replace(path)
            return True
        except OSError as error:
            raise storage_error(error, path) from error
        finally:
            claim.unlink(missing_ok=True)

    def _sweep(self) -> None:
        """Remove what dead processes left: their owner files and unfinished take-overs; leases stay, for take-over."""
        for pattern in ("*.owner", "*.new"):
            for path in sorted(self._folder.glob(pattern)):
                if self._stale(path):
                    path.unlink(missing_ok=True)

    def _keep_alive(self) -> None:
        while not self._stop.wait(self._seconds / 4):
            with contextlib.suppress(OSError):
                os.utime(self._owner)


def _read(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None

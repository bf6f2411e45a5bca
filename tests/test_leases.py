"""Leases: one at a time, given back, and taken over from the dead."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from pipeline.leases import Leases


def test_a_unit_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    """While one holds it the other does not get it; afterwards it does; another unit is free."""
    with Leases(tmp_path, seconds=60) as one, Leases(tmp_path, seconds=60) as other:
        with one.hold("a") as mine, other.hold("a") as theirs, other.hold("b") as free:
            assert (mine, theirs, free) == (True, False, True)
        with other.hold("a") as theirs:
            assert theirs
    assert list(tmp_path.iterdir()) == []


def test_a_lease_of_a_dead_process_is_taken_over_at_once(tmp_path: Path) -> None:
    """A process that is killed while it holds the unit blocks nobody."""
    script = (
        "import os, sys, pathlib\nfrom pipeline.leases import Leases\n"
        f"with Leases(pathlib.Path({str(tmp_path)!r}), seconds=3600) as leases:\n"
        "    with leases.hold('a'):\n        os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -9
    assert (tmp_path / "a.lease").exists()
    with Leases(tmp_path, seconds=3600) as leases, leases.hold("a") as mine:
        assert mine
    assert list(tmp_path.iterdir()) == []


def test_a_silent_lease_of_another_machine_is_taken_over(tmp_path: Path) -> None:
    """Nobody can ask another machine whether its process lives: silence decides."""
    lease = tmp_path / "a.lease"
    lease.write_text("another-machine.1.abc")
    with Leases(tmp_path, seconds=60) as leases:
        with leases.hold("a") as mine:
            assert not mine
        os.utime(lease, (time.time() - 61, time.time() - 61))
        with leases.hold("a") as mine:
            assert mine


def test_many_threads_take_over_a_stale_lease_once(tmp_path: Path) -> None:
    """Of many that see the same stale lease, exactly one gets it."""
    for round_number in range(20):
        lease = tmp_path / f"{round_number}.lease"
        lease.write_text("another-machine.1.abc")
        os.utime(lease, (1, 1))
        start, end, won = threading.Barrier(8), threading.Barrier(8), []

        def contend(
            name: str = str(round_number),
            start: threading.Barrier = start,
            end: threading.Barrier = end,
            won: list[bool] = won,
        ) -> None:
            with Leases(tmp_path, seconds=60) as leases:
                start.wait()
                with leases.hold(name) as mine:
                    won.append(mine)
                    end.wait()

        threads = [threading.Thread(target=contend) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(won) == 1


def test_a_held_lease_stays_fresh(tmp_path: Path) -> None:
    """The owner's heartbeat keeps it from being taken over."""
    with Leases(tmp_path, seconds=0.4) as one, Leases(tmp_path, seconds=0.4) as other, one.hold("a"):
        time.sleep(0.9)
        with other.hold("a") as theirs:
            assert not theirs

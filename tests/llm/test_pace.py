"""How fast a server is asked."""

from __future__ import annotations

import threading
import time

from pipeline.llm.pace import Pace
from tests.helpers.server import FakeClock


def test_so_many_in_a_minute() -> None:
    """With 30 in a minute, the fourth starts after six seconds."""
    fake = FakeClock()
    pace, start = Pace(at_once=1, per_minute=30, clock=fake.clock), fake.now
    for _ in range(4):
        with pace.turn():
            pass
    assert fake.now - start == 6


def test_a_pause_is_for_all() -> None:
    """What one thread was told to wait, the next waits, too."""
    fake = FakeClock()
    pace, start = Pace(at_once=2, per_minute=0, clock=fake.clock), fake.now
    pace.pause(7)
    with pace.turn():
        assert fake.now - start == 7


def test_so_many_at_once() -> None:
    """Of eight threads, never more than three are let in."""
    pace, inside, most, lock = Pace(at_once=3, per_minute=0), [0], [0], threading.Lock()

    def ask() -> None:
        with pace.turn():
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            time.sleep(0.02)
            with lock:
                inside[0] -= 1

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 3

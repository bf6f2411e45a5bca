"""Turns with a host that several processes share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.errors import StorageError
from pipeline.pace import Pace
from pipeline.web import Web, WebLimits
from tests.helpers.behaviours import serve
from tests.helpers.server import Site


def test_turns_are_an_interval_apart(tmp_path: Path) -> None:
    """The first turn comes at once, each other an interval after the one before, whoever took that."""
    one, two = Pace(tmp_path, wall=lambda: 100.0), Pace(tmp_path, wall=lambda: 100.0)
    assert [pace.turn("host", 0.5) for pace in (one, two, one)] == [0.0, 0.5, 1.0]
    assert two.turn("other", 0.5) == 0.0


def test_a_pause_holds_for_all(tmp_path: Path) -> None:
    """A server that asked one process to wait is left alone by all; a shorter pause does not end a longer one."""
    Pace(tmp_path, wall=lambda: 100.0).pause("host", 30.0)
    Pace(tmp_path, wall=lambda: 100.0).pause("host", 10.0)
    assert Pace(tmp_path, wall=lambda: 110.0).turn("host", 0.5) == 20.0


@pytest.mark.parametrize("text", ["", "soon", "nan", "99999999.0"])
def test_a_moment_that_cannot_be_is_now(tmp_path: Path, text: str) -> None:
    """A damaged file, or a clock that was far ahead, keeps nobody waiting."""
    Pace(tmp_path, wall=lambda: 100.0).turn("host", 0.5)
    next(tmp_path.iterdir()).write_text(text)
    assert Pace(tmp_path, wall=lambda: 100.0).turn("host", 0.5) == 0.0


def test_a_folder_that_cannot_be_is_a_storage_error(tmp_path: Path) -> None:
    """A file in the way is told as such."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="part of the path is a file"):
        Pace(tmp_path / "file" / "hosts").turn("host", 0.5)


def test_two_clients_together_keep_the_interval(tmp_path: Path) -> None:
    """Requests of two clients that know nothing of each other arrive an interval apart, less what a busy machine jitters."""
    limits = WebLimits(interval_s=0.1)
    clients = [Web(limits=limits, trust_env=False, pace=Pace(tmp_path)) for _ in range(2)]
    with Site() as site, ThreadPoolExecutor(4) as pool:
        url = site.add("/paper.pdf", serve(b"paper"))
        list(pool.map(lambda number: clients[number % 2].get_bytes(url, max_bytes=100), range(12)))
        times = sorted(one.at for one in site.asked)
    assert times[-1] - times[0] >= 11 * 0.1 - 0.08
    assert sum(after - before for before, after in pairwise(times)) / 11 >= 0.09

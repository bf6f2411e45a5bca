"""Several workers on one data folder, and workers, flows and servers that are killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.killing import KINDS, by_program, kill_and_run_again, left, make_venue
from tests.flows.stack import Stack
from tests.helpers.server import Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A server with two workers, each of which takes one flow run at a time."""
    with Stack(tmp_path_factory.mktemp("stack") / "data", workers=2) as running:
        yield running


def test_two_workers_never_do_a_paper_twice(stack: Stack, tmp_path: Path) -> None:
    """Two runs over one venue at once: every paper is asked for once, both end well, the cards are those of one run."""
    with Site() as site:
        venue = make_venue(site, tmp_path / "shared.csv", 12, wait_s=0.3)
        wanted = {
            "manifest": str(venue.manifest),
            "data": str(tmp_path / "data"),
            "out": str(tmp_path / "cards"),
            "batch_size": 2,
        }
        runs = [stack.begin(**wanted) for _ in range(2)]
        for run in runs:
            stack.wait(run, {"RUNNING"})
        assert len(stack.flow_processes()) == 2
        assert [stack.wait(run)["type"] for run in runs] == ["COMPLETED", "COMPLETED"]
        assert venue.requests() == [1] * 12
        expected = by_program(venue, tmp_path / "program")
    assert left(tmp_path / "data" / "venues" / "shared", tmp_path / "cards") == expected


@pytest.mark.parametrize("kind", KINDS)
def test_killed_and_run_again_the_bytes_are_the_same(stack: Stack, tmp_path: Path, kind: str) -> None:
    """`kill -9` in the midst of a run, then another run: what an undisturbed run leaves, and nothing else."""
    with Site() as site:
        venue = make_venue(site, tmp_path / "venue.csv", 8, wait_s=0.1)
        expected = by_program(venue, tmp_path / "program")
        assert kill_and_run_again(stack, venue, tmp_path / "flow", kind, after_s=4.0) == expected

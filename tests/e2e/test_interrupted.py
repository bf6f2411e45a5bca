"""A run may end at any moment, in any way: the next one completes it, to the same bytes."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.demo.serve import VENUE
from tests.helpers import behaviours as b
from tests.helpers.program import run, start, tree
from tests.helpers.server import Site

PAPERS = sorted(VENUE.glob("*.pdf"))


def _manifest(folder: Path, address: str = "") -> None:
    rows = [f"{p.stem},{p.stem},{address + p.name if address else p.as_uri()}" for p in PAPERS]
    (folder / "venue.csv").write_text("\n".join(["id,title,pdf_url", *rows]))


def _ingest(folder: Path, **settings: str) -> int:
    return run("ingest", "--manifest", "venue.csv", "--out", "cards", cwd=folder, **settings).code


def _leftovers(folder: Path) -> list[Path]:
    return [p for p in folder.rglob("*") if p.name.endswith((".tmp", ".lease", ".owner", ".claim", ".part"))]


def test_ctrl_c_in_the_middle_ends_with_130_and_a_rerun_completes(tmp_path: Path) -> None:
    """A server that does not answer holds the run; Ctrl-C ends it at once with one line; the next run has all cards."""
    with Site() as site:
        site.add("/*", b.folder(VENUE))
        site.add(f"/{PAPERS[0].name}", b.silent)
        _manifest(tmp_path, site.url("/"))
        with start("ingest", "--manifest", "venue.csv", "--out", "cards", cwd=tmp_path, timeout_s="60") as process:
            _until(lambda: site.count(f"/{PAPERS[0].name}") > 0)
            asked = time.monotonic()
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert time.monotonic() - asked < 10
        assert "run the same command again" in err
        assert "Traceback" not in err
        site.add(f"/{PAPERS[0].name}", b.folder(VENUE))
        assert _ingest(tmp_path) == 0
    assert len(list((tmp_path / "cards").glob("*.verdict.json"))) == len(PAPERS)
    assert _leftovers(tmp_path) == []


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    """Nothing is asked for, nothing is written."""
    with Site() as site:
        site.add("/*", b.folder(VENUE))
        _manifest(tmp_path, site.url("/"))
        assert _ingest(tmp_path) == 0
        asked, before = len(site.asked), tree(tmp_path / "cards")
        times = {p: p.stat().st_mtime_ns for p in (tmp_path / "cards").iterdir()}
        again = run("ingest", "--manifest", "venue.csv", "--out", "cards", "--json", cwd=tmp_path)
        assert again.code == 0
        assert again.data["stages"] == {verb: {"skipped": 4} for verb in ("fetch", "convert", "extract", "screen")}
        assert (len(site.asked), tree(tmp_path / "cards")) == (asked, before)
        assert {p: p.stat().st_mtime_ns for p in (tmp_path / "cards").iterdir()} == times


def test_two_runs_at_once_share_the_work(tmp_path: Path) -> None:
    """On one data folder, both end well and no paper is fetched twice."""
    with Site() as site:
        site.add("/*", b.folder(VENUE))
        _manifest(tmp_path, site.url("/"))
        both = [start("ingest", "--manifest", "venue.csv", "--out", "cards", "--json", cwd=tmp_path) for _ in range(2)]
        for process in both:
            out, err = process.communicate(timeout=120)
            assert process.returncode == 0, err
            assert '"rejected"' in out
        assert [site.count(f"/{p.name}") for p in PAPERS] == [1] * len(PAPERS)
    assert _leftovers(tmp_path) == []


def test_an_edited_output_and_a_changed_policy_are_noticed(tmp_path: Path) -> None:
    """What was tampered with is made again; a new policy screens again and touches nothing else."""
    _manifest(tmp_path)
    assert _ingest(tmp_path) == 0
    before = tree(tmp_path / "cards")
    (tmp_path / "cards" / f"{PAPERS[0].stem}.card.json").write_text("{}")
    assert _ingest(tmp_path) == 0
    assert tree(tmp_path / "cards") == before
    strict = run("ingest", "--manifest", "venue.csv", "--out", "cards", "--policy", "strict", "--json", cwd=tmp_path)
    assert strict.data["stages"]["extract"] == {"skipped": 4}
    assert strict.data["stages"]["screen"] == {"done": 4}


@pytest.mark.slow
def test_killed_at_twenty_moments_the_rerun_gives_the_same_bytes(tmp_path: Path) -> None:
    """SIGKILL to the whole process group anywhere between start and end; then one undisturbed run."""
    undisturbed = tmp_path / "undisturbed"
    undisturbed.mkdir()
    _manifest(undisturbed)
    began = time.monotonic()
    assert _ingest(undisturbed) == 0
    whole = time.monotonic() - began
    moments = random.Random(7)
    killed = 0
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        _manifest(folder)
        with start("ingest", "--manifest", "venue.csv", "--out", "cards", cwd=folder) as process:
            time.sleep(moments.uniform(0.2, 0.95) * whole)
            killed += process.poll() is None
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate(timeout=30)
        assert _ingest(folder) == 0
        assert tree(folder / "cards") == tree(undisturbed / "cards")
        assert _leftovers(folder) == []
    assert killed >= 10, "most kills must hit a run that is under way"


def _until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "did not happen in time"
        time.sleep(0.02)

"""Batches: portions of papers, tools that a process keeps, and one paper's bug that stays one paper's."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows import batches
from flows.batches import Batch, Order, portions, turned
from pipeline.ingest import Tally
from pipeline.paths import DataFolder
from pipeline.prepare import tools
from pipeline.records.outcome import Outcome
from pipeline.records.paper import Paper
from pipeline.settings import load_settings


def _papers(count: int) -> list[Paper]:
    return [Paper(id=f"p{number}", title=f"Paper {number}") for number in range(count)]


def test_portions_keep_all_papers_in_order() -> None:
    """Seven papers by three: three, three and one; none where there are none."""
    assert portions(_papers(7), 3) == [("p0", "p1", "p2"), ("p3", "p4", "p5"), ("p6",)]
    assert portions([], 3) == []


def test_runs_that_share_a_venue_begin_in_different_places() -> None:
    """Every key gives all portions, in the order of a ring; keys differ in where they begin."""
    row = portions(_papers(40), 4)
    rings = [turned(row, f"run {n}") for n in range(20)]
    assert all(sorted(ring) == sorted(row) for ring in rings)
    assert all(ring[(ring.index(row[0]) + 1) % 10] == row[1] for ring in rings)
    assert len({ring[0] for ring in rings}) > 3
    assert turned([], "run") == []


def test_an_order_reads_the_settings_where_it_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder and converter travel with it; all else is that of the process that works."""
    monkeypatch.setenv("PAPER2TASK_JOBS", "3")
    settings = Order("venue", "strict", str(tmp_path), converter="embedded").settings
    assert (settings.data, settings.converter, settings.jobs) == (tmp_path, "embedded", 3)


def test_a_bug_of_one_paper_leaves_the_others_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others come to their end, then the bug is raised."""
    ended: list[str] = []

    def buggy(*, papers: list[Paper], **_: object) -> Tally:
        if any(paper.id == "p1" for paper in papers):
            raise ZeroDivisionError("a bug")
        ended.extend(paper.id for paper in papers)
        return Tally(tuple(Outcome(stage="fetch", unit=paper.id, state="done") for paper in papers))

    monkeypatch.setattr(batches, "run_papers", buggy)
    order = Order("venue", "strict", str(tmp_path), converter="embedded")
    with tools(order.settings, "strict") as made, pytest.raises(ZeroDivisionError):
        Batch(order, DataFolder(tmp_path).venue("venue"), made).run(_papers(3))
    assert ended == ["p0", "p2"]


def test_tools_are_made_once_until_closed(tmp_path: Path) -> None:
    """Batches that run at once share one client, so that hosts are spared; after `close` they are made anew."""
    kept = batches._Kept()
    settings = load_settings(data=tmp_path, converter="embedded")
    first = kept.tools(settings, "strict", use_outline=True)
    assert kept.tools(settings, "strict", use_outline=True) is first
    assert kept.tools(settings, "researchgym", use_outline=True) is not first
    kept.close()
    assert kept.tools(settings, "strict", use_outline=True) is not first
    kept.close()

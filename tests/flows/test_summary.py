"""The summary of a run: read from stamps and verdicts on disk."""

from __future__ import annotations

from pathlib import Path

from flows import summary
from flows.summary import artifact_key, summarise
from pipeline import store
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.outcome import Outcome, State
from pipeline.records.paper import Paper


def _venue(folder: Path, ends: dict[str, list[tuple[str, State, str]]]) -> tuple[VenuePaths, list[Paper]]:
    """A venue whose papers ended like this: `(stage, state, reason)` for each stage that they came to."""
    paths = DataFolder(folder / "data").venue("venue", folder / "cards")
    for paper, stages in ends.items():
        for stage, state, reason in stages:
            store.save(Outcome(stage=stage, unit=paper, state=state, reason=reason), paths.stamp(stage, paper))
    return paths, [Paper(id=paper, title=paper) for paper in ends]


def _through() -> list[tuple[str, State, str]]:
    return [(stage, "done", "") for stage in ("fetch", "convert", "extract", "screen")]


def test_papers_are_counted_by_how_they_stand(tmp_path: Path) -> None:
    """One is through, one failed, one broke, and to one nobody came: the last two are left for another run."""
    paths, papers = _venue(
        tmp_path,
        {
            "through": _through(),
            "failed": [("fetch", "failed", "404")],
            "broken": [("fetch", "done", ""), ("convert", "broken", "took longer than 1 s")],
            "waiting": [],
        },
    )
    made = summarise(paths, papers)
    assert made.sentence == "4 papers: 1 screened, 1 cannot be had or read, 2 left"
    assert made.stages()[0] == {"stage": "fetch", "done": 2, "skipped": 0, "failed": 1, "broken": 0, "not reached": 1}
    assert [(row["paper"], row["stage"], row["reason"]) for row in made.failures()] == [
        ("failed", "fetch", "404"),
        ("broken", "convert", "took longer than 1 s"),
    ]
    assert "| fetch | 2 | 0 | 1 | 0 | 1 |" in made.markdown()


def test_mark_up_of_papers_stays_out_of_the_markdown(tmp_path: Path) -> None:
    """Reasons may quote a server; they go into the table of failures only, which is data."""
    paths, papers = _venue(tmp_path, {"p": [("fetch", "failed", "an HTML page titled '<script>'")]})
    made = summarise(paths, papers)
    assert "<script>" not in made.markdown()
    assert "<script>" in str(made.failures()[0]["reason"])


def test_a_long_table_of_failures_is_cut(tmp_path: Path) -> None:
    """Beyond the most rows stands how many more there are."""
    count = summary.MOST_ROWS + 7
    paths, papers = _venue(tmp_path, {f"p{n}": [("fetch", "failed", "404")] for n in range(count)})
    rows = summarise(paths, papers).failures()
    assert len(rows) == summary.MOST_ROWS + 1
    assert rows[-1]["paper"] == "and 7 more"


def test_without_verdicts_there_is_no_funnel(tmp_path: Path) -> None:
    """Nothing screened: no rows, and zeros in the text."""
    paths, papers = _venue(tmp_path, {"p": []})
    made = summarise(paths, papers)
    assert made.funnel() == []
    assert "Shortlisted 0" in made.markdown()


def test_keys_are_what_prefect_takes() -> None:
    """Lower case, digits and dashes only."""
    assert artifact_key("funnel", "ACL_2022.main+x") == "funnel-acl-2022-main-x"

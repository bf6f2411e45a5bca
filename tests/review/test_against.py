"""Cards against a truth, without a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import UsageError
from pipeline.records.card import Dataset
from pipeline.review.against import against, same, truths
from pipeline.review.statistics import Share
from tests.review.samples import pair


def test_values_are_compared_as_a_person_would() -> None:
    """Numbers within 2 %, links without their trimmings, words by their letters, and null only with null."""
    assert same("runtime_hours", 100, 101.9) and not same("runtime_hours", 100, 103)
    assert same("code_link", "https://github.com/a/B.git", "http://www.github.com/A/b/")
    assert same("paper_kind", "Method", "method")
    assert same("gpu_count", None, None) and not same("gpu_count", 0, None) and not same("gpu_required", True, 1)


def test_figures_against_a_truth() -> None:
    """Right, wrong, invented and missing values are told apart; papers without a truth do not count."""
    pairs = [
        pair("a", "shortlisted", gpu_count=1, datasets=(Dataset(name="CIFAR-10"), Dataset(name="Other"))),
        pair("b", "rejected", gpu_count=2),
        pair("c", "needs_human", gpu_count=4),
        pair("d", "rejected"),
        pair("unknown", "rejected", gpu_count=9),
    ]
    gold = {
        "a": {"gpu_count": 1, "datasets": [{"name": "the CIFAR-10 dataset"}], "expected_verdict": "shortlisted"},
        "b": {"gpu_count": 3, "expected_verdict": "shortlisted"},
        "c": {"gpu_count": None, "expected_verdict": "shortlisted"},
        "d": {"gpu_count": 8, "expected_verdict": "rejected"},
    }
    made = against(pairs, gold)
    assert made.papers == 4
    counts = made.fields["gpu_count"]
    assert (counts.accuracy, counts.precision, counts.recall) == (Share(1, 4), Share(1, 3), Share(1, 3))
    assert (made.names["datasets"].recall, made.names["datasets"].precision) == (Share(1, 1), Share(1, 2))
    assert made.verdict == Share(2, 4)
    assert (made.kept.precision, made.kept.recall) == (Share(2, 2), Share(2, 3))
    assert "paper_kind" not in made.fields


@pytest.mark.parametrize("text", [None, "{", "[1]"])
def test_a_folder_without_truth_is_said(text: str | None, tmp_path: Path) -> None:
    """An empty folder and files that are no JSON objects are the caller's mistake."""
    if text is not None:
        (tmp_path / "a.json").write_text(text)
    with pytest.raises(UsageError):
        truths(tmp_path)


@pytest.mark.shared
def test_the_shared_truth_can_be_read(shared_dir: Path) -> None:
    """The gold files have the keys that are scored."""
    gold = truths(shared_dir / "gold" / "cards")
    assert len(gold) == 18 and all("expected_verdict" in truth for truth in gold.values())

"""The funnel as files, and what another policy would change."""

from __future__ import annotations

import io
from pathlib import Path

import pandas
import pytest

from pipeline.records.verdict import RuleOutcome, RuleResult, Verdict, VerdictName
from pipeline.screen.exports import FORMATS
from pipeline.screen.funnel import funnel
from pipeline.screen.what_if import changes

COLUMNS = ["place", "rule", "fails", "humans", "unknown", "removed_in_order", "left"]


def verdict(paper: str, name: VerdictName, *outcomes: RuleOutcome) -> Verdict:
    """A verdict whose rules are called a, b, ..."""
    rules = tuple(RuleResult(rule=r, outcome=o, reason=f"{r} says {o}") for r, o in zip("abc", outcomes, strict=False))
    return Verdict(paper_id=paper, policy="p", policy_digest="", card_digest="", verdict=name, rules=rules)


VERDICTS = (
    verdict("one", "shortlisted", "pass", "pass"),
    verdict("two", "rejected", "fail", "fail"),
    verdict("three", "rejected", "pass", "fail"),
    verdict("four", "needs_human", "human", "pass"),
)
ROWS = [[1, "a", 1, 1, 0, 1, 3], [2, "b", 2, 0, 0, 1, 2]]


@pytest.mark.parametrize(("ending", "read"), [(".csv", pandas.read_csv), (".parquet", pandas.read_parquet)])
def test_tables_can_be_read_again(ending: str, read: object) -> None:
    """A row per rule: what it removes alone, and what is left in order."""
    assert callable(read)
    found = read(io.BytesIO(FORMATS[ending](funnel(VERDICTS), "title")))
    assert list(found.columns) == COLUMNS
    assert found.to_numpy().tolist() == ROWS


@pytest.mark.parametrize(("ending", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_plots_are_pictures_and_the_same_each_time(ending: str, start: bytes) -> None:
    """The file is of its kind, and the same funnel gives the same bytes."""
    made = FORMATS[ending](funnel(VERDICTS), "title")
    assert made.startswith(start)
    assert made == FORMATS[ending](funnel(VERDICTS), "title")


def test_an_empty_funnel_can_be_exported(tmp_path: Path) -> None:
    """A venue without verdicts gives files without rows."""
    for make in FORMATS.values():
        assert make(funnel([]), "nothing")


def test_changes_name_the_rules_that_decide() -> None:
    """Only papers that change sides are told, with what decides the new verdict, or the old one where nothing speaks against."""
    after = (
        verdict("one", "rejected", "pass", "fail"),
        verdict("two", "rejected", "fail", "pass"),
        verdict("three", "shortlisted", "pass", "pass"),
        verdict("five", "rejected", "fail", "pass"),
    )
    assert [(c.paper, c.before, c.after, c.rules) for c in changes(VERDICTS, after)] == [
        ("one", "shortlisted", "rejected", ("b: b says fail",)),
        ("three", "rejected", "shortlisted", ("b: b says fail",)),
    ]

"""Decisions: what may be decided, and that none is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import store
from pipeline.demo.serve import MANIFEST, VENUE
from pipeline.errors import InputError, UsageError
from pipeline.records.decision import Decision
from pipeline.review.stage import review, standing
from tests.helpers.program import run
from tests.review.samples import verdict

VENUE_NAME = Path(MANIFEST).stem


def decided(choice: str = "accept", by: str = "ann", why: str = "clear gap", paper: str = "p") -> Decision:
    """A decision on a shortlisted paper."""
    return review(
        paper_id=paper,
        choice=choice,  # type: ignore[arg-type]  # a plain word is easier to parametrize
        by=by,
        why=why,
        seconds=None,
        card_digest="d",
        verdict=verdict(paper, "shortlisted"),
    )


def test_a_decision_says_who_what_why_and_on_which_card() -> None:
    """Nothing that a later reader needs is left out."""
    made = decided(why="  clear\n gap ")
    assert (made.by, made.choice, made.why, made.card_digest, made.verdict) == (
        "ann",
        "accept",
        "clear gap",
        "d",
        "shortlisted",
    )


@pytest.mark.parametrize(("by", "why", "error"), [("ann", "  ", UsageError), ("../x", "good", InputError)])
def test_a_decision_needs_a_reason_and_a_name(by: str, why: str, error: type[Exception]) -> None:
    """An empty reason and a name that is no id are refused."""
    with pytest.raises(error):
        decided(by=by, why=why)


def test_the_last_decision_counts_and_all_are_kept(tmp_path: Path) -> None:
    """Also after a writer was killed in the middle of a line."""
    path = tmp_path / "decisions.jsonl"
    store.append(decided("revise"), path)
    with path.open("ab") as file:
        file.write(b'{"schema_version":1,"paper_id":"p","choi')
    store.append(decided("reject", by="bob"), path)
    kept = store.read_lines(Decision, path)[0]
    assert [d.choice for d in kept] == ["revise", "reject"]
    assert standing(kept)["p"].by == "bob"


def test_a_decided_paper_is_not_proposed_again(tmp_path: Path) -> None:
    """`status` points at the next paper, and `show` tells what was decided."""
    run("ingest", "--manifest", str(VENUE / MANIFEST), cwd=tmp_path)
    assert "show debiased-shrinkage" in run("status", VENUE_NAME, cwd=tmp_path).err
    run("review", "debiased-shrinkage", "--accept", "--by", "ann", "--why", "clear gap", cwd=tmp_path)
    assert "show debiased-shrinkage" not in run("status", VENUE_NAME, cwd=tmp_path).err
    assert "decision by ann: accept (clear gap)" in run("show", "debiased-shrinkage", cwd=tmp_path).out


def test_review_and_audit_as_a_user_runs_them(tmp_path: Path) -> None:
    """Decide twice and list both; wrong options end with 2; an audit without keys keeps nothing and shows figures."""
    run("ingest", "--manifest", str(VENUE / MANIFEST), cwd=tmp_path)
    first = run("review", "warm-turns", "--reject", "--by", "ann", "--why", "needs people", cwd=tmp_path)
    assert first.code == 0 and "needs people" in first.out
    second = run("review", "warm-turns", "--revise", "--by", "bob", "--why", "look again", "--json", cwd=tmp_path)
    assert [d["choice"] for d in second.data] == ["reject", "revise"]
    assert run("review", "warm-turns", "--accept", "--reject", "--by", "a", "--why", "b", cwd=tmp_path).code == 2
    assert run("review", "warm-turns", "--accept", cwd=tmp_path).code == 2
    assert run("audit", VENUE_NAME, "--by", "ann", "--json", cwd=tmp_path).code == 2
    asked = run("audit", VENUE_NAME, "--by", "ann", cwd=tmp_path)
    assert asked.code == 0 and "1/100" in asked.out and "0 judged" in asked.err
    assert run("audit", VENUE_NAME, "--json", cwd=tmp_path).data["fields"] == {}

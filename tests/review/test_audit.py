"""An audit: the sample, the session, and the figures that follow."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pipeline import store
from pipeline.errors import UsageError
from pipeline.records.decision import Judgement
from pipeline.review.audit import audit, verdict_quality
from pipeline.review.sample import VERDICT, Item, items, left_to_judge, sample
from pipeline.review.session import Ended, session
from pipeline.review.statistics import Share
from tests.review.samples import pair

PAIRS = [
    *(pair(f"s{n}", "shortlisted", gpu_count=1, paper_kind="method") for n in range(3)),
    *(pair(f"h{n}", "needs_human", gpu_count=2) for n in range(2)),
    *(pair(f"r{n}", "rejected", paper_kind="survey") for n in range(15)),
]
FIELDS = (VERDICT, "gpu_count", "paper_kind")
EVERYTHING = items(PAIRS, FIELDS)


def judge(waiting: list[Item], keys: str, by: str = "ann") -> tuple[list[Judgement], Ended, list[str]]:
    """A session with these keys: what it kept, how it ended, what it complained of."""
    kept: list[Judgement] = []
    complaints: list[str] = []
    letters = iter(keys)
    ended = session(
        waiting,
        by,
        show=lambda item, place, of: None,
        key=lambda: next(letters, ""),
        keep=kept.append,
        refuse=complaints.append,
        clock=lambda: 1.0,
    )
    return kept, ended, complaints


def test_the_sample_has_some_of_every_stratum() -> None:
    """Nine strata share 18 places: two of each, though most papers are rejected; the same sample each time."""
    taken = sample(EVERYTHING, 18)
    assert Counter((item.verdict.verdict, item.field) for item in taken) == dict.fromkeys(
        ((v, f) for v in ("shortlisted", "needs_human", "rejected") for f in FIELDS), 2
    )
    assert taken == sample(list(reversed(EVERYTHING)), 18)
    assert len(sample(EVERYTHING, 1000)) == len(EVERYTHING) == 60
    assert sample([], 5) == []


def test_a_field_that_is_none_is_named() -> None:
    """A mistyped field is an error, not an empty audit."""
    with pytest.raises(UsageError, match="no field 'gpu_cuont'"):
        items(PAIRS, ("gpu_cuont",))


def test_one_key_per_judgement() -> None:
    """Right, wrong, missing, skip and quit; keys that do not fit are explained and asked for again."""
    waiting = [item for item in EVERYTHING if item.paper in ("s0", "h0")]
    kept, ended, complaints = judge(waiting, "rxmwsrwmq")
    assert [(j.paper_id, j.field, j.mark) for j in kept] == [
        ("s0", "verdict", "right"),
        ("s0", "gpu_count", "wrong"),
        ("h0", "verdict", "right"),
        ("h0", "gpu_count", "wrong"),
        ("h0", "paper_kind", "missing"),
    ]
    assert ended == Ended(judged=5, skipped=1, left=0)
    assert len(complaints) == 2 and "there is a value" in complaints[1]


def test_the_end_of_the_input_quits() -> None:
    """A session without a person ends at once and keeps nothing."""
    assert judge(EVERYTHING, "")[1] == Ended(0, 0, 60)


def test_a_session_goes_on_where_it_ended(tmp_path: Path) -> None:
    """What was judged is not asked again, even when the last line on disk is torn; another person is asked everything."""
    path = tmp_path / "audit.jsonl"
    taken = sample(EVERYTHING, 10)
    for judgement in judge(taken, "rrr")[0]:
        store.append(judgement, path)
    with path.open("ab") as file:
        file.write(b'{"schema_version": 1, "paper_id": "s0", "fie')
    judgements = store.read_lines(Judgement, path)[0]
    assert left_to_judge(taken, judgements, "ann") == taken[3:]
    assert left_to_judge(taken, judgements, "bob") == taken
    store.append(judge(taken[3:4], "r")[0][0], path)
    assert left_to_judge(taken, store.read_lines(Judgement, path)[0], "ann") == taken[4:]


def test_a_judgement_on_an_older_value_does_not_count() -> None:
    """When a card changes, what was said of its old value is neither counted nor kept from being asked."""
    waiting = [item for item in EVERYTHING if item.paper == "s0" and item.field == "gpu_count"]
    kept, _, _ = judge(waiting, "r")
    changed = items([pair("s0", "shortlisted", gpu_count=4)], FIELDS)
    assert audit(EVERYTHING, kept).fields["gpu_count"].accuracy == Share(1, 1)
    assert audit(changed, kept).fields == {}
    assert len(left_to_judge(changed, kept, "ann")) == 3


def test_figures_per_field_and_agreement() -> None:
    """Each field has its shares; two people's marks on the same values give kappa; a person's last mark counts."""
    waiting = [item for item in EVERYTHING if item.field == "paper_kind" and item.paper[0] in "sh"]
    ann = judge(waiting, "rrwrm")[0]  # s0 and s1 right, s2 wrong, h0 rightly silent, h1 missing
    bob = judge(waiting, "rrrrm", by="bob")[0]
    made = audit(EVERYTHING, [*ann, *bob, judge(waiting[2:3], "w", by="bob")[0][0]])
    assert made.fields["paper_kind"].accuracy == Share(3, 5)
    assert made.fields["paper_kind"].precision == Share(2, 3)
    assert made.fields["paper_kind"].recall == Share(2, 4)
    assert made.kappas == {("ann", "bob"): (1.0, 5)}


def test_the_verdict_is_weighed_by_its_papers() -> None:
    """One lost paper in five of a hundred rejected weighs more than one in five of ten shortlisted."""
    judged = [("shortlisted", True)] * 4 + [("shortlisted", False)] + [("rejected", True)] * 4 + [("rejected", False)]
    made = verdict_quality(judged, {"shortlisted": 10, "rejected": 100})  # type: ignore[arg-type]  # literals in a list
    assert made.precision is not None and made.recall is not None
    assert made.precision[0] == pytest.approx(0.8)
    assert made.recall[0] == pytest.approx(8 / (8 + 20))
    assert made.recall[1] < made.recall[0] < made.recall[2]


def test_an_unjudged_verdict_leaves_the_headline_open() -> None:
    """Without a judged rejection nobody knows what was lost."""
    made = verdict_quality([("shortlisted", True)], {"shortlisted": 1, "rejected": 3})
    assert made.precision is not None and made.recall is None
    assert verdict_quality([], {}).precision is None

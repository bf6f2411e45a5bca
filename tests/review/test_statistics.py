"""Shares, intervals, precision and recall, and agreement."""

from __future__ import annotations

import pytest

from pipeline.review.statistics import Judged, Share, kappa, quality


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(hits: int, of: int, low: float, high: float) -> None:
    """The published values (Newcombe 1998, table I, for 81 of 263), and no false certainty at the ends."""
    assert Share(hits, of).interval == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_has_no_value() -> None:
    """Nothing counted is not the same as nothing right."""
    assert Share(0, 0).value is None and str(Share(0, 0)) == "none"


def test_silence_that_is_right_counts_for_accuracy_only() -> None:
    """A null where the paper says nothing is right; precision and recall are about what is said and stated."""
    judged = [
        Judged(right=True, said=True, stated=True),
        Judged(right=True, said=False, stated=False),
        Judged(right=False, said=True, stated=False),
        Judged(right=False, said=False, stated=True),
    ]
    made = quality(judged)
    assert (made.accuracy, made.precision, made.recall) == (Share(2, 4), Share(1, 2), Share(1, 2))


def test_where_nobody_said_a_wrong_value_counts_as_not_found() -> None:
    """Without knowing what the paper states, recall is counted against the card."""
    made = quality([Judged(right=True, said=True), Judged(right=False, said=True), Judged(right=True, said=False)])
    assert made.recall == Share(1, 2)


def test_kappa_is_agreement_beyond_chance() -> None:
    """The textbook example: 20 and 15 agreements of 50 are kappa 0.4; all agreements are 1; none beyond chance is 0."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert kappa(pairs) == pytest.approx(0.4)
    assert kappa([("r", "r"), ("w", "w")]) == 1
    assert kappa([("r", "r")]) == 1
    assert kappa([("r", "r"), ("r", "w"), ("w", "r"), ("w", "w")]) == 0
    assert kappa([]) is None

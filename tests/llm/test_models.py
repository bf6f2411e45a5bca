"""Who can be asked, and what that would cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import UsageError
from pipeline.llm.client import Endpoint
from pipeline.llm.estimate import estimate
from pipeline.llm.models import MODELS, Wish, make_asker
from tests.llm.fakes import paper

ENDPOINT = Endpoint("http://127.0.0.1:9/v1", "gpt-4o-mini", "k")
PAPER = paper(("Experiments", "All models were trained on 8 NVIDIA A100 GPUs."))


def wish(folder: Path, **changed: object) -> Wish:
    """A wish for a server that is not there."""
    return Wish(**{"endpoint": ENDPOINT, "folder": folder, "venue": "v", **changed})  # type: ignore[arg-type]  # as given


def test_the_kinds_of_models(tmp_path: Path) -> None:
    """What is wished for names a row of the dictionary."""
    kinds = [wish(tmp_path).kind, wish(tmp_path, replay=tmp_path).kind, wish(tmp_path, render=tmp_path).kind]
    assert kinds == list(MODELS)


@pytest.mark.parametrize("two", [("replay", "render"), ("replay", "record"), ("render", "record")])
def test_two_at_once_is_a_mistake(tmp_path: Path, two: tuple[str, str]) -> None:
    """The message names both options."""
    with pytest.raises(UsageError, match=two[1]):
        make_asker(wish(tmp_path, **dict.fromkeys(two, tmp_path)))


def test_an_estimate_before_anything_is_converted(tmp_path: Path) -> None:
    """Papers that nobody read yet count as typical ones; with every repair it is more than three times as much."""
    asker, source = make_asker(wish(tmp_path))
    made = estimate(asker, source, [], unread=10)
    typical = asker.prompt.file.typical
    assert (made.papers, made.questions, made.tokens_in) == (10, 30, 10 * typical.tokens_in)
    assert made.usd == pytest.approx((made.tokens_in * 0.15 + made.tokens_out * 0.6) / 1e6)
    assert made.most_usd > 3 * made.usd


def test_an_estimate_reads_what_is_there(tmp_path: Path) -> None:
    """The questions on a document are counted as they would be sent."""
    asker, source = make_asker(wish(tmp_path))
    made = estimate(asker, source, [PAPER], unread=0)
    assert (made.papers, made.unread, made.questions) == (1, 0, 3)
    assert made.tokens_in == sum(question.size() for question in asker.questions(PAPER))


def test_recorded_runs_are_told_apart(tmp_path: Path) -> None:
    """Wishing for a recording makes cards again that stand, so that there is something to record."""
    plain, _ = make_asker(wish(tmp_path))
    recorded, _ = make_asker(wish(tmp_path, record=tmp_path / "r"))
    assert plain.identity != recorded.identity

"""The research field."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.domain import domain
from tests.llm.rules.sample import reading, unquotable


@pytest.mark.parametrize(
    ("title", "abstract", "fields"),
    [
        (
            "Deep Reinforcement Learning for Games",
            "We play Atari with reinforcement learning.",
            ("reinforcement learning",),
        ),
        ("Forecasting Time Series", "Time-series data is everywhere.", ("time series",)),
        ("Video Captioning", "Captions of video are hard.", ("vision", "multimodal")),
        (
            "A Title",
            "Continual learning forgets. Catastrophic forgetting is bad. We do continual learning.",
            ("continual learning",),
        ),
        ("A Title", "It mentions an image once.", ()),
        ("A Title", "Nothing.", ()),
    ],
)
def test_fields(title: str, abstract: str, fields: tuple[str, ...]) -> None:
    """Title and abstract decide; a passing word does not."""
    made = reading(title=title, abstract=abstract)
    values = domain(made)
    assert (values["domain"].value if values else ()) == fields
    assert unquotable(made, values) == []


def test_what_the_abstract_presents_is_added() -> None:
    """Reward design is said where the authors present it, not where others have done it."""
    ours = domain(reading(title="Reinforcement Learning", abstract="We propose a reward function."))
    others = domain(reading(title="Reinforcement Learning", abstract="Others use a reward function."))
    assert ours["domain"].value == ("reinforcement learning", "reward design")
    assert others["domain"].value == ("reinforcement learning",)

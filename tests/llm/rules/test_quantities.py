"""Lengths of time and numbers as papers print them."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.quantities import durations, number


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("3.5 days", [84]),
        ("1-2 days", [48]),
        ("4 hours to 10 hours", [10]),
        ("22h12m35s", [22.2097]),
        ("twelve hours", [12]),
        ("about a day", [24]),
        ("half a day", [12]),
        ("1h 20min", [1.3333, 1, 0.3333]),
        ("2 days 4 hours", [52, 48, 4]),
        ("1,195.44 seconds", [0.3321]),
        ("36h", [36]),
        ("30min", [0.5]),
        ("two weeks", [336]),
        ("one month", [720]),
        ("five and six days", [144]),
        ("5 m, 3D, 2K, 4M tokens", []),
        ("$15 / hr", []),
        ("400 GPU hours", []),
        ("the ones in training", []),
        ("since the 1990s", []),
        ("2 min(a, b)", []),
        ("(Fig. 1h)", []),
    ],
)
def test_durations(text: str, hours: list[float]) -> None:
    """Upper ends of ranges in hours; letters, rates, units of work and decades are no lengths of time."""
    assert [round(d.hours, 4) for d in durations(text)] == hours


@pytest.mark.parametrize(
    ("text", "value"), [("1,200.5", 1200.5), ("8", 8), ("Eight", 8), ("single", 1), ("half a", 0.5)]
)
def test_number(text: str, value: float) -> None:
    """Digits with separators, and English words."""
    assert number(text) == value


def test_no_number() -> None:
    """What is no number is a bug of the caller."""
    with pytest.raises(KeyError):
        number("many")

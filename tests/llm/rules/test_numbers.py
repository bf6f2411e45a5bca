"""What a cell of a result table is worth."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.numbers import number


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("87.4", 87.4),
        ("87.4 ± 0.3", 87.4),
        ("87.4±0.3", 87.4),
        ("87.4 (0.3)", 87.4),
        ("107.3%[96.2%,120.0%]", 107.3),
        ("94.0%", 94.0),
        ("*87.4", 87.4),
        ("87.4†", 87.4),
        ("+1.5", 1.5),
        ("-361", -361.0),
        ("−361", -361.0),
        (".513", 0.513),
        ("64,689", 64689.0),
        ("1.0 · 10^20", 1e20),
        ("2.35E-06", 2.35e-6),
        ("0.2B", 2e8),
        ("1.2×", 1.2),
        ("0", 0.0),
    ],
)
def test_a_number_is_read(cell: str, value: float) -> None:
    """Spreads, marks, signs and units are taken off."""
    assert number(cell) == pytest.approx(value)


@pytest.mark.parametrize("cell", ["", "-", "–", "—", "N/A", "22h12m35s", "1-2", "2.3.4", "OOM", "1,23", "3 / 5", "e5"])
def test_what_is_no_number_stays_out(cell: str) -> None:
    """A dash is missing, a range or a version is no value."""
    assert number(cell) is None


def test_a_huge_exponent_is_no_number() -> None:
    """A hostile cell cannot make an infinity, which a record would refuse."""
    assert number("1e999") is None
    assert number("9 x 10^999999") is not None

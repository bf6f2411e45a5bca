"""Tokens, numbers and the text of cells."""

from __future__ import annotations

import pytest

from pipeline.convert.embedded.tables.lines import Token, joined_lines, lines_of
from tests.convert.embedded.tables.typeset import Sheet

NUMBERS = [
    "0.5",
    "−10.7",
    "1.17E-06",
    "5,557.0",
    "0.32 ± 0.05",
    "47%",
    "10.0(±2.4)",
    "67 (29.1%)",
    "1.0 · 10^20",
    "0.2B",
]
BLANKS = ["–", "✓", "N/A", "-^1"]
WORDS = ["Model", "BERT-2", "[26]a", "(2019)a", "w/o", "R@10"]


@pytest.mark.parametrize(("text", "numeric"), [*((n, True) for n in NUMBERS + BLANKS), *((w, False) for w in WORDS)])
def test_what_is_a_number(text: str, numeric: bool) -> None:
    """Numbers with their signs, errors, units and marks, and what stands in a number's place; words are none."""
    assert Token(text, (0, 0, 1, 1), 0, 9, False).numeric is numeric


def test_small_raised_words_join_their_line() -> None:
    """A value's error in small print, a point off the baseline, stands on the line of the value."""
    sheet = Sheet()
    sheet.put(80, 100, "Ours")
    sheet.put(150, 100, "91.2")
    sheet.put(172, 101.5, "±0.2", 6)
    (line,) = lines_of(sheet.words)
    assert [token.text for token in line.tokens] == ["Ours", "91.2 ±0.2"]


def test_marks_of_notes_stay_apart_from_numbers() -> None:
    """The raised mark of a note after a dash or a number is told from a digit of it; after a letter it is glued."""
    sheet = Sheet()
    for x, base in ((80, "-"), (120, "0.37"), (170, "R"), (220, "(0.3)")):
        end = sheet.put(x, 100, base)
        sheet.put(end, 96.5, "2", 6, glued=True)
    (line,) = lines_of(sheet.words)
    assert [token.text for token in line.tokens] == ["-^2", "0.37^2", "R2", "(0.3)^2"]
    assert [token.numeric for token in line.tokens] == [True, True, False, True]


def test_an_exponent_in_pieces() -> None:
    """Sign and digits of an exponent may be two words; after the `e` of a number they need no mark."""
    sheet = Sheet()
    for x, base in ((80, "10"), (140, "1e")):
        end = sheet.put(x, 100, base)
        end = sheet.put(end, 96.5, "−", 6, glued=True)
        sheet.put(end, 96.5, "4", 6, glued=True)
    (line,) = lines_of(sheet.words)
    assert [token.text for token in line.tokens] == ["10^−4", "1e−4"]


def test_accents_vanish_into_their_letter() -> None:
    """A hat printed over a letter as a word of its own makes no line and no cell."""
    sheet = Sheet()
    sheet.put(80, 100, "w")
    sheet.put(80, 98, "ˆ", 6)
    (line,) = lines_of(sheet.words)
    assert [token.text for token in line.tokens] == ["w"]


def test_lines_of_a_cell() -> None:
    """Lines are joined by a space; a word broken with a soft hyphen is whole again, a hard hyphen stays."""
    assert joined_lines(["con\u00ad", "nected state-", "of the art"]) == "connected state- of the art"

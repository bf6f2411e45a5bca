"""Heads of GROBID put right, and those that must be left alone."""

from __future__ import annotations

import pytest

from pipeline.convert.grobid.heads import MAX_HEAD, Part, sections_of
from pipeline.records.document import Block


def outline(*heads: tuple[str, str] | tuple[str, str, str]) -> list[tuple[str, str, int, bool]]:
    """What becomes of heads given as number, text and region."""
    parts = [Part(n=head[0], text=head[1], region=head[2] if len(head) == 3 else "body") for head in heads]
    return [(s.heading.n, s.heading.text, s.heading.level, s.appendix) for s in sections_of(parts) if s.heading]


@pytest.mark.parametrize(
    ("n", "text", "number", "rest", "level"),
    [
        ("3.1.2", "Setup", "3.1.2", "Setup", 3),
        ("4.", "Setup", "4", "Setup", 1),
        ("", "3.1 Setup", "3.1", "Setup", 2),
        ("", "3 Setup", "3", "Setup", 1),
        ("", "IV. Setup", "IV", "Setup", 1),
        ("", "B.2 setup", "B.2", "setup", 2),
        ("", "Appendix C: Setup", "C", "Setup", 1),
        ("Appendix C", "Setup", "C", "Setup", 1),
        ("Step 1", "Setup", "", "Step 1 Setup", 1),
    ],
)
def test_numbers(n: str, text: str, number: str, rest: str, level: int) -> None:
    """Levels follow from the dots; a number in the text is split off."""
    assert outline((n, text))[0][:3] == (number, rest, level)


@pytest.mark.parametrize(
    "text", ["3D Vision", "2020 in Review", "7 of 9 papers", "I Think", "Version 2.1 Overview", "A Study", "Appendix"]
)
def test_text_that_only_looks_numbered_is_left_alone(text: str) -> None:
    """Digits and letters that belong to the words."""
    assert outline(("", text)) == [("", text, 1, text == "Appendix")]


def test_merged_heads_are_parted() -> None:
    """`Model 2.1 Overview` numbered 2; the text stands under the last of them."""
    parts = [
        Part(n="2", text="Model 2.1 Overview", page=3, blocks=(Block(text="x", page=3),)),
        Part(n="2.2", text="Loss"),
    ]
    found = sections_of(parts)
    assert [(s.heading.n, s.heading.text, s.heading.level, len(s.blocks)) for s in found if s.heading] == [
        ("2", "Model", 1, 0),
        ("2.1", "Overview", 2, 1),
        ("2.2", "Loss", 2, 0),
    ]
    assert outline(("2", "Model 2.1 Core 2.1.1 Parts")) == [
        ("2", "Model", 1, False),
        ("2.1", "Core", 2, False),
        ("2.1.1", "Parts", 3, False),
    ]


@pytest.mark.parametrize(
    "heads",
    [
        [("2", "Model 2.1 Overview"), ("2.1", "Other")],
        [("2", "Using Python 3.1 Features")],
        [("2", "Rates of 2.1 percent")],
        [("3", "Model 2.1 Overview")],
    ],
)
def test_heads_that_are_not_merged_are_left_alone(heads: list[tuple[str, str]]) -> None:
    """Another head has the number, or it is no first child, or no capital follows."""
    assert [head[:2] for head in outline(*heads)] == heads


def test_lettered_heads_after_numbered_ones_are_the_appendix() -> None:
    """`A BPR Templates` comes without a number from GROBID."""
    assert outline(
        ("1", "Intro"), ("2", "End"), ("", "Ethics"), ("", "A BPR Templates"), ("", "B More"), ("B.1", "Data")
    ) == [
        ("1", "Intro", 1, False),
        ("2", "End", 1, False),
        ("", "Ethics", 1, False),
        ("A", "BPR Templates", 1, True),
        ("B", "More", 1, True),
        ("B.1", "Data", 2, True),
    ]


@pytest.mark.parametrize(
    "heads",
    [
        [("", "A Simple Baseline"), ("", "Results")],
        [("1", "Intro"), ("", "A Simple Baseline"), ("2", "End")],
        [("1", "Intro"), ("", "B Cells")],
        [("1", "Intro"), ("", "Thanks", "annex"), ("", "A Note", "annex")],
        [("1", "Intro"), ("", "A Note of Thanks", "acknowledgement")],
    ],
)
def test_an_article_is_no_letter(heads: list[tuple[str, str]]) -> None:
    """Unless the letters come in turn from A, behind the numbered heads."""
    assert [head[1] for head in outline(*heads)] == [head[1] for head in heads]
    assert not any(head[0] == "A" for head in outline(*heads))


def test_roman_sections_have_lettered_subsections() -> None:
    """The style of IEEE: `A.` under `II.` is no appendix."""
    assert outline(("I.", "INTRODUCTION"), ("II.", "METHOD"), ("A.", "Data"), ("III.", "END")) == [
        ("I", "INTRODUCTION", 1, False),
        ("II", "METHOD", 1, False),
        ("A", "Data", 2, False),
        ("III", "END", 1, False),
    ]


def test_a_heading_that_says_appendix_begins_it() -> None:
    """Unlettered appendices."""
    assert [head[3] for head in outline(("1", "Intro"), ("", "Appendix"), ("", "Proofs"))] == [False, True, True]


def test_unnumbered_heads_stand_below_the_numbered_ones_around_them() -> None:
    """Before the first and behind the last number they are sections of their own."""
    heads = [("", "Summary"), ("1", "Intro"), ("1.1", "Data"), ("", "Splits"), ("2", "End"), ("", "Limitations")]
    assert [head[2] for head in outline(*heads)] == [1, 1, 2, 3, 1, 1]


def test_what_is_no_heading_becomes_text_of_the_section_before() -> None:
    """A paragraph taken for a head, and a number alone."""
    parts = [Part(n="1", text="Intro"), Part(n="", text="word " * MAX_HEAD), Part(n="", text="0.53 0.61")]
    (section,) = sections_of(parts)
    assert len(section.blocks) == 2

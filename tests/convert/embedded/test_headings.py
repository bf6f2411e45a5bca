"""Headings: numbers, names, styles, outline; and what only looks like one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.convert.embedded import convert_pdf
from pipeline.convert.embedded.numbering import follows, split_number, steps
from pipeline.records.document import Document
from tests.convert.embedded.drawn import Pen

Make = Callable[..., Path]
TEXT = "Some words follow the heading and fill more than one line of the page, as they do in papers of all kinds and sizes. "


def sections(*headings: tuple[str, str, float]) -> Callable[[Pen], None]:
    """A page of headings (text, font, size), each with a paragraph under it."""

    def draw(pen: Pen) -> None:
        y = 80.0
        for text, font, size in headings:
            pen.text(72, y, text, font, size)
            y = pen.prose(72, y + 20, 468, TEXT * 2) + 18

    return draw


def outlined(document: Document) -> list[tuple[str, str, int]]:
    """Number, text and level of each heading."""
    return [(h.n, h.text, h.level) for h in document.headings]


def test_numbered_bold_headings(make_pdf: Make) -> None:
    """Numbers give the levels; appendices are lettered and marked as such."""
    draw = sections(
        ("Abstract", "Times-Bold", 12),
        ("1 Introduction", "Times-Bold", 12),
        ("2. Method", "Times-Bold", 12),
        ("2.1 Reading of Words", "Times-Bold", 10),
        ("2.1.1 Glyphs", "Times-Bold", 10),
        ("References", "Times-Bold", 12),
        ("A Details", "Times-Bold", 12),
        ("A.1 More Details", "Times-Bold", 10),
    )
    document = convert_pdf(make_pdf(draw), "paper")
    assert outlined(document) == [
        ("", "Abstract", 1),
        ("1", "Introduction", 1),
        ("2", "Method", 1),
        ("2.1", "Reading of Words", 2),
        ("2.1.1", "Glyphs", 3),
        ("", "References", 1),
        ("A", "Details", 1),
        ("A.1", "More Details", 2),
    ]
    assert [s.appendix for s in document.sections] == [False] * 6 + [True] * 2


def test_capitals_in_plain_weight(make_pdf: Make) -> None:
    """Headings in capitals need no bold type."""
    draw = sections(
        ("1 INTRODUCTION", "Times-Roman", 12), ("2 RELATED WORK", "Times-Roman", 12), ("2.1 TABLES", "Times-Roman", 10)
    )
    found = outlined(convert_pdf(make_pdf(draw), "paper"))
    assert found == [("1", "INTRODUCTION", 1), ("2", "RELATED WORK", 1), ("2.1", "TABLES", 2)]


def test_small_capitals_are_whole_words(make_pdf: Make) -> None:
    """A large first letter and small capitals make one word."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1", size=12)
        pen.text(90, 80, "I", size=12)
        pen.text(94.1, 80, "NTRODUCTION", size=9.6)
        pen.prose(72, 100, 468, TEXT * 3)

    assert outlined(convert_pdf(make_pdf(draw), "paper")) == [("1", "INTRODUCTION", 1)]


def test_two_line_heading(make_pdf: Make) -> None:
    """A long heading goes on in a second line of the same style."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 A Heading That Is So Long That It Has to Go On in a Line of Its Own", "Times-Bold", 12)
        pen.text(90, 94, "Which Is the Second", "Times-Bold", 12)
        pen.prose(72, 114, 468, TEXT * 3)

    ((n, text, _),) = outlined(convert_pdf(make_pdf(draw), "paper"))
    assert (n, text) == (
        "1",
        "A Heading That Is So Long That It Has to Go On in a Line of Its Own Which Is the Second",
    )


@pytest.mark.parametrize(
    ("first", "second"), [("3 Making Widgets:", "A New Way"), ("3 No Widget Wins on", "WIDGETBENCH")]
)
def test_heading_broken_by_its_author(make_pdf: Make, first: str, second: str) -> None:
    """A short line that cannot end a heading goes on in the next line of its style."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, first, "Times-Bold", 12)
        pen.text(90, 94, second, "Times-Bold", 12)
        pen.prose(72, 114, 468, TEXT * 3)

    ((n, text, _),) = outlined(convert_pdf(make_pdf(draw), "paper"))
    assert f"{n} {text}" == f"{first} {second}"


def test_roman_numbers(make_pdf: Make) -> None:
    """In the style of IEEE letters number the parts of a section."""
    draw = sections(
        ("I. INTRODUCTION", "Times-Roman", 12),
        ("II. METHOD", "Times-Roman", 12),
        ("A. Reading of Words", "Times-Italic", 10),
        ("B. Reading of Lines", "Times-Italic", 10),
        ("III. RESULTS", "Times-Roman", 12),
        ("A. Words", "Times-Italic", 10),
    )
    assert outlined(convert_pdf(make_pdf(draw), "paper")) == [
        ("I", "INTRODUCTION", 1),
        ("II", "METHOD", 1),
        ("A", "Reading of Words", 2),
        ("B", "Reading of Lines", 2),
        ("III", "RESULTS", 1),
        ("A", "Words", 2),
    ]


def test_unnumbered_headings(make_pdf: Make) -> None:
    """Without any number size tells sections from their parts, also where one follows the other at once."""

    def draw(pen: Pen) -> None:
        y = 80.0
        for text, size in (
            ("Introduction", 12), ("Our Approach", 12), ("Reading of Words", 11), ("Reading of Lines", 11),
            ("What We Found", 12), ("Words", 11), ("Conclusion", 12),
        ):  # fmt: skip
            pen.text(72, y, text, "Times-Bold", size)
            y += 20
            if text != "What We Found":
                y = pen.prose(72, y, 468, TEXT * 2) + 18

    assert outlined(convert_pdf(make_pdf(draw), "paper")) == [
        ("", "Introduction", 1),
        ("", "Our Approach", 1),
        ("", "Reading of Words", 2),
        ("", "Reading of Lines", 2),
        ("", "What We Found", 1),
        ("", "Words", 2),
        ("", "Conclusion", 1),
    ]


def test_run_in_abstract(make_pdf: Make) -> None:
    """An abstract whose name opens its first line is an abstract with a heading all the same."""

    def draw(pen: Pen) -> None:
        pen.text(150, 80, "A Title about Papers", "Times-Bold", 16)
        pen.text(100, 120, "Abstract.", "Times-Bold", 9)
        pen.text(142, 120, "We read papers and tell what we have read in them to others who have not.", size=9)
        pen.text(100, 131, "It is short.", size=9)
        pen.text(72, 170, "1 Introduction", "Times-Bold", 12)
        pen.prose(72, 190, 468, TEXT * 4)

    document = convert_pdf(make_pdf(draw), "paper")
    assert document.abstract == "We read papers and tell what we have read in them to others who have not. It is short."
    assert [h.text for h in document.headings] == ["Abstract", "Introduction"]


def test_names_in_figures_are_no_headings(make_pdf: Make) -> None:
    """A word that could name a section is none where it stands in plain type among other text."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 Setup", "Times-Bold", 12)
        y = pen.prose(72, 100, 468, TEXT * 2)
        pen.text(250, y + 20, "Results")
        pen.prose(72, y + 50, 468, TEXT * 2)

    assert outlined(convert_pdf(make_pdf(draw), "paper")) == [("1", "Setup", 1)]


def test_title_without_abstract(make_pdf: Make) -> None:
    """Where neither abstract nor introduction has a heading, the title is what stands over the text."""

    def draw(pen: Pen) -> None:
        pen.text(150, 80, "A Short Report on Papers", "Times-Bold", 16)
        pen.text(250, 110, "Ada Lovelace", size=12)
        pen.prose(72, 150, 468, TEXT * 6)

    document = convert_pdf(make_pdf(draw), "paper")
    assert (document.title, document.authors) == ("A Short Report on Papers", ("Ada Lovelace",))


def test_run_in_head_is_no_heading(make_pdf: Make) -> None:
    """A bold phrase with text behind it on its line opens a paragraph, no section."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 Setup", "Times-Bold", 12)
        pen.prose(72, 100, 468, TEXT * 2)
        pen.text(72, 160, "Data sets.", "Times-Bold", 10)
        pen.text(122, 160, "We use two of them, and both are known to all who work with tables in papers.")
        pen.text(72, 172, "They are large.")

    document = convert_pdf(make_pdf(draw), "paper")
    assert outlined(document) == [("1", "Setup", 1)]
    assert any(block.text.startswith("Data sets. We use two") for block in document.sections[-1].blocks)


def test_numbers_out_of_sequence_are_none(make_pdf: Make) -> None:
    """A bold line with a number that cannot follow is not a heading."""
    draw = sections(
        ("1 Introduction", "Times-Bold", 12), ("17 end for", "Times-Bold", 10), ("2 Method", "Times-Bold", 12)
    )
    assert [n for n, _, _ in outlined(convert_pdf(make_pdf(draw), "paper"))] == ["1", "2"]


def test_outline_tells_headings_that_type_does_not(make_pdf: Make) -> None:
    """A plain line that the bookmarks name is a heading only with their help."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 Introduction", "Times-Bold", 12)
        pen.canvas.bookmarkPage("a")
        pen.canvas.addOutlineEntry("1 Introduction", "a", 0)
        y = pen.prose(72, 100, 468, TEXT * 2) + 18
        pen.text(72, y, "A closer look", "Times-Italic", 10)
        pen.canvas.bookmarkPage("b")
        pen.canvas.addOutlineEntry("A closer look", "b", 1)
        pen.prose(72, y + 20, 468, TEXT * 2)

    path = make_pdf(draw)
    assert outlined(convert_pdf(path, "paper")) == [("1", "Introduction", 1), ("", "A closer look", 2)]
    assert outlined(convert_pdf(path, "paper", use_outline=False)) == [("1", "Introduction", 1)]


def test_outline_alone_makes_no_heading(make_pdf: Make) -> None:
    """A bookmark whose words stand nowhere on the page adds nothing."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 Introduction", "Times-Bold", 12)
        pen.canvas.bookmarkPage("a")
        pen.canvas.addOutlineEntry("2 Excellent Results", "a", 0)
        pen.prose(72, 100, 468, TEXT * 2)

    assert outlined(convert_pdf(make_pdf(draw), "paper")) == [("1", "Introduction", 1)]


@pytest.mark.parametrize(
    ("text", "number", "title"),
    [
        ("3.1 Setup", "3.1", "Setup"),
        ("3. Setup", "3", "Setup"),
        ("A.2 Proofs", "A.2", "Proofs"),
        ("Appendix B. Proofs", "B", "Proofs"),
        ("IV. Results", "IV", "Results"),
        ("Results", "", "Results"),
        ("3D Editing", "", "3D Editing"),
    ],
)
def test_split_number(text: str, number: str, title: str) -> None:
    """The number comes off without its dot; what only looks like one stays."""
    assert split_number(text) == (number, title)


@pytest.mark.parametrize(
    ("number", "last", "can"),
    [
        ("1", "", True),
        ("2", "1", True),
        ("2", "1.3", True),
        ("2.1", "2", True),
        ("2.2.1", "2.2", True),
        ("A", "7", True),
        ("A.1", "A", True),
        ("B", "A.3", True),
        ("1", "2", False),
        ("9", "2", False),
        ("3", "A", False),
        ("K", "7", False),
        ("2", "2", False),
    ],
)
def test_follows(number: str, last: str, can: bool) -> None:
    """Numbers advance; a few may be missed, none come back."""
    assert follows(steps(number), steps(last) if last else ()) is can

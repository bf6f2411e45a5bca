"""The bibliography as entries, in each of the usual styles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.convert.embedded import convert_pdf
from pipeline.records.document import Reference
from tests.convert.embedded.drawn import Pen, words

Make = Callable[..., Path]


def bibliography(entries: Sequence[Sequence[tuple[float, str]]], gap: float = 0) -> Callable[[Pen], None]:
    """A page that ends in entries; each is its lines as (indent, text)."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "1 Introduction", "Times-Bold", 12)
        y = pen.prose(72, 100, 468, words(100, 1) + " is all.") + 20
        pen.text(72, y, "References", "Times-Bold", 12)
        y += 20
        for entry in entries:
            for indent, text in entry:
                pen.text(72 + indent, y, text)
                y += 12
            y += gap

    return draw


def found(make_pdf: Make, draw: Callable[[Pen], None]) -> tuple[Reference, ...]:
    """The references of a drawn page; its section of that name holds no blocks."""
    document = convert_pdf(make_pdf(draw), "paper")
    assert document.sections[-1].heading is not None
    assert document.sections[-1].heading.text == "References"
    assert document.sections[-1].blocks == ()
    return document.references


def test_numbered(make_pdf: Make) -> None:
    """`[1]` marks become `n`; a year in brackets at a line's start opens no entry."""
    entries = [
        [
            (0, "[1] A. Author and B. Writer. A paper about papers. In Proceedings"),
            (18, "of a Conference, 2020."),
        ],
        [
            (0, "[2] C. Third. Another one. In a Journal of some length, with a volume and a number too,"),
            (18, "[2021] edition."),
        ],
        [(0, "[3] D. Fourth. Short. 2022.")],
    ]
    references = found(make_pdf, bibliography(entries))
    assert [reference.n for reference in references] == ["1", "2", "3"]
    assert references[0].text == (
        "A. Author and B. Writer. A paper about papers. In Proceedings of a Conference, 2020."
    )
    assert references[1].text.endswith("[2021] edition.")


def test_labelled(make_pdf: Make) -> None:
    """`[Aut20]` labels are marks too."""
    entries = [
        [(0, "[Aut20] A. Author. A paper about papers. 2020.")],
        [(0, "[BW21] B. Writer. Another one. 2021.")],
    ]
    assert [(r.n, r.text[:9]) for r in found(make_pdf, bibliography(entries))] == [
        ("Aut20", "A. Author"),
        ("BW21", "B. Writer"),
    ]


def test_hanging_indents(make_pdf: Make) -> None:
    """Author-year entries begin where a line stands further left."""
    entries = [
        [
            (0, "Ada Author and Ben Writer. 2020. A paper about papers with a long title. In Proceedings of"),
            (11, "the Conference on Papers, pages 1-9."),
        ],
        [
            (0, "Cleo Third. 2021. Another one. In Journal of Journals."),
        ],
        [
            (0, "Dan Fourth. 2022. The last of these entries, which has a title so long that it goes on in"),
            (11, "a second line."),
        ],
    ]
    references = found(make_pdf, bibliography(entries))
    assert [reference.text.split(".")[0] for reference in references] == [
        "Ada Author and Ben Writer",
        "Cleo Third",
        "Dan Fourth",
    ]
    assert references[0].text.endswith("the Conference on Papers, pages 1-9.")


def test_flush_with_space_between(make_pdf: Make) -> None:
    """Without indents the space between entries tells them apart."""
    entries = [
        [
            (0, "Author, A. and Writer, B. A paper about papers. In Proceedings of the"),
            (0, "Conference on Papers, 2020."),
        ],
        [(0, "Third, C. Another one. 2021.")],
        [
            (0, "Fourth, D. The last of these entries, with a title so long that it goes on in a second"),
            (0, "line. 2022."),
        ],
    ]
    references = found(make_pdf, bibliography(entries, gap=8))
    assert [reference.text.split(",")[0] for reference in references] == ["Author", "Third", "Fourth"]


def test_larger_print_ends_the_bibliography(make_pdf: Make) -> None:
    """The title of a supplement behind the bibliography is no reference."""

    def draw(pen: Pen) -> None:
        bibliography([[(0, "[1] A. Author. A paper. 2020.")], [(0, "[2] B. Writer. One more. 2021.")]])(pen)
        pen.page()
        pen.text(150, 80, "A Title (Supplementary Material)", "Times-Roman", 17)
        pen.prose(72, 120, 468, "The supplement begins. " + words(60, 3))

    document = convert_pdf(make_pdf(draw), "paper")
    assert [reference.n for reference in document.references] == ["1", "2"]
    assert any("The supplement begins." in b.text for s in document.sections for b in s.blocks)

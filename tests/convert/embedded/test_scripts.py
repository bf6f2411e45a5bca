"""Glyphs of all kinds: ligatures, accents, other scripts, turned pages, odd fonts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from pipeline.convert.embedded import convert_pdf
from pipeline.convert.embedded.fonts import Font
from pipeline.convert.embedded.frame import Frame
from pipeline.convert.embedded.garble import unreadable_fonts
from pipeline.convert.embedded.glyphs import Glyph, Run
from pipeline.convert.embedded.lines import lines_of
from pipeline.convert.embedded.reader import read_pages
from pipeline.convert.embedded.spelling import spelled
from pipeline.convert.embedded.tokens import Tokenizer
from pipeline.convert.embedded.words import Page, Word
from pipeline.records.document import Document
from tests.convert.embedded.drawn import Pen, words

Make = Callable[..., Path]


def text_of(document: Document) -> str:
    """All blocks as one text."""
    return " ".join(block.text for section in document.sections for block in section.blocks)


@pytest.mark.parametrize(
    ("char", "text"),
    [
        ("\ufb01", "fi"),
        ("\ufb04", "ffl"),
        ("\x07", ""),
        ("\u202e", ""),
        ("\U0001d44e", "\U0001d44e"),
        ("²", "²"),
        ("é", "é"),
    ],
)
def test_spelled(char: str, text: str) -> None:
    """Ligatures come apart, control and direction characters go, mathematical letters stay."""
    assert spelled(char) == text


def test_accent_printed_apart(make_pdf: Make) -> None:
    """An accent drawn over its letter as a glyph of its own makes one character with it."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(60, 1))
        pen.text(72, 200, "Jurgen reads what is written here.")
        pen.text(77.2, 200, "\u00a8")

    assert "Jürgen reads what" in text_of(convert_pdf(make_pdf(draw), "paper"))


def test_chinese(make_pdf: Make) -> None:
    """Chinese text comes through whole."""

    def draw(pen: Pen) -> None:
        pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
        pen.prose(72, 80, 468, words(60, 1))
        pen.text(72, 200, "我们提出一种新的方法来阅读论文。", "STSong-Light")

    assert "我们提出一种新的方法来阅读论文。" in text_of(convert_pdf(make_pdf(draw), "paper"))


def test_right_to_left() -> None:
    """Hebrew and Arabic letters run from right to left: words are whole, in reading order, with their box."""
    run = Run(1, Font("Arabic", bold=False, italic=False), 10, 0, (0, 700), 0, (0, 0, 0), 255)
    glyphs = [Glyph(c, run, (500 - 5 * n, 698, 505 - 5 * n, 708)) for n, c in enumerate("שלום")]
    glyphs += [Glyph(" ", run, (477, 698, 480, 708))]
    glyphs += [Glyph(c, run, (470 - 5 * n, 698, 475 - 5 * n, 708)) for n, c in enumerate("עולם")]
    found = [word for word, _ in Tokenizer(Frame(0, 0, 612, 792)).words(glyphs)]
    assert [(word.text, word.x0, word.x1) for word in found] == [("שלום", 485, 505), ("עולם", 455, 475)]
    assert [line.text for line in lines_of(1, found)] == ["שלום עולם"]


def test_text_in_forms_is_text(make_pdf: Make) -> None:
    """Pages put together from embedded forms are read, although a form is otherwise a figure."""

    def draw(pen: Pen) -> None:
        for n in range(3):
            pen.canvas.beginForm(f"part{n}", 0, 0, 612, 792)
            pen.prose(72, 100 + 200 * n, 468, f"Part {n} begins. " + words(80, n) + " and ends.")
            pen.canvas.endForm()
            pen.canvas.doForm(f"part{n}")

    text = text_of(convert_pdf(make_pdf(draw), "paper"))
    assert [f"Part {n} begins." in text for n in range(3)] == [True] * 3


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_turned_page(make_pdf: Make, tmp_path: Path, turn: int) -> None:
    """A page whose rotation is set reads as it shows, with boxes on the upright page."""
    wide, high = (612, 792) if turn == 180 else (792, 612)

    def draw(pen: Pen) -> None:
        pen.canvas.setPageSize((wide, high))
        pen.canvas.translate(*{90: (wide, 0), 180: (wide, high), 270: (0, high)}[turn])
        pen.canvas.rotate(turn)
        pen.prose(72, 100, 468, "First comes this. " + words(60, 1) + " and last comes that.")

    document = pypdfium2.PdfDocument(make_pdf(draw))
    document[0].set_rotation(turn)
    path = tmp_path / "turned.pdf"
    document.save(path)
    document.close()
    text = text_of(convert_pdf(path, "paper"))
    assert text.startswith("First comes this.")
    assert text.endswith("and last comes that.")
    (page,) = read_pages(path)
    assert (page.width, page.height) == (612, 792)
    assert page.words[0].box[0] == pytest.approx(72, abs=1)
    assert page.words[0].baseline == pytest.approx(100, abs=1)


def test_sideways_page_is_turned_upright(make_pdf: Make) -> None:
    """A landscape page bound as portrait is read in its own direction."""

    def draw(pen: Pen) -> None:
        pen.canvas.rotate(90)
        pen.canvas.translate(0, -792)
        pen.prose(72, 200, 600, "First comes this. " + words(80, 1) + " and last comes that.")

    path = make_pdf(draw)
    (page,) = read_pages(path)
    assert (page.width, page.height) == (792, 612)
    assert all(word.angle == 0 for word in page.words)
    assert text_of(convert_pdf(path, "paper")).startswith("First comes this.")


def test_stamp_at_the_margin_is_left_out(make_pdf: Make) -> None:
    """A stamp that runs up the margin is none of the text."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(200, 1))
        pen.canvas.saveState()
        pen.canvas.rotate(90)
        pen.canvas.setFont("Times-Roman", 20)
        pen.canvas.drawString(300, -30, "arXiv:2001.00001v1 [cs.CL] 1 Jan 2020")
        pen.canvas.restoreState()

    assert "arXiv" not in text_of(convert_pdf(make_pdf(draw), "paper"))


def with_bitmap_font(path: Path, rows: int) -> None:
    """Writes a PDF whose Type 3 font counts in dots: size 1, glyphs seven points high."""
    row = "BT /F1 1 Tf 72 {y} Td " + "(abcab) Tj 36 0 Td " * 12 + "ET"
    content = "\n".join(row.format(y=700 - 12 * n) for n in range(rows))
    glyph = "6 0 0 0 6 7 d1 0 0 5 7 re f"
    bodies = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 6 0 R>>",
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 6 7]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 5 0 R/b 5 0 R/c 5 0 R>>"
        "/Encoding<</Differences[97/a/b/c]>>/FirstChar 97/LastChar 99/Widths[6 6 6]/Resources<<>>>>",
        f"<</Length {len(glyph)}>>stream\n{glyph}\nendstream",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
    ]
    data, places = "%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(data))
        data += f"{number} 0 obj{body}endobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = f"xref\n0 7\n0000000000 65535 f \n{table}trailer<</Size 7/Root 1 0 R>>\nstartxref\n{len(data)}\n%%EOF"
    path.write_text(data + end, "latin-1")


def test_bitmap_font(tmp_path: Path) -> None:
    """A Type 3 font whose size says nothing of its height is read as what it shows, not taken for tiny print."""
    path = tmp_path / "bitmap.pdf"
    with_bitmap_font(path, rows=6)
    document = convert_pdf(path, "paper")
    assert text_of(document) == " ".join(["abcab"] * 72)
    assert [f for f in document.findings if f.code == "hidden-text"] == []
    (page,) = read_pages(path)
    assert 8 < page.words[0].size < 12


def page_of(*texts: str) -> Page:
    """A page of words in one font."""
    words_ = tuple(Word(text, (0.0, 0.0, 10.0, 10.0), 10.0, 10.0, "Odd", False, False, 0, True) for text in texts)
    return Page(1, 612, 792, words_)


def test_shifted_font_is_reported() -> None:
    """Letters that are all moved by 29 places, as by a font without a table of characters, make no words: reported."""
    plain = [
        "These",
        "words",
        "would",
        "have",
        "been",
        "readable",
        "with",
        "another",
        "table",
        "of",
        "letters",
        "inside",
    ]
    shifted = ["".join(chr(ord(c) - 29) for c in word) for word in plain]
    assert unreadable_fonts([page_of(*plain * 4)]) == []
    (finding,) = unreadable_fonts([page_of(*shifted * 4)])
    assert (finding.code, finding.page) == ("unreadable-font", 1)


def test_unmapped_font_is_reported() -> None:
    """So are characters without a Unicode value."""
    (finding,) = unreadable_fonts([page_of(*["\ue001\ue002\ue003"] * 40)])
    assert "Unicode" in finding.message

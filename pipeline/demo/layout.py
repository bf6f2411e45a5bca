"""Setting a demo paper as a two-column PDF, the way conferences do; the same text gives the same bytes."""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from reportlab.lib.colors import black, white
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, KeepTogether, PageTemplate, Paragraph, Spacer, Table

from pipeline.demo.paper_text import PaperText, Piece

AUTHORS = "The paper2task demo venue"
_NOTICE = "Written for the demonstration of paper2task. Not a publication."

# points; the proportions of a common conference style
_WIDTH, _HEIGHT = letter
_MARGIN, _FOOT, _GAP = 54.0, 58.0, 18.0
_COLUMN = (_WIDTH - 2 * _MARGIN - _GAP) / 2
_MOST_PAGES = 6

_BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=11.6, alignment=TA_JUSTIFY, spaceAfter=5)
_STYLES = {
    "title": ParagraphStyle(
        "title", fontName="Times-Bold", fontSize=15.5, leading=18.5, alignment=TA_CENTER, spaceAfter=9
    ),
    "authors": ParagraphStyle("authors", fontName="Times-Roman", fontSize=11.5, leading=14, alignment=TA_CENTER),
    "abstract-head": ParagraphStyle(
        "abstract-head", fontName="Times-Bold", fontSize=11.5, leading=14, alignment=TA_CENTER, spaceAfter=4
    ),
    "abstract": ParagraphStyle("abstract", parent=_BODY, leftIndent=12, rightIndent=12, spaceAfter=8),
    "section": ParagraphStyle(
        "section", fontName="Times-Bold", fontSize=12, leading=14.5, spaceBefore=8, spaceAfter=4, keepWithNext=1
    ),
    "subsection": ParagraphStyle(
        "subsection", fontName="Times-Bold", fontSize=10.5, leading=13, spaceBefore=5, spaceAfter=3, keepWithNext=1
    ),
    "paragraph": _BODY,
    "formula": ParagraphStyle("formula", parent=_BODY, alignment=TA_CENTER, spaceAfter=0),
    "cell": ParagraphStyle("cell", fontName="Times-Roman", fontSize=9, leading=10.5),
    "number": ParagraphStyle("number", fontName="Times-Roman", fontSize=9, leading=10.5, alignment=TA_CENTER),
    "caption": ParagraphStyle("caption", parent=_BODY, fontSize=9, leading=10.5, spaceBefore=4),
    "references": ParagraphStyle(
        "references", parent=_BODY, fontSize=9, leading=10.3, leftIndent=16, firstLineIndent=-16, spaceAfter=3
    ),
    "footnote": ParagraphStyle("footnote", parent=_BODY, fontSize=8, leading=9.4, alignment=TA_LEFT, spaceAfter=0),
    "hidden": ParagraphStyle("hidden", parent=_BODY, fontSize=3, leading=3.2, spaceAfter=0, textColor=white),
}


_Places = dict[str, tuple[int, int]]
"""Page and column of each footnote's mark."""


def pdf_bytes(paper: PaperText) -> bytes:
    """The paper as a PDF of letter size, the columns of its last page balanced: as short as fits on as many pages."""
    first = _settled(paper, {}, last_page=0, lift=0)
    pages, places = first.page, first.seen
    lifts = range(0, int(_HEIGHT / 2), 12)
    too_high = bisect_right(lifts, pages, key=lambda lift: _settled(paper, places, last_page=pages, lift=lift).page)
    return _settled(paper, places, last_page=pages, lift=lifts[too_high - 1]).data


def _settled(paper: PaperText, places: _Places, *, last_page: int, lift: int) -> _Document:
    """The paper, set. Footnotes stand in the column of their mark, which takes a few settings to find."""
    for _ in range(5):
        document = _Document(paper, places, last_page, lift)
        document.build(list(_story(paper)))
        if document.seen == places:
            return document
        places = document.seen
    raise AssertionError(f"the footnotes of {paper.title!r} do not come to rest: move a mark to another paragraph")


class _Document(BaseDocTemplate):
    """One setting. `places` says in which page and column each footnote is expected; `seen` where its mark came to stand.

    The columns of `last_page` end `lift` points higher than others.
    """

    def __init__(self, paper: PaperText, places: _Places, last_page: int, lift: int) -> None:
        self._paper, self._places = paper, places
        self._last_page, self._lift = last_page, lift
        self.seen: _Places = {}
        self._buffer = io.BytesIO()
        # uncompressed, since compressors differ between builds of Python and the bytes should not
        super().__init__(
            self._buffer, pagesize=letter, invariant=1, pageCompression=0, title=paper.title, author=AUTHORS, lang="en"
        )
        self.addPageTemplates([self._page(number) for number in range(1, _MOST_PAGES + 1)])

    @property
    def data(self) -> bytes:
        """The file, once it is built."""
        return self._buffer.getvalue()

    def beforeDocument(self) -> None:  # noqa: N802 - the library's name
        """Let paragraphs report where they draw a footnote's mark."""
        self.canv.setNamedCB("note", self._note)

    def _note(self, _canvas: Canvas, _kind: str | None, label: str) -> None:
        self.seen[label] = (self.page, int(self.frame.id or 0))

    def _page(self, number: int) -> PageTemplate:
        top = _HEIGHT - _MARGIN - (self._title_height() if number == 1 else 0)
        frames = []
        for column in (0, 1):
            lift = self._lift if number == self._last_page else 0
            bottom = _FOOT + lift + self._notes_height(number, column)
            x = _MARGIN + column * (_COLUMN + _GAP)
            frames.append(Frame(x, bottom, _COLUMN, top - bottom, 0, 0, 0, 0, id=str(column)))
        following = f"page{min(number + 1, _MOST_PAGES)}"
        return PageTemplate(f"page{number}", frames, onPage=self._furnish, autoNextPageTemplate=following)

    def _title(self) -> list[Paragraph]:
        return [Paragraph(self._paper.title, _STYLES["title"]), Paragraph(AUTHORS, _STYLES["authors"])]

    def _title_height(self) -> float:
        return sum(p.wrap(_WIDTH - 2 * _MARGIN, _HEIGHT)[1] + p.style.spaceAfter for p in self._title()) + 20

    def _notes(self, page: int, column: int) -> list[Paragraph]:
        marks = sorted(mark for mark, place in self._places.items() if place == (page, column))
        texts = [_inline(f"<super>{mark}</super> {self._paper.footnotes[mark]}") for mark in marks]
        return [Paragraph(text, _STYLES["footnote"]) for text in texts]

    def _notes_height(self, page: int, column: int) -> float:
        notes = self._notes(page, column)
        return sum(note.wrap(_COLUMN, _HEIGHT)[1] for note in notes) + (12 if notes else 0)

    def _furnish(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        """Draw what stands outside of the columns: title, footnotes, page number."""
        page = self.page
        if page == 1:
            y = _HEIGHT - _MARGIN
            for line in self._title():
                y -= line.wrap(_WIDTH - 2 * _MARGIN, _HEIGHT)[1]
                line.drawOn(canvas, _MARGIN, y)
                y -= line.style.spaceAfter
        for column in (0, 1):
            x, y = _MARGIN + column * (_COLUMN + _GAP), _FOOT + self._notes_height(page, column) - 6
            notes = self._notes(page, column)
            if notes:
                canvas.setLineWidth(0.4)
                canvas.line(x, y, x + 80, y)
            for note in notes:
                y -= note.wrap(_COLUMN, _HEIGHT)[1] + 2
                note.drawOn(canvas, x, y)
        canvas.setFont("Times-Roman", 9)
        canvas.drawCentredString(_WIDTH / 2, 27, str(page))
        if page == 1:
            canvas.setFont("Times-Italic", 8)
            canvas.drawCentredString(_WIDTH / 2, 40, _NOTICE)


def _story(paper: PaperText) -> Iterator[Flowable]:
    """The paper as the library's building blocks; a table is kept with the caption that follows it."""
    table: list[Flowable] = []
    in_abstract = False
    for piece in paper.pieces:
        if piece.kind == "section":
            in_abstract = piece.text == "Abstract"
            yield Paragraph(piece.text, _STYLES["abstract-head" if in_abstract else "section"])
        elif piece.kind == "table":
            table = [Spacer(0, 4), _table(piece)]
        elif piece.kind == "caption":
            yield KeepTogether([*table, Paragraph(_inline(piece.text), _STYLES["caption"]), Spacer(0, 5)])
        elif piece.kind == "formula":
            yield _formula(piece)
        elif piece.kind == "references":
            yield from (Paragraph(_inline(row[0]), _STYLES["references"]) for row in piece.rows)
        elif piece.kind == "hidden":
            yield Paragraph(
                piece.text, _STYLES["hidden"]
            )  # an address in it must not become a link that can be clicked
        else:
            yield Paragraph(_inline(piece.text), _STYLES["abstract" if in_abstract else piece.kind])


def _inline(text: str) -> str:
    """Bold, raised and lowered text, footnote marks, typography and web addresses in the library's tags."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text.replace("'", "\u2019").replace(" - ", " \u2013 "))
    text = re.sub(r"\[\^(\d+)\]", r'<super>\1</super><onDraw name="note" label="\1"/>', text)
    text = text.replace("<sub>", '<sub rise="2" size="7">').replace("<super>", '<super rise="3.5" size="7">')
    return re.sub(
        r"https?://[\w./-]*[\w/]", r'<link href="\g<0>"><font face="Courier" size="7">\g<0></font></link>', text
    )


def _table(piece: Piece) -> Table:
    """A table with three rules and more where the text has `|---|`; columns as wide as their words."""
    rules = [0.9] + [0.0] * len(piece.rows)
    cells: list[list[Paragraph]] = []
    for row in piece.rows:
        if not row:
            rules[len(cells)] = 0.5
            continue
        texts = [f"<b>{cell}</b>" if not cells else _inline(cell) for cell in row]
        cells.append([Paragraph(text, _STYLES["number" if at else "cell"]) for at, text in enumerate(texts)])
    rules[len(cells)] = 0.9
    plain = [[re.sub(r"<[^>]+>|\*\*", "", cell) for cell in row] for row in piece.rows if row]
    natural = [max(stringWidth(cell, "Times-Bold", 9) for cell in column) for column in zip(*plain, strict=True)]
    apart = min(12.0, (_COLUMN - sum(natural)) / len(natural))
    widths = [width + apart for width in natural]
    style: list[Any] = [
        ("LINEABOVE", (0, at), (-1, at), rule, black) for at, rule in enumerate(rules[: len(cells)]) if rule
    ]
    style += [
        ("LINEBELOW", (0, -1), (-1, -1), 0.9, black),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    style += [("LEFTPADDING", (0, 0), (-1, -1), 2), ("RIGHTPADDING", (0, 0), (-1, -1), 2)]
    return Table(cells, colWidths=widths, style=style)


def _formula(piece: Piece) -> Table:
    number = Paragraph(f"({piece.n})", _STYLES["formula"])
    style = [
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 6),
    ]
    return Table(
        [[Paragraph(_inline(piece.text), _STYLES["formula"]), number]], colWidths=[_COLUMN - 28, 28], style=style
    )

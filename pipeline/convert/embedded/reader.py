"""Reads the pages of a PDF one after the other into words, lines and link areas; nothing native outlives its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium

from pipeline.convert.embedded import native
from pipeline.convert.embedded.accents import composed
from pipeline.convert.embedded.frame import Frame
from pipeline.convert.embedded.glyphs import Glyph, read_glyphs
from pipeline.convert.embedded.hidden import OCR, Visibility, is_scan
from pipeline.convert.embedded.layers import Layers
from pipeline.convert.embedded.objects import read_drawing
from pipeline.convert.embedded.targets import read_targets
from pipeline.convert.embedded.tokens import Tokenizer
from pipeline.convert.embedded.words import Page
from pipeline.errors import InputError

MOST_PAGES = 500
MOST_GLYPHS = 3_000_000
MOST_GLYPHS_ON_A_PAGE = 200_000
_TAIL = 65_536
"""Bytes; some servers append a page of HTML to a PDF, so its end is looked for in more than the last line."""
_MOST_DRAWN = 0.7


def read_pages(pdf: Path) -> tuple[Page, ...]:
    """All pages. Raises InputError with one line for a file that cannot be read."""
    document = open_pdf(pdf)
    try:
        return with_text(tuple(pages_of(document)))
    finally:
        document.close()


def with_text(pages: tuple[Page, ...]) -> tuple[Page, ...]:
    """The pages; where nearly all words stand in embedded drawings, the drawings are the text and not figures."""
    words = [word for page in pages for word in page.words if not word.hidden]
    if sum(word.in_figure for word in words) <= _MOST_DRAWN * len(words):
        return pages
    return tuple(replace(page, words=tuple(replace(w, in_figure=False) for w in page.words)) for page in pages)


def open_pdf(pdf: Path) -> pdfium.PdfDocument:
    """The open document; the caller closes it. Raises InputError: missing, empty, not a PDF, damaged, encrypted, too long."""
    try:
        with pdf.open("rb") as file:
            head = file.read(1024)
            file.seek(max(0, pdf.stat().st_size - _TAIL))
            tail = file.read(_TAIL)
    except OSError as error:
        raise InputError(f"{pdf.name} cannot be read: {error.strerror}") from error
    if not head:
        raise InputError(f"{pdf.name} is empty (0 bytes): download it again")
    if b"%PDF-" not in head:
        raise InputError(f"{pdf.name} is not a PDF: it does not start with %PDF-")
    if b"%%EOF" not in tail:
        raise InputError(f"{pdf.name} is truncated: its end is missing, download it again")
    try:
        document = pdfium.PdfDocument(pdf)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise InputError(f"{pdf.name} is encrypted: remove its password first") from error
        raise InputError(f"{pdf.name} is damaged or truncated: download it again") from error
    count = len(document)
    if not 0 < count <= MOST_PAGES:
        document.close()
        problem = f"has {count} pages, more than {MOST_PAGES}: cut it" if count else "has no pages: download it again"
        raise InputError(f"{pdf.name} {problem}")
    return document


def pages_of(document: pdfium.PdfDocument) -> Iterator[Page]:
    """The pages in order. Raises InputError for a page that PDFium cannot load and for too many glyphs."""
    total = 0
    for index in range(len(document)):
        try:
            page = document[index]
        except pdfium.PdfiumError as error:
            raise InputError(f"page {index + 1} is damaged: download the PDF again") from error
        try:
            text_page = page.get_textpage()
            try:
                count = text_page.count_chars()
                total += count
                if count > MOST_GLYPHS_ON_A_PAGE or total > MOST_GLYPHS:
                    raise InputError(f"page {index + 1} brings the PDF to {total} glyphs, too many for a paper: cut it")
                glyphs = composed(list(read_glyphs(native.address(text_page.raw), count)))
                yield _page(document, page, index + 1, glyphs)
            finally:
                text_page.close()
        finally:
            page.close()


def _page(document: pdfium.PdfDocument, page: pdfium.PdfPage, number: int, glyphs: list[Glyph]) -> Page:
    left, bottom, right, top = page.get_bbox()
    frame = _upright(Frame(left, bottom, right, top, page.get_rotation()), glyphs)
    width, height = frame.size
    drawing = read_drawing(native.address(page.raw), frame)
    visibility = Visibility(drawing, width, height, Layers(page, frame))
    words = []
    for word, run in Tokenizer(frame).words(glyphs):
        hidden, in_figure = visibility.why_hidden(run, word.box), run.handle in drawing.figure_text
        words.append(replace(word, hidden=hidden, in_figure=in_figure) if hidden or in_figure else word)
    if is_scan(drawing, width, height, words):
        words = [replace(word, hidden="") if word.hidden in OCR else word for word in words]
    targets = tuple(read_targets(document, page, frame))
    return Page(
        number, width, height, tuple(words), tuple(drawing.rulings), tuple(drawing.graphics), targets, frame.turn
    )


def _upright(frame: Frame, glyphs: list[Glyph]) -> Frame:
    """The frame turned so that most text runs left to right."""
    angles = Counter(glyph.run.angle for glyph in glyphs if glyph.run)
    if not angles:
        return frame
    angle, votes = angles.most_common(1)[0]
    if angle % 90 == 0 and votes > 0.6 * angles.total():
        return Frame(frame.left, frame.bottom, frame.right, frame.top, angle)
    return frame

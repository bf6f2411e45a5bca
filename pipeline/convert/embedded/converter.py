"""The embedded converter: a PDF's text layer as a Document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2 as pdfium

from pipeline.convert.embedded.beside import text_beside
from pipeline.convert.embedded.captions import mark_captions
from pipeline.convert.embedded.floats import mark_floats
from pipeline.convert.embedded.footnotes import mark_footnotes, notes_of
from pipeline.convert.embedded.front import read_front
from pipeline.convert.embedded.furniture import mark_furniture
from pipeline.convert.embedded.garble import unreadable_fonts
from pipeline.convert.embedded.headings import find_headings
from pipeline.convert.embedded.hyphens import vocabulary
from pipeline.convert.embedded.links import find_links
from pipeline.convert.embedded.margins import without_line_numbers
from pipeline.convert.embedded.marks import settle_marks
from pipeline.convert.embedded.outline import Entry, read_outline
from pipeline.convert.embedded.reader import open_pdf, pages_of, with_text
from pipeline.convert.embedded.sections import build_sections
from pipeline.convert.embedded.sheets import body_of, sheets_of
from pipeline.convert.embedded.tables.reading import find_tables
from pipeline.convert.embedded.unseen import hidden_text
from pipeline.convert.embedded.words import Caption, Page
from pipeline.errors import InputError
from pipeline.ids import sha256_bytes
from pipeline.records.document import Document, Figure

ENGINE = f"embedded 1 (pypdfium2 {pdfium.PYPDFIUM_INFO})"
_FEWEST_CHARACTERS = 100
"""Per document; fewer are a stamp on scanned pages."""


def convert_pdf(pdf: Path, paper_id: str, *, use_outline: bool = True) -> Document:
    """The paper as a Document; `use_outline` lets the PDF's bookmarks help to find headings.

    Raises InputError with one line for a file that is missing, empty, not a PDF, damaged, encrypted, scanned or too long.
    """
    source = open_pdf(pdf)
    try:
        pages = with_text(tuple(pages_of(source)))
        outline = read_outline(source) if use_outline else ()
        beside = text_beside(source)
    finally:
        source.close()
    _refuse_scan(pdf, pages)
    document = build_document(paper_id, sha256_bytes(pdf.read_bytes()), pages, outline)
    return document.model_copy(update={"findings": (*document.findings, *beside)})


def _refuse_scan(pdf: Path, pages: Sequence[Page]) -> None:
    seen = sum(len(w.text) for page in pages for w in page.words if not w.hidden)
    if seen < _FEWEST_CHARACTERS:
        count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
        raise InputError(f"{pdf.name} has no text layer on its {count}: it looks scanned, run OCR over it first")


def build_document(paper_id: str, sha256: str, pages: Sequence[Page], outline: Sequence[Entry]) -> Document:
    """The Document of pages that were read."""
    sheets = sheets_of(pages)
    words = vocabulary(line.text for sheet in sheets for line in sheet.lines)
    mark_furniture(sheets)
    body = body_of(sheet.text() for sheet in sheets)
    mark_footnotes(sheets, body)
    front = read_front(sheets, body, words)
    captions = mark_captions(sheets, body, words)
    found = [c.caption for c in captions]
    tables, unread = find_tables([replace(s.page, words=tuple(without_line_numbers(s.page))) for s in sheets], found)
    mark_floats(sheets, captions, body, {t.caption: t.body for t in tables if t.body is not None})
    settle_marks(sheets)
    headings = find_headings(sheets, body, outline, words)
    parts = build_sections(sheets, headings, body, words)
    return Document(
        paper_id=paper_id,
        engine=ENGINE,
        source_sha256=sha256,
        pages=len(pages),
        title=front.title,
        authors=front.authors,
        abstract=parts.abstract,
        headings=tuple(s.heading for s in parts.sections if s.heading),
        sections=parts.sections,
        tables=tuple(t.table for t in tables),
        figures=_figures(found),
        footnotes=tuple(notes_of(sheets, words)),
        references=parts.references,
        links=tuple(find_links(sheets)),
        findings=(*hidden_text(pages), *unreadable_fonts(pages), *unread),
    )


def _figures(captions: Sequence[Caption]) -> tuple[Figure, ...]:
    return tuple(Figure(label=c.label, page=c.page, caption=c.text, box=c.box) for c in captions if c.kind != "table")

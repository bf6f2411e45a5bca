"""Text that a PDF holds beside its pages: properties, comments, and words that take the place of what is drawn.

None of it becomes part of a document. Orders to whoever reads the file by machine are reported.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline.convert.embedded import native
from pipeline.llm.injection import instruction
from pipeline.records.finding import Finding

_LONGEST = 4096
"""Bytes of one text that are looked at."""
_MOST_NOTES = 1000
_FEWEST_WORDS = 3
"""A ligature, a formula's letter or a hyphenated word is replaced by one word or two; more is another text."""


def text_beside(document: pdfium.PdfDocument) -> tuple[Finding, ...]:
    """One finding per property or comment of the file that gives orders to its reader."""
    found = [
        _finding(f"the file's {name.lower()}", None, text)
        for name, text in sorted(document.get_metadata_dict(skip_empty=True).items())
        if instruction(text)
    ]
    for index in range(len(document)):
        page = document[index]
        try:
            found += [_finding("a comment", index + 1, text) for text in _comments(page) if instruction(text)]
        finally:
            page.close()
    return tuple(found)


def is_replaced(handle: int) -> bool:
    """Whether a text object (its address) stands for other words than those drawn: a marked `ActualText` of a few words."""
    for index in range(max(0, native.object_marks(handle))):
        mark = native.object_mark(handle, index)
        size = ctypes.c_ulong()
        buffer = ctypes.create_string_buffer(_LONGEST)
        at, needed = native.buffer_address(buffer), native.buffer_address(size)
        if mark and native.mark_text(mark, b"ActualText", at, _LONGEST, needed) and size.value > _LONGEST:
            return True
        if len(_decoded(buffer.raw[: size.value]).split()) >= _FEWEST_WORDS:
            return True
    return False


def _comments(page: pdfium.PdfPage) -> Iterator[str]:
    for index in range(min(_MOST_NOTES, raw.FPDFPage_GetAnnotCount(page.raw))):
        note = raw.FPDFPage_GetAnnot(page.raw, index)
        if note:
            buffer = (raw.FPDF_WCHAR * (_LONGEST // 2))()
            size = raw.FPDFAnnot_GetStringValue(note, b"Contents", buffer, _LONGEST)
            raw.FPDFPage_CloseAnnot(note)
            yield _decoded(bytes(buffer)[:size]) if size <= _LONGEST else ""


def _decoded(data: bytes) -> str:
    return data.decode("utf-16-le", "replace").partition("\0")[0]


def _finding(what: str, page: int | None, text: str) -> Finding:
    return Finding(
        code="text-beside-pages",
        message=f"{what} {instruction(text)}: it is no part of the document",
        page=page,
        quote=text[:300],
    )

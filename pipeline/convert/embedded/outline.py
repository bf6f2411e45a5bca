"""The outline (bookmarks) of a PDF as a hint about headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

import pypdfium2 as pdfium

from pipeline.convert.embedded.numbering import split_number

_MOST_ENTRIES = 2_000
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """One bookmark: its folded title without a number, its depth from 1, its 1-based page where it names one."""

    title: str
    level: int
    page: int | None


def folded_title(text: str) -> str:
    """A heading as compared: no number, case, spaces or punctuation."""
    return re.sub(r"[\W_]+", "", split_number(text.strip())[1].lower())


def read_outline(document: pdfium.PdfDocument) -> tuple[Entry, ...]:
    """The bookmarks in order, at most 2,000; a broken outline gives what could be read of it."""
    entries: list[Entry] = []
    try:
        for mark in islice(document.get_toc(max_depth=_DEEPEST), _MOST_ENTRIES):
            title = folded_title(mark.get_title())
            target = mark.get_dest()
            index = target.get_index() if target else None
            if title:
                entries.append(Entry(title, mark.level + 1, None if index is None else index + 1))
    except (pdfium.PdfiumError, ValueError, RecursionError):
        return tuple(entries)
    return tuple(entries)

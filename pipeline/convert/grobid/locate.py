"""On which page a piece of GROBID's text stands, found in the PDF's own text layer."""

from __future__ import annotations

from bisect import bisect_right
from typing import TypeVar

from pipeline.quotes import folded
from pipeline.records.document import Block, Document, Heading, Reference, Section

Piece = TypeVar("Piece", Heading, Block, Reference)

_WINDOW = 40
"""Folded characters compared at a time: about seven words, seldom twice in a paper."""
_STARTS = (0, 20, 40, 80, 120, 200, 300)
"""Where windows are cut: the two layers may differ in a piece's first words (a formula, a mark, a broken word)."""
_SHORTEST = 8


class PageIndex:
    """A document's text as one string, folded and without case, that knows the page of each of its characters."""

    def __init__(self, document: Document) -> None:
        pieces, self._starts, self._pages = [], [], []
        length = 0
        for passage in document.passages():
            if passage.kind == "link":
                continue
            text = folded(passage.text).casefold()
            pieces.append(text)
            self._starts.append(length)
            self._pages.append(passage.page)
            length += len(text)
        self._text = "".join(pieces)

    def find(self, text: str, after: int = 0) -> tuple[int, int] | None:
        """Page and position of a text, looked for from a position on and then from the start; None where it is not there.

        A passage that runs over a page's end counts for the page on which it starts.
        """
        wanted = folded(text).casefold()
        for start in _STARTS:
            window = wanted[start : start + _WINDOW]
            if len(window) < (_WINDOW if start else _SHORTEST):
                return None
            position = self._text.find(window, after)
            if position < 0:
                position = self._text.find(window)
            if position >= 0:
                return self._pages[bisect_right(self._starts, position) - 1], position
        return None


class Placer:
    """Gives pieces their pages, one after the other in reading order; `lost` collects the texts that it did not find."""

    def __init__(self, embedded: Document) -> None:
        self.lost: list[str] = []
        self._index = PageIndex(embedded)
        self._headings: dict[str, Heading | None] = {}
        for heading in embedded.headings:
            key = key_of(heading.text)
            self._headings[key] = None if key in self._headings else heading  # two of a name tell nothing
        self._page, self._after = 1, 0

    def section(self, section: Section) -> Section:
        """The section with the pages of its heading and blocks."""
        heading = self.heading(section.heading) if section.heading else None
        return section.model_copy(update={"heading": heading, "blocks": tuple(map(self.piece, section.blocks))})

    def heading(self, heading: Heading) -> Heading:
        """The heading at the place of the embedded layer's heading of the same words, else found like any text."""
        twin = self._headings.get(key_of(heading.text))
        if heading.box is None and twin is not None:
            self._page = twin.page
            return heading.model_copy(update={"page": twin.page, "box": twin.box})
        return self.piece(heading)

    def piece(self, piece: Piece) -> Piece:
        """The piece with its page: its own where it has coordinates, else where its text stands, else that of the last one."""
        found = self._index.find(piece.text, self._after)
        if _has_place(piece):
            self._page = piece.page
        elif found:
            self._page = found[0]
        else:
            self.lost.append(piece.text)
        if found and len(folded(piece.text)) >= _WINDOW:  # short texts stand in many places: no progress by them
            self._after = found[1]
        return piece.model_copy(update={"page": self._page})

    def page_of(self, text: str) -> int | None:
        """The page on which a text stands, None where it was not found."""
        found = self._index.find(text)
        return found[0] if found else None


def _has_place(piece: Heading | Block | Reference) -> bool:
    """Whether GROBID gave coordinates; a reference keeps no box, and none stands on page 1."""
    return piece.page > 1 if isinstance(piece, Reference) else piece.box is not None


def key_of(text: str) -> str:
    """What two spellings of one heading have in common: letters and digits without case."""
    return "".join(char for char in folded(text).casefold() if char.isalnum())

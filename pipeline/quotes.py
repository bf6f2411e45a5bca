"""Finding a quote in text that was set in print: white space, hyphenation and ligatures are folded on both sides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pipeline.records.document import Document, Passage

_HYPHENS = dict.fromkeys(map(ord, "\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\ufffe-"))
_QUOTES = {ord(a): b for a, b in zip("‘’‚‛“”„‟`´", "''''\"\"\"\"''", strict=True)}


def folded(text: str) -> str:
    """The text as compared: NFKC (ligatures, widths), no hyphens or dashes, plain quotation marks, no white space.

    Case stays: `US` and `us` are different words.
    """
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).translate(_HYPHENS | _QUOTES))


def find_quote(quote: str, passages: Iterable[tuple[str, Passage]]) -> Passage | None:
    """The first passage whose folded text (the tuple's first part) holds the quote; None where it stands nowhere."""
    wanted = folded(quote)
    if not wanted:
        return None
    return next((passage for text, passage in passages if wanted in text), None)


class QuoteIndex:
    """A document folded once, asked many times."""

    def __init__(self, document: Document) -> None:
        self._passages = [(folded(p.text), p) for p in document.passages()]

    def find(self, quote: str) -> Passage | None:
        """Where the quote stands, or None."""
        return find_quote(quote, self._passages)

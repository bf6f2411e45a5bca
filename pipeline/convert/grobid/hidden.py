"""Taking out of GROBID's text what a reader of the page does not see: GROBID reads invisible words like any other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

from pipeline.quotes import folded
from pipeline.records.document import Block, Document, Heading, Reference, Section

Piece = TypeVar("Piece", Heading, Block, Reference)

_RUN = 24
"""Folded characters that are compared at a time, about four words: shorter runs stand in honest text by chance."""
_CUT = 290
"""A quote of at least so many characters may have been cut to a finding's 300: what follows it is hidden too, until words come
that the page shows."""


def cleaned(tei: Document, embedded: Document) -> Document:
    """GROBID's document without the words that the embedded layer found to be hidden; a piece of which nothing is left goes.

    The embedded layer's own text must be free of them already.
    """
    quotes = [finding.quote for finding in embedded.findings if finding.code == "hidden-text" and finding.quote]
    if not quotes:
        return tei
    visible = "\n".join(passage.text for passage in embedded.passages())
    texts = iter(without_hidden([tei.title, tei.abstract, *_texts(tei)], quotes, visible))
    title, abstract = next(texts), next(texts)
    sections: list[Section] = []
    for section in tei.sections:
        heading = _with_text(section.heading, next(texts)) if section.heading else None
        blocks = tuple(kept for block in section.blocks if (kept := _with_text(block, next(texts))))
        if heading or not sections:
            sections.append(section.model_copy(update={"heading": heading, "blocks": blocks}))
        else:
            sections[-1] = sections[-1].model_copy(update={"blocks": (*sections[-1].blocks, *blocks)})
    tables = tuple(table.model_copy(update={"caption": next(texts)}) for table in tei.tables)
    figures = tuple(figure.model_copy(update={"caption": next(texts)}) for figure in tei.figures)
    notes = tuple(kept for note in tei.footnotes if (kept := _with_text(note, next(texts))))
    references = tuple(left for reference in tei.references if (left := _with_text(reference, next(texts))))
    return tei.model_copy(
        update={
            "title": title,
            "abstract": abstract,
            "sections": tuple(sections),
            "tables": tables,
            "figures": figures,
            "footnotes": notes,
            "references": references,
        }
    )


def _texts(document: Document) -> Iterator[str]:
    """The texts of a document in the order in which `cleaned` takes them up again."""
    for section in document.sections:
        if section.heading:
            yield section.heading.text
        yield from (block.text for block in section.blocks)
    yield from (table.caption for table in document.tables)
    yield from (figure.caption for figure in document.figures)
    yield from (note.text for note in document.footnotes)
    yield from (reference.text for reference in document.references)


def _with_text(piece: Piece, text: str) -> Piece | None:
    return piece.model_copy(update={"text": text}) if text else None


def without_hidden(texts: Sequence[str], quotes: Sequence[str], visible: str) -> list[str]:
    """The texts, each without the words that stand in a quote and nowhere in the visible text; the rest is not touched.

    The texts are searched as one, since a hidden sentence may run from one paragraph into the next. Text that was cut is NFKC.
    """
    if not quotes:
        return list(texts)
    seen = folded(visible)
    normal = [unicodedata.normalize("NFKC", text) for text in texts]
    fold = cache(folded)
    places = [(i, j) for i, text in enumerate(normal) for j, char in enumerate(text) for _ in fold(char)]
    stream = "".join(fold(char) for text in normal for char in text)
    marked: set[int] = set()
    for quote in quotes:
        marked |= _marks(quote, stream, seen)
    gone: dict[int, set[int]] = {}
    for position in marked:
        i, j = places[position]
        gone.setdefault(i, set()).add(j)
    return [_cut(normal[i], gone[i]) if i in gone else text for i, text in enumerate(texts)]


def _marks(quote: str, stream: str, seen: str) -> set[int]:
    """Positions of the stream that the quote covers, run by run."""
    wanted = folded(quote)
    size = min(_RUN, len(wanted))
    marks: set[int] = set()
    if not size:
        return marks
    for start in range(len(wanted) - size + 1):
        run = wanted[start : start + size]
        if run in seen:
            continue
        position = stream.find(run)
        while position >= 0:
            marks.update(range(position, position + size))
            position = stream.find(run, position + 1)
    if marks and len(quote) >= _CUT:
        end = max(marks) + 1
        while end < len(stream) and stream[end : end + _RUN] not in seen:
            marks.add(end)
            end += 1
    return marks


def _cut(text: str, gone: set[int]) -> str:
    """The text without those characters, and without the hyphens between them."""
    kept = "".join(" " if j in gone else char for j, char in enumerate(text))
    kept = re.sub(r"(?<=\s)[-\u2010-\u2015\ufffe\u00ad]+(?=\s)", " ", kept)
    return " ".join(kept.split())

"""One document of two: GROBID's structure and prose, the embedded layer's tables, links, pages and eye for hidden words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pipeline.convert.grobid.hidden import cleaned
from pipeline.convert.grobid.locate import Placer
from pipeline.convert.grobid.printed import with_printed_headings
from pipeline.quotes import folded
from pipeline.records.document import Block, Document, Figure, Table
from pipeline.records.finding import Finding

Float = TypeVar("Float", Table, Figure)

_BEGINNING = 20
"""Folded characters of a footnote by which it is known again: three or four words."""
_SHORTEST = 8
"""Folded characters that a shorter footnote must have to be known again."""


def with_tables(tei: Document, embedded: Document) -> Document:
    """GROBID's document completed from the embedded layer's of the same PDF.

    Tables, footnotes, links and findings are the embedded layer's; a note that only GROBID saw stays, and a table, with its
    caption alone. Words that the embedded layer found to be hidden are taken out of GROBID's text. What GROBID gave no
    place for gets the page on which its text stands, or else that of what precedes it, which a finding tells. What GROBID
    missed altogether is added: figures, headings that it ran into the text, and title, authors, abstract or references.
    """
    document = with_printed_headings(cleaned(tei, embedded), embedded)
    placer = Placer(embedded)
    sections = tuple(map(placer.section, document.sections))
    notes = _footnotes(document.footnotes, embedded.footnotes, placer)
    references = tuple(map(placer.piece, document.references))
    return document.model_copy(
        update={
            "engine": f"{tei.engine} + embedded tables ({embedded.engine})",
            "pages": embedded.pages,
            "title": document.title or embedded.title,
            "authors": document.authors or embedded.authors,
            "abstract": document.abstract or embedded.abstract,
            "headings": tuple(section.heading for section in sections if section.heading),
            "sections": sections,
            "tables": _floats(document.tables, embedded.tables, placer),
            "figures": _floats(document.figures, embedded.figures, placer),
            "footnotes": notes,
            "references": references or embedded.references,
            "links": embedded.links,
            "findings": (*embedded.findings, *_uncertain(placer.lost)),
        }
    )


def _floats(tei: Sequence[Float], embedded: Sequence[Float], placer: Placer) -> tuple[Float, ...]:
    """The embedded layer's tables or figures by page; captions that it lacks, and pieces that it lacks, are GROBID's.

    A piece of GROBID's is the embedded layer's by number, and by page where GROBID knows it: a supplement may count anew.
    """
    merged = list(embedded)
    for piece in tei:
        page = piece.page if piece.box is not None else placer.page_of(piece.caption)
        same = [i for i, other in enumerate(merged) if _number(other.label) == _number(piece.label)]
        here = [i for i in same if page is None or abs(merged[i].page - page) <= 1]
        if here and not merged[here[0]].caption:
            merged[here[0]] = merged[here[0]].model_copy(update={"caption": piece.caption})
        elif not here and page is not None:
            merged.append(piece.model_copy(update={"page": page}))
    return tuple(sorted(merged, key=lambda piece: piece.page))


def _number(label: str) -> str:
    """`Table A.2:` -> `a.2`."""
    return label.split()[-1].strip(".:").casefold() if label.split() else ""


def _footnotes(tei: Sequence[Block], embedded: Sequence[Block], placer: Placer) -> tuple[Block, ...]:
    """The embedded layer's footnotes, one by one, and those of GROBID's that begin neither like nor within one of them, by page.

    GROBID often loses footnotes, runs two into one, or leaves them in the text.
    """
    texts = [folded(note.text) for note in embedded]
    told, begins = "\n".join(texts), tuple(text[:_BEGINNING] for text in texts if len(text) >= _SHORTEST)
    added = [
        placer.piece(note)
        for note in tei
        if folded(note.text)[:_BEGINNING] not in told and not folded(note.text).startswith(begins)
    ]
    return tuple(sorted((*embedded, *added), key=lambda note: note.page))


def _uncertain(lost: Sequence[str]) -> tuple[Finding, ...]:
    """One finding about all pieces whose page is only that of what precedes them."""
    if not lost:
        return ()
    message = f"{len(lost)} pieces of GROBID's text were not found in the PDF's text layer: each has the page of what precedes it."
    return (Finding(code="page-uncertain", severity="info", message=message, quote=lost[0][:300]),)

"""Which parts of a paper a group of fields is asked from, and how they are cut to a model's context."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.llm.model import CAREFUL_CHARACTERS_PER_TOKEN, tokens
from pipeline.llm.prompts import Group
from pipeline.llm.reading import Reading
from pipeline.records.document import Document, Table

_LONGEST = 1500
"""Characters of one part; what is longer is cut at the end of a sentence, a row or a word."""
_MOST = 4000
"""Parts that are weighed against each other: more than any paper has that is not made to cost time."""
_LEAST_PART = 20
"""Tokens below which no sentence that says something fits any more."""
_OTHERS_PENALTY = 4.0
_OTHERS_WORK = re.compile(r"related work|prior work|literature|references|acknowledg", re.I)
CELLS = " | "
"""Between the cells of a table's row; quotes may hold it."""


@dataclass(frozen=True)
class Part:
    """A piece of the paper with its place. `kind` is that of a passage; `position` counts through the paper."""

    text: str
    section: str
    page: int
    kind: str
    position: int

    @property
    def place(self) -> str:
        """As shown to the model."""
        return f"[p. {self.page}{', ' + self.section if self.section else ''}]"


def whole_text(document: Document) -> str:
    """Everything printed, as one text: what a model would be sent that gets the whole paper."""
    return "\n".join(passage.text for passage in document.passages())


def select(document: Document, group: Group) -> list[Part]:
    """The parts that answer the group, in the paper's order: the best up to `share` of the whole text (or `least` tokens).

    Late parts have the same chance as early ones: an appendix's sentence about GPUs goes before an introduction's about none.
    """
    room = max(group.least, int(group.share * tokens(whole_text(document))))
    parts = list(_numbered(document, group.unit))
    chosen = [part for part in parts if part.kind in group.always]
    room -= sum(tokens(part.text) for part in chosen)
    signs = {part.position: group.signs(part.text) for part in parts if part.kind not in ("title", "abstract")}
    left = [part for part in parts if part.position in signs]
    # what tells of other people's work comes last
    base = {p.position: group.place(p.section) - _OTHERS_PENALTY * bool(_OTHERS_WORK.search(p.section)) for p in left}
    taken: Counter[int] = Counter()

    def weight(part: Part) -> tuple[float, int]:
        # of equals the earlier
        return base[part.position] + group.weight(signs[part.position], taken), -part.position

    left = heapq.nlargest(_MOST, left, key=weight)
    while left:
        best = max(left, key=weight)
        if weight(best)[0] <= 0:
            break
        left.remove(best)
        cost = tokens(best.text) + 4
        if cost <= room:
            chosen.append(best)
            room -= cost
            taken.update(signs[best.position])
        if room < _LEAST_PART:
            break
    return sorted(chosen, key=lambda part: part.position)


def rendered(parts: Sequence[Part]) -> str:
    """The parts as text; a place is said where it changes."""
    lines, before = [], ""
    for part in parts:
        if part.place != before:
            lines.append(part.place)
            before = part.place
        lines.append(part.text)
    return "\n".join(lines)


def chunks(parts: Sequence[Part], room: int) -> list[list[Part]]:
    """The parts in order, cut into runs that fit into `room` tokens (counted carefully); the title goes into each."""
    title = [part for part in parts if part.kind == "title"]
    left = room - _careful(title)
    made: list[list[Part]] = []
    size = left + 1
    for part in (piece for whole in parts if whole.kind != "title" for piece in _fitting(whole, left)):
        if size + _careful([part]) > left:
            made.append(list(title))
            size = 0
        made[-1].append(part)
        size += _careful([part])
    return made or ([title] if title else [])


def _careful(parts: Sequence[Part]) -> int:
    return sum(tokens(f"{part.place}\n{part.text}\n", CAREFUL_CHARACTERS_PER_TOKEN) for part in parts)


def _fitting(part: Part, room: int) -> Iterator[Part]:
    """The part, cut where it alone would not fit."""
    longest = int(room * CAREFUL_CHARACTERS_PER_TOKEN) - len(part.place) - 8
    for text in _cut(part.text, max(200, longest)):
        yield Part(text, part.section, part.page, part.kind, part.position)


def _numbered(document: Document, unit: str) -> Iterator[Part]:
    position = 0
    for text, section, page, kind in _pieces(document, unit):
        for piece in _cut(text, _LONGEST):
            yield Part(piece, section, page, kind, position)
            position += 1


def _pieces(document: Document, unit: str) -> Iterator[tuple[str, str, int, str]]:
    """Text, section, page and kind of all that can be sent; references and headings are left out."""
    if unit == "sentence":
        yield from ((s.text, s.section, s.page, s.kind) for s in Reading(document).sentences if s.kind != "table")
    else:
        for passage in document.passages():
            if passage.kind in ("title", "abstract", "body", "footnote"):
                yield passage.text, passage.section, passage.page, passage.kind
        for figure in document.figures:
            yield f"{figure.label}: {figure.caption}", figure.label, figure.page, "caption"
    for table in document.tables:
        yield _table(table), table.label, table.page, "table"
    printed = " ".join(passage.text for passage in document.passages() if passage.kind != "link")
    for link in document.links:
        if link.url not in printed:
            yield link.url, "link", link.page, "link"


def _table(table: Table) -> str:
    head = f"{table.label}: {table.caption}"
    return "\n".join([head, *(CELLS.join(row) for row in (table.columns, *table.rows) if any(row))])


def _cut(text: str, longest: int) -> Iterator[str]:
    """The text in pieces of at most `longest` characters, cut behind a row or a sentence where there is one, else at a blank."""
    while len(text) > longest:
        ends = [m.end() for m in re.finditer(r"\n|[.!?]\s+", text[:longest])] or [
            m.end() for m in re.finditer(r"\s", text[:longest])
        ]
        end = ends[-1] if ends else longest
        yield text[:end].strip()
        text = text[end:]
    if text.strip():
        yield text.strip()

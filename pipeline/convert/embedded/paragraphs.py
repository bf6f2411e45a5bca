"""Lines joined to blocks: paragraphs over columns, pages and floats, list items, formulas, code."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.convert.embedded.fonts import is_monospaced
from pipeline.convert.embedded.formulas import formula_number, is_formula
from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.spelling import SOFT_HYPHEN
from pipeline.convert.embedded.words import union
from pipeline.records.document import Block, BlockKind

Placed = tuple[Sheet, Line]
_BULLET = re.compile(r"[•◦▪‣●○■□➢➤✓✔·∙⋄∗*–—-]|\(?(?:\d{1,2}|[ivx]{1,4}|[a-z])[.)]|\[\d{1,2}\]")
_STOPS = (".", "?", "!", ":", ".”", '."', ".)", "?”", ".’")
_INDENT = 0.65
"""Font sizes; a first line is indented by one to two."""
_APART = 1.38
"""Leadings; more than that between two baselines separates blocks."""


@dataclass(slots=True)
class _Open:
    """A block being collected."""

    kind: BlockKind
    lines: list[Placed] = field(default_factory=list)
    n: str = ""

    @property
    def last(self) -> Placed:
        return self.lines[-1]


class Paragraphs:
    """Takes the text lines of one section in reading order and gives its blocks."""

    def __init__(self, body: Body, words: Words, *, indents: bool) -> None:
        self._body = body
        self._words = words
        self._indents = indents
        self._blocks: list[Block] = []
        self._open: _Open | None = None
        self._waiting: list[_Open] = []

    def add(self, sheet: Sheet, line: Line) -> None:
        """The next line; one with the role `code` waits until the paragraph around it has ended."""
        if line.role == "code":
            if self._waiting and self._waiting[-1].last[0] is sheet:
                self._waiting[-1].lines.append((sheet, line))
            else:
                self._waiting.append(_Open("code", [(sheet, line)]))
            return
        kind = self._kind(sheet, line)
        if self._open is None or self._breaks(self._open, sheet, line, kind):
            self._close()
            self._open = _Open(kind)
        self._open.lines.append((sheet, line))
        if kind == "formula":
            self._open.n = self._open.n or formula_number(sheet, line)

    def blocks(self) -> list[Block]:
        """All blocks; nothing can be added afterwards."""
        self._close()
        return self._blocks

    def _close(self) -> None:
        for block in [self._open, *self._waiting] if self._open else self._waiting:
            made = self._made(block)
            if made is not None:
                self._blocks.append(made)
        self._open, self._waiting = None, []

    def _made(self, block: _Open) -> Block | None:
        texts = [line.text for _, line in block.lines]
        text = "\n".join(texts).replace(SOFT_HYPHEN, "-") if block.kind == "code" else unbroken(texts, self._words)
        page = block.lines[0][1].page
        box = union([line.box for _, line in block.lines if line.page == page])
        return Block(kind=block.kind, text=text, page=page, box=box, n=block.n) if text else None

    def _kind(self, sheet: Sheet, line: Line) -> BlockKind:
        last = self._open.last if self._open else None
        flows = last is not None and _flows(last, sheet, line, self._body)
        if _typewritten(line) and not (flows and self._open is not None and self._open.kind != "code"):
            return "code"
        if is_formula(sheet, line):
            return "formula"
        if (
            last is not None
            and self._open is not None
            and self._open.kind == "formula"
            and _fragment(last, sheet, line)
        ):
            return "formula"
        return "list-item" if _is_item(sheet, line, last) else "paragraph"

    def _breaks(self, block: _Open, sheet: Sheet, line: Line, kind: BlockKind) -> bool:
        """Whether a line begins another block than the open one."""
        old, last = block.last
        follows = sheet is old and line.side == last.side and line.baseline > last.baseline
        step = line.baseline - last.baseline
        leading = self._body.leading * max(0.8, line.size / self._body.size)
        if kind == "list-item":
            return True
        if kind == "formula" or block.kind == "formula":
            return kind != block.kind or not follows or step > 2.2 * leading
        if kind == "code" or block.kind == "code":
            return kind != block.kind or (follows and step > 2 * leading)
        if abs(line.size - last.size) > 0.07 * last.size and not _mixed(line, last):
            return True
        if follows and not _parted(sheet, last, line):
            return self._breaks_within(block, sheet, line, step, leading)
        return self._breaks_across(block, sheet, line)

    def _breaks_within(self, block: _Open, sheet: Sheet, line: Line, step: float, leading: float) -> bool:
        _, last = block.last
        if last.text.endswith(SOFT_HYPHEN) or _flows(block.last, sheet, line, self._body):
            return False
        if step > _APART * leading:
            # tall formulas within a line push the next one down
            return step > 2 * leading or last.text.endswith(_STOPS) or not line.text[:1].islower()
        left = self._left(block, sheet, line)
        if block.kind == "list-item":
            return line.x0 < left - _INDENT * line.size or (
                len(block.lines) > 1 and line.x0 > left + _INDENT * line.size
            )
        if _INDENT * line.size < line.x0 - left < 4 * line.size and last.x0 - left < _INDENT * line.size:
            return True
        return _ended(sheet, last, line)

    def _breaks_across(self, block: _Open, sheet: Sheet, line: Line) -> bool:
        """Over a column's end, a page's end or a float."""
        old, last = block.last
        left = sheet.edge(line.side)[0]
        if line.text[:1].islower() or last.text.endswith(SOFT_HYPHEN):
            return False
        if block.kind == "paragraph" and _INDENT * line.size < line.x0 - left < 4 * line.size:
            return True
        if not last.text.endswith(_STOPS):
            return False
        return not self._indents or _short(old, last, line)

    def _left(self, block: _Open, sheet: Sheet, line: Line) -> float:
        """The left edge of the block's continued lines."""
        edge = sheet.edge(line.side)[0]
        if block.kind == "list-item":
            own = [n.x0 for s, n in block.lines[1:] if s is sheet and n.side == line.side]
            return min(own) if own else block.lines[0][1].x0 if block.lines[0][0] is sheet else edge
        own = [n.x0 for s, n in block.lines if s is sheet and n.side == line.side]
        return min([edge, *own]) if line.x0 - edge < 4 * line.size else min(own, default=edge)


def uses_indents(sheets: Sequence[Sheet], body: Body) -> bool:
    """Whether paragraphs open with an indented line, rather than after extra space."""
    indented = spaced = 0
    for sheet in sheets:
        lines = sheet.text()
        for above, line in itertools.pairwise(lines):
            step = line.baseline - above.baseline
            if line.side != above.side or step <= 0 or abs(line.size - body.size) > 0.04 * body.size:
                continue
            left = sheet.edge(line.side)[0]
            if (
                0.7 * line.size < line.x0 - left < 2.6 * line.size
                and abs(above.x0 - left) < 2
                and step < 1.2 * body.leading
            ):
                indented += 1
            elif abs(line.x0 - left) < 2 and 1.3 * body.leading < step < 2.2 * body.leading and above.role == "text":
                spaced += 1
    return indented >= spaced


def _mixed(line: Line, last: Line) -> bool:
    """A line of small capitals or formulas can have another commonest size than its neighbours."""
    sizes = {round(w.size, 1) for w in last.words}
    return any(round(w.size, 1) in sizes for w in line.words) and abs(line.size - last.size) < 0.3 * last.size


def _typewritten(line: Line) -> bool:
    """Whether a line is set in typewriter face throughout, as code is."""
    if not is_monospaced(line.font):
        return False
    mono = sum(len(w.text) for w in line.words if is_monospaced(w.font))
    return mono > 0.8 * len(line.text.replace(" ", ""))


def _flows(last: Placed, sheet: Sheet, line: Line, body: Body) -> bool:
    """Whether a line carries on the sentence of the full line right above it."""
    old, above = last
    step = line.baseline - above.baseline
    close = old is sheet and above.side == line.side and 0 < step < 1.25 * max(body.leading, 1.2 * line.size)
    return close and not above.text.endswith(_STOPS) and not _short(sheet, above, line)


def _is_item(sheet: Sheet, line: Line, last: Placed | None) -> bool:
    """Whether a line opens a list item: a bullet, or a number or letter where a line can begin."""
    if len(line.words) < 2 or not _BULLET.fullmatch(line.words[0].text):
        return False
    left = sheet.edge(line.side)[0]
    if line.x0 > left + 0.3 * line.size:
        return True
    if any(c.isalnum() for c in line.words[0].text):  # `32.` may end a sentence
        return last is None or last[0] is not sheet or last[1].text.endswith(_STOPS)
    return line.words[1].box[0] - line.words[0].box[2] > 0.35 * line.size


def _fragment(last: Placed, sheet: Sheet, line: Line) -> bool:
    """Limits, cases and stacked parts of the formula above: close, short, well inside the column."""
    old, above = last
    close = old is sheet and above.side == line.side and abs(line.baseline - above.baseline) < 1.6 * above.size
    inside = line.x0 - sheet.edge(line.side)[0]
    return close and ((len(line.text) < 12 and inside > line.size) or (len(line.text) < 40 and inside > 4 * line.size))


def _parted(sheet: Sheet, last: Line, line: Line) -> bool:
    """Whether something that is not text stands between two lines of a column."""
    return any(
        n.role in ("float", "caption", "code")
        and last.baseline < n.baseline < line.baseline
        and (n.side in (0, line.side))
        for n in sheet.lines
    )


def _short(sheet: Sheet, last: Line, line: Line) -> bool:
    """Whether the next line's first word would have fitted behind the last line: then a paragraph ended there."""
    right = sheet.edge(last.side)[1]
    first = line.words[0]
    return last.x1 + (first.box[2] - first.box[0]) + 0.9 * last.size < right


def _ended(sheet: Sheet, last: Line, line: Line) -> bool:
    return last.text.endswith(_STOPS) and _short(sheet, last, line) and not line.text[:1].islower()

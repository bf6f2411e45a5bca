"""Footnotes: small print at the foot of a column, under a short rule or opened by a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.convert.embedded.fonts import is_monospaced
from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.labels import CAPTION
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import union
from pipeline.records.document import Block

_SMALL = 0.955
_SYMBOLS = "*∗†‡§¶‖♠♡♢♣⋆★✉🖂"
_MARK = re.compile(rf"(?:\d{{1,3}}|[a-z]|[{_SYMBOLS}]+)")
_FULL = 0.85
_LOWEST_RULE = 0.35
"""A footnote rule stands below this share of the page's height."""


def mark_footnotes(sheets: Sequence[Sheet], body: Body) -> None:
    """Gives the lines of footnotes the role `footnote`."""
    for sheet in sheets:
        for side in sorted({line.side for line in sheet.text()}):
            lines = sorted((n for n in sheet.text() if n.side == side), key=lambda n: n.baseline)
            for line in _notes(sheet, lines, body):
                line.role = "footnote"
    if sheets:
        _mark_below_text(sheets, body)


def _mark_below_text(sheets: Sequence[Sheet], body: Body) -> None:
    """What stands on the first page below the foot of all other pages' text, or in small print apart at its own foot."""
    feet = [n.baseline for sheet in sheets[1:] for n in sheet.text() if abs(n.size - body.size) < 0.05 * body.size]
    first = sheets[0]
    full = feet and max(feet) > _FULL * first.page.height  # short pages do not tell where the text block ends
    lowest = max(feet) + 1.2 * body.leading if full else float("inf")
    for line in first.text():
        if line.baseline > lowest:
            line.role = "footnote"
    for side in sorted({line.side for line in first.text()}):
        lines = sorted((n for n in first.text() if n.side == side), key=lambda n: n.baseline)
        foot: list[Line] = []
        while lines and lines[-1].size < _SMALL * body.size and lines[-1].baseline > 0.8 * first.page.height:
            foot.append(lines.pop())
            if lines and foot[-1].baseline - lines[-1].baseline > 1.3 * body.leading:
                for line in foot:
                    line.role = "footnote"
                break


def note_mark(line: Line) -> str:
    """The mark that opens a footnote: its raised smaller first word, or a symbol; empty where there is none."""
    first = line.words[0]
    if len(line.words) > 1 and _MARK.fullmatch(first.text):
        raised = first.size < 0.88 * line.size and first.baseline < line.baseline - 0.1 * line.size
        if raised or first.text[0] in _SYMBOLS:
            return first.text
    if is_monospaced(first.font):  # a comment in code
        return ""
    return first.text[0] if first.text[0] in _SYMBOLS and len(line.text) > 2 else ""


def _notes(sheet: Sheet, lines: list[Line], body: Body) -> list[Line]:
    """The lines of one column, top to bottom, that belong to its footnotes."""
    rule = _rule(sheet, lines)
    if rule is not None:
        below = [n for n in lines if n.baseline - 0.6 * n.size > rule]
        if below and all(n.size < body.size + 0.3 for n in below) and _is_foot(below, lines):
            return below
    start = len(lines)
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        if line.size >= _SMALL * body.size or CAPTION.match(line.text):
            break
        apart = index + 1 < len(lines) and lines[index + 1].baseline - line.baseline > 2.2 * body.leading
        if apart and start < len(lines):
            break
        if note_mark(line):
            start = index
    # a page set in small print throughout has no notes that could be told by their size
    return lines[start:] if lines[:start] or start == len(lines) or sheet.page.number == 1 else []


def _is_foot(below: list[Line], lines: list[Line]) -> bool:
    """Small print or marked: the rest of a column under some other rule is neither."""
    return bool(note_mark(below[0])) or (len(below) < len(lines) and max(n.size for n in below) < 0.93 * lines[0].size)


def _rule(sheet: Sheet, lines: list[Line]) -> float | None:
    """The height of a footnote rule: the lowest one that starts at the column's edge and is shorter than the column."""
    if not lines:
        return None
    left, right = sheet.edge(lines[0].side)
    found = [
        box[1]
        for box in sheet.page.rulings
        if abs(box[0] - left) < 4
        and 0.12 * (right - left) < box[2] - box[0] < 0.6 * (right - left)
        and box[3] - box[1] < 2
        and box[1] > _LOWEST_RULE * sheet.page.height
    ]
    found = [y for y in found if sum(n.baseline > y for n in lines) > 0]
    return max(found) if found else None


def notes_of(sheets: Sequence[Sheet], words: Words) -> list[Block]:
    """The footnotes in order, each with its mark; lines without one continue the note before them."""
    notes: list[tuple[str, list[Line]]] = []
    for sheet in sheets:
        for line in (n for n in sheet.lines if n.role == "footnote"):
            mark = note_mark(line)
            fresh = not notes or notes[-1][1][-1].page != line.page
            if mark or (fresh and not _continues(notes, line)):
                notes.append((mark, [line]))
            else:
                notes[-1][1].append(line)
    return [_block(mark, lines, words) for mark, lines in notes]


def _continues(notes: Sequence[tuple[str, list[Line]]], line: Line) -> bool:
    """A note runs on to the next page when it did not end with a stop and the line does not open a sentence."""
    return bool(notes) and not notes[-1][1][-1].text.endswith(".") and line.text[:1].islower()


def _block(mark: str, lines: list[Line], words: Words) -> Block:
    text = unbroken([line.text for line in lines], words)
    text = text.removeprefix(mark).lstrip(" .") if mark else text
    box = union([line.box for line in lines if line.page == lines[0].page])
    return Block(kind="footnote", text=text or mark, page=lines[0].page, box=box, n=mark)

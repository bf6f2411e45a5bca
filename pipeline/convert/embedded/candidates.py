"""Lines that could be headings: set off from the text by weight, size, slant or capitals, or standing alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.fonts import is_monospaced
from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.numbering import split_number
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import Word

_MOST_LINES = 4
# no heading ends with these: its author broke the line
_OPEN_END = re.compile(r"(?:[:,&]|\b(?:a|an|and|as|at|by|for|from|in|into|of|on|or|the|to|via|vs|with))$", re.I)
_SPREAD = 1.5
"""Font sizes; wider gaps than a number's own make a row of a table."""


@dataclass(slots=True, eq=False)
class Candidate:
    """One to four lines of one style. `apart`: with more space above than between lines of text; `followed`: text follows."""

    lines: list[Line]
    text: str
    bold: bool
    caps: bool
    marked: bool
    apart: bool
    alone: bool
    followed: bool

    @property
    def size(self) -> float:
        """Font size in points."""
        return self.lines[0].size

    @property
    def style(self) -> tuple[float, bool, bool]:
        """What headings of one level share."""
        return round(self.size, 1), self.bold, self.caps

    @property
    def numeric(self) -> bool:
        """Whether a number stands first."""
        return self.text[0].isdecimal()


def candidates(sheets: Sequence[Sheet], body: Body, words: Words) -> list[Candidate]:
    """All candidates in reading order."""
    found = []
    for sheet in sheets:
        texts = sheet.text()
        index = 0
        while index < len(texts):
            group = _group(sheet, texts, index, body)
            candidate = _candidate(sheet, texts, index, group, body, words) if group else None
            if candidate is not None:
                found.append(candidate)
            index += len(group) if candidate is not None else 1
    return found


def _group(sheet: Sheet, lines: Sequence[Line], index: int, body: Body) -> list[Line]:
    """A line that could be a heading and those that continue it."""
    first = lines[index]
    if not _possible(first, body):
        return []
    group = [first]
    left, right = sheet.edge(first.side)
    for line in lines[index + 1 : index + _MOST_LINES]:
        last = group[-1]
        step = line.baseline - last.baseline
        same = (
            line.side == first.side and 0 < step < 1.5 * first.size and abs(line.size - first.size) < 0.03 * first.size
        )
        open_end = bool(_OPEN_END.search(last.text))
        same = (
            same
            and _fully_bold(line) == _fully_bold(first)
            and line.italic == first.italic
            and (line.caps == first.caps or open_end)
        )
        full = open_end or last.x1 - left > 0.72 * (right - left) or abs(last.x0 + last.x1 - left - right) < 12
        number = split_number(line.text)[0]
        numbered = bool(number) and not (open_end and number == "A")  # the article
        if numbered or not (same and full and _marked(first, body)):
            break
        group.append(line)
    return group


def _possible(line: Line, body: Body) -> bool:
    if line.size < 0.88 * body.size or not any(_worded(w) for w in line.words):
        return False
    gaps = line.gaps()
    start = 1 if split_number(line.text)[0] else 0
    return max(gaps[start:], default=0.0) < _SPREAD and max(gaps, default=0.0) < 4


def _candidate(
    sheet: Sheet, lines: Sequence[Line], index: int, group: list[Line], body: Body, words: Words
) -> Candidate | None:
    first, last = group[0], group[-1]
    above = _beside(lines, index, -1)
    below = _beside(lines, index + len(group) - 1, 1)
    left, right = sheet.edge(first.side)
    if below is not None and last.x1 > right - 0.15 * (right - left) and _runs_on(last, below, body):
        return None
    marked = _marked(first, body)
    apart = above is None or first.baseline - above.baseline > 1.18 * body.leading or abs(above.size - first.size) > 0.8
    alone = above is None or first.baseline - above.baseline > 1.3 * body.leading
    followed = below is not None and not (_fully_bold(below) and abs(below.size - first.size) < 0.03 * first.size)
    alone = alone and len(first.text) < 50
    if not marked and not alone:
        return None
    text = unbroken([line.text for line in group], words)
    return Candidate(group, text, _fully_bold(first), first.caps, marked, apart, alone, followed)


def _beside(lines: Sequence[Line], index: int, step: int) -> Line | None:
    at = index + step
    if (
        0 <= at < len(lines)
        and lines[at].side == lines[index].side
        and (lines[at].baseline - lines[index].baseline) * step > 0
    ):
        return lines[at]
    return None


def _runs_on(last: Line, below: Line, body: Body) -> bool:
    """Whether a bold phrase goes on in the next line and there becomes text: a run-in head, not a heading."""
    if below.baseline - last.baseline > 1.25 * body.leading or abs(below.size - last.size) > 0.05 * last.size:
        return False
    return below.words[0].bold and not _fully_bold(below) and _fully_bold(last)


def _marked(line: Line, body: Body) -> bool:
    return _fully_bold(line) or line.size > 1.06 * body.size or line.caps or _fully_italic(line)


def _fully_bold(line: Line) -> bool:
    """All letters bold; mathematical letters within a heading need not be."""
    if not any(w.bold for w in line.words) or not (line.words[0].bold or not _worded(line.words[0])):
        return False
    return all(w.bold for w in line.words if _worded(w))


def _worded(word: Word) -> bool:
    """A word of the language: symbols, single letters and names in typewriter face keep their own weight in a heading."""
    letters = sum(c.isalpha() for c in word.text)
    return letters >= 3 and not is_monospaced(word.font)


def _fully_italic(line: Line) -> bool:
    worded = [w for w in line.words if _worded(w)]
    return bool(worded) and all(w.italic for w in worded)

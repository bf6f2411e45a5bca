"""Captions of tables, figures, algorithms and listings, taken out of the running text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.labels import CAPTION
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import Caption, CaptionKind, union

_KINDS: dict[str, CaptionKind] = {"ta": "table", "fi": "figure", "al": "algorithm", "li": "listing"}
_GAP = 1.32
"""A caption's lines stand at most this many of its leadings apart."""


@dataclass(slots=True, eq=False)
class FoundCaption:
    """A caption with the lines it was read from."""

    caption: Caption
    lines: list[Line]


def mark_captions(sheets: Sequence[Sheet], body: Body, words: Words) -> list[FoundCaption]:
    """All captions in reading order; their lines get the role `caption`."""
    found: list[FoundCaption] = []
    for sheet in sheets:
        texts = sheet.text()
        for index, line in enumerate(texts):
            match = CAPTION.match(line.text)
            if match is None or line.role != "text" or not _opens(texts, index, match, body):
                continue
            lines = _whole(sheet, texts, index)
            for member in lines:
                member.role = "caption"
            found.append(FoundCaption(_caption(match, lines, words), lines))
    return found


def _opens(lines: Sequence[Line], index: int, match: re.Match[str], body: Body) -> bool:
    """Whether the line begins a caption: a sentence of the text may begin with `Table 2` too."""
    line = lines[index]
    end = match["end"].strip()
    own_style = line.words[0].bold or line.words[0].italic or abs(line.size - body.size) > 0.04 * body.size
    own_style = own_style or _label_differs(line, match)
    above = _neighbour(lines, index, -1)
    apart = above is None or line.baseline - above.baseline > 1.25 * body.leading
    if end in (":", "|"):
        return apart or own_style or above is None or above.size != line.size or above.x1 < line.x1
    if not end:
        # `Table 2 shows` is prose: without a stop after the number only a label set apart opens a caption
        return own_style and apart and (line.words[0].bold or match.end() >= len(line.text))
    return apart or own_style


def _label_differs(line: Line, match: re.Match[str]) -> bool:
    if len(line.words) < 3:
        return False
    first, last = line.words[0], line.words[-1]
    return (first.bold, first.italic, first.font) != (last.bold, last.italic, last.font) and len(match[0]) < len(
        line.text
    )


def _neighbour(lines: Sequence[Line], index: int, step: int) -> Line | None:
    """The next line above or below in the same column."""
    line, at = lines[index], index + step
    while 0 <= at < len(lines):
        other = lines[at]
        if other.side == line.side and (other.baseline - line.baseline) * step > 0:
            return other
        at += step
    return None


def _whole(sheet: Sheet, lines: Sequence[Line], index: int) -> list[Line]:
    """The caption's first line and those that continue it: same column, size and leading."""
    first = lines[index]
    whole = [first]
    leading = 1.35 * first.size
    left, right = first.x0, sheet.edge(first.side)[1]
    for line in (n for n in lines[index + 1 :] if n.side == first.side):
        step = line.baseline - whole[-1].baseline
        if (
            step <= 0
            or step > _GAP * leading
            or abs(line.size - first.size) > 0.05 * first.size
            or CAPTION.match(line.text)
        ):
            break
        if len(whole) > 1 and step > 1.15 * (whole[-1].baseline - whole[-2].baseline):
            break
        if max(line.gaps(), default=0.0) > 2.5 or _crosses_rule(sheet, whole[-1], line):
            break
        narrow = whole[-1].x1 < min(right, max(n.x1 for n in whole)) - 6 * first.size
        if narrow and whole[-1].text.rstrip().endswith((".", ")")):
            break
        whole.append(line)
        left = min(left, line.x0)
        leading = max(step, 1.1 * first.size)
    return whole


def _crosses_rule(sheet: Sheet, above: Line, below: Line) -> bool:
    return any(
        above.baseline < box[1] < below.baseline - 0.5 * below.size and box[0] < below.x1 and box[2] > below.x0
        for box in sheet.page.rulings
        if box[3] - box[1] < 2
    )


def _caption(match: re.Match[str], lines: list[Line], words: Words) -> Caption:
    from_number = match.end("number")
    label = " ".join(match.string[:from_number].split())
    rest = match.string[match.end() :].lstrip(" :.|")
    text = unbroken([rest, *(n.text for n in lines[1:])], words)
    kind = _KINDS[match["word"][:2].lower()]
    return Caption(label, text, lines[0].page, union([n.box for n in lines]), kind)

"""Blocks that stand side by side within one column: two captions abreast, a figure with text flowing beside it."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.convert.embedded.labels import CAPTION
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.words import joined

_GAP = 0.85
"""Font sizes; what stands beside a caption keeps at least this distance."""
_MOST_SPLITS = 4


def split_abreast(lines: list[Line]) -> list[Line]:
    """The lines with every run cut in two where a second block begins beside the first: the left block is read first."""
    splits = 0
    index = 0
    while index < len(lines) and splits < _MOST_SPLITS:
        at = _second_block(lines, index)
        if at is None:
            index += 1
            continue
        start, end = _extent(lines, index, at)
        splits += 1
        left, right = _cut(lines[start:end], at, splits)
        lines[start:end] = left + right
        index = start + len(left)
    return lines


def _second_block(lines: Sequence[Line], index: int) -> float | None:
    """Where another block begins beside the one at the left: with a caption, or beside one."""
    line = lines[index]
    at = _second_caption(line)
    if at is not None or not CAPTION.match(line.text):
        return at
    near = [n for n in lines[max(0, index - 3) : index + 4] if n is not line and n.side == line.side]
    for before, word in zip(line.words[1:], line.words[2:], strict=False):
        gap = word.box[0] - before.box[2]
        if gap > 0.7 * line.size and any(abs(n.x0 - word.box[0]) < 3 and n.x0 > line.x0 + 30 for n in near):
            return word.box[0]
    return None


def _second_caption(line: Line) -> float | None:
    """The left edge of a caption label that stands after a gap within the line."""
    size = max(line.size, 1.0)
    for n in range(1, len(line.words)):
        word = line.words[n]
        if word.text[:3] not in ("Tab", "TAB", "Fig", "FIG", "Alg", "Lis"):
            continue
        match = CAPTION.match(joined(line.words[n : n + 8]))
        if match and match["end"].strip() in (":", ".", "|") and word.box[0] - line.words[n - 1].box[2] > _GAP * size:
            return word.box[0]
    return None


def _extent(lines: Sequence[Line], index: int, x: float) -> tuple[int, int]:
    """The run of lines around `index` that leaves the strip left of x free."""
    start = index
    while start > 0 and lines[start - 1].side == lines[index].side and _free(lines[start - 1], x):
        start -= 1
    end = index + 1
    while end < len(lines) and lines[end].side == lines[index].side and _free(lines[end], x):
        end += 1
    return start, end


def _free(line: Line, x: float) -> bool:
    strip = x - 0.6 * line.size, x - 0.5
    return not any(w.box[0] < strip[1] and w.box[2] > strip[0] for w in line.words)


def _cut(lines: Sequence[Line], x: float, number: int) -> tuple[list[Line], list[Line]]:
    left, right = [], []
    for line in lines:
        before = [w for w in line.words if w.box[0] < x - 0.5]
        after = [w for w in line.words if w.box[0] >= x - 0.5]
        if before:
            left.append(Line(line.page, before, 10 * number + 1).settle())
        if after:
            right.append(Line(line.page, after, 10 * number + 2).settle())
    return left, right

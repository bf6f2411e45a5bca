"""Columns of a page and the order in which its lines are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from pipeline.convert.embedded.lines import Line, lines_of
from pipeline.convert.embedded.words import Page, Word

_NARROWEST_GUTTER = 0.9
"""In font sizes: no justified line spreads its word spaces that far, no two-column style has less between columns."""
_MIDDLE = (0.35, 0.65)
_FEWEST_LINES = 8
_MOST_CROSSING = 0.4
_REACH = 0.12
"""A line belongs to the whole width when it reaches this share of the page's width into both columns."""


def gutters(pages: Sequence[Page]) -> list[float | None]:
    """For each page the x between its two columns, None where it has one; weak pages follow the document."""
    votes = [_gutter(page) for page in pages]
    strong = [x for x in votes if x is not None]
    filled = sum(1 for page in pages if len(page.words) > 60)
    common = median(strong) if len(strong) >= max(1, 0.5 * filled) else None
    return [x if x is not None else common for x in votes]


def _gutter(page: Page) -> float | None:
    """The vertical white strip that separates two columns, judged by this page alone."""
    pieces = _pieces(page)
    wide = [p for p in pieces if p[1] - p[0] > 0.2 * page.width]
    if len(wide) < 2 * _FEWEST_LINES:
        return None
    best: tuple[float, float] | None = None
    for x in range(int(_MIDDLE[0] * page.width), int(_MIDDLE[1] * page.width), 2):
        left = sum(1 for a, b in wide if b <= x)
        right = sum(1 for a, b in wide if a >= x)
        crossing = len(wide) - left - right
        if min(left, right) < _FEWEST_LINES or crossing > _MOST_CROSSING * len(wide):
            continue
        score = min(left, right) - 2 * crossing - abs(x - page.width / 2) / page.width
        if best is None or score > best[0]:
            best = score, float(x)
    return _centred(best[1], wide) if best else None


def _centred(x: float, pieces: list[tuple[float, float]]) -> float:
    """The middle of the strip: between the usual right edge of the left column and the left edge of the right one."""
    left = _frequent(round(b) for _, b in pieces if b <= x)
    right = _frequent(round(a) for a, _ in pieces if a >= x)
    return (max(left) + min(right)) / 2


def _frequent(edges: Iterable[int]) -> list[int]:
    """Edges that many lines share: a page of lists or references has two left edges."""
    counts = Counter(edges)
    most = max(counts.values())
    return [edge for edge, n in counts.items() if n >= 0.2 * most]


def _pieces(page: Page) -> list[tuple[float, float]]:
    """Runs of words on one baseline without a gap wide enough for a gutter: left and right edge."""
    rows: dict[int, list[Word]] = {}
    for word in page.printed():
        rows.setdefault(round(word.baseline), []).append(word)
    pieces = []
    for _, row in sorted(rows.items()):
        row.sort(key=lambda w: w.box[0])
        start, end = row[0].box[0], row[0].box[2]
        for word in row[1:]:
            if word.box[0] - end > _NARROWEST_GUTTER * word.size:
                pieces.append((start, end))
                start = word.box[0]
            end = max(end, word.box[2])
        pieces.append((start, end))
    return pieces


def ordered_lines(page: Page, words: Sequence[Word], gutter: float | None) -> list[Line]:
    """The page's lines in reading order: above each line of full width first the left column, then the right one."""
    if gutter is None:
        return lines_of(page.number, words)
    left = lines_of(page.number, (w for w in words if w.box[2] <= gutter + 1), side=1)
    right = lines_of(page.number, (w for w in words if w.box[0] >= gutter - 1 and w.box[2] > gutter + 1), side=2)
    crossing = lines_of(page.number, (w for w in words if w.box[0] < gutter - 1 and w.box[2] > gutter + 1))
    columns = _joined_across(page, left, right, crossing, gutter)
    return _banded(columns)


def _joined_across(page: Page, left: list[Line], right: list[Line], crossing: list[Line], gutter: float) -> list[Line]:
    """Lines that run over the gutter made whole; each line then has its side."""
    lines: list[Line] = []
    rights, crosses = list(right), list(crossing)
    for line in left:
        middle = _partner(line, crosses)
        if middle is not None:
            crosses.remove(middle)
            line = Line(page.number, line.words + middle.words).settle()
        other = _partner(line, rights)
        if other is not None and other.x0 - line.x1 < _NARROWEST_GUTTER * max(line.size, other.size):
            rights.remove(other)
            line = Line(page.number, line.words + other.words).settle()
        lines.append(line)
    for line in crosses:
        other = _partner(line, rights)
        if other is not None and other.x0 - line.x1 < _NARROWEST_GUTTER * max(line.size, other.size):
            rights.remove(other)
            line = Line(page.number, line.words + other.words).settle()
        lines.append(line)
    for line in lines:
        line.side = _side(line, gutter, page.width)
    lines += rights
    _widen_tails(lines, gutter)
    return lines


def _widen_tails(lines: list[Line], gutter: float) -> None:
    """The short last line of a full-width paragraph ends left of the gutter and still is of full width."""
    lines.sort(key=lambda n: (n.baseline, n.x0))
    for index, line in enumerate(lines):
        if line.side != 0 or line.x1 < gutter + 40:
            continue
        for other in lines[index + 1 : index + 6]:
            step = other.baseline - line.baseline
            if other.side == 1 and 0 < step < 1.45 * line.size and abs(other.size - line.size) < 0.05 * line.size:
                beside = any(n.side == 2 and abs(n.baseline - other.baseline) < 0.9 * line.size for n in lines)
                aligned = abs(other.x0 - line.x0) < 3 or abs(other.x0 + other.x1 - line.x0 - line.x1) < 6
                if aligned and not beside:
                    other.side = 0


def _partner(line: Line, others: Sequence[Line]) -> Line | None:
    for other in others:
        if abs(other.baseline - line.baseline) < 0.3 * max(line.size, other.size) and other.x0 > line.x0:
            return other
    return None


def _side(line: Line, gutter: float, width: float) -> int:
    if line.x1 <= gutter + 1:
        return 1
    if line.x0 >= gutter - 1:
        return 2
    centred = abs((line.x0 + line.x1) / 2 - gutter) < 0.06 * width
    if centred or min(gutter - line.x0, line.x1 - gutter) > _REACH * width:
        return 0
    return 1 if gutter - line.x0 > line.x1 - gutter else 2


def _banded(lines: list[Line]) -> list[Line]:
    full = sorted((n for n in lines if n.side == 0), key=lambda n: n.baseline)
    rest = sorted((n for n in lines if n.side), key=lambda n: (n.side, n.baseline, n.x0))
    ordered: list[Line] = []
    above = float("-inf")
    for edge in [*(n.baseline for n in full), float("inf")]:
        ordered += [n for n in rest if above < n.baseline <= edge]
        ordered += [n for n in full if n.baseline == edge]
        above = edge
    return ordered

"""The columns of a table: the white space that runs down between the cells of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.convert.embedded.tables.lines import Line, Token, apart
from pipeline.records.base import Box

_NARROW, _WIDE = 0.12, 0.5
"""Least width of a separator in font sizes: beside numbers, and between words, where a space can look like one."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of x between two columns, and how many lines print or bridge over it."""

    start: float
    end: float
    covered: int

    @property
    def middle(self) -> float:
        """Where the border is drawn."""
        return (self.start + self.end) / 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A phrase of one line and the columns that it stands in, first and last."""

    tokens: tuple[Token, ...]
    first: int
    last: int

    @property
    def text(self) -> str:
        """The phrase."""
        return " ".join(token.text for token in self.tokens)


def separators(lines: Sequence[Line], verticals: Sequence[Box]) -> list[float]:
    """The x of every border between two columns, left to right.

    `lines` are those of the body. A border may be crossed by phrases of few lines (a name in the way of a narrow gap),
    by printed words of fewer still, and by numbers that stand under it as one cell of several columns. `verticals` are
    vertical rulings: where they run along the body they are borders.
    """
    useful = _rows_with_cells(lines)
    if not useful:
        return []
    size = sorted(line.size for line in useful)[len(useful) // 2]
    left, right = min(line.box[0] for line in lines), max(line.box[2] for line in lines)
    ruled = _ruled(verticals, useful, left, right, size)
    first = [gap.middle for gap in _gaps(_fullest(useful), ())]
    names = [line for line in lines if line not in useful and not _crosses(line.box, first)]
    gaps = [gap for gap in _gaps([*useful, *names], first) if left < gap.middle < right]
    open_gaps = [gap for gap in gaps if not any(gap.start - 1 <= x <= gap.end + 1 for x in ruled)]
    wide = [
        gap for gap in open_gaps if gap.end - gap.start >= size * (_NARROW if _beside_numbers(useful, gap) else _WIDE)
    ]
    return _without_hollow(wide + [Gap(x, x, 0) for x in ruled], lines)


def pieces(line: Line, borders: Sequence[float], *, split: bool = True) -> list[Piece]:
    """The phrases of a line with their columns; with `split` a phrase is cut where a border lies in one of its spaces."""
    out: list[Piece] = []
    for chunk in line.chunks():
        groups: list[list[Token]] = [[chunk[0]]]
        for left, right in pairwise(chunk):
            if split and any(left.x1 - 1 <= border <= right.x0 + 1 for border in borders):
                groups.append([right])
            else:
                groups[-1].append(right)
        for group in groups:
            first, last = columns_of((group[0].x0, group[-1].x1), borders)
            out.append(Piece(tuple(group), first, last))
    return out


def columns_of(span: Span, borders: Sequence[float]) -> tuple[int, int]:
    """First and last column that a span reaches into by more than a point or two."""
    slack = min(3.0, 0.2 * (span[1] - span[0]))
    first = sum(border <= span[0] + slack for border in borders)
    last = sum(border < span[1] - slack for border in borders)
    return first, max(first, last)


def _rows_with_cells(lines: Sequence[Line]) -> list[Line]:
    """The lines that show the columns: not those of one phrase where others have several."""
    most = max((len(line.chunks()) for line in lines), default=0)
    return [line for line in lines if len(line.chunks()) >= min(2, most)]


def _fullest(lines: Sequence[Line]) -> list[Line]:
    """The lines with the most phrases, at least three of them where there are so many."""
    ranked = sorted((len(line.chunks()) for line in lines), reverse=True)
    least = ranked[min(2, len(ranked) - 1)]
    return [line for line in lines if len(line.chunks()) >= least]


def _crosses(box: Box, borders: Sequence[float]) -> bool:
    return any(box[0] < border < box[2] for border in borders)


def _ruled(verticals: Sequence[Box], lines: Sequence[Line], left: float, right: float, size: float) -> list[float]:
    """Vertical rulings that run along at least half of the lines, one x for those that stand close together."""
    stacks: list[list[Box]] = []
    for ruling in sorted(verticals):
        if not left - size < ruling[0] < right + size:
            continue
        if stacks and ruling[0] - stacks[-1][-1][0] < 0.6 * size:
            stacks[-1].append(ruling)
        else:
            stacks.append([ruling])
    borders = []
    for stack in stacks:
        x = (stack[0][0] + stack[-1][2]) / 2
        beside = sum(any(r[1] - 2 <= line.baseline - 0.3 * line.size <= r[3] + 2 for r in stack) for line in lines)
        crossed = sum(any(t.x0 + 1 < x < t.x1 - 1 for t in line.tokens) for line in lines)
        if beside >= 0.5 * len(lines) and crossed <= 0.2 * len(lines) and left < x < right:
            borders.append(x)
    return borders


def _gaps(lines: Sequence[Line], spanned: Sequence[float]) -> list[Gap]:
    """Stretches of x that printed words of at most a twentieth and phrases of at most a quarter of the lines cover.

    A number whose middle is at one of `spanned` counts for nothing, nor do the few phrases of words over two of them. Of
    each stretch the least covered part is given.
    """
    events: list[tuple[float, int, int]] = []
    chunks = [chunk for line in lines for chunk in line.chunks()]
    over = [
        chunk for chunk in chunks if sum(chunk[0].x0 < x < chunk[-1].x1 for x in spanned) > 1 and not chunk[-1].numeric
    ]
    few = len({chunk[0].baseline for chunk in over}) <= len(lines) / 3
    skipped = {id(chunk) for chunk in over} if few else set()
    for chunk in chunks:
        if id(chunk) not in skipped:
            for token in chunk:
                if not _spans(token, spanned):
                    events += [(token.x0, 1, 0), (token.x1, -1, 0)]
            events += [e for a, b in pairwise(chunk) if b.x0 > a.x1 for e in ((a.x1, 0, 1), (b.x0, 0, -1))]
    hard_most, soft_most = len(lines) // 20, len(lines) // 4
    stretches: list[list[Gap]] = [[]]
    hard = soft = 0
    ordered = sorted(events)
    for (x, printed, bridged), (following, *_) in pairwise(ordered):
        hard, soft = hard + printed, soft + bridged
        if hard > hard_most or soft > soft_most:
            if stretches[-1]:
                stretches.append([])
        elif following > x:
            stretches[-1].append(Gap(x, following, hard + soft))
    return [_best(stretch) for stretch in stretches if stretch]


def _best(stretch: Sequence[Gap]) -> Gap:
    """The widest part with the least coverage."""
    least = min(gap.covered for gap in stretch)
    runs: list[Gap] = []
    for gap in stretch:
        if gap.covered > least:
            continue
        if runs and gap.start - runs[-1].end < 0.01:
            runs[-1] = Gap(runs[-1].start, gap.end, least)
        else:
            runs.append(gap)
    return max(runs, key=lambda gap: gap.end - gap.start)


def _spans(token: Token, borders: Sequence[float]) -> bool:
    middle = (token.x0 + token.x1) / 2
    return token.numeric and any(
        abs(middle - border) < 1.2 * token.size and token.x0 < border < token.x1 for border in borders
    )


def _beside_numbers(lines: Sequence[Line], gap: Gap) -> bool:
    """Whether most lines have a number as the next token on one side of the gap, and a token on the other."""
    both = numbers = 0
    for line in lines:
        left = [t for t in line.tokens if t.x1 <= gap.middle + 1]
        right = [t for t in line.tokens if t.x0 >= gap.middle - 1]
        if left and right:
            both += 1
            numbers += right[0].numeric or (left[-1].numeric and apart(left[-1], right[0]))
    return both > 0 and numbers >= 0.6 * both


def _without_hollow(gaps: Sequence[Gap], lines: Sequence[Line]) -> list[float]:
    """Drop the gaps that bound an empty column, and the covered ones that bound a column which few lines fill."""
    kept = sorted(gaps, key=lambda gap: gap.middle)
    while True:
        edges = [float("-inf"), *(gap.middle for gap in kept), float("inf")]
        filled = [
            sum(any(a < (t.x0 + t.x1) / 2 < b for t in line.tokens) for line in lines) for a, b in pairwise(edges)
        ]
        weak = [
            (gap.covered, -(gap.end - gap.start), at)
            for at, gap in enumerate(kept)
            if min(filled[at], filled[at + 1]) < (max(2, 0.3 * len(lines)) if gap.covered else 1)
        ]
        if not weak:
            return [gap.middle for gap in kept]
        kept.pop(max(weak)[2])

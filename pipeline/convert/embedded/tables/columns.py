"""The columns of a table: the white space that runs down between the cells of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.tables.lines import Line, Token, apart
from pipeline.records.base import Box

_NARROW, _WIDE = 0.12, 0.5
"""Least width of a separator in font sizes: beside numbers, and between words, where a space can look like one."""

Span = tuple[float, float]


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
    by printed words of fewer still. `verticals` are vertical rulings: where they run along the body they are borders.
    """
    useful = _rows_with_cells(lines)
    if not useful:
        return []
    size = sorted(line.size for line in useful)[len(useful) // 2]
    left = min(line.box[0] for line in useful)
    right = max(line.box[2] for line in useful)
    ruled = _ruled(verticals, useful, left, right, size)
    borders = list(ruled)
    for start, end in _gaps(useful):
        middle = (start + end) / 2
        if left < middle < right and not any(start - 1 <= x <= end + 1 for x in ruled):
            floor = _NARROW if _beside_numbers(useful, middle) else _WIDE
            if (end - start) >= floor * size:
                borders.append(middle)
    return _without_hollow(sorted(borders), useful)


def pieces(line: Line, borders: Sequence[float], *, split: bool = True) -> list[Piece]:
    """The phrases of a line with their columns; with `split` a phrase is cut where a border lies in one of its spaces."""
    out: list[Piece] = []
    for chunk in line.chunks():
        groups: list[list[Token]] = [[chunk[0]]]
        for left, right in zip(chunk, chunk[1:], strict=False):
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


def _gaps(lines: Sequence[Line]) -> list[Span]:
    """Stretches of x that printed words of at most a twentieth and phrases of at most a quarter of the lines cover."""
    events: list[tuple[float, int, int]] = []
    for line in lines:
        for chunk in line.chunks():
            for token in chunk:
                events += [(token.x0, 1, 0), (token.x1, -1, 0)]
            for a, b in zip(chunk, chunk[1:], strict=False):
                if b.x0 > a.x1:
                    events += [(a.x1, 0, 1), (b.x0, 0, -1)]
    hard_most, soft_most = len(lines) // 20, len(lines) // 4
    gaps: list[Span] = []
    hard = soft = 0
    start: float | None = None
    for x, printed, bridged in sorted(events):
        hard, soft = hard + printed, soft + bridged
        clear = hard <= hard_most and soft <= soft_most
        if clear and start is None:
            start = x
        elif not clear and start is not None:
            if x > start:
                gaps.append((start, x))
            start = None
    return _joined(gaps)


def _joined(gaps: Sequence[Span]) -> list[Span]:
    out: list[Span] = []
    for start, end in gaps:
        if out and start - out[-1][1] < 0.01:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def _beside_numbers(lines: Sequence[Line], x: float) -> bool:
    """Whether most lines have a number as the next token on one side of x, and a token on the other."""
    both = numbers = 0
    for line in lines:
        left = [t for t in line.tokens if t.x1 <= x + 1]
        right = [t for t in line.tokens if t.x0 >= x - 1]
        if left and right:
            both += 1
            numbers += right[0].numeric or (left[-1].numeric and apart(left[-1], right[0]))
    return both > 0 and numbers >= 0.6 * both


def _without_hollow(borders: list[float], lines: Sequence[Line]) -> list[float]:
    """Drop a border when no line has a token between it and the next one."""
    kept: list[float] = []
    edges = [*borders, float("inf")]
    before = float("-inf")
    for border, after in zip(edges, edges[1:], strict=False):
        if any(before < (t.x0 + t.x1) / 2 < border for line in lines for t in line.tokens) and any(
            border < (t.x0 + t.x1) / 2 < after for line in lines for t in line.tokens
        ):
            kept.append(border)
            before = border
    return kept

"""The header of a table: which lines it takes, and their flattening to one name per column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.tables.columns import Piece, pieces
from pipeline.convert.embedded.tables.lines import Line, Token, joined_lines
from pipeline.records.base import Box

_FULL = 0.8
_AT_EDGE = 8.0
_MOST_LINES = 8
_UNDER = 1.2
"""How far below a header's baseline the rule that underlines it stands, in font sizes."""


@dataclass(frozen=True, slots=True)
class _Label:
    text: str
    first: int
    last: int
    span: tuple[float, float]


def full_rules(horizontals: Sequence[Box]) -> list[float]:
    """The y of the rules that run over (nearly) the whole table, from its left edge on."""
    widest = max(horizontals, key=lambda rule: rule[2] - rule[0], default=None)
    if widest is None:
        return []
    least = _FULL * (widest[2] - widest[0])
    return sorted(rule[1] for rule in horizontals if rule[2] - rule[0] >= least and rule[0] < widest[0] + _AT_EDGE)


def part_rules(horizontals: Sequence[Box], borders: Sequence[float]) -> list[float]:
    """The y of the rules that leave out the first column and run on to the right edge."""
    right = max((rule[2] for rule in horizontals), default=0.0)
    return sorted(
        rule[1]
        for rule in horizontals
        if borders[0] - _AT_EDGE < rule[0] < borders[0] + 40 and rule[2] > right - _AT_EDGE
    )


def header_lines(lines: Sequence[Line], horizontals: Sequence[Box]) -> int:
    """How many of the first lines are the header: those above the first rule under which the numbers begin.

    Without rules, the lines before the first that has numbers; 0 where nothing tells header and body apart.
    """
    numbers = [_numbers(line) for line in lines]
    ends = _ends(lines, full_rules(horizontals))
    if ends and not _is_body(lines[: ends[0]], numbers):
        end = ends[0]
        widest = max(rule[2] - rule[0] for rule in horizontals)
        for later in _ends(lines, [rule[1] for rule in horizontals if rule[2] - rule[0] > 0.6 * widest]):
            heading = all(len(line.chunks()) < 2 for line in lines[end:later])
            if later > end and (later > _MOST_LINES or heading or any(numbers[end:later]) or not any(numbers[later:])):
                break
            if 0 < later - end <= 3 and end <= 4:
                end = later
        return _without_heading(lines, end) if end <= _MOST_LINES else 0
    first = next((at for at, count in enumerate(numbers) if count), 0)
    return first if 0 < first <= 3 and sum(n > 0 for n in numbers) >= 0.5 * (len(lines) - first) else 0


def _ends(lines: Sequence[Line], rules: Sequence[float]) -> list[int]:
    """How many lines stand above each rule, where some do and some do not."""
    counts = (sum(line.baseline < y for line in lines) for y in sorted(rules))
    return [count for count in counts if 0 < count < len(lines)]


def _without_heading(lines: Sequence[Line], end: int) -> int:
    """Header lines without a last one that is the first heading inside: few phrases, which the body has again in their place."""
    last, rest = lines[end - 1], lines[end:]
    lefts = [chunk[0].x0 for line in lines[: end - 1] for chunk in line.chunks()]
    few = len(last.chunks()) <= 0.4 * max(len(line.chunks()) for line in rest)
    named = len(last.chunks()) > 1 and last.box[0] < min(line.box[0] for line in rest) + 2 * last.size
    if end < 2 or not few or named or any(abs(last.box[0] - x) < 1.5 for x in lefts):
        return end
    return end - any(_alike(last, line) for line in rest if not _numbers(line))


def _alike(one: Line, other: Line) -> bool:
    """Whether two lines have phrases with the same middles."""
    first, second = ([(c[0].x0 + c[-1].x1) / 2 for c in line.chunks()] for line in (one, other))
    return len(first) == len(second) and all(abs(a - b) < one.size for a, b in zip(first, second, strict=True))


def column_names(
    lines: Sequence[Line], body: Sequence[Line], borders: Sequence[float], rulings: tuple[Sequence[Box], Sequence[Box]]
) -> tuple[str, ...]:
    """One name per column; where a name stands over several columns, the names under it follow after ` > `.

    A name stands over the columns that a partial rule under it covers or vertical rulings enclose, else where it fits the
    cells of the `body` best. `rulings` are the horizontal and the vertical ones.
    """
    horizontals, verticals = rulings
    extents = _extents([*body, *lines[-1:]], borders)
    stacks: list[list[_Label]] = [[] for _ in extents]
    for at, line in enumerate(lines):
        labels = _labels(line, lines, borders, extents, horizontals)
        if at + 1 < len(lines):
            labels = _tiled([_enclosed(label, labels, line, extents, verticals) for label in labels], line, extents)
        for label in labels:
            for column in range(label.first, label.last + 1):
                stacks[column].append(label)
    return tuple(_flattened(stack) for stack in stacks)


def _is_body(lines: Sequence[Line], numbers: Sequence[int]) -> bool:
    """Whether what stands above the first rule has as many numbers as what follows: then it is no header."""
    above = max(numbers[: len(lines)], default=0)
    whole = all(
        re.fullmatch(r"\W*\d+\W*", t.text) for line in lines for t in line.tokens if t.numeric and _digits(t.text)
    )
    columns = max((len(line.chunks()) for line in lines), default=0)
    return above >= min(2, columns - 1) > 0 and above >= 0.8 * max(numbers[len(lines) :], default=0) and not whole


def _numbers(line: Line) -> int:
    """Phrases that are nothing but a number."""
    return sum(all(t.numeric for t in chunk) and any(_digits(t.text) for t in chunk) for chunk in line.chunks())


def _digits(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _extents(lines: Sequence[Line], borders: Sequence[float]) -> list[tuple[float, float]]:
    """Left and right edge of what stands in each column."""
    spans: list[list[float]] = [[] for _ in range(len(borders) + 1)]
    for line in lines:
        for piece in pieces(line, borders):
            if piece.first == piece.last:
                spans[piece.first] += [piece.tokens[0].x0, piece.tokens[-1].x1]
    edges = [line.box[0] for line in lines[:1]] + list(borders) + [line.box[2] for line in lines[:1]]
    return [(min(xs), max(xs)) if xs else (edges[at], edges[at + 1]) for at, xs in enumerate(spans)]


def _labels(
    line: Line,
    lines: Sequence[Line],
    borders: Sequence[float],
    extents: Sequence[tuple[float, float]],
    horizontals: Sequence[Box],
) -> list[_Label]:
    whole, cut = pieces(line, borders, split=False), pieces(line, borders)
    fills = len({piece.first for piece in cut}) == len(cut) >= len(borders)
    lowest = line is lines[-1]
    near = [t for other in lines if abs(other.baseline - line.baseline) < 0.9 * line.size for t in other.tokens]
    labels: list[_Label] = []
    for piece in whole:
        ruled = _ruled(piece, line, near, extents, horizontals)
        if ruled is not None:
            labels.append(_Label(piece.text, *ruled, (piece.tokens[0].x0, piece.tokens[-1].x1)))
        elif (lowest or fills) and piece.last > piece.first:
            labels += [_fitted(part, cut, extents) for part in cut if part.tokens[0] in piece.tokens]
        else:
            labels.append(_fitted(piece, whole, extents))
    return labels


def _fitted(piece: Piece, beside: Sequence[Piece], extents: Sequence[tuple[float, float]]) -> _Label:
    """The piece over the columns that it covers, or the one with which it is best aligned: left, right or middle.

    A column that another of the pieces `beside` it covers better is that one's.
    """
    left, right = piece.tokens[0].x0, piece.tokens[-1].x1
    covered = [
        at for at in range(piece.first, piece.last + 1)
        if _shared(piece, extents[at]) > 0.5 * (extents[at][1] - extents[at][0])
        and all(other is piece or _shared(other, extents[at]) < _shared(piece, extents[at]) for other in beside)
    ]  # fmt: skip
    if len(covered) > 1:
        return _Label(piece.text, covered[0], covered[-1], (left, right))
    best = (float("inf"), piece.first, piece.first)
    for first in range(piece.first, piece.last + 1):
        for last in range(first, piece.last + 1):
            x0, x1 = extents[first][0], extents[last][1]
            middle = abs((x0 + x1) - (left + right)) / 2
            misfit = min(abs(x0 - left), abs(x1 - right), middle) if first == last else middle + 1.0
            best = min(best, (misfit, first, last))
    return _Label(piece.text, best[1], best[2], (left, right))


def _shared(piece: Piece, extent: tuple[float, float]) -> float:
    """How much of a column's width a piece stands over."""
    return min(extent[1], piece.tokens[-1].x1) - max(extent[0], piece.tokens[0].x0)


def _ruled(
    piece: Piece, line: Line, near: Sequence[Token], extents: Sequence[tuple[float, float]], horizontals: Sequence[Box]
) -> tuple[int, int] | None:
    """The columns over a partial rule that underlines the piece and no other of the tokens `near` its line."""
    left, right = piece.tokens[0].x0, piece.tokens[-1].x1
    widest = max((rule[2] - rule[0] for rule in horizontals), default=0.0)
    for rule in horizontals:
        below = rule[1] - line.baseline
        if not (
            0 < below < _UNDER * line.size and rule[0] < right and rule[2] > left and rule[2] - rule[0] < _FULL * widest
        ):
            continue
        others = [t for t in near if t not in piece.tokens and t.x0 < rule[2] - 1 and t.x1 > rule[0] + 1]
        inside = [at for at, (x0, x1) in enumerate(extents) if rule[0] - 2 <= (x0 + x1) / 2 <= rule[2] + 2]
        if not others and inside:
            return inside[0], inside[-1]
    return None


def _enclosed(
    label: _Label,
    labels: Sequence[_Label],
    line: Line,
    extents: Sequence[tuple[float, float]],
    verticals: Sequence[Box],
) -> _Label:
    """Spread a name over the columns of its compartment, where it stands alone in the middle between vertical rulings."""
    y = line.baseline - 0.3 * line.size
    xs = [(r[0] + r[2]) / 2 for r in verticals if r[1] - 1 <= y <= r[3] + 1]
    if not xs:
        return label
    left = max((x for x in xs if x <= label.span[0] + 1), default=extents[0][0] - 1)
    right = min((x for x in xs if x >= label.span[1] - 1), default=extents[-1][1] + 1)
    inside = [at for at, (x0, x1) in enumerate(extents) if left < (x0 + x1) / 2 < right and (at or not label.first)]
    alone = not any(other is not label and left < sum(other.span) / 2 < right for other in labels)
    if not alone or len(inside) <= label.last - label.first + 1:
        return label
    middles = ((extents[inside[0]][0] + extents[inside[-1]][1]) / 2, (left + right) / 2)
    if min(abs(middle - sum(label.span) / 2) for middle in middles) > line.size:
        return label
    return _Label(label.text, inside[0], inside[-1], label.span)


def _tiled(labels: list[_Label], line: Line, extents: Sequence[tuple[float, float]]) -> list[_Label]:
    """Spread the names of an upper line, where each stands in the middle of its share of all columns but the first ones."""
    upper = [label for label in labels if label.first > 0]
    if len(upper) < 2:
        return labels
    fits = _Fit(upper, extents, 0.9 * line.size)
    for start in range(1, upper[0].first + 1):
        tiles = fits.shares(0, start)
        if tiles is not None and sum(tile.last > tile.first for tile in tiles) > 1:
            return [label for label in labels if label.first == 0] + tiles
    return labels


class _Fit:
    """Shares the columns from one on to the last among labels, none left out, each label in the middle of its share."""

    def __init__(self, labels: Sequence[_Label], extents: Sequence[tuple[float, float]], slack: float) -> None:
        self._labels, self._extents, self._slack = labels, extents, slack
        self._failed: set[tuple[int, int]] = set()

    def shares(self, index: int, start: int) -> list[_Label] | None:
        """The labels from `index` on with the columns from `start` on; None where they do not fit."""
        if index == len(self._labels):
            return [] if start == len(self._extents) else None
        label = self._labels[index]
        stop = self._labels[index + 1].first if index + 1 < len(self._labels) else len(self._extents)
        if (index, start) in self._failed or start > label.first:
            return None
        for last in range(label.last, stop):
            middle = (self._extents[start][0] + self._extents[last][1]) / 2
            if abs(middle - sum(label.span) / 2) < self._slack:
                rest = self.shares(index + 1, last + 1)
                if rest is not None:
                    return [_Label(label.text, start, last, label.span), *rest]
        self._failed.add((index, start))
        return None


def _flattened(stack: Sequence[_Label]) -> str:
    levels: list[list[_Label]] = []
    for label in stack:
        same = levels and (label.first, label.last) == (levels[-1][-1].first, levels[-1][-1].last)
        if same:
            levels[-1].append(label)
        else:
            levels.append([label])
    return " > ".join(joined_lines([label.text for label in level]) for level in levels)

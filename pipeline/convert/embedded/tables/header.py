"""The header of a table: which lines it takes, and their flattening to one name per column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.tables.columns import Piece, pieces
from pipeline.convert.embedded.tables.lines import Line, joined_lines
from pipeline.records.base import Box

_FULL = 0.8
_MOST_LINES = 8
_UNDER = 1.2
"""How far below a header's baseline the rule that underlines it stands, in font sizes."""


@dataclass(frozen=True, slots=True)
class _Label:
    text: str
    first: int
    last: int


def full_rules(horizontals: Sequence[Box]) -> list[float]:
    """The y of the rules that run over (nearly) the whole table."""
    widest = max((rule[2] - rule[0] for rule in horizontals), default=0.0)
    return sorted(rule[1] for rule in horizontals if rule[2] - rule[0] >= _FULL * widest)


def header_lines(lines: Sequence[Line], horizontals: Sequence[Box]) -> int:
    """How many of the first lines are the header: those above the first rule under which the numbers begin.

    Without rules, the lines before the first that has numbers; 0 where nothing tells header and body apart.
    """
    numbers = [_numbers(line) for line in lines]
    ends = [
        count for y in full_rules(horizontals) if 0 < (count := sum(line.baseline < y for line in lines)) < len(lines)
    ]
    if ends and not _is_body(lines[: ends[0]], numbers):
        end = ends[0]
        for later in ends[1:]:
            if later > _MOST_LINES or any(numbers[end:later]) or not any(numbers[later:]):
                break
            if later - end <= 3 and end <= 2:
                end = later
        return end if end <= _MOST_LINES else 0
    first = next((at for at, count in enumerate(numbers) if count), 0)
    return first if 0 < first <= 3 and sum(n > 0 for n in numbers) >= 0.5 * (len(lines) - first) else 0


def column_names(lines: Sequence[Line], borders: Sequence[float], horizontals: Sequence[Box]) -> tuple[str, ...]:
    """One name per column; where a name stands over several columns, the names under it follow after ` > `."""
    count = len(borders) + 1
    stacks: list[list[_Label]] = [[] for _ in range(count)]
    for at, line in enumerate(lines):
        for label in _labels(line, borders, horizontals, lowest=at == len(lines) - 1):
            for column in range(label.first, min(label.last, count - 1) + 1):
                stacks[column].append(label)
    return tuple(_flattened(stack) for stack in stacks)


def _is_body(lines: Sequence[Line], numbers: Sequence[int]) -> bool:
    """Whether what stands above the first rule has as many numbers as what follows: then it is no header."""
    rest = numbers[len(lines) :]
    above = max(numbers[: len(lines)], default=0)
    return above >= 2 and above >= 0.8 * max(rest, default=0)


def _numbers(line: Line) -> int:
    """Phrases that are or end in a number; a year or a citation's number is none."""
    return sum(
        chunk[-1].numeric
        and not (chunk[-1].text[0] in "([" and len(chunk) > 1)
        and any(c.isdigit() for c in chunk[-1].text)
        for chunk in line.chunks()
    )


def _labels(line: Line, borders: Sequence[float], horizontals: Sequence[Box], *, lowest: bool) -> list[_Label]:
    whole, cut = pieces(line, borders, split=False), pieces(line, borders)
    fills = len({piece.first for piece in cut}) == len(cut) >= len(borders)
    labels: list[_Label] = []
    for piece in whole:
        ruled = _ruled(piece, line, borders, horizontals)
        if ruled is not None:
            labels.append(_Label(piece.text, *ruled))
        elif (lowest or fills) and piece.last > piece.first:
            labels += [_Label(part.text, part.first, part.last) for part in cut if part.tokens[0] in piece.tokens]
        else:
            labels.append(_Label(piece.text, piece.first, piece.last))
    return labels


def _ruled(piece: Piece, line: Line, borders: Sequence[float], horizontals: Sequence[Box]) -> tuple[int, int] | None:
    """The columns over a partial rule that underlines the piece and nothing else of its line."""
    left, right = piece.tokens[0].x0, piece.tokens[-1].x1
    edges = [line.box[0], *borders, line.box[2]]
    widest = max((rule[2] - rule[0] for rule in horizontals), default=0.0)
    for rule in horizontals:
        below = rule[1] - line.baseline
        if not (
            0 < below < _UNDER * line.size and rule[0] < right and rule[2] > left and rule[2] - rule[0] < _FULL * widest
        ):
            continue
        others = [t for t in line.tokens if t not in piece.tokens and t.x0 < rule[2] - 1 and t.x1 > rule[0] + 1]
        inside = [c for c in range(len(edges) - 1) if rule[0] - 2 <= _middle(edges, c, rule) <= rule[2] + 2]
        if not others and inside:
            return inside[0], inside[-1]
    return None


def _middle(edges: Sequence[float], column: int, rule: Box) -> float:
    """The middle of a column; the outer ones, whose width is not known, count from the rule's edge."""
    left, right = edges[column], edges[column + 1]
    if column == len(edges) - 2:
        right = max(right, min(rule[2], left + 2 * (right - left)))
    return (left + right) / 2


def _flattened(stack: Sequence[_Label]) -> str:
    levels: list[list[_Label]] = []
    for label in stack:
        same = levels and (label.first, label.last) == (levels[-1][-1].first, levels[-1][-1].last)
        if same:
            levels[-1].append(label)
        else:
            levels.append([label])
    return " > ".join(joined_lines([label.text for label in level]) for level in levels)

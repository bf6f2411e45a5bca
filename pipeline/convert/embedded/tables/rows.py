"""From the lines of a table's body to its rows: wrapped cells joined, cells of several rows repeated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pipeline.convert.embedded.tables.columns import Piece, columns_of, pieces
from pipeline.convert.embedded.tables.lines import Line, joined_lines

_BESIDE = 0.85
"""A line nearer than this (in font sizes) to a row stands between the rows: no two lines of one cell are so close."""


@dataclass(slots=True)
class _Row:
    """A line, later a row: per column the texts of its lines with their baselines."""

    baseline: float
    size: float
    cells: dict[int, list[tuple[float, str]]] = field(default_factory=dict)
    numbers: set[int] = field(default_factory=set)
    spanning: bool = False
    """Its one phrase stands over several columns: a heading inside the table."""

    def text(self, column: int) -> str:
        """The text of a cell, empty where there is none."""
        return joined_lines([text for _, text in sorted(self.cells.get(column, []))])


def body_rows(lines: Sequence[Line], borders: Sequence[float], rules: Sequence[float]) -> list[tuple[str, ...]]:
    """The rows of the body; `rules` are the y of the rules over the whole table.

    A cell that is printed once for several rows (its baseline stands between theirs, or it is the only one of its column
    between two rules, in the middle or on top) is repeated in each; all other empty cells stay empty.
    """
    rows: list[_Row] = []
    need = _cells_of_a_row(lines, borders)
    for band in _bands([_read(line, borders) for line in lines], rules):
        anchors = [row for row in band if len(row.cells) >= need and not row.spanning]
        if not anchors:
            rows += _joined_text(band)
            continue
        beside, others = _sorted_out(band, anchors)
        headings = _fold(others, anchors, band)
        _share(beside, anchors)
        _fill(anchors, ruled=len(rules) > 3)
        rows += sorted([*anchors, *headings], key=lambda row: row.baseline)
    count = len(borders) + 1
    return [tuple(row.text(column) for column in range(count)) for row in rows]


def _read(line: Line, borders: Sequence[float]) -> _Row:
    row = _Row(line.baseline, line.size)
    parts = pieces(line, borders)
    whole = pieces(line, borders, split=False)
    if len(whole) == 1 and whole[0].last > whole[0].first and not whole[0].tokens[-1].numeric:
        row.cells[0] = [(line.baseline, whole[0].text)]
        row.spanning = True
        return row
    for part in parts:
        for column in _places(part, borders):
            row.cells.setdefault(column, []).append((line.baseline, part.text))
            if all(token.numeric for token in part.tokens):
                row.numbers.add(column)
    for column, texts in row.cells.items():
        row.cells[column] = [(line.baseline, " ".join(text for _, text in texts))]
    return row


def _places(part: Piece, borders: Sequence[float]) -> Iterable[int]:
    """A number over several columns stands in each of them; words belong where their middle is."""
    if part.first == part.last:
        return (part.first,)
    if len(part.tokens) == 1 and part.tokens[0].numeric:
        return range(part.first, part.last + 1)
    if part.first == 0:
        return (0,)
    middle = (part.tokens[0].x0 + part.tokens[-1].x1) / 2
    return (columns_of((middle, middle), borders)[0],)


def _cells_of_a_row(lines: Sequence[Line], borders: Sequence[float]) -> float:
    counts = [len(row.cells) for row in (_read(line, borders) for line in lines) if len(row.cells) > 1]
    return max(2.0, 0.5 * median(counts)) if counts else 1.0


def _bands(rows: Sequence[_Row], rules: Sequence[float]) -> list[list[_Row]]:
    bands: dict[int, list[_Row]] = {}
    for row in rows:
        bands.setdefault(sum(y < row.baseline for y in rules), []).append(row)
    return [bands[key] for key in sorted(bands)]


def _joined_text(band: Sequence[_Row]) -> list[_Row]:
    """Rows of a band in which no line has enough cells: each as it is."""
    return list(band)


def _sorted_out(band: Sequence[_Row], anchors: Sequence[_Row]) -> tuple[list[_Row], list[_Row]]:
    """Lines between the rows, and lines that are neither between nor rows."""
    beside: list[_Row] = []
    others: list[_Row] = []
    for row in band:
        if any(row is anchor for anchor in anchors):
            continue
        near = min(abs(row.baseline - anchor.baseline) for anchor in anchors)
        (beside if near < _BESIDE * row.size and not row.spanning else others).append(row)
    return beside, others


def _fold(others: Sequence[_Row], anchors: Sequence[_Row], band: Sequence[_Row]) -> list[_Row]:
    """Append the lines that continue cells to their rows; return the rest, which are rows of their own."""
    own: list[_Row] = []
    pitch = _pitch(anchors)
    for row in others:
        before = max((a for a in anchors if a.baseline < row.baseline), key=lambda a: a.baseline, default=None)
        after = min((a for a in anchors if a.baseline > row.baseline), key=lambda a: a.baseline, default=None)
        if row.spanning or row.numbers:
            own.append(row)
        elif set(row.cells) == {0}:
            target = before if before is not None and _continues_name(row, before, after, pitch) else None
            if target is None:
                own.append(row)
            else:
                _append(target, row)
        elif 0 in row.cells:
            own.append(row)
        else:
            upward = before is not None and (
                after is None
                or row.baseline - before.baseline <= 1.15 * (after.baseline - row.baseline)
                or _linked(row, before, band)
            )
            target = before if upward else after
            if target is None:
                own.append(row)
            else:
                _append(target, row)
    return own


def _linked(row: _Row, anchor: _Row, band: Sequence[_Row]) -> bool:
    """Whether every line from the row `anchor` down to this one follows the last at the distance of lines in a cell."""
    between = sorted(r.baseline for r in band if anchor.baseline <= r.baseline <= row.baseline)
    return all(b - a < 1.35 * row.size for a, b in pairwise(between))


def _continues_name(row: _Row, before: _Row, after: _Row | None, pitch: float) -> bool:
    text = row.text(0)
    if not before.cells.get(0):
        return False
    step = row.baseline - before.baseline
    if text[:1].islower() or text[:1] in "([&+" or before.text(0).endswith(("-", "\u00ad", ",", "&", "+")):
        return step < 1.5 * row.size
    following = after.baseline - row.baseline if after else step + pitch
    return step < 0.85 * pitch and step < following


def _pitch(anchors: Sequence[_Row]) -> float:
    steps = [b.baseline - a.baseline for a, b in pairwise(anchors)]
    return median(steps) if steps else 0.0


def _append(row: _Row, line: _Row) -> None:
    for column, texts in line.cells.items():
        row.cells.setdefault(column, []).extend(texts)


def _share(beside: Sequence[_Row], anchors: Sequence[_Row]) -> None:
    """Give the cells that stand between rows to the rows around them: per column each empty row takes the nearest."""
    for column in sorted({column for row in beside for column in row.cells}):
        blocks: list[list[_Row]] = []
        for row in (row for row in beside if column in row.cells):
            if blocks and row.baseline - blocks[-1][-1].baseline < 1.4 * row.size:
                blocks[-1].append(row)
            else:
                blocks.append([row])
        empty = [anchor for anchor in anchors if column not in anchor.cells]
        centre = {id(block[0]): (block[0].baseline + block[-1].baseline) / 2 for block in blocks}
        if not empty:
            for block in blocks:
                middle = centre[id(block[0])]
                nearest = min(anchors, key=lambda a: abs(a.baseline - middle))
                nearest.cells[column] += [text for row in block for text in row.cells[column]]
            continue
        for anchor in empty:
            block = min(blocks, key=lambda b: abs(centre[id(b[0])] - anchor.baseline))
            anchor.cells[column] = [text for row in block for text in row.cells[column]]


def _fill(anchors: Sequence[_Row], *, ruled: bool) -> None:
    """Repeat the only name of a leading column in all rows of its band, where it stands in the middle or on top."""
    if len(anchors) < 2 or not ruled:
        return
    column = 0
    while any(column in row.cells for row in anchors):
        at = [index for index, row in enumerate(anchors) if column in row.cells]
        if (
            len(at) == 1
            and column not in anchors[at[0]].numbers
            and (at[0] == 0 or abs(at[0] - (len(anchors) - 1) / 2) <= 0.5)
        ):
            for row in anchors:
                row.cells[column] = list(anchors[at[0]].cells[column])
        elif len(at) < len(anchors):
            return
        column += 1

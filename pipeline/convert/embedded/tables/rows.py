"""From the lines of a table's body to its rows: wrapped cells joined, cells of several rows repeated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.convert.embedded.tables.entries import (
    Entry,
    Grid,
    bands_of,
    paragraphs,
    read_entry,
    with_errors,
    with_sources,
)
from pipeline.convert.embedded.tables.lines import Line

_BESIDE = 0.85
"""A line nearer than this (in font sizes) to a row stands between the rows: no two lines of one cell are so close."""


def body_rows(
    lines: Sequence[Line], borders: Sequence[float], rules: Sequence[float], parts: Sequence[float] = ()
) -> list[tuple[str, ...]]:
    """The rows of the body; `rules` are the y of the rules over the whole table, `parts` of those over all but a column.

    A cell that is printed once for several rows (its baseline stands between theirs, or it is the only one of its column
    between two rules, in the middle or on top) is repeated in each; all other empty cells stay empty.
    """
    grid = Grid(lines, borders)
    entries = with_sources(with_errors([read_entry(line, grid) for line in lines]))
    bands = paragraphs(bands_of(entries, rules))
    need = _cells_of_a_row(entries)
    single = _one_name_each(bands, need)
    rows: list[Entry] = []
    for band in bands:
        rows += _rows_of(band, need, parts, ruled=len(bands) > 1, single=single)
    count = len(borders) + 1
    return [tuple(row.text(column) for column in range(count)) for row in rows]


def _rows_of(band: Sequence[Entry], need: float, parts: Sequence[float], *, ruled: bool, single: bool) -> list[Entry]:
    name = _take_name(band, need, single=single) if ruled else []
    lines = [row for row in band if row.cells]
    if name:
        need = max(2.0, need - 1) if any(len(row.cells) > 1 for row in lines) else 1.0
    anchors = [row for row in lines if len(row.cells) >= need and not row.spanning]
    if not anchors:
        return lines
    beside, others = _sorted_out(lines, anchors)
    headings = _fold(others, anchors, lines)
    _share(beside, anchors)
    if name:
        for row in anchors:
            row.cells[0] = list(name)
    elif ruled:
        _fill(anchors, 0)
    inner = bands_of(anchors, parts)
    for group in inner if len(inner) > 1 else []:
        _fill(group, 1)
    return sorted([*anchors, *headings], key=lambda row: row.baseline)


def _take_name(band: Sequence[Entry], need: float, *, single: bool) -> list[tuple[float, str]]:
    """Take out the one name that stands for all rows of a band: in the middle of its height, or known to be `single`."""
    named = [row for row in band if 0 in row.cells]
    rows = [row for row in band if len(row.cells) >= need]
    if len(rows) < 2 or not named or any(row.spanning or 0 in row.numbers for row in named):
        return []
    close = all(b.baseline - a.baseline < 1.35 * a.size for a, b in pairwise(named))
    middle = (named[0].baseline + named[-1].baseline - band[0].baseline - band[-1].baseline) / 2
    height = band[-1].baseline - band[0].baseline
    centred = abs(middle) < max(0.5 * band[0].size, 0.2 * height) and len(band) > len(named) + 1
    if not close or not (centred or (single and len(named) == len(rows) == len(band))):
        return []
    return [text for row in named for text in row.cells.pop(0)]


def _one_name_each(bands: Sequence[Sequence[Entry]], need: float) -> bool:
    """Whether in all bands with several rows, and at least two of them, but one the first column holds one name."""
    several = [band for band in bands if sum(len(row.cells) >= need for row in band) > 1]
    alone = sum(sum(0 in row.cells for row in band) == 1 for band in several)
    return alone >= 2 and alone >= len(several) - 1


def _cells_of_a_row(rows: Sequence[Entry]) -> float:
    """How many filled cells make a line a row: half of what lines with several have."""
    counts = [len(row.cells) for row in rows if len(row.cells) > 1]
    return max(2.0, 0.5 * median(counts)) if counts else 1.0


def _sorted_out(band: Sequence[Entry], anchors: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Lines between the rows, and lines that are neither between nor rows."""
    beside: list[Entry] = []
    others: list[Entry] = []
    for row in band:
        if any(row is anchor for anchor in anchors):
            continue
        near = min(abs(row.baseline - anchor.baseline) for anchor in anchors)
        (beside if near < _BESIDE * row.size and not row.spanning else others).append(row)
    return beside, others


def _fold(others: Sequence[Entry], anchors: Sequence[Entry], band: Sequence[Entry]) -> list[Entry]:
    """Append the lines that continue cells to their rows; return the rest, which are rows of their own."""
    own: list[Entry] = []
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


def _linked(row: Entry, anchor: Entry, band: Sequence[Entry]) -> bool:
    """Whether every line from the row `anchor` down to this one follows the last at the distance of lines in a cell."""
    between = sorted(r.baseline for r in band if anchor.baseline <= r.baseline <= row.baseline)
    return all(b - a < 1.35 * row.size for a, b in pairwise(between))


def _continues_name(row: Entry, before: Entry, after: Entry | None, pitch: float) -> bool:
    text = row.text(0)
    if not before.cells.get(0):
        return False
    step = row.baseline - before.baseline
    if text[:1].islower() or text[:1] in "([&+" or before.text(0).endswith(("-", "\u00ad", ",", "&", "+")):
        return step < 1.5 * row.size
    following = after.baseline - row.baseline if after else step + pitch
    return step < 0.85 * pitch and step < following


def _pitch(anchors: Sequence[Entry]) -> float:
    steps = [b.baseline - a.baseline for a, b in pairwise(anchors)]
    return median(steps) if steps else 0.0


def _append(row: Entry, line: Entry) -> None:
    for column, texts in line.cells.items():
        row.cells.setdefault(column, []).extend(texts)


def _share(beside: Sequence[Entry], anchors: Sequence[Entry]) -> None:
    """Give the cells that stand between rows to the rows around them: per column each empty row takes the nearest."""
    for column in sorted({column for row in beside for column in row.cells}):
        blocks: list[list[Entry]] = []
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
        own = len(empty) < len(anchors)
        for anchor in empty:
            block = min(blocks, key=lambda b: abs(centre[id(b[0])] - anchor.baseline))
            # where other rows have a cell of their own, one between two rows is theirs alone
            if not own or abs(centre[id(block[0])] - anchor.baseline) < 0.75 * _pitch(anchors):
                anchor.cells[column] = [text for row in block for text in row.cells[column]]


def _fill(anchors: Sequence[Entry], column: int) -> None:
    """Repeat the only name of a column in all rows of its band, where it stands in the middle or on top."""
    at = [index for index, row in enumerate(anchors) if column in row.cells]
    if len(at) != 1 or column in anchors[at[0]].numbers:
        return
    if at[0] == 0 or abs(at[0] - (len(anchors) - 1) / 2) <= 0.5:
        for row in anchors:
            row.cells[column] = list(anchors[at[0]].cells[column])

"""The lines of a table's body as entries: what each has in which column, grouped by the rules between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean

from pipeline.convert.embedded.tables.columns import Piece, columns_of, pieces
from pipeline.convert.embedded.tables.lines import Line, joined_lines

_WORDY = 3.5
"""Words in a cell from which on, in the mean, a group of lines is text and no list of names and values."""


@dataclass(slots=True)
class Entry:
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

    def breaks(self, column: int) -> bool:
        """Whether a cell ends with a broken word."""
        return any(text.endswith("\u00ad") for _, text in self.cells.get(column, []))


class Grid:
    """The columns of a table's body, and what its lines have in common."""

    def __init__(self, lines: Sequence[Line], borders: Sequence[float]) -> None:
        self.borders = borders
        self._middle = (min(line.box[0] for line in lines) + max(line.box[2] for line in lines)) / 2
        self._lefts = Counter(round(chunk[0].x0) for line in lines for chunk in line.chunks())

    def centred(self, piece: Piece) -> bool:
        """Whether a phrase stands in the middle of the table and begins where no cell does, as a heading inside it."""
        first, last = piece.tokens[0], piece.tokens[-1]
        aligned = self._lefts[round(first.x0)] > 2
        return piece.first > 0 and not aligned and abs((first.x0 + last.x1) / 2 - self._middle) < first.size


def read_entry(line: Line, grid: Grid) -> Entry:
    """What a line of the body has in which column."""
    borders = grid.borders
    row = Entry(line.baseline, line.size)
    whole = pieces(line, borders, split=False)
    if (
        len(whole) == 1
        and not all(token.numeric for token in whole[0].tokens)
        and (whole[0].last > whole[0].first or grid.centred(whole[0]))
    ):
        row.cells[0] = [(line.baseline, whole[0].text)]
        row.spanning = True
        return row
    over = [
        piece for piece in whole if piece.last > piece.first + 1 and not any(token.number for token in piece.tokens)
    ]
    inside = {id(token) for piece in over for token in piece.tokens}
    words: set[int] = set()
    for part in [*over, *(part for part in pieces(line, borders) if id(part.tokens[0]) not in inside)]:
        for column in (part.first,) if part in over else _places(part, borders):
            row.cells.setdefault(column, []).append((line.baseline, part.text))
            if not all(token.numeric for token in part.tokens):
                words.add(column)
    row.numbers = set(row.cells) - words
    row.spanning = bool(over) and len(over) == len(whole)
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


def bands_of(rows: Sequence[Entry], rules: Sequence[float]) -> list[list[Entry]]:
    """The rows grouped by the rules (their y) between them, top to bottom."""
    bands: dict[int, list[Entry]] = {}
    for row in rows:
        bands.setdefault(sum(y < row.baseline for y in rules), []).append(row)
    return [bands[key] for key in sorted(bands)]


def with_errors(rows: Sequence[Entry]) -> list[Entry]:
    """Append a line of nothing but errors (`±0.2`, `(0.2)`) under a line of values to the values' cells."""
    out: list[Entry] = []
    for row in rows:
        texts = [row.text(column) for column in row.cells]
        errors = all(re.match(r"±|[(\[][±+\-−–]?[\d.]+%?[)\]]$", text) for text in texts) and 0 not in row.cells
        under = out and row.baseline - out[-1].baseline < 1.5 * out[-1].size and set(row.cells) <= out[-1].numbers
        if errors and under:
            for column, lines in row.cells.items():
                out[-1].cells[column] += lines
        else:
            out.append(row)
    return out


def with_sources(rows: Sequence[Entry]) -> list[Entry]:
    """Append a line whose first cell is all in brackets, as the source of what is named over it, to the line over it."""
    out: list[Entry] = []
    for row in rows:
        step = row.baseline - out[-1].baseline if out else 0.0
        if (
            out
            and re.match(r"\(.*\)$", row.text(0))
            and not row.numbers
            and 0 in out[-1].cells
            and step < 1.4 * row.size
        ):
            for column, lines in row.cells.items():
                out[-1].cells.setdefault(column, []).extend(lines)
        else:
            out.append(row)
    return out


def paragraphs(bands: Sequence[Sequence[Entry]]) -> list[list[Entry]]:
    """Join the lines of each row of running text to one entry, in bands that have no numbers but sentences.

    Such a row is a band, or the lines between two wider gaps in it, when its first column goes on from line to line or no
    line has two cells.
    """
    out: list[list[Entry]] = []
    for band in bands:
        groups = _groups(band)
        named = sum(0 in row.cells for row in band)
        wordy = _wordy(band)
        flows = wordy and named > 0.5 * len(band) and len(bands) > 1 and _runs_over(band)
        if _each_a_row(groups):
            out.append([_merged(group) for group in groups])
        elif flows or (wordy and len(bands) > 1 and max(len(row.cells) for row in band) == 1):
            out.append([_merged(band)])
        else:
            out.append(list(band))
    return out


def _each_a_row(groups: Sequence[Sequence[Entry]]) -> bool:
    """Whether the white space shows the rows: groups of lines, no more than one of them with numbers, all with a name."""
    return (
        len(groups) > 1
        and any(len(group) > 1 for group in groups)
        and all(any(0 in row.cells for row in group) for group in groups)
        and all(sum(bool(row.numbers) for row in group) < 2 for group in groups)
        and not any(row.spanning for group in groups if len(group) > 1 for row in group)
        and all(
            len({frozenset(row.cells) for row in group}) > 1 or _runs_over(group) for group in groups if len(group) > 1
        )
    )


def _runs_over(band: Sequence[Entry]) -> bool:
    """Whether most cells begin as the middle of a sentence does: with a small letter, or after a broken word."""
    pairs = [
        (before.breaks(column), row.text(column))
        for before, row in pairwise(band)
        for column in set(before.cells) & set(row.cells)
    ]
    return sum(text[:1].islower() or broken for broken, text in pairs) > 0.5 * len(pairs)


def _wordy(band: Sequence[Entry]) -> bool:
    texts = [row.text(column) for row in band for column in row.cells]
    columns = {column for row in band for column in row.cells}
    numbers = any(row.numbers for row in band)
    return len(band) > 1 and len(columns) > 1 and not numbers and mean(len(text.split()) for text in texts) >= _WORDY


def _groups(band: Sequence[Entry]) -> list[list[Entry]]:
    """The lines of a band, cut where the step to the next is clearly wider than the least that lines of text have."""
    steps = [b.baseline - a.baseline for a, b in pairwise(band)]
    least = min((step for step in steps if step > 0.9 * band[0].size), default=0.0)
    groups = [[band[0]]]
    for before, row in pairwise(band):
        if row.baseline - before.baseline > 1.12 * least or least > 1.4 * band[0].size:
            groups.append([])
        groups[-1].append(row)
    return groups


def _merged(band: Sequence[Entry]) -> Entry:
    whole = Entry(band[0].baseline, band[0].size)
    for row in band:
        for column, texts in row.cells.items():
            whole.cells.setdefault(column, []).extend(texts)
    return whole

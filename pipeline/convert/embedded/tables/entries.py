"""The lines of a table's body as entries: what each has in which column, grouped by the rules between them."""

from __future__ import annotations

import re
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


def read_entry(line: Line, borders: Sequence[float]) -> Entry:
    """What a line of the body has in which column."""
    row = Entry(line.baseline, line.size)
    parts = pieces(line, borders)
    whole = pieces(line, borders, split=False)
    if len(whole) == 1 and whole[0].last > whole[0].first and not all(token.numeric for token in whole[0].tokens):
        row.cells[0] = [(line.baseline, whole[0].text)]
        row.spanning = True
        return row
    words: set[int] = set()
    for part in parts:
        for column in _places(part, borders):
            row.cells.setdefault(column, []).append((line.baseline, part.text))
            if not all(token.numeric for token in part.tokens):
                words.add(column)
    row.numbers = set(row.cells) - words
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


def paragraphs(bands: Sequence[Sequence[Entry]]) -> list[list[Entry]]:
    """Join the lines of each row of running text to one entry, in bands that have no numbers but sentences.

    Such a row is a band, or the lines between two wider gaps in it, when its first column goes on from line to line or no
    line has two cells.
    """
    out: list[list[Entry]] = []
    for band in bands:
        groups = _groups(band) if _wordy(band) else []
        named = sum(0 in row.cells for row in band)
        flows = named > 0.5 * len(band) and (len(groups) > 1 or len(bands) > 1)
        if (
            len(groups) > 1
            and all(any(0 in row.cells for row in group[:2]) for group in groups)
            and named > 0.25 * len(band)
        ):
            out.append([_merged(group) for group in groups])
        elif groups and (flows or (len(bands) > 1 and max(len(row.cells) for row in band) == 1)):
            out.append([_merged(band)])
        else:
            out.append(list(band))
    return out


def _wordy(band: Sequence[Entry]) -> bool:
    texts = [row.text(column) for row in band for column in row.cells]
    columns = {column for row in band for column in row.cells}
    numbers = any(row.numbers for row in band)
    return len(band) > 1 and len(columns) > 1 and not numbers and mean(len(text.split()) for text in texts) >= _WORDY


def _groups(band: Sequence[Entry]) -> list[list[Entry]]:
    """The lines of a band, cut where the step to the next is clearly wider than the usual one."""
    steps = sorted(b.baseline - a.baseline for a, b in pairwise(band))
    usual = steps[len(steps) // 2]
    groups = [[band[0]]]
    for before, row in pairwise(band):
        if row.baseline - before.baseline > 1.12 * usual:
            groups.append([])
        groups[-1].append(row)
    return groups


def _merged(band: Sequence[Entry]) -> Entry:
    whole = Entry(band[0].baseline, band[0].size)
    for row in band:
        for column, texts in row.cells.items():
            whole.cells.setdefault(column, []).extend(texts)
    return whole

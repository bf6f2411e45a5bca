"""Finds and reads the tables of a document, from its captions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.convert.embedded.tables.columns import separators
from pipeline.convert.embedded.tables.extent import Area, candidates, running_size
from pipeline.convert.embedded.tables.header import column_names, full_rules, header_lines, part_rules
from pipeline.convert.embedded.tables.lines import lines_of
from pipeline.convert.embedded.tables.rows import body_rows
from pipeline.convert.embedded.words import Caption, Page
from pipeline.records.base import Box
from pipeline.records.document import Table
from pipeline.records.finding import Finding

_WRONG_SIDE, _UNRULED = 20.0, 12.0
"""Points that a candidate's distance counts more: on the side where this document's tables are not, without rules."""
_MOST_WORDS_OF_A_CELL, _MOST_WORDS_WITHOUT_RULES = 150, 4
"""In the mean; words in columns that no rule vouches for are more likely columns of text."""
_MOST_COLUMNS, _MOST_LINES = 60, 400
_MOST_WORDS_ON_A_PAGE, _MOST_ON_A_PAGE, _MOST_TABLES = 6_000, 12, 150
"""A fuller page is not read for tables, nor are more captions of a page or document: no paper has as many."""

Grid = tuple[tuple[str, ...], list[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table, and the box of its body (None where it was not found): the words inside leave the running text."""

    table: Table
    caption: Caption
    body: Box | None


def find_tables(pages: Sequence[Page], captions: Sequence[Caption]) -> tuple[list[FoundTable], list[Finding]]:
    """One table per table caption, in the order of `captions`, which are those of all floats.

    A table that cannot be read has no rows, and a finding `table-unreadable` says where.
    """
    chosen = _choose(captions, _options(pages, captions))
    found: list[FoundTable] = []
    findings: list[Finding] = []
    for at, caption in enumerate(captions):
        if caption.kind != "table":
            continue
        area = chosen.get(at)
        grid = read_area(area) if area else None
        columns, rows = grid or ((), [])
        box = area.box if area else None
        found.append(FoundTable(_table(caption, columns, rows, box), caption, box if grid else None))
        if grid is None:
            findings.append(_unreadable(caption, box))
    return found, findings


def _options(pages: Sequence[Page], captions: Sequence[Caption]) -> dict[int, list[Area]]:
    """What may be the body of each table caption, by its index."""
    size = running_size(pages)
    by_number = {page.number: page for page in pages if len(page.words) <= _MOST_WORDS_ON_A_PAGE}
    options: dict[int, list[Area]] = {}
    seen: Counter[int] = Counter()
    for at, caption in enumerate(captions):
        page = by_number.get(caption.page)
        if caption.kind != "table" or page is None:
            continue
        seen[page.number] += 1
        if seen[page.number] <= _MOST_ON_A_PAGE and len(options) < _MOST_TABLES:
            floats = [c for c in captions if c.page == page.number]
            options[at] = candidates(page, caption, floats, size)
    return options


def read_area(area: Area) -> Grid | None:
    """Column names and rows of a table's body; None when it has no columns or is running text.

    Of blocks beside one another the rows follow one another, after the first each with its header as a row.
    """
    if area.parts:
        return _stacked([read_area(part) for part in area.parts])
    lines = lines_of(area.words)
    if len(lines) > _MOST_LINES:
        return None
    head = header_lines(lines, area.horizontals)
    borders = separators(lines[head:], area.verticals)
    if head and not borders:
        borders = separators(lines, area.verticals)
    if not borders or len(borders) >= _MOST_COLUMNS:
        return None
    columns = column_names(lines[:head], lines[head:], borders, (area.horizontals, area.verticals))
    rows = body_rows(lines[head:], borders, full_rules(area.horizontals), part_rules(area.horizontals, borders))
    return (columns, rows) if _plausible(rows, area) else None


def _stacked(grids: Sequence[Grid | None]) -> Grid | None:
    read = [grid for grid in grids if grid is not None]
    if len(read) < len(grids):
        return None
    columns, rows = read[0]
    for names, more in read[1:]:
        rows = [*rows, *([names] if any(names) and names != columns else []), *more]
    wide = max(len(row) for row in (columns, *rows))
    return (*columns, *[""] * (wide - len(columns))), [(*row, *[""] * (wide - len(row))) for row in rows]


def _plausible(rows: Sequence[tuple[str, ...]], area: Area) -> bool:
    """Whether rows are a table's: more than one cell in most, and words only in the measure that rules vouch for."""
    if not rows:
        return False
    filled = [[cell for cell in row if cell] for row in rows]
    several = sum(len(row) > 1 for row in filled)
    lengths = [len(cell.split()) for row in filled for cell in row]
    longest = _MOST_WORDS_OF_A_CELL if area.rules >= 2 or area.verticals else _MOST_WORDS_WITHOUT_RULES
    return several >= 0.5 * len(rows) and sum(lengths) / len(lengths) <= longest


def _choose(captions: Sequence[Caption], options: dict[int, list[Area]]) -> dict[int, Area]:
    """One area per caption, none twice: the nearest first, on the side where most of the document's tables stand."""
    sure = Counter(areas[0].above for areas in options.values() if len(areas) == 1)
    usual = sure[True] >= sure[False]
    ranked = sorted(
        (area.distance + _WRONG_SIDE * (area.above != usual) + _UNRULED * (area.rules < 2), at, number)
        for at, areas in options.items()
        for number, area in enumerate(areas)
    )
    chosen: dict[int, Area] = {}
    for _, at, number in ranked:
        area = options[at][number]
        taken = (other.box for index, other in chosen.items() if captions[index].page == captions[at].page)
        if at not in chosen and not any(_overlap(area.box, box) for box in taken):
            chosen[at] = area
    return chosen


def _overlap(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 2 and min(a[3], b[3]) - max(a[1], b[1]) > 2


def _table(caption: Caption, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], box: Box | None) -> Table:
    named = columns if any(columns) else ()
    return Table(
        label=caption.label,
        page=caption.page,
        caption=caption.text,
        columns=named,
        rows=tuple(rows),
        box=box or caption.box,
    )


def _unreadable(caption: Caption, box: Box | None) -> Finding:
    return Finding(
        code="table-unreadable", page=caption.page, box=box or caption.box,
        message=f"{caption.label} could not be read as rows and columns; its caption is kept",
    )  # fmt: skip

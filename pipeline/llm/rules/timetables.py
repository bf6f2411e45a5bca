"""Tables of times: what the paper's own rows or columns took."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.llm.rules.quantities import durations, unit_hours
from pipeline.llm.rules.tables import own_among
from pipeline.records.card import Evidence
from pipeline.records.document import Table

_UNIT = r"(?P<unit>seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?)"
_TIME = r"(?:run-?times?|(?:\w+[\s-])?times?|costs?|duration)"
_SAYS_TIME = re.compile(rf"\b{_TIME}\b", re.I)
_WITH_UNIT = re.compile(
    rf"\b{_TIME}\b[^.]{{0,50}}?(?:\bin\s+|[(\[]\s*(?:in\s+)?){_UNIT}\b|\b{_TIME}\s*[,/]\s*{_UNIT.replace('unit', 'unit2')}\b",
    re.I,
)
# times of one piece of work, or of using what was trained
_OF_A_PIECE = re.compile(
    r"inference|latency|\btest|response|\bper[\s-](?!run|seed|task|dataset|data set|model|fold|trial)|/|\bfps\b|decod|predict"
    r"|query",
    re.I,
)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


@dataclass(frozen=True)
class TableTime:
    """One own time of a table, in hours."""

    hours: float
    evidence: tuple[Evidence, ...]
    derivation: str


def own_times(tables: Sequence[Table], names: Sequence[str]) -> list[TableTime]:
    """Every time in cells that belong to the paper's own method, in tables that say that they give run times."""
    return [time for table in tables for time in _of_table(table, names)]


def _of_table(table: Table, names: Sequence[str]) -> Iterator[TableTime]:
    if _OF_A_PIECE.search(table.caption):
        return
    labels = [row[0] if row else "" for row in table.rows]
    own_rows = own_among(labels, names)
    own_columns = [i for i in own_among(list(table.columns), names) if i]
    for r, row in enumerate(table.rows):
        for c, cell in enumerate(row):
            own = (r in own_rows and not own_columns) or c in own_columns
            hours = _hours(table, r, c, cell) if own and c else None
            if hours:
                place = Evidence(quote=" ".join(cell for cell in row if cell), page=table.page, section=table.label)
                caption = Evidence(quote=f"{table.label}: {table.caption}", page=table.page, section=table.label)
                yield TableTime(
                    hours, (place, caption) if table.caption else (place,), f"{cell.strip()} in {table.label}"
                )


def _hours(table: Table, row: int, column: int, cell: str) -> float | None:
    """The cell in hours; None where neither it, its heads nor the caption give a time and a unit."""
    head = table.columns[column] if column < len(table.columns) else ""
    label = table.rows[row][0]
    times = list(durations(cell))
    told = any(_SAYS_TIME.search(text) and not _OF_A_PIECE.search(text) for text in (table.caption, head, label))
    if times and (told or len(re.findall(r"[hms]", cell)) >= 2):
        return max(t.hours for t in times)
    for text in (head, label, table.caption):
        unit = _WITH_UNIT.search(text)
        value = _NUMBER.match(cell.strip())
        if unit and value and not _OF_A_PIECE.search(text):
            return float(value[0].replace(",", "")) * unit_hours(next(u for u in unit.groups() if u))
    return None

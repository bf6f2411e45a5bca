"""A converted table as a result table: where the methods stand, which of them are the paper's own, which way is better."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.llm.rules.known import direction_of, metrics
from pipeline.llm.rules.methods import folded
from pipeline.llm.rules.numbers import number
from pipeline.records.card import Direction, ResultColumn, ResultRow, ResultTable
from pipeline.records.document import Table

_OURS = re.compile(r"\b(?:ours?|this (?:work|paper)|proposed(?: method| model)?)\b", re.I)
_NO_RESULT = re.compile(
    r"hyper-?parameter|\bnotations?\b|symbols?|statistics of"
    r"|data ?set (?:statistics|descriptions?|overview|details|summary)"
    r"|(?:statistics|descriptions?|overview|details|summary|list) of (?:the )?(?:\w+ ){0,2}"
    r"(?:data ?sets?|benchmarks?|environments?)"
    r"|architecture details|prompts? (?:used|for)|configurations? of|license",
    re.I,
)
_LABEL_SHARE = 0.25
"""A column from the left whose cells are numbers less often than this names the rows."""


def label_columns(table: Table) -> int:
    """How many columns from the left name the rows: at least one."""
    count = 0
    for column in zip(*_squared(table), strict=True):
        cells = [cell for cell in column if cell.strip()]
        if cells and sum(number(cell) is not None for cell in cells) >= _LABEL_SHARE * len(cells):
            break
        count += 1
    return max(1, count)


def _squared(table: Table) -> list[tuple[str, ...]]:
    """The body with every row as wide as the head: hostile or broken rows are filled or cut."""
    width = len(table.columns) or max((len(row) for row in table.rows), default=0)
    return [(*row[:width], *[""] * (width - len(row))) for row in table.rows]


def is_result(table: Table) -> bool:
    """True where at least two cells of the body, and half of those filled, are numbers, and the caption does not say otherwise."""
    labels = label_columns(table)
    cells = [cell for row in _squared(table) for cell in row[labels:] if cell.strip()]
    numeric = sum(number(cell) is not None or cell.strip() in "-–—" for cell in cells)
    return numeric >= 2 and 2 * numeric >= len(cells) and not _NO_RESULT.search(table.caption)


def own_among(labels: Sequence[str], names: Sequence[str]) -> list[int]:
    """Which labels are the paper's own: those with "ours", else those that start with one of its names, else hold one.

    A name that marks every label tells nothing (`A-Net`, `A-Net w/o x`: an ablation); a label such as `Other-Name` that
    starts with somebody else's model is a baseline in the paper's clothes as long as some label starts with the name.
    """
    ours = [i for i, label in enumerate(labels) if _OURS.search(label)]
    flat = [folded(re.sub(r"\[[^\]]*\]|\([^)]*\d{4}[^)]*\)", "", label)) for label in labels]
    keys = [key for name in names if len(key := folded(name)) >= 2]
    starts = [i for i, label in enumerate(labels) if any(_begins(flat[i], label, key) for key in keys)]
    starts = sorted({*starts, *(i for i, label in enumerate(labels) if any(_indexed(label, name) for name in names))})
    holds = [i for i, label in enumerate(labels) if any(_holds(label, name) for name in names)]
    for found in (sorted({*ours, *starts}) if ours else starts, holds):
        if found:
            return found if len(found) < len(labels) else []
    return []


def _begins(flat: str, label: str, key: str) -> bool:
    """Starts with the name and does not run on as another word (`SPR` is not `SPRINT`); digits and marks may follow."""
    if not flat.startswith(key):
        return False
    return len(flat) == len(key) or bool(re.match(r"[\W\d_]|[A-Z]", _after(label, len(key))))


_SIZES = r"(?:tiny|mini|small|base|medium|large|x{1,3}-?large|huge|giant)"


def _indexed(label: str, name: str) -> bool:
    """A name with its index run on: `FOOoff` is `FOO` with the subscript "off", `FooNetlarge` the large `FooNet`."""
    index = rf"(?:{_SIZES}|[a-z]{{1,5}})" if name.isupper() else _SIZES
    return len(name) >= 3 and bool(re.match(rf"{re.escape(name)}{index}\b", label))


def _after(label: str, letters: int) -> str:
    """What follows the first `letters` letters and digits of the label."""
    seen = 0
    for at, char in enumerate(label):
        if seen == letters:
            return label[at:]
        seen += char.isalnum()
    return ""


def _holds(label: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", label, re.I)) and not re.search(
        r"w/o|without|[-−–]\s", label
    )


def read_table(table: Table, names: Sequence[str]) -> ResultTable:
    """The table with its methods found; every row keeps all cells, so that indices are those of the printed table.

    `own_columns` counts from 0 through all columns, the labels' included. Numbers of label columns are None.
    """
    body, labels = _squared(table), label_columns(table)
    width = len(body[0]) if body else 0
    heads = list(table.columns) or [""] * width
    rows = [", ".join(dict.fromkeys(cell for cell in row[:labels] if cell.strip())) for row in body]
    own_rows, own_columns = own_among(rows, names), [labels + i for i in own_among(heads[labels:], names)]
    in_columns = _methods_in_columns(
        rows, heads[labels:], own_rank(rows, own_rows, names), own_rank(heads, own_columns, names)
    )
    general = direction_of(table.caption)
    return ResultTable(
        label=table.label,
        page=table.page,
        caption=table.caption,
        methods_in_columns=in_columns,
        columns=tuple(
            ResultColumn(name=head, direction=None if in_columns or i < labels else _direction(head, general))
            for i, head in enumerate(heads)
        ),
        own_columns=tuple(own_columns) if in_columns else (),
        rows=tuple(
            ResultRow(
                name=rows[i],
                is_own=not in_columns and i in own_rows,
                printed=row,
                numbers=tuple(None if c < labels else number(cell) for c, cell in enumerate(row)),
            )
            for i, row in enumerate(body)
        ),
    )


def _direction(head: str, general: Direction | None) -> Direction | None:
    return direction_of(head) or general


def own_rank(labels: Sequence[str], own: Sequence[int], names: Sequence[str]) -> int | None:
    """How far ahead in the list of names stands what marks these labels as own: 0 for "ours"; None where none is own."""
    if not own:
        return None
    ranks = [i for i, name in enumerate(names, 1) if any(folded(name) in folded(labels[at]) for at in own)]
    return 0 if any(_OURS.search(labels[at]) for at in own) else min(ranks, default=len(names) + 1)


def _methods_in_columns(
    rows: Sequence[str], heads: Sequence[str], own_rows: int | None, own_columns: int | None
) -> bool:
    """The side with the foremost own name holds the methods: a paper's own data set may head a column.

    Without own names, the methods stand where the measures do not.
    """
    if own_rows != own_columns:
        return own_rows is None or (own_columns is not None and own_columns < own_rows)
    named = metrics()
    in_rows = sum(named.first(label) is not None for label in rows) / max(1, len(rows))
    in_heads = sum(named.first(head) is not None for head in heads) / max(1, len(heads))
    return in_rows > in_heads

"""What in a paper is its own and must not show in a task made from it: names, people, numbers, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipeline.llm.reading import Reading
from pipeline.llm.rules.methods import own_names, title_name
from pipeline.records.card import Card, ResultRow, ResultTable
from pipeline.records.document import Document
from pipeline.records.paper import Paper

NUMBER = re.compile(r"(?<![\w.])[-−–]?\d+(?:[.,]\d+)*")
_FEWEST_DIGITS = 3
"""A number with fewer digits is met everywhere and gives nothing away."""
_OURS = re.compile(r"\bours?\b|\bproposed\b", re.I)
_ABLATION = re.compile(r"^\W*(?:w/o|w/|without|with|only|no)\b|^[\s]*[-−–+]\s", re.I)
_SHORTEST_SURNAME = 3
_SHORTEST_NAME = 3


@dataclass(frozen=True)
class Own:
    """The paper's own: its title, names of its work, its authors' full names and surnames, numbers as printed, its code."""

    title: str
    names: tuple[str, ...]
    authors: tuple[str, ...]
    numbers: frozenset[str]
    code: str

    @property
    def surnames(self) -> tuple[str, ...]:
        """The authors' last names, short ones left out: they are words."""
        last = (author.split()[-1] for author in self.authors if author.split())
        return tuple(sorted({name for name in last if len(name) >= _SHORTEST_SURNAME}))


def own_of(card: Card, document: Document, paper: Paper) -> Own:
    """The paper's own, from its card, its text and its listing."""
    title = document.title or card.title or paper.title
    link = card.fields.code_link.value or ""
    names = {*(card.fields.method_names.value or ()), *own_names(Reading(document)), title_name(title)}
    project = link.rstrip("/").removesuffix(".git").rsplit("/", 1)[-1]
    names |= set(_own_labels(card.fields.result_tables.value or ()))
    names |= {project} if len(project) >= _FEWEST_DIGITS and not project.isdigit() else set()
    tables = card.fields.result_tables.value or ()
    return Own(
        title=title,
        names=tuple(sorted((name for name in names if name), key=lambda name: (-len(name), name))),
        authors=tuple(sorted({*document.authors, *paper.authors})),
        numbers=_numbers(card, tables, tuple(names)),
        code=link,
    )


def _own_labels(tables: Iterable[ResultTable]) -> Iterator[str]:
    """What the main table calls the paper's own rows and columns, where no other row or column is called so."""
    for table in tables:
        if not table.main:
            continue
        heads = [(column.name, place in table.own_columns) for place, column in enumerate(table.columns)]
        labels = [(row.name, row.is_own) for row in table.rows] + (heads if table.methods_in_columns else [])
        others = " ".join(label for label, own in labels if not own)
        for label in (label for label, own in labels if own):
            name = re.sub(r"[(\[][^)\]]*[)\]]", "", label.rpartition(" > ")[2])
            name = " ".join(re.sub(r"\b(?:ours?|proposed|full)\b", "", name, flags=re.I).split()).strip(" :+-–*†‡,")
            if len(name) >= _SHORTEST_NAME and any(c.isupper() for c in name) and not mentions(name, others):
                yield name


def is_own_row(row: ResultRow, names: tuple[str, ...]) -> bool:
    """Whether a row is the paper's own: marked so, called ours, named after its work, or with a part of it left out."""
    return row.is_own or bool(_ABLATION.search(row.name)) or is_own_label(row.name, names)


def is_own_label(label: str, names: tuple[str, ...]) -> bool:
    """Whether a row's or column's name means the paper's own work."""
    return bool(_OURS.search(label)) or any(mentions(name, label) for name in names)


def mentions(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word; spaces and hyphens may differ.

    A name that is an everyday word with a capital (`Layers`) counts only as it is written, others in any case; a coined word of
    four letters or more also where a few letters are joined to it, as subscripts are in print (`MuVI` in `MuVIU`).
    """
    letters = r"[\s\-‐‑–]*".join(re.escape(part) for part in re.split(r"[\s\-‐‑–]+", name) if part)
    everyday = re.fullmatch(r"[A-Z][a-z]+", name)
    coined = len(name) >= 4 and sum(c.isupper() for c in name) >= 2 and " " not in name
    end = r"\w{0,3}(?!\w)" if coined else r"s?(?!\w)"
    return bool(letters) and bool(re.search(rf"(?<!\w){letters}{end}", text, 0 if everyday else re.I))


def own_columns(table: ResultTable, names: tuple[str, ...]) -> frozenset[int]:
    """Columns that are the paper's own, in a table whose methods stand in columns."""
    if not table.methods_in_columns:
        return frozenset()
    named = {place for place, column in enumerate(table.columns) if is_own_label(column.name, names)}
    return frozenset(named | set(table.own_columns))


def _numbers(card: Card, tables: tuple[ResultTable, ...], names: tuple[str, ...]) -> frozenset[str]:
    """Telling numbers of own rows and columns that no other row or column holds, and those of the headline."""
    own: set[str] = set()
    others: set[str] = set()
    for table in tables:
        columns = own_columns(table, names)
        for row in table.rows:
            for place, (cell, number) in enumerate(zip(row.printed, row.numbers, strict=False)):
                if number is None:
                    continue
                mine = is_own_row(row, names) or place in columns
                (own if mine else others).update(telling(cell))
    for score in (card.fields.best_own.value, card.fields.gap.value):
        if score is not None:
            values = [score.value] if hasattr(score, "value") else [score.points, score.percent]
            own.update(number for value in values for number in telling(f"{value:g}"))
    return frozenset(own - others)


def telling(text: str) -> set[str]:
    """The numbers of a text that give something away: three digits or more, no years, signs and zeros in front left out."""
    found = {match[0].lstrip("-−–") for match in NUMBER.finditer(text)}
    return {
        number
        for number in found
        if sum(map(str.isdigit, number)) >= _FEWEST_DIGITS
        and not re.fullmatch(r"(?:19|20)\d\d|\d+(?:,000)+|\d+00", number)
    }

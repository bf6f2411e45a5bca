"""Result tables, the one that the headline claim rests on, and how far the paper's best is ahead in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pipeline.llm.reading import Reading
from pipeline.llm.rules.contests import Contest, contests
from pipeline.llm.rules.mentions import Mentions, metric_mentions
from pipeline.llm.rules.methods import own_names
from pipeline.llm.rules.sections import sentences
from pipeline.llm.rules.tables import is_result, read_table
from pipeline.records.card import Evidence, ResultTable, Value
from pipeline.records.document import Table

_HEADLINE = re.compile(
    r"compar(?:e[ds]?|ing|ison)|state[- ]of[- ]the[- ]art|\bsota\b|main (?:results?|experiments?)|overall|results? (?:on|for|of)\b"
    r"|performances?\b|outperform|better|scores\b|evaluation results|baselines?|competing",
    re.I,
)
_SIDELINE = re.compile(
    r"ablat|sensitivity|effects? of|influence of|impact of|different (?:values|numbers?|sizes|choices)|variants? of"
    r"|variations? (?:of|on)|^.{0,12}\b(?:run[ -]?times?|time|efficiency|memory)\b|statistics|inter-annotator"
    r"|agreement|transfer|hyper-?param|robustness to|breakdown|per-(?:class|category)|additional|case stud",
    re.I,
)
_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+")  # a whole number in an introduction may count anything


def main_table(reading: Reading, tables: Sequence[ResultTable], rounds: Mapping[int, Sequence[Contest]]) -> int | None:
    """Index of the table that the headline claim rests on; None where no table sets the paper's own against others.

    For it speak: numbers that abstract and introduction repeat, a caption that compares, many columns and baselines,
    a place early and not in an appendix; against it, a caption about ablations, run times or agreement, and no named measure.
    """
    claims = [s.text for s in sentences(reading) if s.kind == "abstract" or re.match("intro|conclu", s.section, re.I)]
    said = {f"{float(n):g}" for text in claims for n in _NUMBER.findall(text)}
    first_appendix = min((s.page for s in sentences(reading) if s.appendix), default=10**6)
    best: tuple[float, int] | None = None
    for at, table in enumerate(tables):
        fought = [c for c in rounds[at] if not (c.metric and c.metric.secondary)]
        if not fought:
            continue
        own = {f"{score.value:g}" for contest in fought for score in contest.own}
        score = 2.0 * min(2, len(own & said))
        score += 2 * bool(_HEADLINE.search(table.caption)) - 3 * bool(_SIDELINE.search(table.caption))
        score += min(3, len({s.method for contest in fought for s in contest.others})) / 2
        score += min(10, len(fought)) / 10 - 0.75 * all(contest.metric is None for contest in fought)
        score -= 1.5 * (table.page >= first_appendix) + 0.2 * at
        if best is None or score > best[0]:
            best = (score, at)
    return best[1] if best else None


def primary_contests(fought: Sequence[Contest], mentions: Mentions) -> list[Contest]:
    """The contests of a table's most discussed measure: on the average where one is printed, else on every data set."""
    measured = [c for c in fought if not (c.metric and c.metric.secondary)] or list(fought)
    measured = [c for c in measured if c.overall] or [c for c in measured if c.average and c.metric is None] or measured
    names = list(dict.fromkeys(c.metric.name if c.metric else "" for c in measured))
    if "F1" in names:  # the mean of two of its neighbours
        names = [name for name in names if name not in ("precision", "recall")]
    name = max(names, key=lambda n: mentions.counts[n])
    chosen = [c for c in measured if (c.metric.name if c.metric else "") == name]
    return [c for c in chosen if c.average] or chosen


@dataclass(frozen=True)
class Headline:
    """The main table, as printed and as read, and its primary contests; the first is where the paper is furthest ahead."""

    printed: Table
    table: ResultTable
    contests: tuple[Contest, ...]


@dataclass(frozen=True)
class _Results:
    printed: tuple[Table, ...]
    tables: tuple[ResultTable, ...]
    main: int | None
    headline: Headline | None


@lru_cache(maxsize=2)  # several rules ask
def _read(reading: Reading) -> _Results:
    names, mentions = list(own_names(reading)), metric_mentions(reading)
    printed = tuple(t for t in reading.document.tables if t.rows and is_result(t))
    tables = tuple(read_table(t, names) for t in printed)
    rounds = {at: contests(table, mentions) for at, table in enumerate(tables)}
    main = main_table(reading, tables, rounds)
    if main is None:
        return _Results(printed, tables, None, None)
    best = sorted(primary_contests(rounds[main], mentions), key=lambda c: -c.gap.points)
    return _Results(printed, tables, main, Headline(printed[main], tables[main], tuple(best)))


def headline(reading: Reading) -> Headline | None:
    """What the paper's claim rests on; None where no table sets its own work against others."""
    return _read(reading).headline


def results(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card keys `result_tables`, `primary_metric`, `strongest_baseline`, `best_own` and `gap`.

    Where the main table prints no average over data sets, the score is that of the data set with the largest lead, and the
    gap's derivation says of how many.
    """
    read = _read(reading)
    if not read.tables:
        return {}
    kept = tuple(t.model_copy(update={"main": at == read.main}) for at, t in enumerate(read.tables))
    proof = tuple(_caption(t) for t in read.printed)
    found: dict[str, Value[Any]] = {"result_tables": Value(value=kept, evidence=proof, confidence=0.7)}
    return found | (_scores(read.headline) if read.headline else {})


def _caption(table: Table) -> Evidence:
    return Evidence(quote=f"{table.label}: {table.caption}", page=table.page, section=table.label)


def _row(table: ResultTable, method: str, value: float) -> Evidence | None:
    """The printed row that holds the value, as evidence."""
    for row in table.rows:
        if value in row.numbers and (table.methods_in_columns or row.name.startswith(method[:4])):
            return Evidence(quote=" ".join(cell for cell in row.printed if cell), page=table.page, section=table.label)
    return None


def _scores(headline: Headline) -> dict[str, Value[Any]]:
    contest = headline.contests[0]
    mine, theirs = contest.best(contest.own), contest.best(contest.others)
    proof = _caption(headline.printed)
    rows = [e for s in (theirs, mine) if (e := _row(headline.table, s.method, s.value))]
    both = tuple(dict.fromkeys([proof, *rows]))
    how = f"{contest.name}: {mine.method} {mine.value:g} against {theirs.method} {theirs.value:g}"
    how += f"; {contest.direction} is better"
    if (count := len(headline.contests)) > 1:
        how += f"; the largest lead of {count}"
    return {
        "primary_metric": Value(value=contest.name, evidence=(proof,), confidence=0.6),
        "strongest_baseline": Value(value=theirs, evidence=both, confidence=0.6),
        "best_own": Value(value=mine, evidence=both, confidence=0.6),
        "gap": Value(value=contest.gap, evidence=both, confidence=0.6, derivation=how),
    }

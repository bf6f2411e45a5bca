"""Which numbers of a result table can be compared: one contest per measure and data set, own values against the others'."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from pipeline.llm.rules.known import KnownMetric, direction_of, metrics
from pipeline.llm.rules.mentions import Mentions
from pipeline.records.card import Direction, Gap, ResultTable, Score

# a point of reference is no competitor: nobody has to beat chance, a person, or a method that knows the answer
_REFERENCE = re.compile(
    r"(?:the )?(?:oracle|human|expert|random|chance|majority|upper[ -]?bound|lower[ -]?bound|ground[ -]?truth|gt|gold"
    r"|initial|untrained|optimal|optimum|theoretical)"
    r"(?:s|[- ]?(?:policy|agent|level|guess(?:ing)?|chance|class|baseline|performance|bound|model))?",
    re.I,
)
# columns and rows that describe a method, or are arithmetic over others
_NO_SCORE = re.compile(
    r"(?:#|no\.|number of|n_|[Δ∆])|\b(?:params?|parameters|years?|backbone|epochs?|shots?|steps|rank|size|improvements?"
    r"|improv\.|imp\.?|gains?|p-?values?|delta|resolution|tokens|flops|pre-?train\w*|speed-?up|relative|std\.?|seeds?)"
    r"(?!\w)",
    re.I,
)
_AVERAGE = re.compile(r"(?<!\w)(?:avg\.?|average|overall|all|total|aggregate[d]?)(?!\w)", re.I)


@dataclass(frozen=True)
class Contest:
    """One measure on one data set: label as printed, which way is better, and the values on both sides (neither is empty)."""

    label: str
    metric: KnownMetric | None
    direction: Direction | None
    average: bool
    own: tuple[Score, ...]
    others: tuple[Score, ...]

    @property
    def name(self) -> str:
        """The label, with the measure where the label does not name it: `AUPRC (Average)`."""
        if self.metric is None or metrics().first(self.label) is not None:
            return self.label
        return f"{self.metric.name} ({self.label})"

    @property
    def overall(self) -> bool:
        """True for an average over everything: its label says nothing else."""
        return bool(_AVERAGE.fullmatch(self.label.strip(" .:")) or _AVERAGE.fullmatch(self.label.strip()))

    def best(self, scores: Sequence[Score]) -> Score:
        """The best by direction; of equals the first."""
        return min(scores, key=lambda s: s.value) if self.direction == "lower" else max(scores, key=lambda s: s.value)

    @property
    def gap(self) -> Gap:
        """Own best against the strongest other: fractions count times 100 where the measure is a rate.

        The percentage is 0 where the baseline is (it has none).
        """
        mine, theirs = self.best(self.own).value, self.best(self.others).value
        ahead = theirs - mine if self.direction == "lower" else mine - theirs
        values = [s.value for s in (*self.own, *self.others)]
        fraction = bool(self.metric and self.metric.rate) and all(0 <= v <= 1 for v in values)
        percent = 100 * ahead / abs(theirs) if theirs else 0.0
        if not math.isfinite(percent):
            percent = 0.0
        return Gap(metric=self.name, points=round(ahead * (100 if fraction else 1), 6), percent=round(percent, 6))


def plain(label: str) -> str:
    """A label without references, marks and spare blanks: `SGC [12]*` is `SGC`."""
    return re.sub(r"\s*(?:\[[\d,; ]+\]|\[[A-Z][^\]]*\d{4}[a-z]?\]|[*†‡§↑↓])|\s*\((?:↑|↓)\)", "", label).strip()


def is_reference(label: str) -> bool:
    """True for a row or column that is no competitor: chance, a person, an oracle."""
    if re.search(r"\b(?:upper[ -]?bound|oracle)\b", label, re.I):
        return True
    return bool(_REFERENCE.fullmatch(re.sub(r"\s*\([^)]*\)", "", plain(label.rpartition(" > ")[2])).strip()))


def contests(table: ResultTable, mentions: Mentions) -> list[Contest]:
    """All contests of a table; `mentions` resolves abbreviated heads.

    A label that names no measure takes the caption's, unless its neighbours name theirs. An average over measures that all
    go one way goes that way, too. Where neither labels nor caption name a measure, the way of nearly all of the paper's
    measures is taken, as long as the paper's own work leads by it in half of the contests.
    """
    made = [c for c in (_by_row(table, mentions) if table.methods_in_columns else _by_column(table, mentions)) if c]
    ways = {c.direction for c in made if c.direction and not (c.metric and c.metric.secondary)}
    if len(ways) == 1:
        way = ways.pop()
        made = [replace(c, direction=way) if c.direction is None and c.average else c for c in made]
    elif not ways and (usual := mentions.usual_direction()):
        tried = [replace(c, direction=usual) for c in made if c.direction is None]
        made = tried if 2 * sum(c.gap.points > 0 for c in tried) >= max(1, len(tried)) else []
    return [c for c in made if c.direction is not None]


def _caption(labels: Sequence[str], table: ResultTable, mentions: Mentions) -> str:
    """The caption where it may speak for labels without a measure, else an empty text."""
    named = [mentions.named_in(plain(label.rpartition(" > ")[2])) for label in labels if not _AVERAGE.search(label)]
    return "" if any(entry and not entry.secondary for entry in named) else table.caption


def _named(label: str, caption: str, mentions: Mentions) -> tuple[KnownMetric | None, Direction | None]:
    """The measure of a head or label, and its direction: from itself, as an abbreviation, else from the caption."""
    leaf = plain(label.rpartition(" > ")[2])
    word = _AVERAGE.sub("", leaf).strip(" .:,-")
    found = mentions.named_in(leaf) or mentions.named_in(label) or mentions.starting_with(word)
    if found is None and direction_of(label) is None and not _NO_SCORE.search(label):
        found = next((entry for _, entry in metrics().find(caption) if not entry.secondary), None)
        return found, direction_of(caption) if found else None
    return found, direction_of(label) or (found.direction if found else None)


def _contest(label: str, scores: Sequence[tuple[Score, bool]], caption: str, mentions: Mentions) -> Contest | None:
    metric, direction = _named(label, caption, mentions)
    own = tuple(score for score, mine in scores if mine)
    others = tuple(score for score, mine in scores if not mine and not is_reference(score.method))
    if not own or not others or (metric is None and _NO_SCORE.search(label)):
        return None
    return Contest(plain(label), metric, direction, bool(_AVERAGE.search(label)), own, others)


def _by_column(table: ResultTable, mentions: Mentions) -> Iterator[Contest | None]:
    """Methods in rows: a contest per column and per block of rows that ends with the paper's own."""
    caption = _caption([column.name for column in table.columns], table, mentions)
    for block in _blocks(table):
        for at, column in enumerate(table.columns):
            scores = [
                (Score(method=plain(row.name), metric=plain(column.name), value=value), row.is_own)
                for row in (table.rows[i] for i in block)
                if (value := row.numbers[at]) is not None and not _NO_SCORE.match(row.name)
            ]
            yield _contest(column.name, scores, caption, mentions)


def _blocks(table: ResultTable) -> list[list[int]]:
    """Row indices in stacked blocks: cut at rows without numbers, and behind own rows where every block ends with them."""
    rows = table.rows[: _second_head(table)]
    filled = [any(n is not None for n in row.numbers) for row in rows]
    parts = [[i for i, _ in group] for full, group in groupby(enumerate(filled), key=lambda pair: pair[1]) if full]
    blocks: list[list[int]] = []
    for part in parts:
        cuts = [i for i in part[1:] if table.rows[i - 1].is_own and not table.rows[i].is_own]
        ends_own = table.rows[part[-1]].is_own
        edges = [part[0], *(cuts if ends_own else []), part[-1] + 1]
        blocks += [list(range(a, b)) for a, b in pairwise(edges)]
    whole = [block for block in blocks if _both_sides(table, block)]
    return whole if whole else [[i for i, full in enumerate(filled) if full]]


def _second_head(table: ResultTable) -> int:
    """Where the head is printed again for other columns: what stands below belongs to no column known here."""
    first = table.columns[0].name if table.columns else ""
    for at, row in enumerate(table.rows):
        if first and row.printed[:1] == (first,) and all(n is None for n in row.numbers):
            return at
    return len(table.rows)


def _both_sides(table: ResultTable, block: Sequence[int]) -> bool:
    return len({table.rows[i].is_own for i in block}) == 2


def _by_row(table: ResultTable, mentions: Mentions) -> Iterator[Contest | None]:
    """Methods in columns: a contest per row and per group of columns under one spanning head."""
    caption = _caption([row.name for row in table.rows], table, mentions)
    groups: dict[str, list[int]] = {}
    for at, column in enumerate(table.columns):
        if not _NO_SCORE.match(column.name):
            groups.setdefault(column.name.rpartition(" > ")[0], []).append(at)
    for row in table.rows:
        for group, columns in groups.items():
            label = f"{row.name}, {group}" if group else row.name
            scores: list[tuple[Score, bool]] = []
            for at in columns:
                if (value := row.numbers[at]) is not None:
                    method = plain(table.columns[at].name.rpartition(" > ")[2])
                    scores.append((Score(method=method, metric=plain(label), value=value), at in table.own_columns))
            yield _contest(label, scores, caption, mentions)

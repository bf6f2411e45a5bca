"""How a paper speaks of well-known measures: how often, and by which abbreviations of its own."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from pipeline.llm.reading import Reading
from pipeline.llm.rules.known import KnownMetric, metrics
from pipeline.llm.rules.sections import own_sentences
from pipeline.records.card import Direction

_ABSTRACT_WEIGHT = 3
_CLAIM_WEIGHT = 3
_CLAIM = re.compile(
    r"\b(?:our|we|ours)\b.*\b(?:outperform\w*|achiev\w*|best|improv\w*|surpass\w*|state-of-the-art)\b", re.I
)
_NO_RESULT = ("loss", "parameters", "cost")
_ENOUGH, _NEARLY_ALL = 5, 0.9
_SHORT = re.compile(r"\s*\(([A-Z][A-Za-z0-9@]{0,7})\)")


@dataclass(frozen=True)
class Mentions:
    """`counts`: weighted number of sentences by the measure's card name; `short`: `optimality gap (OG)` gives `OG`."""

    counts: Counter[str]
    short: dict[str, KnownMetric]

    def named_in(self, label: str) -> KnownMetric | None:
        """The measure that a label names first, by a known spelling or an abbreviation of this paper."""
        known = next(iter(metrics().find(label)), None)
        own = [(m.start(), self.short[m[0]]) for m in re.finditer(r"[A-Za-z0-9@]+", label) if m[0] in self.short]
        if own and (known is None or own[0][0] < known[0].start()):
            return own[0][1]
        return known[1] if known else None

    def usual_direction(self) -> Direction | None:
        """The way of nearly all that the paper says about measures, side measures and training losses left out."""
        known = {name: metrics().first(name) for name in self.counts}
        told = [
            (e.direction, self.counts[n]) for n, e in known.items() if e and not e.secondary and n not in _NO_RESULT
        ]
        total = sum(count for _, count in told)
        ways: tuple[Direction, ...] = ("higher", "lower")
        for way in ways:
            if total >= _ENOUGH and sum(count for d, count in told if d == way) >= _NEARLY_ALL * total:
                return way
        return None

    def starting_with(self, word: str) -> KnownMetric | None:
        """`C` is CIDEr, `Pass` the pass rate: the most mentioned of the measures that start so; None for other words."""
        if not re.fullmatch(r"[A-Z]|[A-Z][a-z]{2,}", word):
            return None
        start = word if len(word) == 1 else f"{word} "
        fitting = [name for name in sorted(self.counts) if name.lower().startswith(start.lower())]
        return metrics().first(max(fitting, key=lambda n: self.counts[n])) if fitting else None


@lru_cache(maxsize=2)  # several rules ask
def metric_mentions(reading: Reading) -> Mentions:
    """Counts over the paper's own sentences; the abstract and claims of being better weigh three times."""
    counts: Counter[str] = Counter()
    short: dict[str, KnownMetric] = {}
    for sentence in own_sentences(reading):
        weight = (
            _ABSTRACT_WEIGHT if sentence.kind == "abstract" else _CLAIM_WEIGHT if _CLAIM.search(sentence.text) else 1
        )
        found = list(metrics().find(sentence.text))
        counts.update(dict.fromkeys({entry.name for _, entry in found}, weight))
        for match, entry in found:
            if behind := _SHORT.match(sentence.text, match.end()):
                short.setdefault(behind[1], entry)
    return Mentions(counts, short)

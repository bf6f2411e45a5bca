"""How the paper measures its results: measures in the heads of result tables, and those it says it reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules import known
from pipeline.llm.rules.contests import plain
from pipeline.llm.rules.known import KnownMetric
from pipeline.llm.rules.mentions import Mentions, metric_mentions
from pipeline.llm.rules.results import headline
from pipeline.llm.rules.sections import own_sentences
from pipeline.llm.rules.tables import is_result, label_columns
from pipeline.records.card import Direction, Evidence, Metric, Value

_SAYS_METRIC = re.compile(
    r"\bmetrics?\b|\bmeasures?\b|\bcriteri(?:on|a)\b"
    r"|\bwe (?:\w+ ){0,2}(?:report|measure|compute|calculate|evaluate|compare|assess|use|adopt)\b"
    r"|\b(?:evaluated?|measured?|assess(?:ed)?|reported|compared|performance) (?:\w+ ){0,6}?(?:by|using|with|in terms of|via|as)\b"
    r"|\bin terms of\b|\bevaluation (?:is|uses|protocol)",
    re.I,
)
_METRIC_SENTENCE = re.compile(
    r"\b(?:evaluation |performance )?metrics?\b|\bin terms of\b|\bwe (?:\w+ )?(?:report|measure)\b", re.I
)
_ELSEWHERE = re.compile(
    r"learning rate|loss function|training objective|is trained|we train|minimi[sz]|optimi[sz]", re.I
)
_DEFINES = re.compile(
    r"\s*(?:\([^)]*\))?,?\s*(?::|,|–|—)?\s*(?:it |which |that )?(?:is |are )?"
    r"(?:measures?|calculates?|quantif\w+|denotes?|represents?|refers? to|is defined as|defined as|computes?|counts?|indicates?"
    r"|i\.e\.,?|(?:is |as )?the (?:proportion|percentage|fraction|portion|ratio|share|average|mean|number|probability) of)\b"
)
_OWN_METRIC = re.compile(
    r"(?P<name>[A-Z][a-z]+(?: (?:[A-Z][a-z]+|in|of|rate)){0,3}|[a-z]+ [a-z]+ rate)(?:,? \(?[A-Z]{2,4}\)?)?,?(?: \(%\))?,?"
    r"(?::| is| as|,)? (?:it )?(?:measures |calculates )?the (?:proportion|percentage|fraction|portion|share) of\b"
)
_EARLY = 12
"""Characters into a caption up to which a measure is its subject."""
_LONGEST_HEAD = 30
"""Characters above which a head is a sentence rather than a name."""


@dataclass
class _Seen:
    """What speaks for one measure: heads of result tables, sentences that say so, all mentions by spelling."""

    entry: KnownMetric
    spellings: Counter[str] = field(default_factory=Counter)
    tables: list[Evidence] = field(default_factory=list)
    said: list[Evidence] = field(default_factory=list)
    head: str = ""
    strong: int = 0
    total: int = 0
    definition: str = ""

    @property
    def counts(self) -> bool:
        """Enough to say that the paper measures by it; plain words and side measures need a head or several statements.

        A number of parameters describes a model.
        """
        if self.entry.name == "parameters":
            return False
        if self.entry.name == "standard deviation":  # most tables print one beside each result
            return self.strong >= 2
        if self.entry.ordinary or self.entry.secondary:
            return bool(self.head) or bool(self.tables and self.said) or self.strong >= 2
        return bool(self.tables) or self.strong >= 1 or (bool(self.said) and self.total >= 3)

    @property
    def name(self) -> str:
        """The card name where the paper's spellings hold it, else the paper's most frequent spelling."""
        if any(self.entry.name.lower() in spelling.lower() for spelling in self.spellings):
            return self.entry.name
        if not self.spellings:
            return self.head if self.head and len(self.head) <= _LONGEST_HEAD else self.entry.name
        return min(self.spellings, key=lambda s: (-self.spellings[s], s))


def _seen_in_tables(reading: Reading, mentions: Mentions) -> Iterator[tuple[KnownMetric, str, Evidence]]:
    """Measures named in captions, heads and row labels of result tables, with the label.

    A caption counts as a label where it starts with the measure (`Run times of ...`); else the label is empty.
    """
    for table in reading.document.tables:
        if not table.rows or not is_result(table):
            continue
        labels = label_columns(table)
        heads = " ".join(c for c in table.columns if c)
        pair = {"P": "precision", "R": "recall"} if re.search(r"\bF-?1?\b", heads) else {}
        lines = [(pair.get(column.rpartition(" > ")[2].strip(), column), heads) for column in table.columns]
        lines += [(cell, " ".join(c for c in row if c)) for row in table.rows for cell in row[:labels]]
        if table.caption:
            lines.append((table.caption, f"{table.label}: {table.caption}"))
        for text, quote in lines:
            proof = Evidence(quote=quote, page=table.page, section=table.label) if quote else None
            found = _entries(text)
            if not found and (short := mentions.named_in(text) or mentions.starting_with(text.strip())):
                found = [short]
            for entry in found:
                if proof:
                    early = any(m.start() <= _EARLY for m, e in known.metrics().find(text) if e is entry)
                    head = entry.name if early else ""
                    leaf = plain(text.rpartition(" > ")[2])
                    named = entry in found[:1] and (entry in _entries(leaf) or not _entries(text))
                    yield entry, head if text is table.caption else leaf if named else entry.name, proof


def _other_meaning(spelling: str, reading: Reading) -> bool:
    """Whether the paper writes the short form out as something that is no measure: `expectation maximization (EM)`."""
    if not re.fullmatch(r"[A-Z]{2,4}", spelling):
        return False
    words = r"[\s\-–]+".join(rf"{letter}\w+" for letter in spelling)
    written = re.compile(rf"\b({words})\s*\(\s*{spelling}s?\b", re.I)
    found = [m[1] for s in own_sentences(reading) for m in written.finditer(s.text)]
    return bool(found) and not any(known.metrics().first(long) for long in found)


def _entries(text: str) -> list[KnownMetric]:
    return [entry for _, entry in known.metrics().find(text)]


def _survey(reading: Reading, mentions: Mentions) -> dict[str, _Seen]:
    seen: dict[str, _Seen] = {}
    for entry, label, proof in _seen_in_tables(reading, mentions):
        one = seen.setdefault(entry.name, _Seen(entry))
        one.tables.append(proof)
        one.head = one.head or label
    for sentence in own_sentences(reading):
        says = bool(_SAYS_METRIC.search(sentence.text)) and not _ELSEWHERE.search(sentence.text)
        for match, entry in known.metrics().find(sentence.text):
            one = seen.setdefault(entry.name, _Seen(entry))
            one.spellings[match[0]] += 1
            one.total += 1
            one.said += [sentence.evidence()] if says else []
            one.strong += says and bool(_METRIC_SENTENCE.search(sentence.text)) and sentence.kind != "caption"
            if not one.definition and _DEFINES.match(sentence.text, match.end()):
                one.definition = sentence.text
    return {name: one for name, one in seen.items() if not _only_other_meanings(one, reading)}


def _only_other_meanings(one: _Seen, reading: Reading) -> bool:
    return bool(one.spellings) and all(_other_meaning(spelling, reading) for spelling in one.spellings)


def _named_by_the_paper(sentence: Sentence) -> Iterator[str]:
    """Measures of the paper's own that it defines as a share: `Empty Patch, the percentage of ...`."""
    for match in _OWN_METRIC.finditer(sentence.text):
        if known.metrics().first(match["name"]) is None and _SAYS_METRIC.search(sentence.text):
            yield match["name"]


def evaluation_metrics(reading: Reading) -> Mapping[str, Value[tuple[Metric, ...]]]:
    """Card key `evaluation_metrics`, the primary one first, then by how much the paper speaks of them."""
    mentions = metric_mentions(reading)
    main = headline(reading)
    best = main.contests[0] if main else None
    primary = best.metric.name if best and best.metric else None
    seen = {name: one for name, one in _survey(reading, mentions).items() if one.counts or name == primary}
    ordered = sorted(seen, key=lambda n: (n != primary, -len(seen[n].tables) - len(seen[n].said), n))
    metrics: list[Metric] = []
    evidence: list[Evidence] = []
    if main and best and primary is None and best.overall:  # an average over several measures
        metrics.append(Metric(name=best.name, direction=best.direction, primary=True))
        quote = f"{main.printed.label}: {main.printed.caption}"
        evidence.append(Evidence(quote=quote, page=main.printed.page, section=main.printed.label))
    for name in ordered:
        one = seen[name]
        direction: Direction | None = one.entry.direction
        metrics.append(Metric(name=one.name, direction=direction, definition=one.definition, primary=name == primary))
        evidence += (one.said or one.tables)[:1] or []
    for sentence in own_sentences(reading):
        for label in _named_by_the_paper(sentence):
            if label not in {m.name for m in metrics}:
                metrics.append(Metric(name=label, definition=sentence.text))
                evidence.append(sentence.evidence())
    if not metrics:
        return {}
    return {"evaluation_metrics": Value(value=tuple(metrics), evidence=tuple(dict.fromkeys(evidence)), confidence=0.7)}

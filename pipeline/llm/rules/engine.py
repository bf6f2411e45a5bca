"""Runs the rules over one document and keeps only what the document proves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.llm.reading import Reading
from pipeline.llm.rules import RULES, Rule
from pipeline.quotes import QuoteIndex
from pipeline.records.card import CardFields, Value
from pipeline.records.document import Document
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

ENGINE = "rules 1"
"""Name and version, for a card's provenance: the number counts changes that can change a card."""


@dataclass(frozen=True)
class Answers:
    """What the rules said of one document: card fields, and a finding for each value that was refused."""

    fields: CardFields
    findings: tuple[Finding, ...] = ()


def apply_rules(document: Document, paper: Paper | None = None, rules: Mapping[str, Rule] = RULES) -> Answers:
    """Every rule in the dictionary's order. A value whose quote is not in the document is dropped, with a finding.

    A rule that raises is a bug and is not caught; two rules that answer one key are a bug too (AssertionError).
    """
    reading, index = Reading(document, paper), QuoteIndex(document)
    kept: dict[str, Value[Any]] = {}
    findings: list[Finding] = []
    for name, rule in rules.items():
        for key, value in rule(reading).items():
            assert key not in kept, f"rule {name} answers {key}, which another rule answers too"
            refused = _refused(name, key, value, index)
            findings += refused
            if not refused:
                kept[key] = value
    return Answers(CardFields(**kept), tuple(findings))


def _refused(rule: str, key: str, value: Value[Any], index: QuoteIndex) -> list[Finding]:
    return [
        Finding(
            code="quote-not-found",
            severity="error",
            message=f"rule {rule}: the quote for {key} is not in the document; the value is dropped",
            page=evidence.page,
            quote=evidence.quote[:300],
        )
        for evidence in value.evidence
        if index.find(evidence.quote) is None
    ]

"""Cards and verdicts for the tests of reviewing."""

from __future__ import annotations

from typing import Any

from pipeline.records.card import Card, CardFields, Evidence, Provenance, Value
from pipeline.records.verdict import Verdict, VerdictName


def card(paper: str, **values: Any) -> Card:
    """A card whose named fields have these values, each with a quote."""
    evidence = (Evidence(quote="as the paper says", page=3, section="Setup"),)
    fields = {key: Value(value=value, evidence=evidence, confidence=0.9) for key, value in values.items()}
    return Card(
        paper_id=paper,
        document_digest="",
        fields=CardFields.model_validate(fields),
        provenance=Provenance(engine="by hand"),
    )


def verdict(paper: str, name: VerdictName) -> Verdict:
    """A verdict without rules."""
    return Verdict(paper_id=paper, policy="p", policy_digest="", card_digest="", verdict=name, rules=())


def pair(paper: str, name: VerdictName, **values: Any) -> tuple[Card, Verdict]:
    """A card and its verdict."""
    return card(paper, **values), verdict(paper, name)

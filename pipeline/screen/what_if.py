"""What another policy would say: which papers would change sides, and by which rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.records.verdict import Verdict, VerdictName


@dataclass(frozen=True)
class Change:
    """One paper that changes sides; `rules` are those that decide its new verdict, with their reasons.

    For a shortlisted paper they are the rules that decided the old one.
    """

    paper: str
    before: VerdictName
    after: VerdictName
    rules: tuple[str, ...]


def changes(before: Iterable[Verdict], after: Iterable[Verdict]) -> tuple[Change, ...]:
    """The papers whose verdict differs, by id; papers without a verdict on both sides are left out."""
    new = {verdict.paper_id: verdict for verdict in after}
    found = [
        Change(old.paper_id, old.verdict, other.verdict, deciding(other) or deciding(old))
        for old in before
        if (other := new.get(old.paper_id)) is not None and other.verdict != old.verdict
    ]
    return tuple(sorted(found, key=lambda change: change.paper))


def deciding(verdict: Verdict) -> tuple[str, ...]:
    """The rules that make a verdict what it is: those that fail, else those that want a person; none for a shortlisted paper."""
    for outcome in ("fail", "human"):
        found = tuple(f"{rule.rule}: {rule.reason}" for rule in verdict.rules if rule.outcome == outcome)
        if found:
            return found
    return ()

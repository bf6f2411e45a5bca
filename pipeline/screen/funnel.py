"""The funnel: how many papers each rule of a policy removed, alone and in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.records.verdict import Verdict


@dataclass(frozen=True)
class FunnelRow:
    """One rule: papers that it fails or passes to a human by itself, and those that still stand after it and all before."""

    rule: str
    fails: int
    humans: int
    unknown: int
    removed_in_order: int
    left: int


@dataclass(frozen=True)
class Funnel:
    """The rows in the policy's order, and the papers by verdict."""

    papers: int
    rows: tuple[FunnelRow, ...]
    shortlisted: int
    needs_human: int
    rejected: int


def funnel(verdicts: Iterable[Verdict]) -> Funnel:
    """The funnel of verdicts of one policy, whatever their order."""
    all_of_them = list(verdicts)
    rows, left = [], list(all_of_them)
    for index, result in enumerate(all_of_them[0].rules if all_of_them else ()):
        column = [verdict.rules[index] for verdict in all_of_them]
        after = [verdict for verdict in left if verdict.rules[index].outcome != "fail"]
        rows.append(
            FunnelRow(
                rule=result.rule,
                fails=sum(r.outcome == "fail" for r in column),
                humans=sum(r.outcome == "human" for r in column),
                unknown=sum(r.unknown for r in column),
                removed_in_order=len(left) - len(after),
                left=len(after),
            )
        )
        left = after
    count = {name: sum(v.verdict == name for v in all_of_them) for name in ("shortlisted", "needs_human", "rejected")}
    return Funnel(papers=len(all_of_them), rows=tuple(rows), **count)

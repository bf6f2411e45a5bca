"""What an audit says: figures per field, of the verdict, and how far the auditors agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pipeline.records.decision import Judgement
from pipeline.records.verdict import VerdictName
from pipeline.review.sample import FIELDS, VERDICT, Item
from pipeline.review.statistics import Judged, Quality, Share, kappa, quality

KEPT: tuple[VerdictName, ...] = ("shortlisted", "needs_human")
"""Verdicts under which a person sees the paper."""


@dataclass(frozen=True)
class VerdictQuality:
    """The headline. `right`: share of right verdicts of each name.

    precision: of the papers that a person gets to see, the share that is rightly there; recall: of those that should be seen,
    the share that is. Both count each verdict by its papers in the venue, since the sample takes as many of each. The ends of
    the intervals put the ends of the shares' own intervals in, which is wide on purpose.
    """

    right: Mapping[VerdictName, Share]
    precision: tuple[float, float, float] | None
    recall: tuple[float, float, float] | None


@dataclass(frozen=True)
class Audit:
    """All figures; fields without judgements are left out."""

    fields: Mapping[str, Quality]
    overall: Quality
    verdict: VerdictQuality
    kappas: Mapping[tuple[str, str], tuple[float | None, int]]
    """By two auditors: Cohen's kappa, and the number of values that both judged."""


def audit(everything: Sequence[Item], judgements: Iterable[Judgement]) -> Audit:
    """The figures of the judgements on values that the cards still have; of several on one value the last counts."""
    valid = {(item.paper, item.field): item for item in everything}
    by_auditor: dict[tuple[str, str, str], Judgement] = {}
    for judgement in judgements:
        item = valid.get((judgement.paper_id, judgement.field))
        if item is not None and item.value_digest == judgement.value_digest:
            by_auditor[judgement.by, judgement.paper_id, judgement.field] = judgement
    last = {(j.paper_id, j.field): j for j in by_auditor.values()}
    values = {key: j for key, j in last.items() if j.field != VERDICT}
    fields = {
        field: quality([_judged(j) for j in values.values() if j.field == field])
        for field in FIELDS
        if any(j.field == field for j in values.values())
    }
    sizes = Counter(item.verdict.verdict for item in everything if item.field == VERDICT)
    return Audit(
        fields=fields,
        overall=quality([_judged(j) for j in values.values()]),
        verdict=verdict_quality([(j.verdict, j.mark == "right") for j in last.values() if j.field == VERDICT], sizes),
        kappas=_kappas(by_auditor),
    )


def verdict_quality(judged: Sequence[tuple[VerdictName, bool]], sizes: Mapping[VerdictName, int]) -> VerdictQuality:
    """The verdict's figures from (verdict, is it right) of some papers, and how many papers have each verdict."""
    right = {
        name: Share(sum(ok for verdict, ok in judged if verdict == name), sum(verdict == name for verdict, _ in judged))
        for name in (*KEPT, "rejected")
    }
    bounds = {name: (share.value or 0.0, *share.interval) for name, share in right.items()}
    kept = sum(sizes.get(name, 0) for name in KEPT)
    if any(sizes.get(name, 0) and not right[name].of for name in KEPT) or not kept:
        return VerdictQuality(right, None, None)
    good = [sum(sizes.get(name, 0) * bounds[name][end] for name in KEPT) for end in range(3)]
    precision = (good[0] / kept, good[1] / kept, good[2] / kept)
    rejected = sizes.get("rejected", 0)
    if rejected and not right["rejected"].of:
        return VerdictQuality(right, precision, None)
    lost = [rejected * (1 - bounds["rejected"][end]) for end in range(3)] if rejected else [0.0, 0.0, 0.0]
    # few found and many lost for the lower end; of no papers at all nothing was lost
    recall = tuple(good[end] / (good[end] + lost[end]) if good[end] + lost[end] else 1.0 for end in range(3))
    return VerdictQuality(right, precision, (recall[0], recall[1], recall[2]))


def _judged(judgement: Judgement) -> Judged:
    return Judged(right=judgement.mark == "right", said=judgement.said)


def _kappas(judgements: Mapping[tuple[str, str, str], Judgement]) -> dict[tuple[str, str], tuple[float | None, int]]:
    marks: dict[str, dict[tuple[str, str], str]] = {}
    for (by, paper, field), judgement in judgements.items():
        marks.setdefault(by, {})[paper, field] = judgement.mark
    found = {}
    for first, second in combinations(sorted(marks), 2):
        both = sorted(marks[first].keys() & marks[second].keys())
        found[first, second] = (kappa([(marks[first][key], marks[second][key]) for key in both]), len(both))
    return found

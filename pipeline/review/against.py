"""Cards against truth made by hand, without a person: the same figures as an audit, and list fields name by name.

A truth is a JSON file per paper, `<paper>.json`, with card keys and their values; keys that it lacks are not scored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline import store
from pipeline.errors import UsageError
from pipeline.records.card import Card
from pipeline.records.verdict import Verdict, VerdictName
from pipeline.review.audit import KEPT
from pipeline.review.statistics import Judged, Quality, Share, quality

SCALARS = {
    "paper_kind": "paper_kind",
    "code_availability": "code_availability",
    "code_link": "code_link",
    "gpu_required": "gpu_required",
    "gpu_count": "gpu_count",
    "gpu_memory_required": "gpu_memory_gb",
    "runtime_hours": "runtime_hours",
    "model_scale": "model_scale_params",
    "evaluation_is_objective": "evaluation_is_objective",
}
"""Card key -> key of the truth."""
LISTS = ("gpu_models", "evaluation_metrics", "datasets", "api_requirements", "method_names")
_NEAR = 0.02
"""Numbers this close, as a share of the truth, are the same."""
_SHORTEST = 4
"""Letters from which on a name may be a part of the other one: `CIFAR-10` and `the CIFAR-10 dataset`."""


@dataclass(frozen=True)
class Names:
    """A list field: of the truth's names those found, of the card's names those right."""

    recall: Share
    precision: Share


@dataclass(frozen=True)
class Truth:
    """Figures against the truth. `verdict` counts right verdicts; `kept` is about being seen by a person at all."""

    papers: int
    fields: Mapping[str, Quality]
    names: Mapping[str, Names]
    verdict: Share
    kept: Quality


def truths(folder: Path) -> dict[str, dict[str, Any]]:
    """The truth by paper. UsageError where the folder holds none, or a file is no JSON object."""
    found = {}
    for path in sorted(folder.glob("*.json")):
        try:
            parsed = json.loads(store.read_bytes(path))
        except ValueError as error:
            raise UsageError(f"{path} is no JSON: {error}") from error
        if not isinstance(parsed, dict):
            raise UsageError(f"{path} holds no JSON object")
        found[path.stem] = parsed
    if not found:
        raise UsageError(f"{folder} holds no truth: <paper>.json files with card keys")
    return found


def against(pairs: Sequence[tuple[Card, Verdict]], gold: Mapping[str, Mapping[str, Any]]) -> Truth:
    """The figures over the papers that both have."""
    both = [(card, verdict, gold[card.paper_id]) for card, verdict in pairs if card.paper_id in gold]
    fields = {
        key: quality([_judged(key, truth[name], getattr(card.fields, key).value) for card, _, truth in scored])
        for key, name in SCALARS.items()
        if (scored := [row for row in both if name in row[2]])
    }
    names = {
        key: _names([(truth[key], getattr(card.fields, key).value) for card, _, truth in both if key in truth])
        for key in LISTS
    }
    verdicts = [
        (verdict.verdict, truth["expected_verdict"]) for _, verdict, truth in both if "expected_verdict" in truth
    ]
    return Truth(
        papers=len(both),
        fields=fields,
        names=names,
        verdict=Share(sum(found == wanted for found, wanted in verdicts), len(verdicts)),
        kept=quality([_kept(found, wanted) for found, wanted in verdicts]),
    )


def same(key: str, truth: Any, found: Any) -> bool:
    """Whether a card's value is the truth: links without what does not tell them apart, numbers within 2 %, words by letters."""
    if key == "code_link":
        return _link(truth) == _link(found)
    if isinstance(truth, bool) or isinstance(found, bool) or truth is None or found is None:
        return truth is found
    if isinstance(truth, (int, float)):
        return isinstance(found, (int, float)) and abs(found - truth) <= _NEAR * abs(truth)
    return _flat(truth) == _flat(found)


def _judged(key: str, truth: Any, found: Any) -> Judged:
    return Judged(right=same(key, truth, found), said=found is not None, stated=truth is not None)


def _kept(found: VerdictName, wanted: VerdictName) -> Judged:
    return Judged(right=(found in KEPT) == (wanted in KEPT), said=found in KEPT, stated=wanted in KEPT)


def _names(lists: Sequence[tuple[Any, Any]]) -> Names:
    counts = [0, 0, 0, 0]
    for truth, found in lists:
        wanted, got = _folded(truth), _folded(found)
        counts[0] += sum(any(_alike(a, b) for b in got) for a in wanted)
        counts[1] += len(wanted)
        counts[2] += sum(any(_alike(a, b) for a in wanted) for b in got)
        counts[3] += len(got)
    return Names(Share(counts[0], counts[1]), Share(counts[2], counts[3]))


def _folded(values: Any) -> set[str]:
    names = [value["name"] if isinstance(value, dict) else getattr(value, "name", value) for value in values or ()]
    return {_flat(name) for name in names} - {""}


def _alike(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) >= _SHORTEST and (a in b or b in a))


def _flat(value: Any) -> str:
    return re.sub(r"[^a-z0-9]+", "", str(value).lower())


def _link(url: Any) -> str:
    return re.sub(r"^https?://(www\.)?|(\.git)?/*$", "", str(url).strip().lower()) if url else ""

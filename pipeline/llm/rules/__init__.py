"""The offline rules engine: one file per question, each reading the document and answering with evidence.

A rule is a function `Reading -> mapping` of card keys to `Value`. It answers only what the text says; a key that it
leaves out, or a `Value()` without a value, means "the paper does not say".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pipeline.llm.reading import Reading
from pipeline.llm.rules import (
    apis,
    code,
    compute,
    datasets,
    domain,
    kind,
    methods,
    metrics,
    objective,
    results,
    runtime,
    scale,
    texts,
)
from pipeline.records.card import Value

Rule = Callable[[Reading], Mapping[str, Value[Any]]]

RULES: dict[str, Rule] = {
    "code": code.code,
    "compute": compute.compute,
    "runtime": runtime.runtime,
    "scale": scale.scale,
    "apis": apis.apis,
    "methods": methods.method_names,
    "results": results.results,
    "metrics": metrics.evaluation_metrics,
    "datasets": datasets.datasets,
    "paper_kind": kind.paper_kind,
    "evaluation_is_objective": objective.evaluation_is_objective,
    "domain": domain.domain,
    "texts": texts.texts,
}
"""Every rule by name, in the order in which they run; no two answer the same key."""

"""The rules on code, compute, run time and scale against the hand-made truth, from PDF to card."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.llm.rules.apis import apis
from pipeline.llm.rules.code import code
from pipeline.llm.rules.compute import compute
from pipeline.llm.rules.engine import Answers, apply_rules
from pipeline.llm.rules.runtime import runtime
from pipeline.llm.rules.scale import scale
from pipeline.records.document import Document

pytestmark = pytest.mark.shared

RULES = {"code": code, "compute": compute, "runtime": runtime, "scale": scale, "apis": apis}

BARS = [
    # card key, key of the truth, least share right (a null where the truth has none is right), least recall of what the truth has
    ("code_availability", "code_availability", 0.95, 0.95),
    ("code_link", "code_link", 0.95, 0.95),
    ("gpu_required", "gpu_required", 0.85, 0.85),
    ("gpu_count", "gpu_count", 0.85, 0.85),
    ("gpu_memory_required", "gpu_memory_gb", 0.85, 0.85),
    ("runtime_hours", "runtime_hours", 0.75, 0.6),
    ("model_scale", "model_scale_params", 0.75, 0.6),
]


@pytest.fixture(scope="module")
def answered(converted: dict[str, Document]) -> dict[str, Answers]:
    """What the rules say of each paper."""
    return {name: apply_rules(document, rules=RULES) for name, document in converted.items()}


def same(key: str, truth: Any, found: Any) -> bool:
    """Equality as the scorer beside the truth has it: addresses without scheme, numbers within 2 %."""
    if key == "code_link" and truth and found:
        return bare(truth) == bare(found)
    if truth is None or found is None or isinstance(truth, bool):
        return truth is found
    return bool(abs(found - truth) <= 0.02 * abs(truth))


def bare(url: str) -> str:
    """The address without scheme and closing slash, in lower case."""
    return url.lower().removeprefix("https://").removeprefix("http://").removesuffix(".git").rstrip("/")


@pytest.mark.parametrize(("key", "truth_key", "right", "recall"), BARS)
def test_bars(
    answered: dict[str, Answers], gold: dict[str, dict[str, Any]], key: str, truth_key: str, right: float, recall: float
) -> None:
    """Shares of right values hold, and where a value is wrong the message shows both."""
    pairs = {
        name: (gold[name].get(truth_key), getattr(answers.fields, key).value) for name, answers in answered.items()
    }
    good = {name for name, (truth, found) in pairs.items() if same(key, truth, found)}
    told = {name for name, (truth, _) in pairs.items() if truth is not None}
    wrong = {name: pair for name, pair in pairs.items() if name not in good}
    assert len(good) >= right * len(pairs), wrong
    assert len(good & told) >= recall * len(told), wrong


def test_closed_apis_in_the_method(answered: dict[str, Answers], gold: dict[str, dict[str, Any]]) -> None:
    """Whether the method itself needs a closed API decides the strict policy: right for nine papers of ten."""
    found = {n: any(api.role == "method" for api in a.fields.api_requirements.value or ()) for n, a in answered.items()}
    truth = {n: any(api["role"] == "method" for api in gold[n]["api_requirements"]) for n in answered}
    assert sum(found[n] == truth[n] for n in answered) >= 0.9 * len(answered)


def test_every_quote_stands(answered: dict[str, Answers]) -> None:
    """The rules quote what is printed: the engine refuses none of their values."""
    assert {name: answers.findings for name, answers in answered.items() if answers.findings} == {}

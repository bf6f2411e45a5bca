"""The rules on kind, measures, data sets, names, results and texts against the hand-made truth, from PDF to card."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pipeline.llm.rules.datasets import datasets
from pipeline.llm.rules.domain import domain
from pipeline.llm.rules.engine import Answers, apply_rules
from pipeline.llm.rules.kind import paper_kind
from pipeline.llm.rules.methods import folded, method_names
from pipeline.llm.rules.metrics import evaluation_metrics
from pipeline.llm.rules.objective import evaluation_is_objective
from pipeline.llm.rules.results import results
from pipeline.llm.rules.texts import texts
from pipeline.records.document import Document

pytestmark = pytest.mark.shared

RULES = {
    "paper_kind": paper_kind,
    "evaluation_is_objective": evaluation_is_objective,
    "metrics": evaluation_metrics,
    "datasets": datasets,
    "methods": method_names,
    "results": results,
    "texts": texts,
    "domain": domain,
}
Truth = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def answered(converted: dict[str, Document]) -> dict[str, Answers]:
    """What the rules say of each paper."""
    return {name: apply_rules(document, rules=RULES) for name, document in converted.items()}


@pytest.mark.parametrize("key", ["paper_kind", "evaluation_is_objective"])
def test_scalars(answered: dict[str, Answers], gold: Truth, key: str) -> None:
    """At least 85 of 100 right."""
    wrong = {n: (gold[n][key], getattr(a.fields, key).value) for n, a in answered.items()}
    wrong = {n: pair for n, pair in wrong.items() if pair[0] != pair[1]}
    assert len(wrong) <= 0.15 * len(answered), wrong


def named(values: Any) -> set[str]:
    """Folded names of a list of texts, records or truth entries."""
    return {folded(v if isinstance(v, str) else v["name"] if isinstance(v, dict) else v.name) for v in values or ()}


def like(a: str, b: str) -> bool:
    """Equal, or one (longer than three letters) within the other: as the scorer beside the truth has it."""
    return a == b or (len(a) > 3 and (a in b or b in a))


@pytest.mark.parametrize(("key", "bar"), [("evaluation_metrics", 0.7), ("datasets", 0.7), ("method_names", 0.7)])
def test_lists(answered: dict[str, Answers], gold: Truth, key: str, bar: float) -> None:
    """F1 over all papers together."""
    hit = right = wanted = given = 0
    for name, answers in answered.items():
        truth, found = named(gold[name][key]), named(getattr(answers.fields, key).value)
        hit += sum(any(like(t, f) for f in found) for t in truth)
        right += sum(any(like(t, f) for t in truth) for f in found)
        wanted, given = wanted + len(truth), given + len(found)
    recall, precision = hit / wanted, right / max(1, given)
    assert 2 * recall * precision >= bar * (recall + precision), (recall, precision)


def test_main_tables(answered: dict[str, Answers], gold: Truth) -> None:
    """The main table is the truth's in four papers of five, and is named for no paper that has none."""
    found = {n: [t.label for t in a.fields.result_tables.value or () if t.main] for n, a in answered.items()}
    truth = {n: [gold[n]["main_table"]["label"]] if gold[n]["main_table"] else [] for n in answered}
    assert sum(found[n] == truth[n] for n in answered) >= 0.8 * len(answered), (found, truth)
    assert not any(found[n] for n in answered if not truth[n])


@pytest.mark.parametrize("key", ["strongest_baseline", "best_own"])
def test_scores_of_the_main_table(answered: dict[str, Answers], gold: Truth, key: str) -> None:
    """The printed value in seven papers of ten; said of no paper whose truth has none."""
    found = {n: getattr(a.fields, key).value for n, a in answered.items()}
    pairs = {n: (gold[n][key] and gold[n][key]["value"], found[n] and found[n].value) for n in answered}
    assert sum(a == b for a, b in pairs.values()) >= 0.7 * len(pairs), pairs
    assert not any(b is not None for a, b in pairs.values() if a is None), pairs


def test_texts_do_not_name_the_work(answered: dict[str, Answers], gold: Truth) -> None:
    """Problem, motivation and hint hold neither the title nor a name that the rules know."""
    for name, answers in answered.items():
        names = [*(answers.fields.method_names.value or ()), gold[name]["title"]]
        for key in ("problem_statement", "motivation", "hint"):
            text = getattr(answers.fields, key).value or ""
            told = [n for n in names if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text, re.I)]
            assert told == [], (name, key)


def test_texts_are_there_and_in_range(answered: dict[str, Answers]) -> None:
    """Nine papers of ten have each text, with the number of sentences that the card asks for."""
    for key, fewest, most in (("problem_statement", 2, 4), ("motivation", 2, 4), ("methodology", 4, 8), ("hint", 2, 3)):
        values = [getattr(a.fields, key) for a in answered.values()]
        assert sum(v.value is not None for v in values) >= 0.9 * len(values), key
        assert all(fewest <= len(v.evidence) <= most for v in values if v.value is not None), key


def test_every_quote_stands(answered: dict[str, Answers]) -> None:
    """The rules quote what is printed: the engine refuses none of their values."""
    assert {name: answers.findings for name, answers in answered.items() if answers.findings} == {}

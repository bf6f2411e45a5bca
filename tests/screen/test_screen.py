"""Screening: what each rule says of each kind of value, the verdict, the funnel, and policies with mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import UsageError
from pipeline.records.card import Api, Card, CardFields, Dataset, Gap, Provenance, Value
from pipeline.records.verdict import Policy, Verdict
from pipeline.screen.funnel import funnel
from pipeline.screen.policies import load_policy, policy_digest, policy_names
from pipeline.screen.stage import screen

GOOD: dict[str, Any] = {
    "paper_kind": "method",
    "code_availability": True,
    "datasets": (Dataset(name="CIFAR-10", access="public"),),
    "evaluation_is_objective": True,
    "gpu_memory_required": 12.0,
    "gpu_count": 1,
    "runtime_hours": 4.0,
    "api_requirements": (),
    "gap": Gap(metric="F1", points=3.1, percent=4.0),
}


def card(**changed: Any) -> Card:
    """A card that every rule passes, but for what is changed; None takes a value away."""
    values = {**GOOD, **changed}
    fields = {key: Value[Any](value=value) for key, value in values.items() if value is not None}
    return Card(
        paper_id="p",
        document_digest="d",
        fields=CardFields.model_validate({k: v.model_dump() for k, v in fields.items()}, strict=False),
        provenance=Provenance(engine="test"),
    )


def verdict(policy: str, **changed: Any) -> Verdict:
    """What the policy says of such a card."""
    loaded = load_policy(policy)
    return screen(card=card(**changed), policy=loaded, card_digest="c", policy_digest=policy_digest(loaded))


def outcomes(result: Verdict) -> dict[str, str]:
    """Rule by rule."""
    return {rule.rule: rule.outcome for rule in result.rules}


def test_a_good_card_is_shortlisted_by_both_policies() -> None:
    """Every rule passes and says with which value."""
    for name in policy_names():
        result = verdict(name)
        assert result.verdict == "shortlisted"
        assert set(outcomes(result).values()) == {"pass"}
    assert "12" in next(rule.reason for rule in verdict("strict").rules if rule.rule == "gpu_memory")


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"paper_kind": "survey"}, "empirical"),
        ({"code_availability": False}, "public_code"),
        ({"datasets": (Dataset(name="in-house logs", access="private"),)}, "public_data"),
        ({"evaluation_is_objective": False}, "objective_evaluation"),
        ({"gpu_memory_required": 40.0}, "gpu_memory"),
        ({"gpu_count": 8}, "one_gpu"),
        ({"runtime_hours": 96.0}, "within_a_day"),
        ({"api_requirements": (Api(name="GPT-4", role="method"),)}, "no_closed_api"),
        ({"gap": Gap(metric="F1", points=0.4, percent=0.5)}, "clear_gap"),
        ({"gap": Gap(metric="F1", points=-5.0, percent=-9.0)}, "clear_gap"),
    ],
)
def test_one_failing_rule_rejects_and_the_others_are_still_told(changed: dict[str, Any], rule: str) -> None:
    """Exactly this rule fails; all ten outcomes are kept."""
    result = verdict("strict", **changed)
    assert result.verdict == "rejected"
    assert [name for name, outcome in outcomes(result).items() if outcome == "fail"] == [rule]
    assert len(result.rules) == 10


@pytest.mark.parametrize(
    ("key", "rule", "outcome"),
    [
        ("paper_kind", "empirical", "human"),
        ("code_availability", "public_code", "fail"),
        ("datasets", "public_data", "pass"),
        ("evaluation_is_objective", "objective_evaluation", "human"),
        ("gpu_memory_required", "gpu_memory", "pass"),
        ("gpu_count", "one_gpu", "pass"),
        ("runtime_hours", "within_a_day", "human"),
        ("api_requirements", "no_closed_api", "pass"),
        ("gap", "clear_gap", "human"),
    ],
)
def test_unknown_means_what_the_rule_says(key: str, rule: str, outcome: str) -> None:
    """A value that the paper does not give is never a guess."""
    result = verdict("strict", **{key: None})
    assert outcomes(result)[rule] == outcome
    assert next(r for r in result.rules if r.rule == rule).unknown
    assert result.verdict == {"human": "needs_human", "fail": "rejected", "pass": "shortlisted"}[outcome]


@pytest.mark.parametrize(
    ("changed", "rule", "outcome"),
    [
        ({"gpu_memory_required": 0.0}, "gpu_memory", "pass"),
        ({"gpu_memory_required": 24.0}, "gpu_memory", "pass"),
        ({"gpu_count": 0}, "one_gpu", "pass"),
        ({"datasets": (Dataset(name="x"), Dataset(name="y"))}, "public_data", "pass"),
        (
            {"datasets": (Dataset(name="x", access="public"), Dataset(name="y", access="private"))},
            "public_data",
            "fail",
        ),
        ({"api_requirements": (Api(name="GPT-4", role="judge"),)}, "no_closed_api", "pass"),
        ({"gap": Gap(metric="loss", points=0.1, percent=3.2)}, "clear_gap", "pass"),
        ({"gap": Gap(metric="F1", points=2.0, percent=2.0)}, "clear_gap", "fail"),
    ],
)
def test_bounds(changed: dict[str, Any], rule: str, outcome: str) -> None:
    """A CPU needs no GPU memory, a limit includes itself, a judge is not the method, `above` excludes itself."""
    assert outcomes(verdict("strict", **changed))[rule] == outcome


def test_the_funnel_counts_alone_and_in_order() -> None:
    """A paper that two rules fail is removed once in order and counted twice alone."""
    made = funnel(
        [
            verdict("strict"),
            verdict("strict", code_availability=False, gpu_count=8),
            verdict("strict", gpu_count=8),
            verdict("strict", gap=None),
        ]
    )
    rows = {row.rule: row for row in made.rows}
    assert (rows["public_code"].fails, rows["public_code"].removed_in_order, rows["public_code"].left) == (1, 1, 3)
    assert (rows["one_gpu"].fails, rows["one_gpu"].removed_in_order, rows["one_gpu"].left) == (2, 1, 2)
    assert (rows["clear_gap"].humans, rows["clear_gap"].unknown, rows["clear_gap"].left) == (1, 1, 2)
    assert (made.papers, made.shortlisted, made.needs_human, made.rejected) == (4, 1, 1, 2)
    assert funnel([]).rows == ()


RULE = """
name = "mine"
description = "d"
[[rules]]
name = "r"
field = "gpu_count"
test = "at_most"
value = 1
unknown = "pass"
reason = "one GPU"
"""


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('field = "gpu_count"', 'field = "gpu_counts"'), "did you mean 'gpu_count'"),
        (('test = "at_most"', 'test = "atmost"'), "did you mean 'at_most'"),
        (('unknown = "pass"', 'unknown = "maybe"'), "unknown"),
        (('reason = "one GPU"', ""), "reason"),
        (('name = "mine"', 'name = "mine'), "mine.toml"),
    ],
)
def test_a_policy_with_a_mistake_says_where(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    """The file, the rule and the nearest right name."""
    path = tmp_path / "mine.toml"
    path.write_text(RULE)
    assert isinstance(load_policy(str(path)), Policy)
    path.write_text(RULE.replace(*change))
    with pytest.raises(UsageError, match=message) as caught:
        load_policy(str(path))
    assert "\n" not in str(caught.value)


def test_an_unknown_policy_names_those_that_ship() -> None:
    """So that nobody has to look for the folder."""
    with pytest.raises(UsageError, match="researchgym, strict"):
        load_policy("lenient")


def test_the_digest_of_a_policy_is_that_of_its_rules(tmp_path: Path) -> None:
    """A comment changes nothing; a limit does."""
    path = tmp_path / "mine.toml"
    path.write_text(RULE)
    before = policy_digest(load_policy(str(path)))
    path.write_text("# a comment\n" + RULE)
    assert policy_digest(load_policy(str(path))) == before
    path.write_text(RULE.replace("value = 1", "value = 2"))
    assert policy_digest(load_policy(str(path))) != before

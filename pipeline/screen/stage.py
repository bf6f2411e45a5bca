"""Screen one card: every rule of the policy is evaluated and kept, whatever the verdict."""

from __future__ import annotations

from typing import Any

from pipeline.records.card import Api, Card, Dataset, Gap, Value
from pipeline.records.verdict import Policy, Rule, RuleResult, Verdict, VerdictName
from pipeline.screen.tests import TESTS

_RESTS_ON = {"code_availability": ("code_link",), "gap": ("strongest_baseline", "best_own")}
"""Fields that others follow from: a doubt about them is a doubt about those."""


def screen(*, card: Card, policy: Policy, card_digest: str, policy_digest: str) -> Verdict:
    """The verdict of `policy` (checked by `load_policy`) on the card; the digests say which card and which policy."""
    results = tuple(_undisputed(card, rule, _result(rule, getattr(card.fields, rule.field))) for rule in policy.rules)
    return Verdict(
        paper_id=card.paper_id,
        policy=policy.name,
        policy_digest=policy_digest,
        card_digest=card_digest,
        verdict=_verdict(results),
        rules=results,
    )


def _verdict(results: tuple[RuleResult, ...]) -> VerdictName:
    outcomes = {result.outcome for result in results}
    if "fail" in outcomes:
        return "rejected"
    return "needs_human" if "human" in outcomes else "shortlisted"


def _undisputed(card: Card, rule: Rule, result: RuleResult) -> RuleResult:
    """The result, or that a person has to look: rules and model both have proof and differ on what the rule tests."""
    fields = {key: getattr(card.fields, key) for key in (rule.field, *_RESTS_ON.get(rule.field, ()))}
    disputed = next(((key, value) for key, value in fields.items() if value.rival is not None), None)
    if disputed is None:
        return result
    key, value = disputed
    ours = "nothing" if value.value is None else _shown(value.value)
    reason = f"{rule.reason}: rules and model differ on {key}: {ours} or {_shown(value.rival.value)}"
    return RuleResult(rule=rule.name, outcome="human", reason=reason)


def _result(rule: Rule, value: Value[Any]) -> RuleResult:
    passes = None if value.value is None else TESTS[rule.test](value.value, rule.value)
    if passes is None:
        return RuleResult(
            rule=rule.name, outcome=rule.unknown, unknown=True, reason=f"{rule.reason}: the paper does not say"
        )
    shown = _shown(value.value) + (f" ({value.derivation})" if value.derivation else "")
    return RuleResult(rule=rule.name, outcome="pass" if passes else "fail", reason=f"{rule.reason}: {shown}")


def _shown(value: Any) -> str:
    """A card value in few words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, Gap):
        return f"{value.points:+.4g} points, {value.percent:+.3g} % on {value.metric}"
    if isinstance(value, tuple):
        return ", ".join(_shown(item) for item in value) or "none"
    if isinstance(value, Api):
        return f"{value.name} ({value.role})"
    if isinstance(value, Dataset):
        return f"{value.name} ({value.access})"
    return str(value)

"""Policy: rules over a card, from a TOML file; Verdict: what they say of one card."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Record, Stored

VerdictName = Literal["shortlisted", "needs_human", "rejected"]
RuleOutcome = Literal["pass", "human", "fail"]


class Rule(Record):
    """One named test of one card field."""

    name: str
    field: str = Field(description="A key of the card.")
    test: str = Field(description="A key of `pipeline.screen.tests.TESTS`.")
    value: Any = Field(default=None, description="What the test compares with.")
    unknown: RuleOutcome = Field(description="What it means that the paper does not say.")
    reason: str = Field(description="Why the rule is there, for a person.")


class Policy(Record):
    """A named list of rules; every rule is always evaluated."""

    name: str
    description: str
    rules: tuple[Rule, ...] = Field(min_length=1)


class RuleResult(Record):
    """What one rule said of one card."""

    rule: str
    outcome: RuleOutcome
    unknown: bool = Field(
        default=False, description="True where the card has no value and the rule's `unknown` decided."
    )
    reason: str


class Verdict(Stored):
    """A card screened by a policy: rejected if a rule fails, else for a human if a rule says so, else shortlisted."""

    kind: ClassVar[str] = "verdict"

    paper_id: str
    policy: str
    policy_digest: str
    card_digest: str
    verdict: VerdictName
    rules: tuple[RuleResult, ...]

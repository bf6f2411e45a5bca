"""Award texts to tiers, by the table in tiers.toml."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from pydantic import Field

from pipeline.records.base import Record
from pipeline.records.paper import AWARD_TIERS, AwardTier


class _Rule(Record):
    tier: AwardTier
    phrases: list[str] = Field(min_length=1)


@cache
def _rules() -> tuple[tuple[str, AwardTier], ...]:
    """Phrase and tier, in the order in which they are tried; a phrase has a space at either end."""
    table = tomllib.loads(Path(__file__).with_name("tiers.toml").read_text(encoding="utf-8"))
    rules = [_Rule.model_validate(rule) for rule in table["rule"]]
    return tuple((f" {phrase} ", rule.tier) for rule in rules for phrase in rule.phrases)


def better(one: AwardTier, other: AwardTier) -> AwardTier:
    """The higher of two tiers."""
    return min(one, other, key=AWARD_TIERS.index)


def tier_of(text: str) -> AwardTier | None:
    """The tier that an award text names; `regular` for an empty text, None for words that the table does not know."""
    found = [_tier_of_one(piece) for piece in re.split(r"[;/\n]", text) if piece.strip()]
    known = [tier for tier in found if tier is not None]
    if not found:
        return "regular"
    return min(known, key=AWARD_TIERS.index) if known else None


def _tier_of_one(text: str) -> AwardTier | None:
    words = " ".join(re.findall(r"[^\W_]+", text.casefold()))
    return next((tier for phrase, tier in _rules() if phrase in f" {words} "), None)

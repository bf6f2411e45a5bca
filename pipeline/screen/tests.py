"""The tests that a policy's rules may name: each says of a card value whether it passes, or None where it cannot say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pipeline.records.card import Api, Dataset, Gap
from pipeline.records.repository import RepositoryFacts

Test = Callable[[Any, Any], bool | None]
"""(card value, the rule's `value`) -> passes, fails, or None for unknown. The card value is never None."""


def is_true(value: bool, _: object) -> bool:
    """A yes passes."""
    return value


def at_most(value: float, limit: float) -> bool:
    """A number up to the limit passes."""
    return value <= limit


def none_of(value: str, names: Sequence[str]) -> bool:
    """A word that is not on the list passes."""
    return value not in names


def no_role(apis: Sequence[Api], role: str) -> bool:
    """No service in this role passes."""
    return all(api.role != role for api in apis)


def obtainable(datasets: Sequence[Dataset], refused: Sequence[str]) -> bool | None:
    """Fails where some data has one of the refused kinds of access; unknown unless the access of some is known."""
    if any(data.access in refused for data in datasets):
        return False
    return True if any(data.access != "unknown" for data in datasets) else None


def gap_above(gap: Gap, least: float) -> bool:
    """A lead of more than `least` points or `least` percent over the strongest baseline passes."""
    return gap.points > least or gap.percent > least


def usable(facts: RepositoryFacts, _: object) -> bool:
    """A repository that is there and holds code passes."""
    return facts.usable


TESTS: dict[str, Test] = {
    "is_true": is_true,
    "at_most": at_most,
    "none_of": none_of,
    "no_role": no_role,
    "obtainable": obtainable,
    "gap_above": gap_above,
    "usable": usable,
}

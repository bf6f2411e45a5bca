"""Policies by name (those that ship) or by path, checked before the first card is screened."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pipeline import store
from pipeline.errors import UsageError
from pipeline.ids import digest
from pipeline.paths import resource
from pipeline.records.card import CardFields
from pipeline.records.verdict import Policy
from pipeline.screen.tests import TESTS

DEFAULT_POLICY = "researchgym"


def policy_names() -> list[str]:
    """The policies that ship with the program."""
    return sorted(path.stem for path in resource("task_cards/policies").glob("*.toml"))


def load_policy(name: str) -> Policy:
    """A policy that ships, or a TOML file. UsageError with the rule and what is wrong with it."""
    path = Path(name) if name.endswith(".toml") else resource("task_cards/policies") / f"{name}.toml"
    if not path.is_file():
        raise UsageError(f"no policy {name!r}: name one of {', '.join(policy_names())}, or the path of a .toml file")
    policy = store.load_toml(Policy, path)
    for rule in policy.rules:
        _known(path, rule.name, "field", rule.field, CardFields.model_fields)
        _known(path, rule.name, "test", rule.test, TESTS)
    twice = [rule for rule, count in Counter(rule.name for rule in policy.rules).items() if count > 1]
    if twice:
        raise UsageError(f"{path}: two rules are called {twice[0]!r}")
    return policy


def policy_digest(policy: Policy) -> str:
    """Digest of what the policy says; comments and layout of its file do not count."""
    return digest([policy.model_dump(mode="json")])


def _known(path: Path, rule: str, what: str, name: str, names: Iterable[str]) -> None:
    known = sorted(names)
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f", did you mean {close[0]!r}?" if close else f": one of {', '.join(known)}"
        raise UsageError(f"{path}: rule {rule!r}: there is no {what} {name!r}{hint}")

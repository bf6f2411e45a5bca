"""Puts together what was answered from the parts of a long paper; and what rules and model say of the same paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pipeline.llm.rules.addresses import bare
from pipeline.records.card import CardFields, Rival, Value
from pipeline.records.finding import Finding

Results = tuple[dict[str, Value[Any]], dict[str, str]]
"""Values by key, and why the other keys failed."""


def _close(ours: float, theirs: float) -> bool:
    """Within 2 %: roundings of one number."""
    return abs(ours - theirs) <= 0.02 * max(abs(ours), abs(theirs))


def _needs_api(value: Any) -> bool:
    return any(api.role == "method" for api in value)


CHECKABLE: Mapping[str, Callable[[Any, Any], bool]] = {
    "code_link": lambda ours, theirs: bare(ours) == bare(theirs),
    "code_availability": lambda ours, theirs: ours is theirs,
    "gpu_required": lambda ours, theirs: ours is theirs,
    "gpu_count": _close,
    "gpu_memory_required": _close,
    "runtime_hours": _close,
    "model_scale": _close,
    "strongest_baseline": lambda ours, theirs: _close(ours.value, theirs.value),
    "best_own": lambda ours, theirs: _close(ours.value, theirs.value),
    "api_requirements": lambda ours, theirs: _needs_api(ours) is _needs_api(theirs),
}
"""The fields on which two answers can be compared by a program, and how; whether the method needs a closed API decides."""
AGREED = 0.95
"""Least confidence of what rules and model say alike, each with its own quotes."""


@dataclass
class Merged:
    """Values by key, why the other keys failed, and what a person should know."""

    values: dict[str, Value[Any]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def merged(keys: Sequence[str], results: Sequence[Results]) -> Merged:
    """One answer per key from the answers on each part.

    Lists are joined. Of single values the first with a quote stays: what one part does not say, another may. Where a
    later part says otherwise on a field that can be checked, its answer is kept as rival.
    """
    made = Merged()
    for key in keys:
        said = [values[key] for values, _ in results if key in values and values[key].value is not None]
        said.sort(key=lambda value: not value.evidence)  # "there is none" counts only where no part has proof of one
        reasons = [problems[key] for _, problems in results if key in problems]
        if not said:
            if reasons:
                made.failed[key] = reasons[0]
            elif results:
                made.values[key] = Value(source="model")
        elif isinstance(said[0].value, tuple):
            made.values[key] = _joined(said)
        else:
            made.values[key] = _first(key, said)
    return made


def _joined(said: Sequence[Value[Any]]) -> Value[Any]:
    entries: dict[str, Any] = {}
    for entry in (entry for value in said for entry in value.value or ()):
        entries.setdefault(str(getattr(entry, "name", entry)).casefold(), entry)
    quotes = tuple(dict.fromkeys(one for value in said for one in value.evidence))
    return said[0].model_copy(update={"value": tuple(entries.values()), "evidence": quotes})


def _first(key: str, said: Sequence[Value[Any]]) -> Value[Any]:
    if (same := CHECKABLE.get(key)) is None:
        return said[0]
    other = next((value for value in said[1:] if value.evidence and not same(said[0].value, value.value)), None)
    return said[0] if other is None else _against(said[0], other)


def _against(value: Value[Any], other: Value[Any]) -> Value[Any]:
    rival = Rival[Any](value=other.value, evidence=other.evidence, source=other.source, derivation=other.derivation)
    return value.model_copy(update={"rival": rival})


def checked(
    model: Mapping[str, Value[Any]], failed: Mapping[str, str], rules: CardFields
) -> tuple[CardFields, tuple[Finding, ...]]:
    """The card's fields from both engines, and a finding for each field on which they differ.

    The model's value counts where it has one, else that of the rules, which has its quotes, too. Where both have one and
    differ on a checkable field, both stay and a person decides. A field on which the model failed stays null.
    """
    fields: dict[str, Value[Any]] = {}
    findings = []
    for key in CardFields.model_fields:
        theirs: Value[Any] = getattr(rules, key)
        ours = Value[Any](source="model") if key in failed else model.get(key)
        value = _decided(key, ours, theirs, failed=key in failed)
        fields[key] = value
        if value.rival is not None:
            both = f"{_short(value.value)} and {_short(value.rival.value)}"
            message = f"{key}: two answers have their proof: {both}"
            if value.value is None:
                message = f"{key}: the model has no usable answer, the rules say {_short(value.rival.value)}"
            findings.append(Finding(code="answers-differ", message=message))
    return CardFields(**fields), tuple(findings)


def _decided(key: str, ours: Value[Any] | None, theirs: Value[Any], *, failed: bool) -> Value[Any]:
    if ours is None or (ours.value is None and not failed):
        return theirs
    if theirs.value is None or key not in CHECKABLE:
        return ours
    if failed:
        return _against(ours, theirs)
    if CHECKABLE[key](ours.value, theirs.value):
        return ours.model_copy(update={"confidence": max(AGREED, ours.confidence)}) if theirs.evidence else ours
    return _against(ours, theirs)


def _short(value: Any) -> str:
    shown = value.model_dump(exclude_defaults=True) if hasattr(value, "model_dump") else value
    text = (
        str([api.name for api in value])
        if isinstance(value, tuple) and value and hasattr(value[0], "name")
        else str(shown)
    )
    return text if len(text) <= 100 else text[:99] + "…"

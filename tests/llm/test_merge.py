"""Answers put together: parts of one paper, and rules beside model."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.llm.merge import AGREED, checked, merged
from pipeline.records.base import SourceName
from pipeline.records.card import Api, CardFields, Evidence, Score, Value


def value(said: Any, quote: str = "so it says", source: SourceName = "model") -> Value[Any]:
    """A value with one quote, or none."""
    evidence = (Evidence(quote=quote, page=1),) if quote else ()
    return Value(value=said, evidence=evidence, source=source, confidence=0.7)


def by_rules(**fields: Any) -> CardFields:
    """What the rules would say."""
    return CardFields(**{key: value(said, source="rules") for key, said in fields.items()})


def test_parts_fill_each_other() -> None:
    """A later part's value counts where the first is silent; lists are joined without doubles; one failure is no failure."""
    results = [
        ({"gpu_count": Value(source="model"), "datasets_": value(("A", "B"), "one")}, {"model_scale": "cut off"}),
        ({"gpu_count": value(8), "datasets_": value(("b", "C"), "two"), "model_scale": value(7e9)}, {}),
    ]
    made = merged(("gpu_count", "datasets_", "model_scale"), results)
    assert {key: one.value for key, one in made.values.items()} == {
        "gpu_count": 8,
        "datasets_": ("A", "B", "C"),
        "model_scale": 7e9,
    }
    assert [one.quote for one in made.values["datasets_"].evidence] == ["one", "two"]
    assert made.failed == {}


def test_parts_that_differ_leave_both() -> None:
    """A later part's proven number is kept as rival; "no code" from a part that has no link is not one."""
    results = [
        ({"gpu_count": value(8), "code_availability": value(False, "")}, {}),
        ({"gpu_count": value(4), "code_availability": value(True)}, {}),
    ]
    made = merged(("gpu_count", "code_availability"), results).values
    assert made["gpu_count"].rival is not None
    assert (made["gpu_count"].value, made["gpu_count"].rival.value) == (8, 4)
    assert (made["code_availability"].value, made["code_availability"].rival) == (True, None)


def test_what_failed_everywhere_failed() -> None:
    """The first reason stays."""
    assert merged(("gpu_count",), [({}, {"gpu_count": "refused"}), ({}, {"gpu_count": "cut"})]).failed == {
        "gpu_count": "refused"
    }


@pytest.mark.parametrize(
    ("key", "ours", "theirs"),
    [
        ("gpu_count", 8, 4),
        ("gpu_memory_required", 80.0, 40.0),
        ("code_link", "https://github.com/a/b", "https://github.com/a/c"),
        ("code_availability", True, False),
        ("best_own", Score(method="m", metric="x", value=91.0), Score(method="m", metric="x", value=81.0)),
        ("api_requirements", (Api(name="a", role="method"),), ()),
    ],
)
def test_rules_and_model_that_differ_leave_both(key: str, ours: Any, theirs: Any) -> None:
    """The model's value stands, the rules' is its rival with its quotes, and a finding says so."""
    fields, findings = checked({key: value(ours)}, {}, by_rules(**{key: theirs}))
    made: Value[Any] = getattr(fields, key)
    assert made.rival is not None
    assert (made.value, made.rival.value, made.rival.source) == (ours, theirs, "rules")
    assert [finding.code for finding in findings] == ["answers-differ"]


def test_agreement_raises_confidence() -> None:
    """Roundings and spellings of one thing are one thing."""
    model = {"gpu_memory_required": value(79.6), "code_link": value("http://www.github.com/a/b/")}
    rules = by_rules(gpu_memory_required=80.0, code_link="https://github.com/a/b")
    fields, findings = checked(model, {}, rules)
    assert (fields.gpu_memory_required.confidence, fields.code_link.confidence) == (AGREED, AGREED)
    assert findings == ()


def test_the_rules_fill_what_the_model_leaves_open() -> None:
    """Where the model says nothing the rules' value stands under its own name; texts of the model come first."""
    model = {"gpu_count": Value[Any](source="model"), "hint": value("From the model.")}
    fields, _ = checked(model, {}, by_rules(gpu_count=8, hint="From the rules."))
    assert (fields.gpu_count.value, fields.gpu_count.source) == (8, "rules")
    assert fields.hint.value == "From the model."


def test_a_failed_field_is_null_and_a_person_decides() -> None:
    """A number that the model failed on is null, with the rules' answer beside it; a text is null."""
    fields, _ = checked({}, {"gpu_count": "refused", "hint": "refused"}, by_rules(gpu_count=8, hint="H"))
    assert fields.gpu_count.value is None
    assert fields.gpu_count.rival is not None and fields.gpu_count.rival.value == 8
    assert (fields.hint.value, fields.hint.rival) == (None, None)

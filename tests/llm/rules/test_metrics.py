"""Which measures the paper evaluates by."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.metrics import evaluation_metrics
from tests.llm.rules.sample import reading, table, unquotable


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We report accuracy and macro F1 as evaluation metrics.", [("F1", "higher"), ("accuracy", "higher")]),
        ("Performance is measured in terms of RMSE.", [("RMSE", "lower")]),
        ("The evaluation metric is the Exactly Matching (EM) rate. EM is strict.", [("EM", "higher")]),
        ("Our method is fast. Its precision is an issue. We like recall.", []),
        ("We train with a cross-entropy loss and a learning rate of 0.1 as the metric of training.", []),
        ("Accuracy is mentioned once in passing.", []),
        ("The model has 10M parameters, and we report the number of parameters as a metric. We report parameters.", []),
        ("Metrics: Empty Patch, the percentage of trajectories without a change.", [("Empty Patch", None)]),
    ],
)
def test_statements(text: str, found: list[tuple[str, str | None]]) -> None:
    """A statement about measuring is needed; plain words and losses in passing are none."""
    made = reading({"Experiments": text})
    values = evaluation_metrics(made)
    assert [(m.name, m.direction) for m in values["evaluation_metrics"].value or ()] == found if found else values == {}
    assert unquotable(made, values) == []


def test_heads_of_result_tables_count() -> None:
    """A column of results needs no sentence; P and R beside an F1 are precision and recall; the main one comes first."""
    heads = table(["", "P", "R", "F1", "Runtime"], ["A", "1", "2", "3", "4"], ["Ours", "2", "3", "4", "5"])
    found = evaluation_metrics(reading({"Results": "x"}, tables=[heads]))["evaluation_metrics"].value or ()
    assert [(m.name, m.primary) for m in found] == [
        ("F1", True),
        ("precision", False),
        ("recall", False),
        ("Runtime", False),
    ]


def test_an_average_over_measures_is_a_measure() -> None:
    """Where it is what the main table stands on, it is the primary one."""
    heads = table(["", "X > F1", "Y > MAP", "Avg."], ["A", "1", "2", "3"], ["Ours", "2", "3", "4"])
    found = evaluation_metrics(reading({"Results": "x"}, tables=[heads]))["evaluation_metrics"].value or ()
    assert [(m.name, m.direction, m.primary) for m in found] == [
        ("Avg.", "higher", True),
        ("F1", "higher", False),
        ("MAP", "higher", False),
    ]


def test_heads_of_other_tables_do_not() -> None:
    """Hyper-parameters are no results."""
    assert (
        evaluation_metrics(
            reading(tables=[table(["", "Accuracy"], ["A", "1"], ["B", "2"], caption="Hyper-parameters")])
        )
        == {}
    )


def test_related_work_measures_nothing() -> None:
    """What others report is theirs."""
    assert evaluation_metrics(reading({"Related Work": "They report BLEU as the evaluation metric."})) == {}


def test_a_definition_is_kept_as_printed() -> None:
    """The sentence that says what the measure is."""
    text = "Pass rate is the proportion of solved tasks. We report pass rate."
    found = evaluation_metrics(reading({"Metrics": text}))["evaluation_metrics"].value or ()
    assert [(m.name, m.definition) for m in found] == [("pass rate", "Pass rate is the proportion of solved tasks.")]


def test_a_short_form_of_something_else() -> None:
    """`EM` that the paper writes out as expectation maximization is no exact match."""
    text = "We use expectation maximization (EM) first. We compare EM as a metric of speed. We report EM. EM is slow."
    assert evaluation_metrics(reading({"Experiments": text})) == {}
    assert evaluation_metrics(reading({"Experiments": text.replace("expectation maximization (EM)", "EM")})) != {}

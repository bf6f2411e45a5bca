"""What kind of paper it is."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.kind import paper_kind
from tests.llm.rules.sample import reading, table, unquotable


@pytest.mark.parametrize(
    ("title", "abstract", "kind"),
    [
        ("Foo", "Graphs are hard. We propose FooNet, a new network.", "method"),
        ("Foo", "We propose to see it as a game. We present an end-to-end learning approach.", "method"),
        (
            "Foo",
            "We study graph matching. In this paper, we develop an algorithm. Our method uses a framework we propose.",
            "method",
        ),
        ("Foo", "We introduce FooBench, a benchmark of 500 tasks for agents.", "benchmark"),
        ("FooBench: A Benchmark for Agents", "Agents are hard to compare. We introduce FooBench.", "benchmark"),
        ("Foo", "We present FooQA, a dataset of questions for language models. We benchmark models on it.", "dataset"),
        ("Foo", "We release a corpus of dialogues.", "dataset"),
        ("Foo", "We describe a deployed scalable system for search.", "system"),
        ("Foo: A Toolkit for Bars", "We introduce Foo, an open-source Python toolkit.", "system"),
        ("Do Models Know Bars?", "We investigate whether models know bars. We analyze ten models.", "analysis"),
        ("Foo", "In this paper, we present case studies that explain why it fails.", "analysis"),
        ("A Survey of Foo", "This paper reviews methods for foo.", "survey"),
        ("Foo", "We survey recent models.", "survey"),
        ("Position: Stop Foo", "We argue that foo must stop.", "position"),
        ("Tight Bounds", "We prove tight lower bounds for bandits.", "theory"),
    ],
)
def test_kind(title: str, abstract: str, kind: str) -> None:
    """The first statement of the abstract weighs most, the title helps."""
    made = reading({"Introduction": "Some words."}, title=title, abstract=abstract)
    values = paper_kind(made)
    assert values["paper_kind"].value == kind
    assert unquotable(made, values) == []


def test_a_paper_with_result_tables_is_no_position_paper() -> None:
    """Arguing for a method by experiments is not a position paper."""
    made = reading(
        abstract="We argue that depth helps. We design an objective that is deep.",
        tables=[table(["", "F1"], ["A", "1"])],
    )
    assert paper_kind(made)["paper_kind"].value == "method"


def test_a_road_map_is_no_analysis() -> None:
    """What the sections study does not outweigh the proposal."""
    made = reading(
        {"Introduction": "We propose Foo. In Section 4, we study the training. In §5, we analyze the design."}
    )
    assert paper_kind(made)["paper_kind"].value == "method"


def test_nothing_stated_is_nothing_said() -> None:
    """No statement, no kind."""
    assert paper_kind(reading({"Introduction": "It is raining."}, title="Rain")) == {}


@pytest.mark.parametrize(
    ("abstract", "kind"),
    [
        ("To reduce the cost of widgets, we explore training from synthetic parts.", "method"),
        ("In this paper, we explore a semi-supervised approach for widgets.", "method"),
        ("We propose a network for language understanding.", "method"),
        ("To understand why widgets fail, we explore many of them.", "analysis"),
    ],
)
def test_means_to_an_end(abstract: str, kind: str) -> None:
    """What is explored to reach an end is a method; what is explored to understand is an analysis."""
    value = paper_kind(reading(title="Widgets", abstract=abstract))["paper_kind"].value
    assert value == kind

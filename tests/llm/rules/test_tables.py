"""Result tables as the card keeps them: orientation, own rows or columns, directions, numbers."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.tables import is_result, label_columns, own_among, read_table
from tests.llm.rules.sample import table


@pytest.mark.parametrize(
    ("labels", "names", "own"),
    [
        (["A", "B", "A-Net (ours)"], [], [2]),
        (["A", "Ours", "Ours+X"], [], [1, 2]),
        (["A", "FooNet", "FooNet-big"], ["FooNet"], [1, 2]),
        (["SPR", "SR-SPR", "FNC"], ["FNC"], [2]),
        (["Bert", "Bert + FooNet"], ["FooNet"], [1]),
        (["Bert", "Bert w/o FooNet"], ["FooNet"], []),
        (["GPT-Foo", "LLaMA-Foo", "FooLLM-Foo"], ["FooLLM", "Foo"], [2]),
        (["Foo base", "Foo big", "Foo w/o x"], ["Foo"], []),
        (["Sprint", "SPR"], ["SPR"], [1]),
        (["GRPO", "HPOon", "HPOoff"], ["HPO"], [1, 2]),
        (["CoOp", "MaPLe*", "MaPLe* + FooPL", "∆"], ["FooPL"], [2]),
        (["R2-Net (MLN)", "Other"], ["R2-Net"], [0]),
        (["A", "B"], ["C"], []),
        (["four hours", "hours"], [], []),
    ],
)
def test_own_labels(labels: list[str], names: list[str], own: list[int]) -> None:
    """ "Ours" first, then names at the start, then inside; a name in every label tells nothing."""
    assert own_among(labels, names) == own


def test_methods_in_rows() -> None:
    """Own rows are marked, columns have directions, the label column holds no number."""
    read = read_table(
        table(["Model", "RMSE", "F1", "Year"], ["A [3]", "0.5", "0.80 ± 0.1", "-"], ["Foo", "0.4", "0.9", "-"]), ["Foo"]
    )
    assert not read.methods_in_columns
    assert [row.is_own for row in read.rows] == [False, True]
    assert [c.direction for c in read.columns] == [None, "lower", "higher", None]
    assert read.rows[0].numbers == (None, 0.5, 0.8, None)
    assert read.rows[0].printed == ("A [3]", "0.5", "0.80 ± 0.1", "-")


def test_methods_in_columns() -> None:
    """Own columns count from 0 through all columns; the rows carry no method."""
    read = read_table(
        table(["Data", "Metric", "A", "B", "Foo"], ["X", "Acc", "1", "2", "3"], ["X", "Loss", "3", "2", "1"]), ["Foo"]
    )
    assert read.methods_in_columns
    assert read.own_columns == (4,)
    assert [row.name for row in read.rows] == ["X, Acc", "X, Loss"]
    assert not any(row.is_own for row in read.rows)


def test_measures_decide_where_no_own_name_does() -> None:
    """Measures stand opposite to the methods."""
    assert read_table(table(["", "A", "B"], ["BLEU", "1", "2"], ["Loss", "3", "4"]), []).methods_in_columns
    assert not read_table(table(["", "BLEU", "Loss"], ["A", "1", "2"], ["B", "3", "4"]), []).methods_in_columns


def test_own_data_set_over_a_column_does_not_turn_the_table() -> None:
    """The foremost name (the method's) decides against a later one (the data set's)."""
    read = read_table(table(["", "Glue", "FooBench"], ["A", "1", "2"], ["FooNet", "3", "4"]), ["FooNet", "FooBench"])
    assert not read.methods_in_columns
    assert [row.is_own for row in read.rows] == [False, True]


def test_a_caption_gives_the_direction_of_data_set_columns() -> None:
    """`Accuracy on ...` speaks for every column that names no measure itself."""
    read = read_table(table(["", "X", "Time (s)"], ["A", "1", "2"], caption="Accuracy on three sets."), [])
    assert [c.direction for c in read.columns] == [None, "higher", "lower"]


def test_broken_rows_are_squared() -> None:
    """A row that is too short is filled, one that is too long is cut."""
    read = read_table(table(["", "F1"], ["A"], ["B", "1", "2", "3"]), [])
    assert [row.printed for row in read.rows] == [("A", ""), ("B", "1")]
    assert label_columns(table(["", "F1"], ["A"], ["B", "1", "2"])) == 1


@pytest.mark.parametrize(
    ("caption", "cells", "result"),
    [
        ("Results.", ["1", "2"], True),
        ("Hyper-parameters.", ["1", "2"], False),
        ("Statistics of the data sets.", ["1", "2"], False),
        ("Results.", ["yes", "no"], False),
        ("Results.", ["1", "none"], False),
    ],
)
def test_which_tables_are_results(caption: str, cells: list[str], result: bool) -> None:
    """Numbers, and a caption that does not say otherwise."""
    assert is_result(table(["", "X", "Y"], ["A", *cells], caption=caption)) is result


def test_sizes_run_on_behind_the_own_name() -> None:
    """`WidgetNetlarge` is the large `WidgetNet`; any other letters make another name."""
    assert own_among(["Basis", "WidgetNetlarge", "WidgetNetwork"], ["WidgetNet"]) == [1]

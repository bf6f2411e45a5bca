"""The main table, its primary measure, and the gap, with the traps that tables set."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.contests import is_reference, plain
from pipeline.llm.rules.results import results
from pipeline.records.document import Table
from tests.llm.rules.sample import reading, table, unquotable

ABSTRACT = "We propose FooNet, a net. FooNet is good."


def headline(
    *tables: Table, text: str = "", abstract: str = ABSTRACT
) -> tuple[str, str, float, str, float, float, float]:
    """Primary metric, baseline and its value, own and its value, gap in points and percent."""
    made = reading({"Experiments": f"FooNet works. FooNet runs. {text}"}, abstract=abstract, tables=tables)
    found = results(made)
    assert unquotable(made, found) == []
    theirs, mine, gap = (found[k].value for k in ("strongest_baseline", "best_own", "gap"))
    return found["primary_metric"].value, theirs.method, theirs.value, mine.method, mine.value, gap.points, gap.percent


def test_reference_points_are_no_baselines() -> None:
    """Oracle, human and random rows compete with nobody; random search does."""
    made = table(
        ["", "Accuracy"], ["Oracle", "99"], ["Human", "98"], ["Random", "50"], ["Random Search", "70"], ["FooNet", "80"]
    )
    assert headline(made)[1:] == ("Random Search", 70, "FooNet", 80, 10, pytest.approx(14.285714))


def test_lower_is_better() -> None:
    """The strongest baseline has the smallest error, and a smaller own error is a gap above zero."""
    made = table(["", "RMSE"], ["A", "4.0"], ["B", "5.0"], ["FooNet", "3.0"])
    assert headline(made) == ("RMSE", "A", 4.0, "FooNet", 3.0, 1.0, 25.0)


def test_a_fraction_of_a_rate_counts_in_points() -> None:
    """0.80 to 0.85 in accuracy are five points; an RMSE below one stays as printed."""
    assert headline(table(["", "Accuracy"], ["A", "0.80"], ["FooNet", "0.85"]))[5:] == (5.0, 6.25)
    assert headline(table(["", "RMSE"], ["A", "0.5"], ["FooNet", "0.4"]))[5:] == (pytest.approx(0.1), 20.0)


def test_negative_values_take_the_absolute_baseline() -> None:
    """A return of -100 against -200 is 50 percent ahead."""
    assert headline(table(["", "Mean return"], ["A", "-200"], ["FooNet", "-100"]))[5:] == (100.0, 50.0)


def test_a_paper_behind_its_baseline_has_a_negative_gap() -> None:
    """No own win is invented."""
    assert headline(table(["", "Accuracy"], ["A", "90"], ["FooNet", "80"]))[5] == -10


def test_missing_cells_are_skipped() -> None:
    """A dash is no value."""
    assert headline(table(["", "Accuracy"], ["A", "-"], ["B", "70 ± 1"], ["FooNet", "80"]))[1] == "B"


def test_methods_in_columns_with_mixed_directions() -> None:
    """Each row has its own direction; the most discussed measure stands for the table."""
    made = table(["", "A", "B", "FooNet"], ["Loss", "2.0", "1.9", "1.8"], ["Accuracy", "50", "60", "70"])
    assert headline(made, text="The loss is low. We look at the loss. A loss is a loss.")[:5] == (
        "Loss",
        "B",
        1.9,
        "FooNet",
        1.8,
    )
    assert headline(made, text="The accuracy counts. Accuracy is all.")[:5] == ("Accuracy", "B", 60, "FooNet", 70)


def test_columns_under_one_spanning_head_compete_among_themselves() -> None:
    """A baseline under another head (another backbone) is no competitor."""
    made = table(
        ["", "Small > Base", "Small > Ours", "Large > Base", "Large > Ours"],
        ["Accuracy", "50", "55", "90", "91"],
        caption="Main.",
    )
    assert headline(made)[:5] == ("Accuracy, Small", "Base", 50, "Ours", 55)


def test_an_average_stands_for_its_table() -> None:
    """The printed average goes before single data sets, even without a measure of its own."""
    made = table(
        ["", "X > F1", "Y > MAP", "Avg."], ["A", "10", "20", "15"], ["B", "30", "5", "14"], ["FooNet", "40", "25", "32"]
    )
    assert headline(made)[:3] == ("Avg.", "A", 15)


def test_stacked_blocks_are_kept_apart() -> None:
    """Two data sets under one head: each block ends with the own row."""
    made = table(["", "BLEU"], ["A", "50"], ["FooNet", "55"], ["A", "20"], ["B", "22"], ["FooNet", "23"])
    assert headline(made)[1:] == ("A", 50, "FooNet", 55, 5.0, 10.0)


def test_one_letter_heads_are_what_the_text_speaks_of() -> None:
    """`C` under a caption that spells CIDEr out."""
    made = table(["", "B@4", "C"], ["A", "40", "80"], ["FooNet", "41", "90"], caption="C denotes CIDEr.")
    assert headline(made, text="CIDEr counts most. CIDEr is best.")[0] == "CIDEr (C)"


def test_the_overall_average_goes_before_averages_of_groups() -> None:
    """`Avg.` alone, not `Group > Avg.` with a larger lead."""
    made = table(["", "G > F1", "G > Avg.", "Avg."], ["A", "10", "10", "15"], ["FooNet", "40", "40", "20"])
    assert headline(made)[:3] == ("Avg.", "A", 15)


def test_the_papers_usual_way_serves_a_table_that_names_no_measure() -> None:
    """Data sets as columns, "Performance on" as caption: higher, when all that the paper says of measures goes that way."""
    made = table(["", "X", "Y"], ["A", "50", "60"], ["FooNet", "55", "64"], caption="Performance on foo.")
    assert headline(made, text="Accuracy counts. The accuracy is high. We report F1. F1 is high. Accuracy!")[:5] == (
        "X",
        "A",
        50,
        "FooNet",
        55,
    )
    mixed = reading({"E": "FooNet. FooNet. Accuracy, accuracy. F1. RMSE. RMSE. MAE."}, abstract=ABSTRACT, tables=[made])
    assert set(results(mixed)) == {"result_tables"}


def test_a_caption_speaks_for_no_column_beside_named_ones() -> None:
    """The size of a model and an unknown measure do not become the caption's error rate."""
    made = table(
        ["", "Size", "X > EER", "X > Foo"],
        ["A", "8M", "2.0", "9"],
        ["FooNet", "3M", "1.5", "1"],
        caption="EER of encoders.",
    )
    assert headline(made)[:2] == ("X > EER", "A")


def test_changes_are_no_methods() -> None:
    """Rows of differences compete with nobody."""
    made = table(["", "F1"], ["A", "70"], ["A + FooNet", "72"], ["∆", "+2.0"], ["Δ", "99"])
    assert headline(made)[1:4] == ("A", 70, "A + FooNet")


def test_a_second_head_inside_the_body_ends_the_table() -> None:
    """What stands below belongs to other columns."""
    made = table(["Method", "F1"], ["A", "70"], ["FooNet", "72"], ["Method", "RMSE"], ["A", "99"], ["FooNet", "1"])
    assert headline(made)[1:5] == ("A", 70, "FooNet", 72)


def test_efficiency_columns_are_not_primary() -> None:
    """Parameters, run time and gains are no results."""
    made = table(
        ["", "Params", "F1", "Runtime", "Improvement"], ["A", "5", "70", "9", "0"], ["FooNet", "1", "80", "1", "10"]
    )
    assert headline(made, text="Runtime matters. The runtime is low. Runtime! Runtime?")[0] == "F1"


def test_the_comparison_goes_before_the_ablation() -> None:
    """Caption words and numbers that the abstract repeats point to the main table."""
    ablation = table(["", "F1"], ["A", "1"], ["FooNet", "2"], caption="Ablation study.", label="Table 1")
    main = table(
        ["", "F1"], ["A", "71.5"], ["FooNet", "80.5"], caption="Comparison with the state of the art.", label="Table 2"
    )
    assert headline(ablation, main)[2] == 71.5
    late = table(["", "F1"], ["A", "60.5"], ["FooNet", "66.5"], caption="Results on X.", label="Table 3")
    assert headline(main, late, abstract=f"{ABSTRACT} It has 66.5 F1 and 6.0 more than A.")[2] == 60.5


def test_odd_tables_do_not_break_the_record() -> None:
    """A baseline of zero, values without measure, a table without caption and with blank rows."""
    assert headline(table(["", "F1"], ["A", "0"], ["FooNet", "5"]))[5:] == (5.0, 0.0)
    assert headline(table(["", "RMSE"], ["A", "1e-290"], ["FooNet", "1e290"]))[6] == 0.0
    blank = table(["", ""], ["", ""], ["", "1"], ["", "2"])
    assert results(reading(tables=[blank]))["result_tables"].evidence[0].quote == "Table 1: "


def test_a_run_time_beside_the_measure_is_no_side_line() -> None:
    """A caption about run times is one; a caption that mentions them behind its measure is not."""
    main = table(
        ["", "X"], ["A", "70.5"], ["FooNet", "80.5"], caption="Accuracy and run time of models.", label="Table 1"
    )
    times = table(["", "F1"], ["A", "60.5"], ["FooNet", "66.5"], caption="Run time and F1.", label="Table 2")
    assert headline(times, main)[2] == 70.5


def test_without_own_rows_there_is_no_headline() -> None:
    """Tables stay, the gap is not said."""
    found = results(reading({"Experiments": "x"}, tables=[table(["", "F1"], ["A", "1"], ["B", "2"])]))
    assert set(found) == {"result_tables"}
    assert not any(t.main for t in found["result_tables"].value)


def test_without_a_direction_there_is_no_headline() -> None:
    """Nobody says whether more foo is better."""
    assert set(results(reading(tables=[table(["", "Foo"], ["A", "1"], ["Ours", "2"])]))) == {"result_tables"}


def test_a_paper_without_result_tables_says_nothing() -> None:
    """No table, no key."""
    assert results(reading({"Experiments": "x"})) == {}


def test_labels() -> None:
    """Marks and references are taken off; what knows the answer is a reference point."""
    assert plain("SGC [12]*") == "SGC"
    assert plain("MARN [Pei et al., 2019]") == "MARN"
    assert is_reference("Oracle (upper bound)")
    assert is_reference("Human performance")
    assert is_reference("Joint training (upper bound)")
    assert not is_reference("HumanEval-tuned")

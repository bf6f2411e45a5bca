"""What the columns are called."""

from __future__ import annotations

from tests.convert.embedded.tables.typeset import BODY, CELLS, XS, Sheet


def test_names_over_several_columns_with_partial_rules() -> None:
    """A name underlined by a partial rule stands over the columns of that rule."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 142, 185)
    sheet.rule(200, 310, 126)
    sheet.middle(255, 122, "Accuracy")
    sheet.row(137, XS, ["Model", "Dev", "Test", "Hours"])
    sheet.rows(153, XS, BODY)
    assert sheet.table().columns == ("Model", "Accuracy > Dev", "Accuracy > Test", "Hours")


def test_names_over_several_columns_without_rules() -> None:
    """Names that stand in the middle of equal shares of the columns stand over these shares."""
    xs = [80.0, 200.0, 240.0, 280.0, 340.0, 380.0, 420.0]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 440, 112, 142, 185)
    sheet.middle(240, 122, "Full")
    sheet.middle(380, 122, "Part")
    sheet.row(137, xs, ["Model", "P", "R", "F", "P", "R", "F"])
    sheet.rows(153, xs, [["One", *"123456"], ["Two", *"234567"], ["Three", *"345678"]])
    columns = ("Model", "Full > P", "Full > R", "Full > F", "Part > P", "Part > R", "Part > F")
    assert sheet.table().columns == columns


def test_names_over_several_columns_between_vertical_rules() -> None:
    """A name alone between vertical rules stands over all columns between them."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 142, 185)
    sheet.upright(112, 185, 170, 325)
    sheet.middle(255, 122, "Accuracy")
    sheet.row(137, XS, ["Model", "Dev", "Test", "Hours"])
    sheet.rows(153, XS, BODY)
    assert sheet.table().columns == ("Model", "Accuracy > Dev", "Accuracy > Test", "Hours")


def test_wrapped_names_of_columns() -> None:
    """A name on two lines over one column is one name."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 138, 182)
    sheet.row(122, XS, ["", "Standard", "Constrained", "Wall clock"])
    sheet.row(133, XS, ["Model", "tuning", "tuning (ours)", "hours"])
    sheet.rows(149, XS, BODY)
    assert sheet.table().columns == ("Model", "Standard tuning", "Constrained tuning (ours)", "Wall clock hours")


def test_header_without_a_rule_above() -> None:
    """A table with one rule, under the header: header and rows are found all the same."""
    sheet = Sheet()
    sheet.row(80, XS, ["Model", "F1", "EM", "Hours"])
    sheet.rule(76, 400, 84)
    sheet.rows(95, XS, BODY)
    sheet.caption("Table 1", 140)
    sheet.prose(72, 170, 6)
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows == CELLS

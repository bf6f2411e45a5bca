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


def test_header_down_to_a_partial_rule() -> None:
    """After a full rule a second line of names, ruled off in part, is still the header; a heading after it is not."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 155, 190)
    sheet.rule(190, 400, 140)
    sheet.row(122, XS, ["", "F1", "EM", "Hours"])
    sheet.put(80, 136, "Method")
    sheet.middle(295, 136, "All of the data")
    sheet.put(80, 151, "Baselines")
    sheet.rows(165, XS, BODY[:2])
    table = sheet.table()
    assert table.columns[0] == "Method"
    assert [row[0] for row in table.rows] == ["Baselines", "Ours", "Baseline"]


def test_first_heading_inside_is_no_header() -> None:
    """A phrase between header and rows is a row where another one like it follows further down."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 140, 165, 179, 205)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    sheet.middle(240, 136, "Large to small")
    sheet.rows(150, XS, BODY[:2])
    sheet.middle(240, 175, "Small to large")
    sheet.rows(189, XS, BODY[:2])
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows[0] == ("Large to small", "", "", "")

"""One test per shape of table."""

from __future__ import annotations

from tests.convert.embedded.tables.typeset import Sheet

XS = [80.0, 220.0, 290.0, 360.0]
BODY = [["Ours", "91.2", "88.4", "0.5"], ["Baseline", "85.0", "80.1", "1.5"], ["No memory", "70.3", "69.9", "0.2"]]
CELLS = tuple(tuple(row) for row in BODY)


def booktabs(sheet: Sheet, top: float, header: list[str], body: list[list[str]], xs: list[float] = XS) -> None:
    """Header and rows between three rules, the first at `top`."""
    bottom = top + 19 + 11 * len(body)
    sheet.rule(xs[0] - 4, xs[-1] + 40, top, top + 14, bottom)
    sheet.row(top + 10, xs, header)
    sheet.rows(top + 25, xs, body)


def test_caption_above() -> None:
    """A table under its caption: the header is not among the rows, and the text below is not in the table."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Hours"], BODY)
    sheet.prose(72, 200, 6)
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows == CELLS


def test_caption_below() -> None:
    """A table over its caption, under a paragraph."""
    sheet = Sheet()
    sheet.prose(72, 60, 5)
    booktabs(sheet, 130, ["Model", "F1", "EM", "Hours"], BODY)
    sheet.caption("Table 1", 196)
    sheet.prose(72, 230, 6)
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows == CELLS


def test_captions_above_take_the_table_below() -> None:
    """Between two tables a caption belongs to the side on which the first one shows that captions stand."""
    sheet = Sheet()
    sheet.prose(72, 50, 3)
    sheet.caption("Table 1", 110)
    booktabs(sheet, 122, ["Model", "F1", "EM", "Hours"], BODY)
    sheet.caption("Table 2", 200)
    booktabs(sheet, 212, ["Model", "R", "P", "N"], BODY[::-1])
    (first, second), findings = sheet.read()
    assert not findings
    assert first.rows == CELLS and first.columns[1] == "F1"
    assert second.rows == CELLS[::-1] and second.columns[1] == "R"


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


def test_no_rules() -> None:
    """Without any rule the numbers tell header and rows apart, and the text tells where the table ends."""
    sheet = Sheet()
    sheet.prose(72, 60, 5)
    sheet.row(150, XS, ["Model", "F1", "EM", "Hours"])
    sheet.rows(161, XS, BODY)
    sheet.caption("Table 1", 205)
    sheet.prose(72, 240, 6)
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows == CELLS


def test_numbers_a_space_apart() -> None:
    """Columns of numbers set no further apart than words are still columns."""
    xs = [80.0, 165.0, 191.0, 217.0, 243.0]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "A", "B", "C", "D"], [["Big one", "10.25", "20.50", "30.75", "41.00"]] * 3, xs)
    assert sheet.table().rows == (("Big one", "10.25", "20.50", "30.75", "41.00"),) * 3


def test_names_of_words_stay_whole() -> None:
    """A name of several words is one cell, in whatever row the words happen to stand over one another."""
    body = [
        ["Big net one", "1.0", "2.0", "3.0"],
        ["Big net two", "1.1", "2.1", "3.1"],
        ["Big net six", "1.2", "2.2", "3.2"],
    ]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Hours"], body)
    assert sheet.table().rows == tuple(tuple(row) for row in body)


def test_powers_indices_and_marks() -> None:
    """A raised exponent follows `^`; an index and the mark of a note are glued to their word."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Cost"], [])
    for at, power in enumerate(("18", "19", "20")):
        baseline = 137 + 11.0 * at
        end = sheet.put(80, baseline, "Net")
        sheet.put(end, baseline + 1.5, str(at), 6, glued=True)
        sheet.row(baseline, XS[:3], ["", "1.5", "2.5"])
        end = sheet.put(345, baseline, "1.0 · 10")
        sheet.put(end, baseline - 3.5, power, 6, glued=True)
        end = sheet.put(290 + 8, baseline, "", 9)
    sheet.rule(76, 400, 165)
    assert [row[0] for row in sheet.table().rows] == ["Net0", "Net1", "Net2"]
    assert [row[3] for row in sheet.table().rows] == ["1.0 · 10^18", "1.0 · 10^19", "1.0 · 10^20"]


def test_pieces_of_one_value() -> None:
    """What a sign, brackets or a comma of thousands binds is one cell."""
    body = [["One", "0.32 ± 0.05", "12 (3.4)", "5, 557.0"], ["Two", "0.31 ± 0.04", "11 (2.4)", "17, 218.3"]]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Tokens"], body)
    assert sheet.table().rows == (
        ("One", "0.32 ± 0.05", "12 (3.4)", "5,557.0"),
        ("Two", "0.31 ± 0.04", "11 (2.4)", "17,218.3"),
    )


def test_empty_cells() -> None:
    """A cell where nothing is printed stays, as an empty text."""
    body = [["One", "1.5", "", "3.5"], ["Two", "", "2.5", "3.6"], ["Three", "1.7", "2.7", ""]]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Hours"], body)
    assert sheet.table().rows == tuple(tuple(row) for row in body)


def test_headings_inside() -> None:
    """A phrase over the columns is a row of its own with one cell."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 140, 175, 189, 222)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    sheet.middle(240, 136, "Trained on the large set of data")
    sheet.rows(150, XS, BODY[:2])
    sheet.middle(240, 185, "Trained on the small set of data")
    sheet.rows(200, XS, BODY[:2])
    assert sheet.table().rows == (
        ("Trained on the large set of data", "", "", ""), *CELLS[:2],
        ("Trained on the small set of data", "", "", ""), *CELLS[:2],
    )  # fmt: skip


def test_name_of_several_rows() -> None:
    """A name printed once, between the baselines of its rows, is repeated in each of them."""
    xs = [80.0, 200.0, 260.0, 330.0]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 360, 112, 126, 151, 176)
    sheet.row(122, xs, ["Data", "Metric", "Ours", "Theirs"])
    sheet.rows(136, xs, [["", "F1", "1.5", "1.4"], ["", "EM", "2.5", "2.4"]])
    sheet.rows(161, xs, [["", "F1", "3.5", "3.4"], ["", "EM", "4.5", "4.4"]])
    sheet.put(80, 141.5, "Large")
    sheet.put(80, 166.5, "Small")
    assert sheet.table().rows == (
        ("Large", "F1", "1.5", "1.4"), ("Large", "EM", "2.5", "2.4"),
        ("Small", "F1", "3.5", "3.4"), ("Small", "EM", "4.5", "4.4"),
    )  # fmt: skip


def test_number_of_several_columns() -> None:
    """A number printed once under two columns stands in both."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Hours"], [*BODY, ["Upper bound", "", "", "0.1"]])
    sheet.middle(255, 170, "99.99")
    assert sheet.table().rows[-1] == ("Upper bound", "99.99", "99.99", "0.1")


def test_wrapped_cells() -> None:
    """The further lines of a wrapped cell are joined to it, a broken word without its hyphen."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 430, 112, 126, 175)
    sheet.row(122, [80, 180], ["Feature", "Kind"])
    sheet.put(240, 122, "Meaning of it")
    for baseline, name, kind, *lines in (
        (136, "Size", "Int", "The number of all nodes that are con\u00ad", "nected to the node"),
        (158, "Cost", "Real", "What it costs"),
    ):
        sheet.row(baseline, [80, 180], [name, kind])
        for at, line in enumerate(lines):
            sheet.put(240, baseline + 11 * at, line)
    assert sheet.table().rows == (
        ("Size", "Int", "The number of all nodes that are connected to the node"),
        ("Cost", "Real", "What it costs"),
    )


def test_wrapped_name_beside_its_numbers() -> None:
    """A name on two lines, its numbers half a line lower, is the name of one row."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 185)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    for top, first, second in ((136, "A very large", "network"), (161, "A very small", "network")):
        sheet.put(80, top, first)
        sheet.put(80, top + 10, second)
        sheet.row(top + 5, XS, ["", "1.5", "2.5", "3.5"])
    rows = (("A very large network", "1.5", "2.5", "3.5"), ("A very small network", "1.5", "2.5", "3.5"))
    assert sheet.table().rows == rows


def test_blocks_under_one_caption() -> None:
    """Two blocks, each with its header, are one table with the second header among the rows."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["First set", "F1", "EM", "Hours"], BODY)
    booktabs(sheet, 174, ["Second set", "F1", "EM", "Hours"], BODY)
    table = sheet.table()
    assert table.columns == ("First set", "F1", "EM", "Hours")
    assert table.rows == (*CELLS, ("Second set", "F1", "EM", "Hours"), *CELLS)


def test_tables_beside_one_another() -> None:
    """Two tables in two columns at one height are two tables."""
    sheet = Sheet()
    left, right = [60.0, 150.0, 190.0, 230.0], [330.0, 420.0, 460.0, 500.0]
    sheet.caption("Table 1", 100, 56)
    sheet.caption("Table 2", 100, 326)
    booktabs(sheet, 112, ["Model", "F1", "EM", "H"], BODY, left)
    booktabs(sheet, 112, ["Model", "P", "R", "N"], BODY[::-1], right)
    sheet.prose(56, 200, 10, 240)
    sheet.prose(326, 200, 10, 240)
    (first, second), findings = sheet.read()
    assert not findings
    assert first.rows == CELLS and first.columns == ("Model", "F1", "EM", "H")
    assert second.rows == CELLS[::-1] and second.columns == ("Model", "P", "R", "N")


def test_full_width_over_two_columns_of_text() -> None:
    """A table as wide as the page is whole, and the two columns of text under it are not in it."""
    xs = [60.0, 200.0, 300.0, 420.0]
    sheet = Sheet()
    booktabs(sheet, 70, ["Model", "F1", "EM", "Hours"], BODY, xs)
    sheet.caption("Table 1", 140, 200)
    sheet.prose(56, 170, 20, 240)
    sheet.prose(326, 170, 20, 240)
    assert sheet.table().rows == CELLS


def test_transposed() -> None:
    """Methods as columns and numbers of all kinds as rows: the table is kept as printed."""
    body = [["Layers", "9", "28", "62"], ["Rate", "1e-3", "4e-4", "3e-4"], ["Norm", "yes", "yes", "no"]]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Setting", "Small", "Base", "Large"], body)
    assert sheet.table().rows == tuple(tuple(row) for row in body)


def test_running_head_is_not_the_table() -> None:
    """The rule under the head of the page is as wide as the table below it and still no part of it."""
    sheet = Sheet()
    sheet.put(72, 40, "A paper at a conference of this year")
    sheet.rule(76, 400, 44)
    booktabs(sheet, 80, ["Model", "F1", "EM", "Hours"], BODY)
    sheet.caption("Table 1", 146)
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "Hours")
    assert table.rows == CELLS


def test_blocks_beside_one_another() -> None:
    """Two blocks at one height under one caption are read one after the other."""
    sheet = Sheet()
    sheet.caption("Table 1", 100, 100, "The results of all methods on all of the data that we have got.")
    booktabs(sheet, 112, ["Model", "F1", "EM", "H"], BODY, [60.0, 150.0, 190.0, 230.0])
    booktabs(sheet, 112, ["Model", "P", "R", "N"], BODY, [330.0, 420.0, 460.0, 500.0])
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "H")
    assert table.rows == (*CELLS, ("Model", "P", "R", "N"), *CELLS)


def test_errors_under_their_values() -> None:
    """A line of nothing but errors belongs to the values over it."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 176)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    for top, name in ((136, "Ours"), (158, "Theirs")):
        sheet.row(top, XS, [name, "91.2", "88.4", "0.5"])
        sheet.row(top + 10, XS, ["", "(0.2)", "±0.3", ""])
    assert sheet.table().rows == (
        ("Ours", "91.2 (0.2)", "88.4 ±0.3", "0.5"),
        ("Theirs", "91.2 (0.2)", "88.4 ±0.3", "0.5"),
    )


def test_by_how_much_it_is_better() -> None:
    """A change after an arrow or in small print is part of the value's cell, and a list of numbers is one cell."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    booktabs(sheet, 112, ["Model", "F1", "EM", "Range"], [])
    for at, name in enumerate(("Ours [3, 7]", "Theirs [4, 8]", "Others [5, 9]")):
        sheet.row(137 + 11.0 * at, XS, [name, "91.2 ↑1.2", "", "[0.5, 0.7]"])
        end = sheet.put(275, 137 + 11.0 * at, "88.4")
        sheet.put(end + 2, 137 + 11.0 * at, "+0.4", 6)
    sheet.rule(76, 400, 165)
    assert sheet.table().rows[0] == ("Ours [3, 7]", "91.2 ↑1.2", "88.4 +0.4", "[0.5, 0.7]")


def test_table_with_text_beside_it() -> None:
    """A table set into the text, which runs on beside it, keeps to its rules."""
    xs = [330.0, 420.0, 460.0, 500.0]
    sheet = Sheet()
    sheet.prose(72, 60, 20, 230)
    booktabs(sheet, 100, ["Model", "F1", "EM", "H"], BODY, xs)
    sheet.caption("Table 1", 166, 330)
    sheet.prose(330, 190, 8, 210)
    assert sheet.table().rows == CELLS

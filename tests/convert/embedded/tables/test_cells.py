"""One test per shape of cells and rows."""

from __future__ import annotations

from tests.convert.embedded.tables.typeset import BODY, CELLS, XS, Sheet, booktabs


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

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


def test_source_under_the_name() -> None:
    """A line that begins with a source in brackets goes on with the row above it."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 430, 112, 126, 185)
    sheet.row(122, [80, 300], ["Model", "Data"])
    for top, name in ((136, "Big net"), (160, "Small net")):
        sheet.row(top, [80, 300], [name, "All of it (800M)"])
        sheet.row(top + 11, [80, 300], ["(One and Two, 2018)", "And more (2.5B)"])
    assert sheet.table().rows == (
        ("Big net (One and Two, 2018)", "All of it (800M) And more (2.5B)"),
        ("Small net (One and Two, 2018)", "All of it (800M) And more (2.5B)"),
    )


def test_white_space_shows_the_rows() -> None:
    """Where lines stand in groups, each with one name and at most one line of numbers, a group is a row."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 430, 112, 126, 215)
    sheet.row(122, [80, 200, 330], ["Kind", "Count", "Meaning"])
    for top in (136, 176):
        sheet.row(top, [80, 200, 330], ["A first", "", "what it is used for"])
        sheet.row(top + 10, [80, 200, 330], ["kind of", "1.72", "in this table"])
        sheet.row(top + 20, [80, 200, 330], ["thing", "", "of ours"])
    assert sheet.table().rows == (("A first kind of thing", "1.72", "what it is used for in this table of ours"),) * 2


def test_short_heading_in_the_middle() -> None:
    """A short phrase in the middle of the table, though it stands in one column, is a heading of the rows below."""
    xs = [80.0, 150.0, 240.0, 330.0]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 360, 112, 126, 140, 165, 179, 205)
    sheet.row(122, xs, ["Model", "F1", "EM", "Hours"])
    for top, name in ((136, "Tiny"), (175, "Long")):
        sheet.middle(210, top, name)
        sheet.rows(top + 14, xs, BODY[:2])
    assert [row[0] for row in sheet.table().rows] == ["Tiny", "Ours", "Baseline", "Long", "Ours", "Baseline"]


def test_headings_beside_one_another() -> None:
    """Two phrases, each over several columns, are a row of headings and no part of the numbers below."""
    xs = [80.0, 160.0, 200.0, 240.0, 300.0, 340.0, 380.0]
    numbers = ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 140, 177, 191, 228)
    sheet.row(122, xs, ["Set", "F", "P", "R", "F", "P", "R"])
    for top in (136, 187):
        sheet.middle(203, top, "Trained on the first")
        sheet.middle(340, top, "Trained on the last")
        sheet.rows(top + 14, xs, [[name, *numbers] for name in ("L", "M", "S")])
    rows = sheet.table().rows
    assert rows[1] == ("L", *numbers)
    assert rows[0] == ("", "Trained on the first", "", "", "Trained on the last", "", "")


def test_names_between_partial_rules() -> None:
    """In the second column a name covers the rows between the rules that leave out the first column."""
    xs = [80.0, 150.0, 220.0, 300.0, 360.0]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 188, 214)
    sheet.dots(135, 400, 162)
    sheet.row(122, xs, ["Field", "Task", "Data", "F1", "EM"])
    tasks = ["", "NER", "", "REL", "REX"]
    sheet.rows(
        136, xs, [["Bio" if at == 2 else "", task, f"Set{at}", "1.5", "2.5"] for at, task in enumerate(tasks)], 12
    )
    sheet.row(202, xs, ["Mean", "", "", "1.5", "2.5"])
    rows = sheet.table().rows
    assert [row[:2] for row in rows] == [("Bio", "NER")] * 3 + [("Bio", "REL"), ("Bio", "REX"), ("Mean", "")]


def test_a_name_between_two_rows_is_not_spread_over_others() -> None:
    """Where other rows have names of their own and no rule tells how far one reaches, it stays with its neighbours."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 195)
    sheet.row(122, [80, 160, 290, 360], ["Field", "Data", "F1", "EM"])
    fields = ["", "", "Bio", "", "", ""]
    sheet.rows(136, [80, 160, 290, 360], [[name, f"Set{at}", "1.5", "2.5"] for at, name in enumerate(fields)])
    sheet.put(80, 136 + 4.5 * 11, "Multi")
    assert [row[0] for row in sheet.table().rows] == ["", "", "Bio", "", "Multi", "Multi"]


def test_rows_of_sentences_stay_apart() -> None:
    """Rows of one line each between rules, all of words, are not taken for one wrapped row."""
    rows = [
        ["First set", "Questions that people ask"],
        ["Second set", "Answers that people give"],
        ["Third set", "Texts"],
    ]
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 430, 112, 126, 160, 194)
    sheet.row(122, [80, 300], ["Name", "Meaning"])
    for top in (136, 170):
        for at, (name, meaning) in enumerate(rows):
            sheet.put(80, top + 10 * at, name)
            sheet.put(200, top + 10 * at, meaning)
    assert sheet.table().rows == tuple(tuple(row) for row in rows) * 2

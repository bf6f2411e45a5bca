"""One test per place of a table on the page, and per shape of it as a whole."""

from __future__ import annotations

from pipeline.convert.embedded.tables.reading import find_tables
from tests.convert.embedded.tables.typeset import BODY, CELLS, XS, Sheet, booktabs


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


def test_table_with_text_beside_it() -> None:
    """A table set into the text, which runs on beside it, keeps to its rules."""
    xs = [330.0, 420.0, 460.0, 500.0]
    sheet = Sheet()
    sheet.prose(72, 60, 20, 230)
    booktabs(sheet, 100, ["Model", "F1", "EM", "H"], BODY, xs)
    sheet.caption("Table 1", 166, 330)
    sheet.prose(330, 190, 8, 210)
    assert sheet.table().rows == CELLS


def test_blocks_with_names_of_their_own() -> None:
    """Under a caption of two blocks each may have a line `(a) ...`, which is not part of its table."""
    sheet = Sheet()
    sheet.caption("Table 1", 100, 100, "The results of all methods on all of the data that we have got.")
    sheet.put(60, 116, "(a) All of the results on the first one of the two sets.", 8)
    sheet.put(330, 116, "(b) All of the results on the second one of the two sets.", 8)
    booktabs(sheet, 124, ["Model", "F1", "EM", "H"], BODY, [60.0, 150.0, 190.0, 230.0])
    booktabs(sheet, 124, ["Model", "P", "R", "N"], BODY, [330.0, 420.0, 460.0, 500.0])
    table = sheet.table()
    assert table.columns == ("Model", "F1", "EM", "H")
    assert table.rows == (*CELLS, ("Model", "P", "R", "N"), *CELLS)


def test_rules_drawn_as_pictures() -> None:
    """Some programs draw a rule as a thin picture, or a dotted one as a row of them."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.graphics += [(76.0, y, 400.0, y + 0.5) for y in (112.0, 170.0)]
    sheet.dots(76, 400, 126)
    sheet.row(122, XS, ["Model", "2021", "2022", "2023"])
    sheet.rows(136, XS, [["Ours", "91", "88", "5"], ["Theirs", "85", "80", "1"], ["Others", "85", "80", "1"]])
    assert sheet.table().columns == ("Model", "2021", "2022", "2023")


def test_notes_between_table_and_caption() -> None:
    """Notes in small print under the table are no rows, and leave the text with the table."""
    sheet = Sheet()
    sheet.prose(72, 40, 3)
    booktabs(sheet, 100, ["Model", "F1", "EM", "Hours"], BODY)
    sheet.put(76, 162, "1 This one does not end for one of the runs, so we do not report all of it.", 7)
    sheet.put(76, 171, "2 When we report how fast it is we use this one since it is the best of all.", 7)
    sheet.caption("Table 1", 188)
    sheet.prose(72, 210, 10)
    (found,), findings = find_tables([sheet.page()], sheet.captions)
    assert not findings
    assert found.table.rows == CELLS
    assert found.body is not None and found.body[3] > 170

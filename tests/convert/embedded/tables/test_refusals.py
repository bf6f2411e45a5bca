"""What is no table is never made one, and nothing a page holds breaks the search."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.convert.embedded.tables.reading import find_tables
from pipeline.convert.embedded.words import Caption, Page, Word
from tests.convert.embedded.tables.typeset import Sheet

XS = [80.0, 220.0, 290.0, 360.0]
ROWS = [["Ours", "91.2", "88.4", "0.5"], ["Theirs", "85.0", "80.1", "1.5"]]


def test_prose_around_a_caption_is_no_table() -> None:
    """A caption between paragraphs, its table being a picture, gives a table without rows and a finding with its page."""
    sheet = Sheet(number=7)
    sheet.prose(72, 60, 10)
    sheet.caption("Table 3", 190)
    sheet.prose(72, 210, 10)
    (table,), (finding,) = sheet.read()
    assert (table.label, table.page, table.columns, table.rows) == ("Table 3", 7, (), ())
    assert (finding.code, finding.page) == ("table-unreadable", 7)


def test_two_columns_of_prose_are_no_table() -> None:
    """The gutter between two columns of text is no border of a table, though a caption crosses it."""
    sheet = Sheet()
    sheet.prose(56, 60, 12, 240)
    sheet.prose(326, 60, 12, 240)
    sheet.caption("Table 1", 220, 200)
    sheet.prose(56, 240, 12, 240)
    sheet.prose(326, 240, 12, 240)
    (table,), findings = sheet.read()
    assert table.rows == ()
    assert [finding.code for finding in findings] == ["table-unreadable"]


def test_a_box_of_text_is_no_table() -> None:
    """Instructions between two rules under the caption of a table have no columns."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(72, 540, 110, 220)
    sheet.prose(72, 124, 8)
    (table,), findings = sheet.read()
    assert table.rows == ()
    assert len(findings) == 1


def test_an_empty_frame_is_no_table() -> None:
    """Rules with nothing between them, as around a picture, are no table."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(72, 540, 110, 118, 126)
    (table,), findings = sheet.read()
    assert table.rows == ()
    assert len(findings) == 1


def test_the_text_after_a_table_stays_out() -> None:
    """Below the last rule a paragraph begins at once; it is not in the box that leaves the running text."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 151)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    sheet.rows(136, XS, ROWS)
    sheet.prose(72, 164, 8)
    (found,), findings = find_tables([sheet.page()], sheet.captions)
    assert not findings
    assert found.body is not None
    assert 108 < found.body[1] < 114 and 150 < found.body[3] < 156
    assert len(found.table.rows) == 2


def test_hidden_words_are_not_read() -> None:
    """Words that a reader does not see are no cells."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    sheet.rule(76, 400, 112, 126, 151)
    sheet.row(122, XS, ["Model", "F1", "EM", "Hours"])
    sheet.rows(136, XS, ROWS)
    page = sheet.page()
    hidden = replace(page.words[-1], text="99.9", box=(395.0, 140.0, 399.0, 149.0), hidden="background")
    (found,), _ = find_tables([replace(page, words=(*page.words, hidden))], sheet.captions)
    assert found.table.rows == tuple(tuple(row) for row in ROWS)


def test_a_page_of_too_many_words_is_left_alone() -> None:
    """A page stuffed with words is not searched: its table is unreadable, at once."""
    sheet = Sheet()
    sheet.caption("Table 1", 100)
    page = sheet.page()
    crowd = tuple(replace(page.words[0], text="x") for _ in range(6_001))
    (found,), findings = find_tables([replace(page, words=crowd)], sheet.captions)
    assert found.table.rows == ()
    assert len(findings) == 1


numbers = st.floats(-50, 900, allow_nan=False)
words = st.builds(
    lambda text, x, y, wide, size, angle: Word(
        text, (x, y - 0.75 * size, x + wide, y + 0.22 * size), y, size, "F", False, False, angle, True
    ),
    st.text(min_size=1, max_size=6), numbers, numbers, st.floats(0, 60), st.floats(0, 40), st.sampled_from([0, 90]),
)  # fmt: skip
boxes = st.builds(lambda x, y, w, h: (x, y, x + w, y + h), numbers, numbers, st.floats(0, 500), st.floats(0, 3))


@given(st.lists(words, max_size=60), st.lists(boxes, max_size=8), st.lists(boxes, min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_any_page_gives_one_table_per_caption(
    made: list[Word], rulings: list[tuple[float, float, float, float]], at: list[tuple[float, float, float, float]]
) -> None:
    """Whatever stands on a page: one table per caption, a finding for each without rows, rows of equal length, twice the same."""
    page = Page(1, 612.0, 792.0, tuple(made), tuple(rulings))
    captions = [Caption(f"Table {n}", "", 1, box, "table") for n, box in enumerate(at)]
    found, findings = find_tables([page], captions)
    assert [f.table.label for f in found] == [c.label for c in captions]
    assert len(findings) == sum(not f.table.rows for f in found)
    assert all(
        len({len(row) for row in (*f.table.rows, *([f.table.columns] if f.table.columns else []))}) <= 1 for f in found
    )
    assert find_tables([page], captions) == (found, findings)

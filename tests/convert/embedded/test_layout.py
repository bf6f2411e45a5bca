"""Reading order and what stays out of it: columns, floats, notes, running heads, hyphens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pipeline.convert.embedded import convert_pdf
from pipeline.records.document import Document
from tests.convert.embedded.drawn import Pen, words

Make = Callable[..., Path]


def blocks(document: Document) -> list[str]:
    """The text of all blocks in order."""
    return [block.text for section in document.sections for block in section.blocks]


def front(pen: Pen) -> None:
    """A title, a name, and an abstract over the whole width."""
    pen.text(150, 80, "On the Reading of Papers in Two Columns", "Times-Bold", 16)
    pen.text(260, 110, "Ada Lovelace", "Times-Roman", 12)
    pen.text(280, 150, "Abstract", "Times-Bold", 12)
    pen.prose(100, 170, 412, "We read papers. " + words(40, 1) + " and so it ends.")
    pen.text(72, 250, "1 Introduction", "Times-Bold", 12)


def two_columns(pen: Pen) -> None:
    """Two pages of two columns; sentences run from column to column and from page to page."""
    front(pen)
    pen.prose(72, 270, 220, "Alpha starts here. " + words(130, 2) + " and the left column runs over")
    pen.prose(320, 270, 220, "into the right one. Beta follows. " + words(130, 3) + " and the page runs over")
    pen.page()
    pen.prose(72, 72, 220, "to the next page. Gamma follows. " + words(150, 4) + " which is all.", indent=0)
    pen.prose(320, 72, 220, "Delta opens a paragraph. " + words(130, 5) + " which is the end.", indent=12)


def test_columns_are_read_one_after_the_other(make_pdf: Make) -> None:
    """Sentences go on in the next column and on the next page; an indented line opens a paragraph."""
    document = convert_pdf(make_pdf(two_columns), "paper")
    text = blocks(document)
    assert any("the left column runs over into the right one. Beta follows." in block for block in text)
    assert any("and the page runs over to the next page. Gamma follows." in block for block in text)
    assert any(block.startswith("Delta opens a paragraph.") for block in text)
    whole = " ".join(text)
    assert [whole.index(name) for name in ("Alpha", "Beta", "Gamma", "Delta")] == sorted(
        whole.index(name) for name in ("Alpha", "Beta", "Gamma", "Delta")
    )


def test_title_authors_abstract(make_pdf: Make) -> None:
    """The first page gives title, authors and abstract; the abstract is a heading of its own."""
    document = convert_pdf(make_pdf(two_columns), "paper")
    assert document.title == "On the Reading of Papers in Two Columns"
    assert document.authors == ("Ada Lovelace",)
    assert document.abstract.startswith("We read papers.")
    assert document.abstract.endswith("and so it ends.")
    assert [h.text for h in document.headings] == ["Abstract", "Introduction"]


def test_every_block_has_page_and_box(make_pdf: Make) -> None:
    """Boxes lie on their page, left before right and top before bottom."""
    document = convert_pdf(make_pdf(two_columns), "paper")
    for section in document.sections:
        for block in section.blocks:
            assert 1 <= block.page <= 2
            assert block.box is not None
            left, top, right, bottom = block.box
            assert 0 <= left < right <= 612
            assert 0 <= top < bottom <= 792


def with_furniture(pen: Pen) -> None:
    """Four pages with a running head, a page number, and a footnote on the second."""
    for number in range(1, 5):
        pen.text(200, 40, "Reading of Papers", "Times-Italic", 9)
        pen.text(300, 760, str(number))
        if number == 2:
            pen.marked(72, 80, "A mark stands here.", "1")
            y = 92.0
            pen.prose(72, y, 468, words(180, 6) + f" so page {number} runs over")
            pen.canvas.line(72, 792 - 700, 200, 792 - 700)
            pen.marked(80, 712, "", "1", size=8)
            pen.text(84, 712, "The note says more than it should, at https://example.org/a/very/long/", size=8)
            pen.text(72, 722, "path/to/data.html and ends.", size=8)
        else:
            pen.prose(
                72,
                80,
                468,
                f"to page {number} with these words. " + words(180, 10 + number) + f" so page {number} runs over",
            )
        pen.page()


def test_running_heads_numbers_and_notes_leave_the_sentences(make_pdf: Make) -> None:
    """Neither head, number nor footnote cuts the sentence that runs over the page."""
    document = convert_pdf(make_pdf(with_furniture), "paper")
    text = " ".join(blocks(document))
    assert "Reading of Papers" not in text
    assert "The note says" not in text
    assert "so page 2 runs over to page 3 with these words." in text
    assert "so page 3 runs over to page 4 with these words." in text


def test_footnotes_keep_their_mark(make_pdf: Make) -> None:
    """A footnote comes with its mark, page and whole text; its mark in the text is a superscript."""
    document = convert_pdf(make_pdf(with_furniture), "paper")
    (note,) = document.footnotes
    assert (note.n, note.page, note.kind) == ("1", 2, "footnote")
    assert note.text.startswith("The note says more")
    assert "https://example.org/a/very/long/path/to/data.html" in note.text
    assert "A mark stands here.¹" in " ".join(blocks(document))


def with_float(pen: Pen) -> None:
    """A figure and a table between the two halves of a sentence."""
    y = pen.prose(72, 80, 468, words(160, 8) + " so the sentence runs")
    pen.canvas.rect(150, 792 - y - 120, 300, 100, fill=0)
    pen.canvas.ellipse(200, 792 - y - 100, 300, 792 - y - 40)
    pen.text(220, y + 60, "axis label 42", "Helvetica", 7)
    y = pen.prose(100, y + 140, 412, "Figure 3: What the figure shows. It shows more than one thing.", 9)
    y = pen.prose(100, y + 20, 412, "Table 1: What the table lists.", 9)
    for row in ("Name  Score", "alpha  91.5", "beta  87.2"):
        name, score = row.split("  ")
        pen.text(220, y + 8, name, size=9)
        pen.text(340, y + 8, score, size=9)
        y += 12
    pen.prose(72, y + 24, 468, "around the floats without a break. " + words(160, 9) + " and ends here.")


def test_floats_leave_the_text_and_keep_their_captions(make_pdf: Make) -> None:
    """A sentence is whole around floats; captions and cells are none of its words."""
    document = convert_pdf(make_pdf(with_float), "paper")
    text = " ".join(blocks(document))
    assert "so the sentence runs around the floats without a break." in text
    assert "axis label" not in text
    assert "91.5" not in text
    (figure,) = document.figures
    assert (figure.label, figure.caption) == ("Figure 3", "What the figure shows. It shows more than one thing.")
    (table,) = document.tables
    assert (table.label, table.caption, table.page) == ("Table 1", "What the table lists.", 1)


def test_a_sentence_about_a_table_is_no_caption(make_pdf: Make) -> None:
    """A line of prose that begins with `Table 2.` stays in its paragraph."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "These long words fill the whole line of prose so that the next one begins as told in our")
        pen.text(72, 92, "Table 2. The sentence after it goes on and fills its line with some more words as well,")
        pen.text(72, 104, "until it ends here.")

    document = convert_pdf(make_pdf(draw), "paper")
    assert document.tables == ()
    assert any("as told in our Table 2. The sentence" in block for block in blocks(document))


def test_broken_words(make_pdf: Make) -> None:
    """A hyphen at a line's end goes, unless the document writes the word with one elsewhere."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "We study a state-of-the-art method for the extrac-")
        pen.text(72, 92, "tion of tables, and it is as good as the state-of-the-")
        pen.text(72, 104, "art of last year, being an end-to-end one. The end-to-")
        pen.text(72, 116, "end method is ours and is described in what follows.")

    text = " ".join(blocks(convert_pdf(make_pdf(draw), "paper")))
    assert "the extraction of tables" in text
    assert "the state-of-the-art of last year" in text
    assert "The end-to-end method" in text


def test_list_items(make_pdf: Make) -> None:
    """Each bullet is a block of its own, continued lines included; a number that ends a sentence is none."""

    def draw(pen: Pen) -> None:
        pen.text(72, 80, "We make two contributions, and each of them is of use to people who read papers:")
        pen.text(90, 96, "•")
        pen.text(100, 96, "The first is a reader that is careful with the order of all its words and runs on")
        pen.text(100, 108, "to a second line.")
        pen.text(90, 124, "•")
        pen.text(100, 124, "The second is short.")
        pen.text(72, 150, "Then a new paragraph fills its line with words and says that the batch size was set to")
        pen.text(72, 162, "32. After that it goes on for some more words until it comes to its end, which is here.")

    document = convert_pdf(make_pdf(draw), "paper")
    kinds = [(block.kind, block.text) for section in document.sections for block in section.blocks]
    assert ("list-item", "• The second is short.") in kinds
    assert any(kind == "list-item" and text.endswith("runs on to a second line.") for kind, text in kinds)
    assert any(kind == "paragraph" and "was set to 32. After that" in text for kind, text in kinds)


def test_margin_line_numbers_are_dropped(make_pdf: Make) -> None:
    """A manuscript's line numbers are no part of its sentences."""

    def draw(pen: Pen) -> None:
        for n in range(45):
            pen.text(40, 80 + 14 * n, f"{n:03d}", "Helvetica", 7)
            pen.text(72, 80 + 14 * n, "these words fill the line of a manuscript that is set with wide leading, to")

    text = " ".join(blocks(convert_pdf(make_pdf(draw), "paper")))
    assert not any(c.isdigit() for c in text)


def test_formula_and_powers(make_pdf: Make) -> None:
    """A numbered formula is a block with its number; a raised exponent is not glued to its base as digits."""

    def draw(pen: Pen) -> None:
        x = pen.marked(72, 80, "The cost of training was 10", "18")
        pen.text(x + 2.5, 80, "operations as the formula tells, which is set apart from these words of the text:")
        pen.text(250, 110, "c = n + m", "Times-Italic")
        pen.text(526, 110, "(3)")
        pen.text(72, 140, "After the formula the text goes on and has a full line of words that end with a stop.")

    document = convert_pdf(make_pdf(draw), "paper")
    found = [block for section in document.sections for block in section.blocks]
    assert [block.n for block in found if block.kind == "formula"] == ["3"]
    assert "was 10¹⁸ operations" in found[0].text

"""Tables of whole PDFs: one made here that lies on its side, and the papers with hand-made truth."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline.convert.embedded.converter import convert_pdf
from pipeline.records.document import Document, Table
from tests.convert.embedded.tables.typeset import PROSE


def test_a_table_on_its_side(tmp_path: Path) -> None:
    """A page turned by ninety degrees holds a caption and its table; they read as if it stood upright."""
    canvas = Canvas(str(tmp_path / "turned.pdf"), pagesize=(612, 792))
    for line in range(30):
        canvas.drawString(72, 700 - 14 * line, PROSE[:90])
    canvas.showPage()
    canvas.rotate(90)
    canvas.drawString(80, -100, "Table 4: The results of all methods on all of the data that we have.")
    for y in (-115, -131, -171):
        canvas.line(76, y, 420, y)
    for at, row in enumerate((("Model", "Dev", "Test"), ("Ours", "91.2", "88.4"), ("Theirs", "85.0", "80.1"))):
        for x, cell in zip((80, 220, 320), row, strict=True):
            canvas.drawString(x, -126 - 17 * at, cell)
    canvas.save()
    (table,) = convert_pdf(tmp_path / "turned.pdf", "turned").tables
    assert (table.label, table.page) == ("Table 4", 2)
    assert table.columns == ("Model", "Dev", "Test")
    assert table.rows == (("Ours", "91.2", "88.4"), ("Theirs", "85.0", "80.1"))


@pytest.fixture(scope="module")
def documents(shared_dir: Path, paper: Callable[..., Document]) -> dict[str, Document]:
    """The papers that have truth, converted."""
    stems = sorted(path.stem for path in (shared_dir / "gold" / "cards").glob("*.json"))
    return {stem: paper(stem) for stem in stems}


def tables(documents: dict[str, Document]) -> list[Table]:
    """All tables of all papers."""
    return [table for document in documents.values() for table in document.tables]


def folded(row: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The cells that are not empty, letters and digits only, as `gold/score_cards.py` compares them."""
    return tuple(text for cell in row if (text := re.sub(r"[^a-z0-9]+", "", cell.lower())))


@pytest.mark.shared
def test_rows_of_main_tables(documents: dict[str, Document], shared_dir: Path) -> None:
    """At least nine of ten rows of the papers' main tables are found whole and in order."""
    right = wanted = 0
    for stem, document in documents.items():
        truth = json.loads((shared_dir / "gold" / "cards" / f"{stem}.json").read_text(encoding="utf-8"))
        rows = {folded(row) for table in document.tables for row in table.rows}
        for row in (truth.get("main_table") or {"rows": []})["rows"]:
            wanted += 1
            right += folded(row) in rows
    assert wanted > 150
    assert right >= 0.9 * wanted


@pytest.mark.shared
def test_nearly_all_tables_are_read(documents: dict[str, Document]) -> None:
    """Of the tables few have no rows, each with a finding; those with rows have names for their columns, nearly all."""
    every = tables(documents)
    unread = [table for table in every if not table.rows]
    findings = [f for document in documents.values() for f in document.findings if f.code == "table-unreadable"]
    assert len(every) > 70
    assert len(unread) == len(findings) <= 0.05 * len(every)
    assert sum(not table.columns for table in every if table.rows) <= 0.05 * len(every)


@pytest.mark.shared
def test_one_number_per_cell(documents: dict[str, Document]) -> None:
    """Two plain numbers side by side are two cells."""
    cells = [cell for table in tables(documents) for row in table.rows for cell in row if cell]
    double = [cell for cell in cells if re.fullmatch(r"[\d.,]*\d [\d.,]*\d", cell)]
    assert len(cells) > 4000
    assert not double


@pytest.mark.shared
def test_tables_hold_no_prose(documents: dict[str, Document]) -> None:
    """Sentences stand in few cells: in the tables whose authors wrote them there."""
    cells = [cell for table in tables(documents) for row in table.rows for cell in row if cell]
    assert sum(len(cell.split()) > 12 for cell in cells) < 0.02 * len(cells)


@pytest.mark.shared
def test_no_row_of_a_table_is_left_in_the_text(documents: dict[str, Document]) -> None:
    """The body of a table that was read is not in the running text as well."""
    for document in documents.values():
        text = " ".join(block.text for section in document.sections for block in section.blocks)
        for table in document.tables:
            for row in table.rows:
                if len([cell for cell in row if cell]) > 4:
                    assert " ".join(cell for cell in row if cell) not in text

"""Two real answers of GROBID 0.6.1 with their PDFs: over HTTP, through the client, merged with the real text layer."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.convert.embedded.converter import convert_pdf
from pipeline.convert.grobid.client import Grobid
from pipeline.convert.grobid.convert import convert_with_grobid
from pipeline.ids import sha256_bytes
from pipeline.records.document import Document
from tests.helpers.grobid_server import GrobidServer

PAPERS = ("acl2020_specter", "naacl2018_litgraph")

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def converted(shared_dir: Path) -> dict[str, tuple[Document, Document]]:
    """Per paper: the embedded layer's document, and GROBID's completed by it."""
    pdfs = {name: shared_dir / "data" / "papers" / f"{name}.pdf" for name in PAPERS}
    answers = {
        sha256_bytes(pdf.read_bytes()): (shared_dir / "data" / "tei" / f"{name}.tei.xml").read_bytes()
        for name, pdf in pdfs.items()
    }
    found = {}
    with GrobidServer(papers=answers) as server:
        client = Grobid(server.url, timeout_s=20)
        for name, pdf in pdfs.items():
            layer = convert_pdf(pdf, name)
            found[name] = (layer, convert_with_grobid(pdf, name, embedded=layer, client=client))
    return found


@pytest.mark.parametrize("name", PAPERS)
def test_tables_are_those_of_the_text_layer(converted: dict[str, tuple[Document, Document]], name: str) -> None:
    """GROBID's answers hold no usable row of either paper."""
    layer, merged = converted[name]
    rows = {table.label: table.rows for table in merged.tables}
    assert layer.tables
    assert all(rows[table.label] == table.rows for table in layer.tables)


@pytest.mark.parametrize(("name", "most_lost"), [("acl2020_specter", 6), ("naacl2018_litgraph", 6)])
def test_pages_are_found_for_nearly_all_pieces(
    converted: dict[str, tuple[Document, Document]], name: str, most_lost: int
) -> None:
    """GROBID 0.6.1 was asked for no coordinates; of 130 and 98 pieces only formulas and the like are not found."""
    _, merged = converted[name]
    lost = [finding for finding in merged.findings if finding.code == "page-uncertain"]
    assert all(int(finding.message.split()[0]) <= most_lost for finding in lost)
    pages = [block.page for section in merged.sections if not section.appendix for block in section.blocks]
    assert sum(a > b for a, b in pairwise(pages)) <= 2
    assert len(set(pages)) > 5


def test_merged_head_is_parted(converted: dict[str, tuple[Document, Document]]) -> None:
    """`Model 2.1 Overview` of the real answer."""
    _, merged = converted["acl2020_specter"]
    assert [(h.n, h.text, h.level) for h in merged.headings if h.n in ("2", "2.1")] == [
        ("2", "Model", 1),
        ("2.1", "Overview", 2),
    ]


@pytest.mark.parametrize(("name", "references"), [("acl2020_specter", 50), ("naacl2018_litgraph", 25)])
def test_prose_and_references_are_grobids(
    converted: dict[str, tuple[Document, Document]], name: str, references: int
) -> None:
    """Both engines are named; the bibliography has its entries one by one."""
    layer, merged = converted[name]
    assert merged.engine == f"grobid 0.6.1 + embedded tables ({layer.engine})"
    assert len(merged.references) >= references
    assert merged.links == layer.links
    assert {"Introduction", "References"} <= {heading.text for heading in merged.headings}

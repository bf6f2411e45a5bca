"""Quotes are found as printed, with white space, hyphenation and ligatures folded, and nowhere else."""

from __future__ import annotations

import pytest

from pipeline.quotes import QuoteIndex
from pipeline.records.document import Block, Document, Heading, Section, Table

DOCUMENT = Document(
    paper_id="p",
    engine="test",
    source_sha256="0",
    pages=2,
    title="A Title",
    abstract="We study ﬁne-grained eﬀects — and “quotes”.",
    sections=(
        Section(
            heading=Heading(text="Results", level=1, page=2),
            blocks=(Block(text="We train on 8 GPUs\nfor three days.", page=2),),
        ),
    ),
    tables=(Table(label="Table 1", page=2, caption="Scores", columns=("Model", "F1"), rows=(("Ours", "81.2"),)),),
)


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("fine-grained effects", 1),
        ('finegrained eﬀects - and "quotes"', 1),
        ("8 GPUs for three days", 2),
        ("Ours 81.2", 2),
        ("Table 1: Scores", 2),
    ],
)
def test_a_quote_is_found_with_its_page(quote: str, page: int) -> None:
    """Folding makes print and quote the same."""
    found = QuoteIndex(DOCUMENT).find(quote)
    assert found is not None
    assert found.page == page


@pytest.mark.parametrize("quote", ["9 GPUs for three days", "we train on 8 gpus", "", "  ", "Results We train"])
def test_what_does_not_stand_there_is_not_found(quote: str) -> None:
    """Another number, another case, nothing at all, and words joined across passages."""
    assert QuoteIndex(DOCUMENT).find(quote) is None

"""Sentences by their place in the tree of sections."""

from __future__ import annotations

from pipeline.llm.reading import Reading
from pipeline.llm.rules.sections import LONGEST, own_sentences, paths, sentences
from pipeline.records.document import Block, Document, Heading, Section


def nested(*parts: tuple[str, int, str]) -> Reading:
    """A document of (heading, level, text)."""
    made = tuple(
        Section(heading=Heading(text=h, level=n, page=1), blocks=(Block(text=t, page=1),)) for h, n, t in parts
    )
    return Reading(Document(paper_id="x", engine="by hand", source_sha256="0", pages=1, sections=made))


def test_a_subsection_of_related_work_is_not_the_papers_own() -> None:
    """The heading above decides, and ends with the next of its level."""
    made = nested(
        ("Related Work", 1, "One."), ("Environments", 2, "Two."), ("Method", 1, "Three."), ("Setup", 2, "Four.")
    )
    assert [s.text for s in own_sentences(made)] == ["Three.", "Four."]
    assert paths(made)["Environments"] == "Related Work / Environments"
    assert paths(made)["Setup"] == "Method / Setup"


def test_equal_headings_are_joined() -> None:
    """Two `Setup` sections: both places are known."""
    assert (
        paths(nested(("A", 1, "x."), ("Setup", 2, "y."), ("B", 1, "z."), ("Setup", 2, "w.")))["Setup"]
        == "A / Setup / B / Setup"
    )


def test_a_sentence_without_an_end_is_not_read() -> None:
    """What is longer than any sentence is left to nobody's patterns."""
    made = nested(("A", 1, "word " * LONGEST))
    assert sentences(made) == own_sentences(made) == ()

"""A document's text is split into sentences once; what tells of other people's work is set apart."""

from __future__ import annotations

import pytest

from pipeline.llm.reading import Reading
from tests.llm.rules.documents import document


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("See Fig. 3 and Sec. A for details.", ["See Fig. 3 and Sec. A for details."]),
        ("Smith et al. Show that.", ["Smith et al. Show that."]),
        (
            "Code is at https://example.org/a.b. We thank them.",
            ["Code is at https://example.org/a.b.", "We thank them."],
        ),
        ("It takes approx. 12 hours w.r.t. Table 1.", ["It takes approx. 12 hours w.r.t. Table 1."]),
        ("It took 3.5 days (“fast.”) We stop.", ["It took 3.5 days (“fast.”)", "We stop."]),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    """A full stop ends a sentence unless an abbreviation, an initial, a number or an address owns it."""
    read = [s.text for s in Reading(document(text)).sentences if s.kind == "body"]
    assert read == sentences


@pytest.mark.parametrize("heading", ["Related Work", "Background", "2 Preliminaries"])
def test_related_work_is_not_own(heading: str) -> None:
    """Sentences of sections on other people's work are read but are not the paper's own."""
    reading = Reading(document("We use eight cards.", heading=heading))
    assert "We use eight cards." in [s.text for s in reading.sentences]
    assert "We use eight cards." not in [s.text for s in reading.own_sentences]


def test_listings_are_not_own() -> None:
    """A code listing is no statement of the paper, while prose with symbols is."""
    code = 'import os, sys os.environ["DEVICE"] = "0" model = Net(size=3) model.fit(x_train, y_train, epochs=N_EPOCHS)'
    prose = "We set the learning rate to lr = 1e-4 and train for 100 epochs with a batch size of b = 32 on the data."
    own = [s.text for s in Reading(document(code, prose)).own_sentences]
    assert prose in own
    assert code not in own


def test_sentences_without_a_blank_between() -> None:
    """Print leaves the blank out at times; a name with a stop inside is no end."""
    paper = document("We count operations (OPs).All the networks are small. We use Node.Then as Chen et al.The is odd.")
    found = [s.text for s in Reading(paper).sentences if s.kind == "body"]
    assert found[:2] == ["We count operations (OPs).", "All the networks are small."]
    assert found[2:] == ["We use Node.Then as Chen et al.The is odd."]

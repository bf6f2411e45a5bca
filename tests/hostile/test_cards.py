"""A trick in a paper changes nothing in its card but the findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline import store
from pipeline.convert.converters import Choice
from pipeline.convert.stage import convert
from pipeline.extract.stage import extract
from pipeline.records.card import Card
from pipeline.records.paper import Paper
from pipeline.screen.policies import load_policy
from pipeline.screen.stage import screen
from tests.hostile.papers import TITLE, Trick, pdf
from tests.hostile.tricks import BESIDE, HIDDEN, VISIBLE


def card(trick: Trick, folder: Path) -> Card:
    """The card of the paper with the trick, by way of a PDF."""
    (folder / "paper.pdf").write_bytes(pdf(trick))
    document = convert(pdf=folder / "paper.pdf", paper_id="paper", choice=Choice("embedded"))
    store.save(document, folder / "paper.document.json")
    return extract(document_path=folder / "paper.document.json", paper=Paper(id="paper", title=TITLE))


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Card:
    """The card of the paper without any trick."""
    return card(Trick(), tmp_path_factory.mktemp("clean"))


def test_the_clean_paper_is_rejected_and_says_much(clean: Card) -> None:
    """The paper to which the tricks are added fails many rules, so that each trick has something to gain."""
    policy = load_policy("strict")
    verdict = screen(card=clean, policy=policy, card_digest="", policy_digest="")
    failed = {rule.rule for rule in verdict.rules if rule.outcome == "fail"}
    assert failed >= {"public_code", "objective_evaluation", "gpu_memory", "one_gpu", "within_a_day"}
    assert "no_closed_api" in failed
    assert clean.findings == ()


@pytest.mark.parametrize("name", HIDDEN)
def test_hidden_text_changes_only_the_findings(name: str, clean: Card, tmp_path: Path) -> None:
    """Text that cannot be seen is reported and changes no field."""
    _unmoved(HIDDEN, name, clean, tmp_path, {"hidden-text"})


def test_a_layer_that_is_not_switched_off_is_read(tmp_path: Path) -> None:
    """Layers as such are honest: only what does not show is left out."""
    shown = card(replace(HIDDEN["code-on-a-layer"], layer=False), tmp_path)
    assert shown.fields.code_availability.value is True and shown.findings == ()


@pytest.mark.parametrize("name", BESIDE)
def test_text_beside_the_pages_changes_only_the_findings(name: str, clean: Card, tmp_path: Path) -> None:
    """Text in the file's metadata, comments or replacement texts is reported and changes no field."""
    _unmoved(BESIDE, name, clean, tmp_path, {"hidden-text" if name == "actual-text" else "text-beside-pages"})


@pytest.mark.parametrize("name", VISIBLE)
def test_visible_orders_change_only_the_findings(name: str, clean: Card, tmp_path: Path) -> None:
    """Text that gives orders to its reader is reported and changes no field, whatever else it claims."""
    _unmoved(VISIBLE, name, clean, tmp_path, {"instruction-in-text"})


def _unmoved(tricks: Mapping[str, Trick], name: str, clean: Card, folder: Path, codes: set[str]) -> None:
    found = card(tricks[name], folder)
    assert found.fields == clean.fields
    assert {finding.code for finding in found.findings} == codes

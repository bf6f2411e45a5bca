"""Drafts of real papers, against names and numbers that people wrote down for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline import store
from pipeline.bundle.draft import draft
from pipeline.bundle.draft_check import check_draft
from pipeline.bundle.own import mentions, own_of, telling
from pipeline.convert.converters import Choice
from pipeline.convert.stage import convert
from pipeline.extract.stage import extract
from pipeline.records.paper import Paper


@pytest.mark.shared
@pytest.mark.parametrize("name", ["ijcai2020_rmn", "uai2025_fnc", "cvpr2025_hcog"])
def test_drafts_of_real_papers_give_nothing_away(name: str, shared_dir: Path, tmp_path: Path) -> None:
    """No own name and no own result of the truth stands in the draft, whether or not our rules found them."""
    truth = json.loads((shared_dir / "gold" / "cards" / f"{name}.json").read_text())
    pdf = shared_dir / "data" / "papers" / f"{name}.pdf"
    document = convert(pdf=pdf, paper_id=name, choice=Choice("embedded"))
    store.save(document, tmp_path / "document.json")
    paper = Paper(id=name, title="")
    card = extract(document_path=tmp_path / "document.json", paper=paper)
    own = own_of(card, document, paper)
    text = draft(card=card, own=own)
    assert check_draft(text, own) == ()
    assert [known for known in truth["method_names"] if mentions(known, text)] == []
    assert truth["title"].lower() not in text.lower()
    assert not telling(str(truth["best_own"]["value"])) & telling(text)

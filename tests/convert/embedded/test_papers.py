"""The shared papers: headings, levels, titles, sentences and false alarms, against the truth made by hand."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from pipeline.convert.embedded import convert_pdf
from pipeline.records.document import Document

pytestmark = pytest.mark.shared

Paper = Callable[..., Document]
TEI = {"t": "http://www.tei-c.org/ns/1.0"}


def norm(text: str) -> str:
    """The fold of `gold/score_cards.py`."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def gold(shared_dir: Path, stem: str) -> dict[str, Any]:
    """The truth about a paper."""
    truth: dict[str, Any] = json.loads((shared_dir / "gold" / "cards" / f"{stem}.json").read_text("utf-8"))
    return truth


@pytest.mark.parametrize(("use_outline", "bar"), [(True, 0.93), (False, 0.90)])
def test_headings(shared_dir: Path, stems: list[str], paper: Paper, use_outline: bool, bar: float) -> None:
    """Headings over all papers reach their bar in F1; nine of ten that are found have the right level."""
    hits = wanted = found = levels = 0
    for stem in stems:
        truth = {norm(h["text"]): h["level"] for h in gold(shared_dir, stem)["headings"]}
        ours = {norm(h.text): h.level for h in paper(stem, use_outline).headings}
        both = truth.keys() & ours.keys()
        hits, wanted, found = hits + len(both), wanted + len(truth), found + len(ours)
        levels += sum(truth[key] == ours[key] for key in both)
    assert 2 * hits / (wanted + found) >= bar
    assert levels / hits >= 0.9


def test_titles(shared_dir: Path, stems: list[str], paper: Paper) -> None:
    """Every paper's title is right; each has authors, an abstract and references."""
    for stem in stems:
        document = paper(stem)
        assert norm(document.title) == norm(gold(shared_dir, stem)["title"]), stem
        assert document.authors, stem
        assert len(document.abstract) > 300, stem
        assert len(document.references) >= 15, stem


def test_no_false_alarms(stems: list[str], paper: Paper) -> None:
    """No real paper is said to hide text or to have unreadable fonts."""
    alarms = [
        (stem, f.code, f.quote) for stem in stems for f in paper(stem).findings if not f.code.startswith("table-")
    ]
    assert alarms == []


def test_text_is_clean(stems: list[str], paper: Paper) -> None:
    """No ligature, soft hyphen, control character or half of a surrogate pair is left anywhere."""
    for stem in stems:
        for passage in paper(stem).passages():
            assert not re.search("[\ufb00-\ufb06\u00ad\ufffe\u0000-\u0008\ud800-\udfff]", passage.text), stem


def test_every_page_is_read(stems: list[str], paper: Paper) -> None:
    """No page of a paper is without any text, caption, note or reference."""
    for stem in stems:
        document = paper(stem)
        pages = {passage.page for passage in document.passages()}
        assert len(set(range(1, document.pages + 1)) - pages) <= 1, stem


@pytest.mark.parametrize(("stem", "bar"), [("acl2020_specter", 187 / 213), ("naacl2018_litgraph", 141 / 151)])
def test_sentences_are_unbroken(shared_dir: Path, paper: Paper, stem: str, bar: float) -> None:
    """At least as many long sentences of GROBID's answer stand unbroken in ours as in PDFium's plain text."""

    def fold(text: str) -> str:
        return norm(unicodedata.normalize("NFKC", text))

    paragraphs = etree.parse(str(shared_dir / "data" / "tei" / f"{stem}.tei.xml")).iterfind(".//t:body//t:p", TEI)
    texts = (" ".join("".join(map(str, p.itertext())).split()) for p in paragraphs)
    sentences = [fold(s) for text in texts for s in re.split(r"(?<=[a-z)][.!?])\s+(?=[A-Z])", text)]
    long = [sentence for sentence in sentences if len(sentence) >= 60]
    ours = fold(" ".join(passage.text for passage in paper(stem).passages()))
    assert sum(sentence in ours for sentence in long) / len(long) >= bar


def test_links(paper: Paper) -> None:
    """The addresses of code that papers print are found whole."""
    urls = {link.url.rstrip("/").lower() for link in paper("acl2020_specter").links}
    assert "https://github.com/allenai/specter" in urls
    assert "https://www.nlm.nih.gov/mesh/meshhome.html" in urls


def test_same_input_same_document(shared_dir: Path) -> None:
    """Two conversions of one file give the same bytes."""
    path = shared_dir / "data" / "papers" / "naacl2018_litgraph.pdf"
    assert convert_pdf(path, "p").model_dump_json() == convert_pdf(path, "p").model_dump_json()

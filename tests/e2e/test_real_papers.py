"""The main job on real papers: a card each, every quote in the PDF, the truth's bars, and nothing to do the second time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.program import run

pytestmark = pytest.mark.shared

PARTS = ("document", "card", "verdict")


def test_every_paper_has_a_card_and_a_verdict(ingested_papers: Path, shared_dir: Path) -> None:
    """All papers go through; three files each, nothing else."""
    ended = json.loads((ingested_papers / "ended.json").read_text())
    papers = sorted(path.stem for path in (shared_dir / "data" / "papers").glob("*.pdf"))
    assert ended["code"] == 0, ended["err"]
    assert len(papers) >= 18
    made = sorted(path.name for path in (ingested_papers / "cards").iterdir())
    assert made == sorted(f"{paper}.{part}.json" for paper in papers for part in PARTS)


def test_a_second_run_does_no_work(ingested_papers: Path) -> None:
    """Every stage of every paper stands."""
    began = time.monotonic()
    again = run(
        "ingest", "--manifest", "papers.csv", "--out", "cards", "--policy", "strict", "--json", cwd=ingested_papers
    )
    assert again.code == 0, again.err
    assert all(set(counts) == {"skipped"} for counts in again.data["stages"].values())
    assert time.monotonic() - began < 30, "a rerun is a matter of seconds even on a busy machine"


def test_every_quote_stands_in_the_pdf(ingested_papers: Path, shared_dir: Path) -> None:
    """Searched in PDFium's own text of the page, not in our document; only letters without accents and digits count."""
    # A quote over a column's or page's end, or out of a table, may be broken up by other text there: then its words must
    # stand on its page (or the next) one by one, formulas left out: PDFium prints limits and indices apart from letters.
    missing, quotes = [], 0
    for card in sorted((ingested_papers / "cards").glob("*.card.json")):
        name = card.name.partition(".")[0]
        pages = _pages(shared_dir / "data" / "papers" / f"{name}.pdf")
        for key, field in json.loads(card.read_text())["fields"].items():
            for evidence in field["evidence"]:
                quotes += 1
                here = pages[evidence["page"] - 1 : evidence["page"] + 1]
                if _letters(evidence["quote"]) not in _letters(" ".join(here)) and not _words_stand(
                    evidence["quote"], here
                ):
                    missing.append((name, key, evidence["page"], evidence["quote"][:80]))
    assert quotes > 300
    assert missing == []


def _pages(pdf: Path) -> list[str]:
    with pdfium.PdfDocument(pdf) as document:
        texts = []
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            texts.append(text.get_text_range())
            text.close()
            page.close()
        return texts


def _letters(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "", unicodedata.normalize("NFKD", text.replace("\ufffe", "")))


def _words_stand(quote: str, pages: list[str]) -> bool:
    text = _letters(" ".join(pages))
    words = [_letters(word) for word in quote.split() if word.isalpha() and len(word) > 3]
    return all(word in text or _halves_stand(word, text) for word in words)


def _halves_stand(word: str, text: str) -> bool:
    """A word may be hyphenated over a footnote."""
    return any(word[:cut] in text and word[cut:] in text for cut in range(3, len(word) - 2))


def test_the_bars_of_the_truth_hold(ingested_papers: Path, shared_dir: Path) -> None:
    """The scorer beside the papers, its figures against the bars that were set for them."""
    scorer = shared_dir / "gold" / "score_cards.py"
    cards = [str(shared_dir / "gold" / "cards"), str(ingested_papers / "cards")]
    said = subprocess.run([sys.executable, str(scorer), *cards], capture_output=True, text=True, check=True).stdout
    right = {key: float(share) for key, share in re.findall(r"^(\w+) +right \d+/\d+ = ([\d.]+)", said, re.M)}
    f1 = {key: float(share) for key, share in re.findall(r"^([\w ]+?) +recall .* f1 ([\d.]+)", said, re.M)}
    rules = re.search(r"rule outcomes right \d+/\d+ = ([\d.]+), balanced ([\d.]+)", said)
    rows = re.search(r"whole and in order (\d+)/(\d+)", said)
    assert rules
    assert rows
    for key, bar in {"code_link": 0.9, "gpu_count": 0.85, "paper_kind": 0.85, "evaluation_is_objective": 0.85}.items():
        assert right[key] >= bar, said
    assert f1["headings"] >= 0.93, said
    assert f1["evaluation_metrics"] >= 0.7, said
    assert f1["datasets"] >= 0.7, said
    assert int(rows[1]) / int(rows[2]) >= 0.8, said
    assert float(rules[1]) >= 0.88, said
    assert float(rules[2]) >= 0.8, said

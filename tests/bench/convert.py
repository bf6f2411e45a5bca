"""Converters side by side on the papers with hand-made truth: headings, table rows, unbroken sentences, speed, memory.

Every peer is installed into an environment of its own (`.venv-bench-<name>/`, ignored by git) and runs as a process of
its own, so that none of them is ever a dependency. Headings and rows are scored as `gold/score_cards.py` does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench import convert_measures as measures

REPO = Path(__file__).resolve().parents[2]
SHARED = REPO.parent / "shared"
OURS = ("ours", "ours-without-outline", "pdfium")
"""What runs in our own environment; PDFium's plain text is there to calibrate the count of sentences."""
PEERS = {
    "pymupdf4llm": ("pymupdf==2.0",),
    "rustypaper": ("rustypaper==0.2.2",),
    "pdf-inspector": ("pdf-inspector==1.25.2",),
}
"""What is installed for a peer, at the versions of design/ingestion.md; `pymupdf` 2 brings `pymupdf4llm` with it."""
RUN_SECONDS = 900


@dataclass(frozen=True)
class Score:
    """One converter's row; counts are over all papers, `sentences` per paper with TEI as (found, all)."""

    headings: tuple[int, int, int]
    """Right, in the truth, and found."""
    rows: tuple[int, int]
    sentences: tuple[tuple[int, int], ...]
    pages_per_second: float
    peak_mb: float
    failed: dict[str, str]


def environment(name: str) -> Path:
    """The interpreter for converter `name`; makes a peer's environment when missing. Raises CalledProcessError."""
    if name in OURS:
        return Path(sys.executable)
    uv = Path(sys.executable).with_name("uv")
    folder = REPO / f".venv-bench-{name}"
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *PEERS[name]], check=True, cwd=folder)
    return python


def run(name: str, out: Path, papers: list[Path]) -> None:
    """Convert the papers with converter `name` in a process of its own, the dumps in `out`."""
    python = environment(name)
    script = Path(__file__).with_name("convert_dump.py")
    command: list[str | Path] = [python, script, name, out, *papers]
    subprocess.run(
        command, check=True, timeout=RUN_SECONDS, cwd=REPO, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def score(out: Path, truths: dict[str, dict[str, Any]]) -> Score:
    """Score the dumps in `out` against the truth per paper."""
    right = wanted = found = rows_right = rows_wanted = 0
    sentences: list[tuple[int, int]] = []
    for stem, truth in truths.items():
        headings, rows, text = measures.read_dump(json.loads((out / f"{stem}.json").read_text(encoding="utf-8")))
        ours = {measures.heading_key(h) for h in headings} - {measures.heading_key(truth["title"]), ""}
        gold = {measures.heading_key(h["text"]) for h in truth["headings"]}
        right, wanted, found = right + len(ours & gold), wanted + len(gold), found + len(ours)
        keys = {measures.row_key(row) for row in rows}
        for row in (truth.get("main_table") or {}).get("rows", []):
            rows_wanted += 1
            rows_right += measures.row_key(row) in keys
        tei = SHARED / "data" / "tei" / f"{stem}.tei.xml"
        if tei.is_file():
            long = measures.long_sentences(tei)
            sentences.append((sum(sentence in text for sentence in long), len(long)))
    spent = json.loads((out / "run.json").read_text(encoding="utf-8"))
    pages = sum(truth["pages"] for truth in truths.values())
    speed = pages / max(spent["seconds"], 1e-9)
    return Score(
        (right, wanted, found), (rows_right, rows_wanted), tuple(sentences), speed, spent["peak_mb"], spent["failed"]
    )


def line(name: str, s: Score) -> str:
    """One row of the printed table."""
    right, wanted, found = s.headings
    recall, precision = right / max(wanted, 1), right / max(found, 1)
    f1 = 2 * recall * precision / max(recall + precision, 1e-9)
    figures = (
        f"{recall:7.3f} {precision:7.3f} {f1:7.3f}   {s.rows[0]:4d}/{s.rows[1]} {s.rows[0] / max(s.rows[1], 1):6.3f}"
    )
    sentences = "  ".join(f"{hit:4d}/{total}" for hit, total in s.sentences)
    return f"{name:26s} {figures}   {sentences}   {s.pages_per_second:8.1f} {s.peak_mb:7.0f}"


def main() -> None:
    """Print a row per converter, and why one is missing."""
    if not (SHARED / "gold" / "cards").is_dir():
        print(f"convert: {SHARED} is not there: the papers and their truth are needed")
        return
    paths = sorted((SHARED / "gold" / "cards").glob("*.json"))
    truths = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths}
    papers = [SHARED / "data" / "papers" / f"{stem}.pdf" for stem in truths]
    print(f"convert: {len(papers)} papers, {sum(t['pages'] for t in truths.values())} pages")
    print(f"{'converter':26s} headings: R      P      F1   main-table rows   sentences (per TEI)   pages/s    MB")
    for name in (*OURS, *PEERS):
        with tempfile.TemporaryDirectory() as folder:
            try:
                run(name, Path(folder), papers)
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
                print(f"{name:26s} could not be installed or run here: {error}")
                continue
            found = score(Path(folder), truths)
        print(line(name, found), flush=True)
        for stem, reason in sorted(found.failed.items()):
            print(f"{'':26s} failed on {stem}: {reason}")

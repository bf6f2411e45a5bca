"""Ingest with a GROBID server: used where it answers, forced, dying half-way, and what each of its faults looks like."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from pipeline.demo.serve import VENUE
from tests.helpers.grobid_server import BUSY, NOTHING, PROXY, SMALL_TEI, Answer, GrobidServer, failing
from tests.helpers.program import Ended, run, start

PAPERS = sorted(VENUE.glob("*.pdf"))


def _manifest(folder: Path) -> None:
    rows = [f"{p.stem},{p.stem},{p}" for p in PAPERS]
    (folder / "venue.csv").write_text("\n".join(["id,title,pdf_url", *rows]))


def _ingest(folder: Path, server: GrobidServer, converter: str) -> Ended:
    _manifest(folder)
    return run(
        "ingest", "--manifest", "venue.csv", "--out", "cards", "--converter", converter, "--json",
        cwd=folder, grobid_url=server.url, converter="auto",
    )  # fmt: skip


def _documents(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted((folder / "cards").glob("*.document.json"))]


def test_where_it_answers_it_is_used_and_the_document_says_so(tmp_path: Path) -> None:
    """Without an option; each document names the server's version and the embedded layer under it."""
    with GrobidServer() as server:
        done = _ingest(tmp_path, server, "auto")
        assert done.code == 0, done.err
        assert len(server.sent) == len(PAPERS)
        assert {sent.file_name for sent in server.sent} == {path.name for path in PAPERS}
    assert all("grobid 0.9.1" in str(document["engine"]) for document in _documents(tmp_path))


def test_a_server_that_dies_half_way_costs_nothing(tmp_path: Path) -> None:
    """What it did stays its own; the rest is read by the embedded converter, which the document's finding says."""
    _manifest(tmp_path)
    slow = Answer(200, SMALL_TEI, "application/xml", how="stall", seconds=0.5)
    with GrobidServer(script=[slow] * 4, pool=1) as server:
        process = start("ingest", "--manifest", "venue.csv", "--out", "cards", "--json", cwd=tmp_path,
                        grobid_url=server.url, converter="auto", cpus="1")  # fmt: skip
        end = time.monotonic() + 60
        while len(list((tmp_path / "cards").glob("*.document.json"))) < 2 and time.monotonic() < end:
            time.sleep(0.02)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert json.loads(out)["stages"]["screen"] == {"done": len(PAPERS)}
    engines = [str(document["engine"]).partition(" ")[0] for document in _documents(tmp_path)]
    assert 2 <= engines.count("grobid") < len(PAPERS)
    fallen = [d for d in _documents(tmp_path) if any(f["code"] == "grobid-fallback" for f in d["findings"])]
    assert len(fallen) == engines.count("embedded")
    again = run("ingest", "--manifest", "venue.csv", "--out", "cards", "--json", cwd=tmp_path, converter="auto",
                grobid_url="http://127.0.0.1:9")  # fmt: skip
    assert again.data["stages"]["convert"] == {"skipped": len(PAPERS)}


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        (NOTHING, "failed", "nothing"),
        (failing("[NO_BLOCKS] PDF parsing resulted in empty content"), "failed", "NO_BLOCKS"),
        (failing("[TIMEOUT] PDF to XML conversion timed out"), "broken", "TIMEOUT"),
        (PROXY, "broken", "Sign in"),
        (Answer(200, b"", "application/xml"), "broken", "nothing instead of TEI"),
        (Answer(how="drop"), "broken", "connection|answer"),
    ],
)
def test_what_a_user_sees_of_each_fault(tmp_path: Path, answer: Answer, state: str, words: str) -> None:
    """GROBID forced: one line for the paper, `failed` where the paper is at fault, `broken` where the server is."""
    (tmp_path / "venue.csv").write_text(f"id,title,pdf_url\na,A,{PAPERS[0]}\n")
    with GrobidServer(always=answer) as server:
        done = run("ingest", "--manifest", "venue.csv", "--out", "cards", "--converter", "grobid", cwd=tmp_path,
                   grobid_url=server.url)  # fmt: skip
    assert done.code == 1
    line = next(line for line in done.err.splitlines() if " convert a: " in line)
    assert line.startswith(state), line
    assert re.search(words, line, re.I), line
    assert "Traceback" not in done.err


def test_forced_but_not_there_is_said_before_anything_is_done(tmp_path: Path) -> None:
    """Exit 2 with what to do."""
    _manifest(tmp_path)
    done = run(
        "ingest", "--manifest", "venue.csv", "--converter", "grobid", cwd=tmp_path, grobid_url="http://127.0.0.1:9"
    )
    assert done.code == 2
    assert "--converter embedded" in done.err


def test_a_busy_server_is_waited_for(tmp_path: Path) -> None:
    """A burst of 503 ends; the paper is done by GROBID."""
    (tmp_path / "venue.csv").write_text(f"id,title,pdf_url\na,A,{PAPERS[0]}\n")
    with GrobidServer(script=[BUSY]) as server:
        done = run("ingest", "--manifest", "venue.csv", "--out", "cards", "--converter", "grobid", cwd=tmp_path,
                   grobid_url=server.url)  # fmt: skip
        assert done.code == 0, done.err
        assert len(server.sent) == 2

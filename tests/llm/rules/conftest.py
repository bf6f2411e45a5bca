"""The shared papers, converted once for all tests of the rules against their truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.convert.embedded.converter import convert_pdf
from pipeline.records.document import Document


@pytest.fixture(scope="session")
def converted(shared_dir: Path) -> dict[str, Document]:
    """Every shared paper as a Document, by its file name; takes a minute."""
    return {pdf.stem: convert_pdf(pdf, pdf.stem) for pdf in sorted((shared_dir / "data" / "papers").glob("*.pdf"))}


@pytest.fixture(scope="session")
def gold(shared_dir: Path) -> dict[str, dict[str, Any]]:
    """The hand-made truth for the shared papers, by the paper's file name."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((shared_dir / "gold" / "cards").glob("*.json"))}

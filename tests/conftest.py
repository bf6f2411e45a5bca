"""Fixtures for all tests: where the shared papers lie, and a data folder of one's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

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

"""Lines that are appended: whole or absent, whoever was killed before."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline import store
from pipeline.errors import StorageError
from pipeline.records.exchange import Spend


def line(usd: float) -> Spend:
    """A line of the ledger."""
    return Spend(what="held", venue="v", run="r", exchange="e", model="m", usd=usd)


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    """What was appended is read in order, and reading goes on where it stopped."""
    path = tmp_path / "deep" / "spend.jsonl"
    assert store.read_lines(Spend, path) == ([], 0)
    store.append(line(1), path)
    first, end = store.read_lines(Spend, path)
    store.append(line(2), path)
    assert first == [line(1)]
    assert store.read_lines(Spend, path, end)[0] == [line(2)]


def test_a_torn_line_spoils_no_other(tmp_path: Path) -> None:
    """Half a line, left by a killed process, is left out, and the next line is whole."""
    path = tmp_path / "spend.jsonl"
    store.append(line(1), path)
    with path.open("ab") as file:
        file.write(b'{"what":"held","ven')
    store.append(line(2), path)
    assert store.read_lines(Spend, path)[0] == [line(1), line(2)]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """The error is ours and names the file."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match=r"spend\.jsonl"):
        store.append(line(1), tmp_path / "file" / "spend.jsonl")

"""The store: whole files or none, versions, the same bytes, and what a full disk looks like."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

from pipeline import store
from pipeline.errors import InputError, StorageError, UsageError
from pipeline.records.base import Record, Stored
from pipeline.records.download import Download
from pipeline.shell import host_name
from pipeline.stages import RECORDS

ONE = Download(paper_id="a", url="http://x/a.pdf", sha256="0" * 64, bytes=3)


class Note(Stored):
    """A record in its third version, which renamed `text` to `line` (1 to 2) and counts lines (2 to 3)."""

    kind: ClassVar[str] = "note"
    upgrades: ClassVar[dict[int, Any]] = {
        1: lambda old: {"schema_version": 2, "line": old["text"]},
        2: lambda old: {**old, "schema_version": 3, "count": 1},
    }

    schema_version: Literal[3] = 3  # type: ignore[assignment] - later versions replace the first
    line: str
    count: int


def test_a_record_comes_back_equal_and_gives_the_same_bytes(tmp_path: Path) -> None:
    """Saved twice it is the same file; loaded it is the same record; the digest is the file's."""
    first = store.save(ONE, tmp_path / "deep" / "a.json")
    second = store.save(ONE, tmp_path / "b.json")
    assert first == second == store.file_digest(tmp_path / "b.json")
    assert store.load(Download, tmp_path / "deep" / "a.json") == ONE
    assert (tmp_path / "b.json").read_bytes().endswith(b"}\n")


def test_old_versions_are_upgraded_step_by_step() -> None:
    """Version 1 and 2 both become version 3."""
    old = json.dumps({"schema_version": 1, "text": "hello"}).encode()
    newer = json.dumps({"schema_version": 2, "line": "hello"}).encode()
    assert store.decode(Note, old, "x") == store.decode(Note, newer, "x") == Note(line="hello", count=1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"schema_version": 9}', "schema version 9, this paper2task knows up to 3: use a newer paper2task"),
        (b'{"schema_version": 0}', "cannot be upgraded"),
        (b'{"line": "x"}', "no schema_version"),
        (b'{"schema_version": true}', "no schema_version"),
        (b'{"schema_version": 3, "line": 1, "count": 1}', "line"),
        (b'{"schema_version": 3, "line": "x", "count": 1, "more": 1}', "more"),
        (b"[]", "no JSON object"),
        (b"{", "damaged"),
        (b"\xff\xfe", "damaged"),
        (b"[" * 100_000, "damaged"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, message: str) -> None:
    """A newer version, a damaged file and a wrong type each give one line that names the file."""
    with pytest.raises(InputError, match=message) as caught:
        store.decode(Note, data, "the/file.json")
    assert "the/file.json" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_full_disk_leaves_the_old_file_and_no_temporary_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ENOSPC while writing: StorageError that says what to do; the file before it is untouched."""
    path = tmp_path / "a.json"
    store.write_bytes(path, b"before")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="disk is full: free some space"):
        store.write_bytes(path, b"after")
    assert path.read_bytes() == b"before"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_a_folder_that_is_a_file_says_so(tmp_path: Path) -> None:
    """A path through a file is a StorageError, not a traceback."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot write"):
        store.write_bytes(tmp_path / "file" / "a.json", b"x")


def test_sweep_removes_only_what_dead_writers_left(tmp_path: Path) -> None:
    """A temporary file of this process or of another machine stays; one of a process that is gone goes."""
    mine = tmp_path / f".a.json.{host_name()}.{os.getpid()}.tmp"
    gone = tmp_path / f".a.json.{host_name()}.{2**22 + 5}.tmp"
    elsewhere = tmp_path / f".a.json.some-other-host.{2**22 + 5}.tmp"
    for path in (mine, gone, elsewhere):
        path.write_text("half")
    store.sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([mine, elsewhere])


def test_toml_by_hand_says_where_the_mistake_is(tmp_path: Path) -> None:
    """A wrong key and broken TOML both name the file."""

    class Wish(Record):
        what: tuple[str, ...]

    path = tmp_path / "wish.toml"
    path.write_text('what = ["a", "b"]')
    assert store.load_toml(Wish, path).what == ("a", "b")
    path.write_text('wat = ["a"]')
    with pytest.raises(UsageError, match=r"wish.toml: what"):
        store.load_toml(Wish, path)
    path.write_text("what = [")
    with pytest.raises(UsageError, match=r"wish.toml"):
        store.load_toml(Wish, path)


def test_every_stored_record_has_a_schema_that_refuses_unknown_keys() -> None:
    """The exported JSON Schemas are closed and carry the version."""
    for kind, schema in store.schemas(RECORDS).items():
        assert schema["additionalProperties"] is False, kind
        assert schema["properties"]["schema_version"]["const"] == 1

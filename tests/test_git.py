"""Reading and copying strangers' repositories."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import MissingError, RefusedError, ServiceError
from pipeline.git import copy, open_tree
from tests.helpers.repositories import git, make, served

FILES = {"main.py": "print(1)\n", "big.bin": "x" * 400_000, "sub/notes.txt": "notes\n"}


def test_a_repository_is_read_without_its_work_tree(tmp_path: Path) -> None:
    """Commit, day, files with sizes and a file's text come from the objects, whatever lies in the folder."""
    made = make(tmp_path / "made", FILES)
    (made / "main.py").write_text("changed")
    tree = open_tree(made)
    assert tree is not None
    head = tree.head()
    assert head is not None and head.day == "2024-03-05" and head.id == git(made, "rev-parse", "HEAD")
    files = tree.files(head.id)
    assert [(f.path, f.size) for f in files] == [("big.bin", 400_000), ("main.py", 9), ("sub/notes.txt", 6)]
    assert tree.text(files[1]) == "print(1)\n"
    assert tree.text(files[0]) == ""


def test_a_repository_without_commits_has_no_head(tmp_path: Path) -> None:
    """An empty repository can be opened and has no commit."""
    tree = open_tree(make(tmp_path / "made", {}))
    assert tree is not None and tree.head() is None


def test_a_folder_that_is_none_gives_nothing(tmp_path: Path) -> None:
    """A missing folder, an empty one and one with other things are no repositories."""
    (tmp_path / "other").mkdir()
    assert open_tree(tmp_path / "missing") is None
    assert open_tree(tmp_path / "other") is None


def test_a_copy_holds_the_last_commit_without_large_files(tmp_path: Path) -> None:
    """Over HTTP one commit arrives; the file over the limit is known by name and not by content."""
    made = make(tmp_path / "root" / "made", FILES)
    git(made, "config", "uploadpack.allowFilter", "true")
    with served(tmp_path / "root") as address:
        tree = copy(f"{address}/made", tmp_path / "copy", timeout_s=30, max_bytes=10_000_000)
    head = tree.head()
    assert head is not None
    assert [(f.path, f.size) for f in tree.files(head.id)] == [
        ("big.bin", None),
        ("main.py", 9),
        ("sub/notes.txt", 6),
    ]


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    """A server that knows no such repository is told apart from one that is broken."""
    (tmp_path / "root").mkdir()
    with served(tmp_path / "root") as address, pytest.raises(MissingError, match="no public repository"):
        copy(f"{address}/none", tmp_path / "copy", timeout_s=30, max_bytes=1_000_000)
    with pytest.raises(ServiceError, match="could not copy"):
        copy("http://127.0.0.1:9/none", tmp_path / "other", timeout_s=30, max_bytes=1_000_000)


@pytest.mark.parametrize(
    "url", ["ext::sh -c id", "file:///etc", "/etc", "ssh://host/x", "git@host:x", "--upload-pack=id"]
)
def test_other_protocols_are_refused(url: str, tmp_path: Path) -> None:
    """Nothing but http and https is asked, least of all what would start a program."""
    with pytest.raises(RefusedError):
        copy(url, tmp_path / "copy", timeout_s=5, max_bytes=1000)


def test_a_copy_that_grows_too_large_is_ended(tmp_path: Path) -> None:
    """A repository over the size is refused while it arrives."""
    make(tmp_path / "root" / "made", {f"{n}.py": "x" * 200_000 for n in range(3)})
    with served(tmp_path / "root") as address, pytest.raises(RefusedError, match="larger than"):
        copy(f"{address}/made", tmp_path / "copy", timeout_s=30, max_bytes=1)


def test_a_copy_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    """The limit of time holds."""
    make(tmp_path / "root" / "made", FILES)
    with served(tmp_path / "root") as address, pytest.raises(ServiceError, match="longer than"):
        copy(f"{address}/made", tmp_path / "copy", timeout_s=0, max_bytes=1_000_000)


def test_nothing_of_a_hostile_repository_is_run(tmp_path: Path) -> None:
    """Hooks, filters, watchers, signature programs and promised objects stay without effect while a repository is read."""
    made = make(
        tmp_path / "made",
        {"a.py": "x = 1\n", ".gitattributes": "* filter=evil\n", ".gitmodules": '[submodule "s"]\n\turl = ext::sh\n'},
    )
    trap = tmp_path / "sprung"
    command = f"touch {trap}"
    for key in ("core.fsmonitor", "core.sshCommand", "gpg.program", "filter.evil.smudge", "core.pager", "core.editor"):
        git(made, "config", key, command)
    git(made, "config", "remote.origin.url", f"ext::sh -c touch% {trap}")
    git(made, "config", "remote.origin.promisor", "true")
    git(made, "config", "protocol.ext.allow", "always")
    git(made, "config", "core.hooksPath", str(made / "hooks"))
    oid = git(made, "rev-parse", "HEAD:a.py")
    (made / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    tree = open_tree(made)
    assert tree is not None
    head = tree.head()
    assert head is not None
    for entry in tree.files(head.id):
        tree.text(entry)
    assert not trap.exists()

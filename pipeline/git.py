"""Git, through GitPython, and the only place that uses it. A repository is a stranger's: nothing in it is run or believed.

Nothing is ever checked out, so that no hook, filter, attribute, submodule or large-file helper gets a turn. Configuration of
the machine and the user is not read; what a repository's own configuration could start is overridden; addresses must be http
or https. A copy has limits of time and size.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pipeline.errors import MissingError, RefusedError, ServiceError

try:
    from git import Git
except ImportError:  # GitPython looks for the program while it is imported
    Git = None  # type: ignore[assignment, misc]  # asked for below, where a person can be told

_NOTHING = os.devnull
_NEVER = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": _NOTHING,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
_GUARDS = (
    *("core.hooksPath=" + _NOTHING, "core.fsmonitor=false", "core.sshCommand=false", "core.gitProxy=", "core.askPass="),
    *("credential.helper=", "submodule.recurse=false", "fetch.recurseSubmodules=false", "core.symlinks=false"),
    *("uploadpack.packObjectsHook=", "gc.auto=0", "maintenance.auto=false", "safe.directory=*"),
)
_LARGEST_BLOB = "256k"
_POLL_S = 0.1
_GONE = ("not found", "could not read username", "does not exist", "authentication failed", "access denied")


@dataclass(frozen=True)
class Entry:
    """A file of a commit: its path, its object, and its size; None where the copy does not hold it."""

    path: str
    oid: str
    size: int | None


@dataclass(frozen=True)
class Commit:
    """A commit: its id and the day of its committer in UTC, YYYY-MM-DD."""

    id: str
    day: str


class Tree:
    """A repository on this machine, read without its work tree: `folder` is its git directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def head(self) -> Commit | None:
        """The commit of the default branch; None where there is none."""
        code, out = self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        if code:
            return None
        commit = out.decode().strip()
        _, text = self._ask("cat-file", "commit", commit)
        head = text.partition(b"\n\n")[0].decode(errors="replace").splitlines()
        stamp = next((line.split()[-2] for line in head if line.startswith("committer ")), "0")
        seconds = int(stamp) if stamp.isdigit() and len(stamp) < 12 else 0
        return Commit(commit, datetime.fromtimestamp(seconds, UTC).date().isoformat())

    def files(self, commit: str, most: int = 100_000) -> tuple[Entry, ...]:
        """The files of a commit by path; links and submodules are none. RefusedError for more than `most`."""
        _, out = self._ask("ls-tree", "-r", "-l", "-z", "--full-tree", commit)
        rows = [row.partition(b"\t") for row in out.split(b"\0") if row]
        if len(rows) > most:
            raise RefusedError(f"{self.folder.name} has more than {most:,} files")
        found = []
        for head, _, path in rows:
            mode, kind, oid, size = head.split()
            if kind == b"blob" and mode != b"120000":
                known = int(size) if size.isdigit() else None
                found.append(Entry(path.decode(errors="replace"), oid.decode(), known))
        return tuple(sorted(found, key=lambda entry: entry.path))

    def text(self, entry: Entry, longest: int = 200_000) -> str:
        """A file's text, undecodable bytes replaced; empty where it is larger than `longest` bytes or not there."""
        if entry.size is None or entry.size > longest:
            return ""
        return self._ask("cat-file", "blob", entry.oid)[1].decode(errors="replace")

    def _ask(self, *command: str) -> tuple[int, bytes]:
        """Exit code and output of a command that only reads objects; nothing may be fetched."""
        line = ["git", *_options(), "--git-dir", str(self.folder), *command]
        code, out, _ = _git().execute(
            line,
            env={**_NEVER, "GIT_ALLOW_PROTOCOL": "none"},
            with_extended_output=True,
            with_exceptions=False,
            stdout_as_string=False,
            strip_newline_in_stdout=False,
            kill_after_timeout=60,
        )
        return int(code), bytes(out)


def open_tree(folder: Path) -> Tree | None:
    """The repository in a folder: a git directory, a work tree with one, or a folder that holds one of them and nothing else."""
    for place in (folder, folder / ".git"):
        if (place / "HEAD").is_file() and (place / "objects").is_dir():
            return Tree(place)
    inside = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return open_tree(inside[0]) if len(inside) == 1 and inside[0].name != "objects" else None


def copy(url: str, folder: Path, *, timeout_s: float, max_bytes: int) -> Tree:
    """Copy the last commit of the default branch into `folder`, which must not exist, without the largest files.

    MissingError where there is no such repository, RefusedError over the size or for another protocol, ServiceError where
    network or server are at fault or it takes too long.
    """
    if not url.startswith(("https://", "http://")):
        raise RefusedError(f"{url[:100]} is no http or https address of a repository")
    line = ["git", *_options(), "clone", "--quiet", "--bare", "--depth", "1", "--single-branch", "--no-tags"]
    line += ["--template=", f"--filter=blob:limit={_LARGEST_BLOB}", "--no-recurse-submodules", "--", url, str(folder)]
    _watched(line, {**_NEVER, "GIT_ALLOW_PROTOCOL": "https:http"}, folder, url, timeout_s, max_bytes)
    # forget where the left-out files could be had: reading the copy must not ask for them
    for forgotten in (("--unset", "extensions.partialClone"), ("--remove-section", "remote.origin")):
        _git().execute(
            ["git", "config", "--file", str(folder / "config"), *forgotten], env=_NEVER, with_exceptions=False
        )
    tree = open_tree(folder)
    if tree is None:
        raise ServiceError(f"git made no repository of {url}: try again later")
    return tree


def _watched(line: list[str], env: Mapping[str, str], folder: Path, url: str, timeout_s: float, max_bytes: int) -> None:
    """Run the command in a process group of its own, and end the group when it takes too long or grows too large."""
    started = time.monotonic()
    # GitPython ends the process when its handle is forgotten: it is kept to the end of this function
    handle = _git().execute(line, env=dict(env), as_process=True, start_new_session=True)
    process = handle.proc
    if process is None:
        raise ServiceError("git could not be started: try again")
    try:
        while process.poll() is None:
            if time.monotonic() - started > timeout_s:
                raise ServiceError(f"copying {url} took longer than {timeout_s:g} s: try again later")
            _hold_size(folder, url, max_bytes)
            time.sleep(_POLL_S)
        _hold_size(folder, url, max_bytes)
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if process.returncode:
        said = process.stderr.read().decode(errors="replace").strip().lower() if process.stderr else ""
        if any(word in said for word in _GONE):
            raise MissingError(f"there is no public repository at {url}")
        raise ServiceError(f"git could not copy {url} ({said.splitlines()[-1][:120] if said else 'no reason given'})")


def _hold_size(folder: Path, url: str, max_bytes: int) -> None:
    total = 0
    for path in sorted(folder.rglob("*")):
        with suppress(OSError):
            total += path.stat().st_size
    if total > max_bytes:
        raise RefusedError(f"the repository {url} is larger than {max_bytes:,} bytes")


def _options() -> list[str]:
    return ["--no-pager", *(part for guard in _GUARDS for part in ("-c", guard))]


def _git() -> Git:
    if Git is None:
        raise ServiceError("git is not installed: install it to look at repositories")
    return Git()

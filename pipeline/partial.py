"""A file on its way to its place: it can be resumed, is checked before it arrives, and arrives whole or not at all.

`<target>.part` holds the bytes so far, `<target>.part.json` what is needed to ask for the rest. Only one process writes to
a part, by a lock that ends with the process; a second one for the same target works in a private file, from zero.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import stat
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from pipeline.errors import InputError, RefusedError
from pipeline.ids import sha256_bytes
from pipeline.shell import host_name
from pipeline.store import read_bytes, storage_error, write_bytes
from pipeline.web_limits import http_date

Check = Callable[[Path], None]
"""Raises InputError where the complete file is not what was wanted."""


@dataclass(frozen=True)
class Received:
    """What arrived: hex sha256 and size in bytes."""

    sha256: str
    bytes: int


class Partial:
    """The part of one target; use as a context manager. All methods raise StorageError where the disk is at fault.

    A part survives an interruption and a failing service (and the process being killed); an input at fault removes it.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        self._path = target.with_name(f"{target.name}.part")
        self._notes = target.with_name(f"{target.name}.part.json")
        self._private = False
        self._settled = False
        self._file: FileIO

    def __enter__(self) -> Partial:
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._locked() or self._alone()
        except OSError as error:
            raise storage_error(error, self._target) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self._file:
                at_fault = kind is not None and issubclass(kind, InputError)
                if not self._settled and (self._private or at_fault or not self.size):
                    self._remove()
        except OSError as failure:
            if kind is None:
                raise storage_error(failure, self._path) from failure

    @property
    def size(self) -> int:
        """Bytes so far."""
        return os.fstat(self._file.fileno()).st_size

    def resume_point(self, url: str) -> tuple[int, str]:
        """How many bytes stand, and the validator under which this address gave them; `(0, "")` where nothing can be resumed."""
        try:
            notes = json.loads(read_bytes(self._notes))
        except (InputError, ValueError, RecursionError):
            return 0, ""
        validator = notes.get("validator") if isinstance(notes, dict) and notes.get("url") == _digest(url) else None
        if self._private or not isinstance(validator, str) or not re.fullmatch(r"[\x20-\x7e]{1,300}", validator):
            return 0, ""
        return (self.size, validator) if self.size else (0, "")

    def restart(self, url: str, validator: str = "") -> None:
        """Forget the bytes; with a validator, those that follow can be resumed."""
        try:
            if not self._private:
                self._notes.unlink(missing_ok=True)
            self._file.seek(0)
            self._file.truncate()
        except OSError as error:
            raise storage_error(error, self._path) from error
        if validator and not self._private:
            write_bytes(self._notes, json.dumps({"url": _digest(url), "validator": validator}).encode())

    def write(self, chunk: bytes) -> None:
        """Append."""
        try:
            self._file.seek(0, os.SEEK_END)
            left = memoryview(chunk)
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise storage_error(error, self._path) from error

    def settle(self, check: Check) -> Received:
        """Check the file and move it to its place; a target that holds the same bytes already is left alone."""
        try:
            os.fsync(self._file.fileno())
            check(self._path)
            received = Received(_file_sha256(self._path), self.size)
            if not self._stands(received):
                self._path.replace(self._target)
                _sync_folder(self._target.parent)
            self._remove()
            self._settled = True
        except OSError as error:
            raise storage_error(error, self._target) from error
        return received

    def _locked(self) -> FileIO | None:
        """The shared part, ours alone; None where another process has it or the file system knows no locks."""
        for _ in range(10):
            file = self._opened(self._path)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(file.fileno()), self._path.lstat()):
                    return file
            except FileNotFoundError:
                pass  # its former owner has moved it to its place between our two calls
            except OSError:
                file.close()
                return None
            file.close()
        return None

    def _alone(self) -> FileIO:
        self._private = True
        # named as the temporary files of `store.write_bytes`, so that `store.sweep` finds what a killed process left
        mine = f".{self._target.name}.{threading.get_ident()}.{host_name()}.{os.getpid()}.tmp"
        self._path = self._target.with_name(mine)
        return self._opened(self._path)

    @staticmethod
    def _opened(path: Path) -> FileIO:
        # without a buffer: what is written is on its way to the disk even if this process is killed
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        return os.fdopen(handle, "r+b", buffering=0)

    def _stands(self, received: Received) -> bool:
        try:
            return self._target.stat().st_size == received.bytes and _file_sha256(self._target) == received.sha256
        except FileNotFoundError:
            return False

    def _remove(self) -> None:
        self._path.unlink(missing_ok=True)
        if not self._private:
            self._notes.unlink(missing_ok=True)


def open_regular(path: Path) -> BinaryIO:
    """A regular file, open for reading: without waiting for a writer, as opening a FIFO would, and without reading a device.

    InputError where it is not there or may not be read, RefusedError where it is no regular file.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no path"
        raise InputError(f"cannot read {str(path)[:200]!r}: {reason}; check the file: address") from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise RefusedError(f"{path} is not a regular file: give the address of the PDF itself")
    return os.fdopen(handle, "rb")


def validator(headers: Mapping[str, str]) -> str:
    """What names these very bytes in an If-Range: a strong ETag, else a Last-Modified that is a minute older than the answer
    (RFC 7232, 2.2.2); empty where there is neither, and where the body is packed, so that positions mean nothing to us."""
    etag, modified = headers.get("ETag", ""), headers.get("Last-Modified", "")
    then, now = http_date(modified), http_date(headers.get("Date", ""))
    if is_packed(headers):
        return ""
    if etag:
        return etag if etag.startswith('"') else ""
    return modified if then is not None and now is not None and now - then >= 60 else ""


def rest_of(headers: Mapping[str, str], size: int, known: str) -> int | None:
    """The full size in bytes where a 206 brings all that follows the first `size` bytes of what `known` names, else None."""
    place = re.fullmatch(r"bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})", headers.get("Content-Range", ""))
    if place is None or is_packed(headers):
        return None
    start, end, total = (int(number) for number in place.groups())
    # a 206 must repeat the ETag and need not repeat the date (RFC 9110, 15.3.7)
    named = headers.get("ETag", "") if known.startswith('"') else headers.get("Last-Modified", known)
    return total if named == known and start == size and end + 1 == total else None


def is_packed(headers: Mapping[str, str]) -> bool:
    """Whether the body is compressed."""
    return headers.get("Content-Encoding", "").lower() not in ("", "identity")


def _digest(url: str) -> str:
    """An address may hold a password: only its digest is written down."""
    return sha256_bytes(url.encode("utf-8", "surrogatepass"))


def _file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

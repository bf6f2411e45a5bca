"""Reading and writing our records, and the only place that does: atomic, versioned, the same bytes for the same record."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from pipeline.errors import InputError, StorageError, UsageError
from pipeline.ids import sha256_bytes
from pipeline.records.base import Json, Record, Stored
from pipeline.shell import host_name, process_alive

_HOST = host_name()
R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Stored)

_HINTS = {
    errno.ENOSPC: "the disk is full: free some space and run the same command again",
    errno.EDQUOT: "the disk quota is used up: free some space and run the same command again",
    errno.EROFS: "the file system is read-only: choose another data folder (PAPER2TASK_DATA)",
    errno.EACCES: "no permission: choose another data folder (PAPER2TASK_DATA) or change its owner",
    errno.EPERM: "no permission: choose another data folder (PAPER2TASK_DATA) or change its owner",
    errno.ENOTDIR: "a part of the path is a file, not a folder: choose another folder",
}


def storage_error(error: OSError, path: Path) -> StorageError:
    """An operating system error as ours, with what to do."""
    return StorageError(f"cannot write {path}: {_HINTS.get(error.errno or 0, error.strerror or str(error))}")


def write_bytes(path: Path, data: bytes) -> None:
    """Write the file whole or not at all: temporary file beside it, fsync, rename, fsync of the folder. StorageError."""
    temporary = path.with_name(f".{path.name}.{_HOST}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise storage_error(error, path) from error


def append(record: Record, path: Path) -> None:
    """Add the record to the file as one line of JSON, on disk before this returns. Many processes may do so. StorageError."""
    line = record.model_dump_json().encode() + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            # what a killed writer left of a line is closed, so that it does not spoil ours
            size = file.seek(0, os.SEEK_END)
            if size and (file.seek(size - 1), file.read(1))[1] != b"\n":
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise storage_error(error, path) from error


def read_lines(kind: type[R], path: Path, start: int = 0) -> tuple[list[R], int]:
    """The records appended behind byte `start`, and the byte behind the last whole line. Lines that are damaged are left out."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            data = file.read()
    except FileNotFoundError:
        return [], start
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    whole = data[: data.rfind(b"\n") + 1]
    records = []
    for line in whole.splitlines():
        with contextlib.suppress(ValidationError):
            records.append(kind.model_validate_json(line))
    return records, start + len(whole)


def sweep(folder: Path) -> None:
    """Remove what killed writers of this machine left in the folder: temporary files whose process is gone."""
    for path in sorted(folder.glob(f".*.{_HOST}.*.tmp")):
        owner = path.name.split(".")[-2]
        if owner.isdigit() and not process_alive(int(owner)):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)


def remove(folder: Path) -> None:
    """Remove a folder of ours with all that is in it; no error where it is not there."""
    shutil.rmtree(folder, ignore_errors=True)


def encode(record: Record) -> bytes:
    """The record as UTF-8 JSON, indented for review, ending in a new line; equal records give equal bytes."""
    return record.model_dump_json(indent=1).encode() + b"\n"


def decode(kind: type[S], data: bytes, where: str) -> S:
    """A stored record from its bytes, older versions upgraded. InputError where it is damaged or of a newer version."""
    try:
        version = _version(data)
        current = kind.model_fields["schema_version"].default
        if version != current:
            data = json.dumps(_upgraded(kind, json.loads(data), version, current, where)).encode()
        return kind.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise InputError(f"{where} is not a {kind.kind}: {place}: {first['msg']}; delete it and run again") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where} is damaged ({error}); delete it and run again") from error


def _version(data: bytes) -> int:
    parsed = json.loads(data)
    if not isinstance(parsed, dict):
        raise ValueError("it holds no JSON object")
    version = parsed.get("schema_version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise ValueError("it has no schema_version")
    return version


def _upgraded(kind: type[S], parsed: Json, version: int, current: int, where: str) -> Json:
    if version > current:
        raise InputError(
            f"{where} has schema version {version}, this paper2task knows up to {current}: use a newer paper2task"
        )
    while version != current:
        upgrade = kind.upgrades.get(version)
        if upgrade is None:
            raise InputError(
                f"{where} has schema version {version}, which cannot be upgraded to {current}: delete it and run again"
            )
        parsed = upgrade(parsed)
        version = parsed["schema_version"]
    return parsed


def save(record: Stored, path: Path) -> str:
    """Write the record; gives the sha256 of the file."""
    data = encode(record)
    write_bytes(path, data)
    return sha256_bytes(data)


def read_bytes(path: Path) -> bytes:
    """The file's bytes. InputError where it is missing or cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InputError(f"{path} is not there") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def load(kind: type[S], path: Path) -> S:
    """Read a record. InputError where it is missing, damaged or of an unknown version."""
    return decode(kind, read_bytes(path), str(path))


def load_or_none(kind: type[S], path: Path) -> S | None:
    """Read a record; None where it is missing or cannot be read any more."""
    try:
        return load(kind, path)
    except InputError:
        return None


def file_digest(path: Path) -> str | None:
    """Sha256 of a file, None where it is not there."""
    try:
        return sha256_bytes(path.read_bytes())
    except OSError:
        return None


def load_toml(kind: type[R], path: Path) -> R:
    """A record written by hand as TOML. UsageError with the place of the mistake."""
    try:
        parsed = tomllib.loads(read_bytes(path).decode())
        # by way of JSON: strict records take lists for tuples there and nowhere else
        return kind.model_validate_json(json.dumps(parsed))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path}: {place}: {first['msg']}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, InputError) as error:
        raise UsageError(f"{path}: {error}") from error


def schemas(kinds: Iterator[type[Stored]] | tuple[type[Stored], ...]) -> dict[str, Json]:
    """JSON Schema of each kind of record, by kind."""
    return {
        kind.kind: {"$schema": "https://json-schema.org/draft/2020-12/schema", **kind.model_json_schema()}
        for kind in kinds
    }

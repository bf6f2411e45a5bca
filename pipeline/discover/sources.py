"""From addresses to the bytes of a listing: web addresses, files and folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from pipeline.discover.entries import Part
from pipeline.errors import RefusedError, UsageError

# the largest real listing, a MiniConf file of 6,000 papers with abstracts, has about 40 MB
MAX_LISTING_BYTES = 128 << 20
MOST_FILES = 20_000


class Fetches(Protocol):
    """What discovery needs of `pipeline.web.Web`."""

    def get_bytes(self, url: str, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> bytes:
        """The body at the address, at most so many bytes; raises InputError and ServiceError."""
        ...


def gather(addresses: Sequence[str], fetches: Fetches, *, base: str = "", suffix: str = "") -> list[Part]:
    """The parts behind the addresses, in order; a folder gives its files that end in `suffix`, sorted by name.

    A missing file or an unknown kind of address is a UsageError, what is too large a RefusedError; `fetches` adds its own.
    """
    parts: list[Part] = []
    left = MAX_LISTING_BYTES
    for address in addresses:
        if is_web(address):
            parts.append(Part(address, fetches.get_bytes(address, max_bytes=left), base or address))
            left -= len(parts[-1].data)
            continue
        for path in _files(local_path(address), suffix):
            parts.append(Part(str(path), _read(path, left), base or path.absolute().parent.as_uri() + "/"))
            left -= len(parts[-1].data)
    return parts


def is_web(address: str) -> bool:
    """Is this an http or https address?"""
    return address.lower().startswith(("http://", "https://"))


def local_path(address: str) -> Path:
    """The path that a `file:` address or a plain path names. UsageError for another kind of address."""
    if "://" not in address:
        return Path(address)
    parts = urlsplit(address)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        raise UsageError(f"{address[:200]} is no http, https or file address")
    return Path(unquote(parts.path))


def _files(path: Path, suffix: str) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.iterdir() if file.suffix == suffix) if suffix else []
    if not found:
        wanted = f"no {suffix} file" if suffix else "a folder where a file is needed"
        raise UsageError(f"{path}: {wanted}: give the listing's file")
    if len(found) > MOST_FILES:
        raise RefusedError(f"{path} holds {len(found)} files, more than {MOST_FILES}: split it")
    return found


def _read(path: Path, most: int) -> bytes:
    """The file's bytes, read no further than the limit: its size may be a lie (a pipe, a device)."""
    if not path.is_file():
        raise UsageError(f"{path} is not there, or is no plain file: check the path")
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error.strerror}): check its rights") from error
    if len(data) > most:
        raise RefusedError(f"{path} is larger than {MAX_LISTING_BYTES} bytes with what came before it: no listing is")
    return data

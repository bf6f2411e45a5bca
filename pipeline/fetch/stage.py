"""The stage: from a paper's address to its PDF in its place, with proof of what it is."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from pipeline.errors import InputError, RefusedError
from pipeline.fetch.pdf_check import TruncatedError, check_pdf
from pipeline.partial import Partial, Received, open_regular
from pipeline.records.download import Download
from pipeline.records.paper import Paper
from pipeline.web import Web, public_url

_CHUNK = 1 << 20


def fetch(*, paper: Paper, target: Path, web: Web, max_bytes: int) -> Download:
    """Get the paper's PDF into `target`; a target that holds the same bytes already is not written.

    InputError: no usable address, nothing there, or no whole PDF (RefusedError: too large, or no regular file).
    ServiceError: the server or the network failed for all tries. StorageError: our disk. `target` is whole or as it was.
    """
    url = paper.pdf_url.strip()
    if not url:
        raise InputError("no PDF address; give the paper a pdf_url, which may be a file: address")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise InputError("the PDF address cannot be read: correct it in the listing") from None
    if parts.scheme in ("http", "https"):
        received = _download(url, target, web, max_bytes)
    elif parts.scheme == "file" and parts.netloc in ("", "localhost"):
        received = _copy(Path(unquote(parts.path)), target, max_bytes)
    else:
        raise InputError(f"{public_url(url)[:200]} is no http, https or file:/// address: correct it in the listing")
    return Download(paper_id=paper.id, url=public_url(url), sha256=received.sha256, bytes=received.bytes)


def _download(url: str, target: Path, web: Web, max_bytes: int) -> Received:
    try:
        return web.download(url, target, max_bytes=max_bytes, check=check_pdf)
    except TruncatedError:
        # without a declared length, a connection that was cut looks like the end; a second time it is the file
        return web.download(url, target, max_bytes=max_bytes, check=check_pdf, afresh=True)


def _copy(source: Path, target: Path, max_bytes: int) -> Received:
    """A file of this machine, held to what a download is held to."""
    with open_regular(source) as file, Partial(target) as part:
        part.restart("")
        while chunk := _read(file, source):
            if part.size + len(chunk) > max_bytes:
                raise RefusedError(f"{source} is larger than {max_bytes:,} bytes")
            part.write(chunk)
        return part.settle(check_pdf)


def _read(file: BinaryIO, path: Path) -> bytes:
    try:
        return file.read(_CHUNK)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; check the disk it is on") from error

"""Ways to answer a request, most of them bad: what `Site.add` of `server.py` takes."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from tests.helpers.server import Behaviour, Request

T = TypeVar("T")


def serve(body: bytes, headers: Mapping[str, str] | None = None) -> Behaviour:
    """The body, without ranges."""
    return lambda request, before: request.answer(body, headers=headers)


def folder(root: Path) -> Behaviour:
    """The files below a folder, for a path that ends in `*`; never one outside it."""

    def behave(request: Request, before: int) -> None:
        top = root.resolve()
        parts = [part for part in unquote(request.path.partition("?")[0]).split("/") if part]
        found = next((f for n in range(len(parts)) if (f := top.joinpath(*parts[n:]).resolve()).is_file()), None)
        if found is None or not found.is_relative_to(top):
            request.answer(b"", 404)
        else:
            request.answer(found.read_bytes())

    return behave


def status(code: int, headers: Mapping[str, str] | None = None) -> Behaviour:
    """This status, with an empty body."""
    return lambda request, before: request.answer(b"", code, headers)


def in_turn(*behaviours: Behaviour) -> Behaviour:
    """The first behaviour for the first request, and so on; the last one stays."""
    return lambda request, before: behaviours[min(before, len(behaviours) - 1)](request, before)


def busy(times: int, then: Behaviour, retry_after: str = "", code: int = 503) -> Behaviour:
    """`503 Service Unavailable` so many times, then the behaviour."""
    return in_turn(*[status(code, {"Retry-After": retry_after} if retry_after else None)] * times, then)


def redirect(location: str, code: int = 302, body: bytes = b"") -> Behaviour:
    """Send the client elsewhere: to itself it is a loop, to `file:///etc/passwd` an attack."""
    return lambda request, before: request.answer(body, code, {"Location": location})


def endless_redirect(request: Request, before: int) -> None:
    """A redirect to a new address each time, with a body without end."""
    request.head(302, {"Location": f"{request.path.rstrip('0123456789')}{before + 1}"})
    while request.wait(0):
        request.wfile.write(bytes(1 << 16))


def silent(request: Request, before: int) -> None:
    """Take the request and say nothing."""
    request.wait(60)


def stalled(body: bytes, sent: int) -> Behaviour:
    """Declare the whole body, send the first `sent` bytes, then nothing."""

    def behave(request: Request, before: int) -> None:
        request.head(headers={"Content-Length": str(len(body))})
        request.wfile.write(body[:sent])
        request.wait(60)

    return behave


def drip(body: bytes, seconds: float) -> Behaviour:
    """The body, a byte each so many seconds: no read time-out ever sees it."""

    def behave(request: Request, before: int) -> None:
        request.head(headers={"Content-Length": str(len(body))})
        _dripped(request, body, seconds)

    return behave


def dripping_headers(seconds: float) -> Behaviour:
    """Headers without end, a byte each so many seconds."""
    return lambda request, before: _dripped(request, b"HTTP/1.1 200 OK\r\nX: " + bytes(60_000), seconds)


def undeclared_drip(body: bytes, seconds: float) -> Behaviour:
    """The body without a length, a byte each so many seconds: cut off, it looks complete."""

    def behave(request: Request, before: int) -> None:
        request.head()
        _dripped(request, body, seconds)

    return behave


def _dripped(request: Request, body: bytes, seconds: float) -> None:
    for n in range(len(body)):
        request.wfile.write(body[n : n + 1])
        if not request.wait(seconds):
            return


def endless(declared: int | None = None, start: bytes = b"%PDF-1.5\n") -> Behaviour:
    """A body made as it is sent: of the declared length, or without length and end."""

    def behave(request: Request, before: int) -> None:
        request.head(headers={} if declared is None else {"Content-Length": str(declared)})
        for chunk in _made(start, declared):
            if not request.wait(0):
                return
            request.wfile.write(chunk)

    return behave


def _made(start: bytes, declared: int | None) -> Iterator[bytes]:
    yield start
    left = None if declared is None else declared - len(start)
    while left is None or left > 0:
        size = 1 << 16 if left is None else min(left, 1 << 16)
        yield bytes(size)
        left = None if left is None else left - size


def truncated(body: bytes, sent: int, headers: Mapping[str, str] | None = None) -> Behaviour:
    """Declare the whole body, send the first `sent` bytes and hang up."""

    def behave(request: Request, before: int) -> None:
        request.head(headers={"Content-Length": str(len(body)), **(headers or {})})
        request.wfile.write(body[:sent])

    return behave


def undeclared(body: bytes) -> Behaviour:
    """The body without a length: its end is the end of the connection."""

    def behave(request: Request, before: int) -> None:
        request.head()
        request.wfile.write(body)

    return behave


def short_length(body: bytes, declared: int) -> Behaviour:
    """Declare less than is sent."""

    def behave(request: Request, before: int) -> None:
        request.head(headers={"Content-Length": str(declared)})
        request.wfile.write(body)

    return behave


def web_page(title: str | None, text: str = "Please sign in.") -> Behaviour:
    """An HTML page, where something else was asked for."""
    named = f"<title>{title}</title>" if title is not None else ""
    page = f"<!DOCTYPE html>\n<html><head>{named}</head><body>{text}</body></html>".encode()
    return lambda request, before: request.answer(page, headers={"Content-Type": "text/html; charset=utf-8"})


def gzip_bomb(unpacked: int, layers: int = 1) -> Behaviour:
    """Zeros that unpack to so many bytes; packed once or more often."""
    body = bytes(unpacked)
    for _ in range(layers):
        body = gzip.compress(body, 9, mtime=0)
    named = {"Content-Encoding": ", ".join(["gzip"] * layers)}
    return lambda request, before: request.answer(body, headers=named)


def raw(answer: bytes) -> Behaviour:
    """These bytes, which need not be HTTP."""

    def behave(request: Request, before: int) -> None:
        request.wfile.write(answer)

    return behave


def repeated(start: bytes, more: bytes) -> Behaviour:
    """The first bytes, then the others again and again; they need not be HTTP."""

    def behave(request: Request, before: int) -> None:
        request.wfile.write(start)
        while request.wait(0):
            request.wfile.write(more)

    return behave


def broken_off(body: bytes, sent: int) -> Behaviour:
    """Send the first `sent` bytes of the body (none: not even headers), then reset the connection."""

    def behave(request: Request, before: int) -> None:
        if sent:
            request.head(headers={"Content-Length": str(len(body))})
            request.wfile.write(body[:sent])
            request.wait(0.05)  # a reset overtakes what the client has not read yet
        request.reset()

    return behave


@dataclass(frozen=True)
class Ranged:
    """A file with ranges, as a good server gives it, and the ways to do it badly; `cut` says after how many bytes to hang up.

    `etags` are those of the first request, the second and so on, the last one stays; None sends none. `date_only` sends a
    Last-Modified of long ago in its place. `honest=False` ignores If-Range; `shift` moves the part that a 206 brings.
    """

    bodies: tuple[bytes, ...]
    etags: tuple[str | None, ...] = ('"one"',)
    cut: tuple[int | None, ...] = (None,)
    date_only: bool = False
    honest: bool = True
    shift: int = 0

    def __call__(self, request: Request, before: int) -> None:
        """Answer one request."""
        body, etag, cut = _at(self.bodies, before), _at(self.etags, before), _at(self.cut, before)
        modified = formatdate(86_400.0 * (1 + min(before, len(self.etags) - 1)), usegmt=True)
        names = {"Last-Modified": modified} if self.date_only else {"ETag": etag} if etag else {}
        asked = re.fullmatch(r"bytes=(\d+)-", request.headers.get("Range", ""))
        same = not self.honest or request.headers.get("If-Range") in names.values()
        if asked and same and int(asked[1]) >= len(body):
            request.answer(b"", 416, {"Content-Range": f"bytes */{len(body)}", **names})
            return
        start = max(0, int(asked[1]) + self.shift) if asked and same else 0
        headers = {**names, "Content-Length": str(len(body) - start)}
        if asked and same:
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        request.head(206 if asked and same else 200, headers)
        request.wfile.write(body[start:][:cut])


def _at(row: tuple[T, ...], n: int) -> T:
    return row[min(n, len(row) - 1)]

"""A web server on loopback that behaves as badly as a test needs, and a client with short patience to meet it.

    with Site() as site:
        url = site.add("/paper.pdf", truncated(PDF, sent=100))  # from tests.helpers.behaviours
        ...
        assert site.count("/paper.pdf") == 2

A behaviour is a function of the request and of how often its path was asked before; those of `behaviours.py` make one. A waiting
behaviour ends as soon as the site closes, so a test never waits for one.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from pipeline.web import Clock, Web, WebLimits

PDF = b"%PDF-1.5\n" + b"".join(b"%% line %05d of a small file\n" % n for n in range(6000)) + b"startxref\n0\n%%EOF\n"
"""Looks like a PDF from both ends; longer than two reads of the client."""


@dataclass
class FakeClock:
    """A clock that only sleeping moves; `slept` keeps each sleep in seconds."""

    now: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        """Move on at once."""
        self.slept.append(seconds)
        self.now += seconds

    @property
    def clock(self) -> Clock:
        """As `Web` takes it."""
        return Clock(monotonic=lambda: self.now, wall=lambda: self.now, sleep=self.sleep)


QUICK = WebLimits(retries=2, connect_s=2.0, timeout_s=0.3, deadline_s=5.0, interval_s=0.0)


def quick_web(fake: FakeClock | None = None, **changes: Any) -> Web:
    """A client that gives up within tenths of seconds, never sleeps for real and reads nothing from the environment."""
    return Web(limits=replace(QUICK, **changes), trust_env=False, clock=(fake or FakeClock()).clock)


class Request(BaseHTTPRequestHandler):
    """One request under way, with what behaviours need to answer it well or badly."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        """Hand the request to the behaviour of its path."""
        self.close_connection = True
        length = int(self.headers.get("Content-Length") or 0)
        before, behaviour = self.server.site.arrived(self, self.rfile.read(length) if length else b"")
        with suppress(OSError):  # the client has had enough, as it should
            behaviour(self, before)

    def do_POST(self) -> None:
        """As a GET."""
        self.do_GET()

    def head(self, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Send the status and the headers."""
        self.send_response(status)
        for name, value in {"Connection": "close", **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()

    def answer(self, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Send a whole, honest answer."""
        self.head(status, {"Content-Length": str(len(body)), **(headers or {})})
        self.wfile.write(body)

    def wait(self, seconds: float) -> bool:
        """Wait, or until the site closes; True while it is open."""
        return not self.server.site.closing.wait(seconds)

    def reset(self) -> None:
        """Break the connection off with a TCP reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.rfile.close()
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is that of http.server
        """Say nothing."""


Behaviour = Callable[[Request, int], None]


@dataclass(frozen=True)
class Asked:
    """A request that arrived: its path without query, headers in lower case, body, and seconds of a monotonic clock."""

    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # closing waits for the handlers, so that nothing is left over
    request_queue_size = 64
    site: Site


class Site:
    """The server; use as a context manager. A path without behaviour answers 404."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        self._behaviours: dict[str, Behaviour] = {}
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), Request)
        self._server.site = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def __enter__(self) -> Site:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def add(self, path: str, behaviour: Behaviour) -> str:
        """Give the path a behaviour, in place of an earlier one; gives its address. `/x/*` stands for all below `/x/`."""
        with self._lock:
            self._behaviours[path] = behaviour
        return self.url(path)

    def url(self, path: str) -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_address[1])

    def requests(self, path: str) -> list[Asked]:
        """The requests for a path, in order."""
        with self._lock:
            return [one for one in self.asked if one.path == path]

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return len(self.requests(path))

    def arrived(self, request: Request, body: bytes) -> tuple[int, Behaviour]:
        """Note a request; how often its path was asked for before, and its behaviour."""
        path = request.path.partition("?")[0]
        with self._lock:
            before = sum(one.path == path for one in self.asked)
            headers = {name.lower(): value for name, value in request.headers.items()}
            self.asked.append(Asked(path, headers, body, time.monotonic()))
            below = (name for name in self._behaviours if name.endswith("*") and path.startswith(name[:-1]))
            return before, self._behaviours.get(path) or self._behaviours.get(next(below, ""), _missing)


def _missing(request: Request, before: int) -> None:
    request.answer(b"", 404)

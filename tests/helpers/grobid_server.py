"""A GROBID server for tests: the REST contract on loopback, with faults by script.

It follows the server's source: paths, methods, form fields, statuses and bodies; text/plain for errors, TEI for papers.
A request that a real server would not understand is refused here too, so that tests notice.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from pipeline.ids import sha256_bytes

FIELDS = {
    *("input", "consolidateHeader", "consolidateCitations", "consolidateFunders", "includeRawCitations"),
    *("includeRawAffiliations", "includeRawCopyrights", "includeDiscardedText", "generateIDs", "segmentSentences"),
    *("teiCoordinates", "start", "end", "flavor"),
}
COORDINATE_ELEMENTS = {
    *("title", "persName", "affiliation", "orgName", "formula", "figure", "ref", "biblStruct", "head", "p", "s", "note")
}
SMALL_TEI = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0">
  <teiHeader xml:lang="en">
    <fileDesc><titleStmt><title level="a" type="main">A Small Paper</title></titleStmt></fileDesc>
    <encodingDesc><appInfo><application version="0.9.1" ident="GROBID" when="2026-01-01T00:00+0000"/></appInfo></encodingDesc>
    <profileDesc><abstract><div><p>It is small.</p></div></abstract></profileDesc>
  </teiHeader>
  <text xml:lang="en"><body><div><head n="1">Introduction</head><p>Words.</p></div></body><back/></text>
</TEI>
"""
PROXY_PAGE = (
    b"<!DOCTYPE html>\n<html><head><title>Sign in to the network</title></head><body>Please sign in.</body></html>"
)


@dataclass(frozen=True)
class Answer:
    """What the server does instead of converting.

    `how`: `send` the status and body · `stall` for `seconds` before an answer · `drip` bytes of the body, one a moment ·
    `cut` the connection in the middle of the body · `drop` it without an answer.
    """

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain"
    how: str = "send"
    seconds: float = 0.0


BUSY = Answer(503)
PROXY = Answer(200, PROXY_PAGE, "text/html")
NOTHING = Answer(204)


def failing(message: str) -> Answer:
    """A 500 as the server words it: `[CODE] what happened`."""
    return Answer(500, message.encode())


@dataclass
class Sent:
    """One request to processFulltextDocument as it arrived; a repeated field has several values."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    file_name: str = ""
    pdf: bytes = b""
    accept: str = ""


class GrobidServer:
    """A server on a free port of 127.0.0.1; `with GrobidServer() as server: server.url`.

    `papers` maps the sha256 of a PDF to its TEI; any other PDF gets `tei`. `script` is what happens to the first requests
    for a full text, one entry each; `always` is what happens to all after them. `probes` overrides the answers to GET
    requests by service name. `sent` collects what arrived.
    """

    def __init__(
        self,
        *,
        papers: Mapping[str, bytes] | None = None,
        tei: bytes = SMALL_TEI,
        script: Iterable[Answer] = (),
        always: Answer | None = None,
        version: str = "0.9.1",
        pool: int | None = 4,
        probes: Mapping[str, Answer] | None = None,
    ) -> None:
        self.papers = dict(papers or {})
        self.tei = tei
        self.script = list(script)
        self.always = always
        self.sent: list[Sent] = []
        self.lock = threading.Lock()
        self.closing = threading.Event()
        health = json.dumps({"ready": True, "pool": {"maxActive": pool}}).encode() if pool else b""
        self.probes = {
            "isalive": Answer(200, b"true"),
            "version": Answer(200, json.dumps({"version": version, "revision": "0"}).encode(), "application/json"),
            "health": Answer(200, health, "application/json"),
            **(probes or {}),
        }
        owner = self

        class Handler(_Handler):
            grobid = owner

        self._http = _Quiet(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        """Its address, without `/api`."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> GrobidServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)


class _Quiet(ThreadingHTTPServer):
    """Says nothing about clients that went away: that is part of several tests."""

    daemon_threads = True
    block_on_close = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing."""


class _Handler(BaseHTTPRequestHandler):
    grobid: GrobidServer

    def log_message(self, *_args: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        """The probes; a full text cannot be had by GET."""
        service = self.path.removeprefix("/api/").split("?")[0]
        if self.path.startswith("/api/processFulltextDocument"):
            return self._play(Answer(405))
        answer = self.grobid.probes.get(service) if self.path.startswith("/api/") else None
        if answer and not self._accepts(answer.content_type):
            answer = Answer(406)
        return self._play(answer or Answer(404))

    def do_POST(self) -> None:
        """A full text."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path != "/api/processFulltextDocument":
            return self._play(Answer(404))
        if not self.headers.get("Content-Type", "").startswith("multipart/form-data"):
            return self._play(Answer(415))
        if not self._accepts("application/xml"):
            return self._play(Answer(406))
        sent = _parsed(self.headers["Content-Type"], body)
        sent.accept = self.headers.get("Accept", "")
        with self.grobid.lock:
            self.grobid.sent.append(sent)
            answer = self.grobid.script.pop(0) if self.grobid.script else self.grobid.always
        return self._play(answer or self._convert(sent))

    def do_PUT(self) -> None:
        """The same as POST."""
        self.do_POST()

    def _convert(self, sent: Sent) -> Answer:
        """The TEI of the PDF, or what a server says of a form that it does not understand."""
        unknown = sorted(set(sent.fields) - FIELDS) + sorted(
            set(sent.fields.get("teiCoordinates", [])) - COORDINATE_ELEMENTS
        )
        if unknown:
            return Answer(400, f"unknown: {', '.join(unknown)}".encode())
        if not sent.pdf.startswith(b"%PDF"):
            return failing("[BAD_INPUT_DATA] PDF to XML conversion failed with error code: 1")
        tei = self.grobid.papers.get(sha256_bytes(sent.pdf), self.grobid.tei)
        return Answer(200, tei, "application/xml; charset=UTF-8")

    def _accepts(self, content_type: str) -> bool:
        kinds = {part.split(";")[0].strip() for part in self.headers.get("Accept", "*/*").split(",")}
        return bool(kinds & {"*/*", content_type.split(";")[0]})

    def _play(self, answer: Answer) -> None:
        if answer.how == "drop":
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        if answer.how == "stall" and self.grobid.closing.wait(answer.seconds):
            return
        self.send_response(answer.status)
        if answer.status != 204:
            if answer.content_type:
                self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if answer.how == "cut":
            self.wfile.write(answer.body[: len(answer.body) // 2])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
        elif answer.how == "drip":
            until = time.monotonic() + answer.seconds
            for byte in answer.body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if time.monotonic() > until or self.grobid.closing.wait(0.05):
                    return
        else:
            self.wfile.write(answer.body)


def _parsed(content_type: str, body: bytes) -> Sent:
    """The parts of a multipart form."""
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    sent = Sent()
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        if name == "input":
            sent.file_name, sent.pdf = part.get_filename() or "", data
        sent.fields.setdefault(name, []).append("" if name == "input" else data.decode())
    return sent

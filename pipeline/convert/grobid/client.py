"""Sending one paper to a GROBID server: bounded in time and tries, and silent about everything but its errors."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from pipeline.convert.grobid.answers import tei_of
from pipeline.convert.grobid.library import open_library, within
from pipeline.convert.grobid.state import GrobidState, reachable
from pipeline.errors import ServiceError
from pipeline.ids import checked_id

BUSY_WAITS_S = (5.0,) * 4 + (10.0,) * 10
"""Seconds to wait after each 503: GROBID's documentation suggests 5 to 10 for full texts; two minutes in all."""

COORDINATES = ("title", "head", "p", "formula", "figure", "biblStruct", "note")
"""The elements that come with their place on the page: those that a Document keeps a place for."""


class _NamedPdf(io.BytesIO):
    """Bytes with a name: the library sends `name` as the file's name in the form."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data)
        self.name = name


class GrobidClientLike(Protocol):
    """What conversion needs of a server."""

    @property
    def version(self) -> str:
        """The server's version, empty where it does not say."""

    def fulltext(self, pdf: bytes, paper_id: str) -> bytes:
        """The TEI of one paper; raises InputError where the paper is at fault, ServiceError where the server is."""


class Grobid:
    """A GROBID server that was alive when this was made.

    `timeout_s` bounds one try. Header and citations are looked up at Crossref only when `consolidate` is asked for.
    Raises ServiceError at once where no server answers, UsageError where the client library is not installed.
    May be used from many threads; how many make sense is `state.workers()`.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout_s: float = 180.0,
        busy_waits_s: Sequence[float] = BUSY_WAITS_S,
        consolidate: bool = False,
        sleep: Callable[[float], object] = time.sleep,
        state: GrobidState | None = None,
    ) -> None:
        self.state = state or reachable(url)
        if not self.state.alive:
            raise ServiceError(f"no GROBID server: {self.state.reason}")
        self._library = open_library(url, timeout_s=timeout_s, coordinates=COORDINATES)
        self._timeout_s = timeout_s
        self._busy_waits_s = tuple(busy_waits_s)
        self._consolidate = consolidate
        self._sleep = sleep

    @property
    def version(self) -> str:
        """What the server said when asked for its version."""
        return self.state.version

    def fulltext(self, pdf: bytes, paper_id: str) -> bytes:
        """The TEI of one paper, named after its id, so that papers of one file name stay apart on the server too."""
        name = checked_id(paper_id, "paper id")
        status, body = self._send(pdf, name)
        for wait_s in self._busy_waits_s:
            if status != 503:
                break
            self._sleep(wait_s)
            status, body = self._send(pdf, name)
        return tei_of(status, body, paper_id=name, server=self.state.url)

    def _send(self, pdf: bytes, name: str) -> tuple[int, str]:
        """One try: status and body."""

        def post() -> tuple[int, str]:
            _, status, text = self._library.process_pdf(
                "processFulltextDocument",
                _NamedPdf(pdf, f"{name}.pdf"),
                consolidate_header=self._consolidate,
                consolidate_citations=self._consolidate,
                include_raw_citations=True,
                tei_coordinates=True,
            )
            return status, text or ""

        return within(self._timeout_s, f"one try of the GROBID server {self.state.url}", post)

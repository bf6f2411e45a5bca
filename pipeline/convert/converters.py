"""The converters by name, and how one is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.convert.embedded.converter import ENGINE, convert_pdf
from pipeline.convert.grobid.client import Grobid
from pipeline.convert.grobid.convert import convert_with_grobid
from pipeline.convert.grobid.state import reachable
from pipeline.errors import InputError, ServiceError, UsageError
from pipeline.records.document import Document
from pipeline.records.finding import Finding


@dataclass(frozen=True)
class Choice:
    """Which converter a run uses: `name` is a key of `CONVERTERS`, `at_once` how many papers a server takes (0: no server)."""

    name: str
    grobid_url: str = ""
    use_outline: bool = True
    at_once: int = 0

    @property
    def identity(self) -> list[object]:
        """What decides a document besides the PDF and our code.

        Whether a server answered is not part of it: `auto` keeps what either converter made.
        """
        return [self.name, ENGINE, self.use_outline]


Converter = Callable[[Path, str, Choice], Document]
"""(PDF, paper id, the run's choice) -> the document. Raises InputError and ServiceError."""


def _embedded(pdf: Path, paper_id: str, choice: Choice) -> Document:
    return convert_pdf(pdf, paper_id, use_outline=choice.use_outline)


def _grobid(pdf: Path, paper_id: str, choice: Choice) -> Document:
    embedded = _embedded(pdf, paper_id, choice)
    return convert_with_grobid(pdf, paper_id, embedded=embedded, client=_client(choice.grobid_url))


def _auto(pdf: Path, paper_id: str, choice: Choice) -> Document:
    """GROBID, or the embedded converter alone for a paper that GROBID gives nothing of; the document says so."""
    embedded = _embedded(pdf, paper_id, choice)
    if not choice.grobid_url:
        return embedded
    try:
        return convert_with_grobid(pdf, paper_id, embedded=embedded, client=_client(choice.grobid_url))
    except (InputError, ServiceError) as error:
        if isinstance(error, ServiceError):
            _client.cache_clear()  # the next paper asks first whether the server lives, instead of waiting for a dead one
        fell_back = Finding(code="grobid-fallback", message=f"read by the embedded converter alone: {error}")
        return embedded.model_copy(update={"findings": (*embedded.findings, fell_back)})


@cache
def _client(url: str) -> Grobid:
    return Grobid(url)


CONVERTERS: dict[str, Converter] = {"embedded": _embedded, "grobid": _grobid, "auto": _auto}


def choose(name: str, grobid_url: str, *, use_outline: bool = True, wanted: int = 1) -> Choice:
    """The choice for a run, which may have `wanted` papers under way. UsageError where GROBID is forced and not there."""
    if name == "embedded":
        return Choice(name, use_outline=use_outline)
    try:
        state = reachable(grobid_url)
    except UsageError:
        if name == "grobid":
            raise
        return Choice(name, use_outline=use_outline)
    if not state.alive:
        if name == "grobid":
            raise UsageError(f"{state.reason}; or use --converter embedded")
        return Choice(name, use_outline=use_outline)
    return Choice(name, grobid_url, use_outline, state.workers(wanted))

"""Whether a GROBID server is there, which version, and how many papers it takes at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.convert.grobid.answers import looks_like_html
from pipeline.convert.grobid.library import NO_ANSWER, TIMED_OUT, open_library, within
from pipeline.errors import ServiceError
from pipeline.log import redacted

if TYPE_CHECKING:
    from grobid_client.grobid_client import GrobidClient

DEFAULT_POOL = 10
"""GROBID's own `concurrency` where its configuration says nothing else (grobid-home/config/grobid.yaml)."""
_PROBE_BYTES = 10_000


@dataclass(frozen=True)
class GrobidState:
    """What a server says of itself; `reason` tells a person why it counts as not alive."""

    url: str
    alive: bool
    version: str = ""
    pool: int | None = None
    reason: str = ""

    def workers(self, wanted: int | None = None) -> int:
        """How many papers to send at once: what is wanted, but not more than the server has engines for."""
        pool = self.pool or DEFAULT_POOL
        return max(1, pool if wanted is None else min(wanted, pool))


def reachable(url: str, *, timeout_s: float = 3.0) -> GrobidState:
    """Asks `isalive`, `version` and `health`; never raises for a server that is not there and returns within `timeout_s`.

    Raises UsageError where the client library is not installed or the address is no http(s) address.
    """
    library = open_library(url, timeout_s=timeout_s)
    server = redacted(str(library.config["grobid_server"]))  # it is shown to people, and may hold a password
    try:
        return within(timeout_s, f"asking {server}", lambda: _ask(library, server, timeout_s))
    except ServiceError as error:
        return GrobidState(url=server, alive=False, reason=str(error))


def _ask(library: GrobidClient, server: str, timeout_s: float) -> GrobidState:
    """The three questions, one after the other."""
    status, body = _get(library, "isalive", timeout_s)
    if status != 200 or body.strip().lower() != "true":
        return GrobidState(url=server, alive=False, reason=f"{server} {_why_not(status, body)}")
    version = _version(*_get(library, "version", timeout_s))
    health = _json(_get(library, "health", timeout_s)[1])
    if health.get("ready") is False:
        return GrobidState(url=server, alive=False, version=version, reason=f"{server} says that it is not ready yet")
    pool = health.get("pool")
    engines = pool.get("maxActive") if isinstance(pool, dict) else None
    known = isinstance(engines, int) and not isinstance(engines, bool) and engines > 0
    return GrobidState(url=server, alive=True, version=version, pool=engines if known else None)


def _get(library: GrobidClient, service: str, timeout_s: float) -> tuple[int, str]:
    response, status = library.get(library.get_server_url(service), timeout=timeout_s)
    return status, response.text[:_PROBE_BYTES]


def _why_not(status: int, body: str) -> str:
    """Why an answer to `isalive` does not count, for a person."""
    if status == TIMED_OUT:
        return "does not answer in time"
    if status == NO_ANSWER:
        return "cannot be reached: start a GROBID server, or set PAPER2TASK_GROBID_URL"
    if status != 200:
        return f"answers HTTP {status} when asked whether it is alive"
    if looks_like_html(body):
        return "answers with a web page: a proxy or another program stands there"
    return "does not answer like GROBID"


def _version(status: int, body: str) -> str:
    """The version in JSON (from 0.7 on) or as plain text (before); empty where neither is there."""
    if status != 200 or looks_like_html(body):
        return ""
    text = str(_json(body).get("version", "")) or body
    return text.strip()[:40] if text.isprintable() and not text.lstrip().startswith(("{", "<")) else ""


def _json(body: str) -> dict[str, Any]:
    """The object in a body; an empty one where there is none (0.8 answers `health` with an empty body)."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

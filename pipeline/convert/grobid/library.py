"""The GROBID client library with its defects fenced off; nothing else of ours touches the library."""

from __future__ import annotations

import importlib
import io
import logging
import threading
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import requests

from pipeline.errors import ServiceError, UsageError
from pipeline.log import get_logger

if TYPE_CHECKING:
    from grobid_client.grobid_client import GrobidClient

T = TypeVar("T")

NO_ANSWER = 599
"""Our status for a connection that broke before a whole HTTP answer came (some proxies use it so; no standard does)."""
TIMED_OUT = 408
"""HTTP's status for a request that took too long, also where it is our side that stopped waiting."""


class _Fences:
    """Goes before the library's class in the order of bases, so that these methods win over the library's."""

    # The library asks for application/xml everywhere; `isalive` and `version` offer only text and JSON and could answer 406.
    accept_type = "application/xml, */*;q=0.5"
    logger: logging.Logger

    def _configure_logging(self) -> None:
        """The library would add a console handler and cut its logger off; its words go to our log file instead."""
        self.logger = get_logger(__name__)
        if not self.logger.handlers:
            self.logger.addHandler(logging.NullHandler())

    def _handle_server_busy_retry(self, name: str, *_again: Any, **_options: Any) -> tuple[str, int, str]:
        """The library would call itself for ever on 503; the caller counts the tries and waits."""
        return name, 503, ""

    def call_api(self, *args: Any, **kwargs: Any) -> tuple[requests.Response, int]:
        """One request. Failures of the connection become a status here: the library would report them as a bad file (400)."""
        try:
            response, status = super().call_api(*args, **kwargs)  # type: ignore[misc]  # the library's class stands behind
        except requests.Timeout as error:
            return _no_response(TIMED_OUT, error)
        except requests.RequestException as error:
            return _no_response(NO_ANSWER, error)
        if not response.headers.get("Content-Type", "").lower().startswith("text/"):
            response.encoding = "utf-8"  # GROBID writes UTF-8; without a charset in the header requests would guess
        return response, status


def _no_response(status: int, error: Exception) -> tuple[requests.Response, int]:
    response = requests.Response()
    response.status_code = status
    response.encoding = "utf-8"
    response.raw = io.BytesIO(_reason(error).encode("utf-8", "replace"))
    return response, status


def _reason(error: BaseException) -> str:
    """What lies at the bottom of an exception of requests, in a word: the exceptions above it quote memory addresses."""
    while inner := error.__cause__ or error.__context__:
        error = inner
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__


@cache
def _client_class() -> Any:
    """The library's client behind our fences. Its import takes half a second, so it waits until a server is asked for."""
    root = logging.getLogger()
    guard = logging.NullHandler()
    root.addHandler(guard)  # on import the library configures the root logger where that has no handler yet
    try:
        module = importlib.import_module("grobid_client.grobid_client")
    except ImportError as error:
        raise UsageError(
            "the GROBID client library is not installed: install paper2task[grobid], or use the embedded converter"
        ) from error
    finally:
        root.removeHandler(guard)
    return type("FencedGrobidClient", (_Fences, module.GrobidClient), {})


def open_library(url: str, *, timeout_s: float, coordinates: tuple[str, ...] = ()) -> GrobidClient:
    """A client of the library for this server; nothing is sent yet.

    Raises UsageError where the library is not installed or the address is not one of http(s).
    """
    address = url.rstrip("/").removesuffix("/api")
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"GROBID address {url[:100]!r} must start with http:// or https://")
    client: GrobidClient = _client_class()(
        grobid_server=address,
        coordinates=list(coordinates),
        timeout=timeout_s,
        check_server=False,  # the library's check ends well on a server that answers 503; state.py asks instead
    )
    return client


def within(seconds: float, what: str, call: Callable[[], T]) -> T:
    """The call's value, or ServiceError after so many seconds.

    The time-outs of an HTTP request count from byte to byte: a server that sends one now and then could hold us for ever.
    The call goes on in a daemon thread when it is late, and nobody hears of it.
    """
    values: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            values.append(call())
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread below
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="grobid-request")
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not values:
        raise ServiceError(f"{what} took longer than {seconds:g} s: see the server's load, or raise the time-out")
    return values[0]

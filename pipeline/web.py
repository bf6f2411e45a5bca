"""Asking servers, and the only place that opens connections of our own.

A server may stall, drip, lie about sizes, redirect without end or answer without end: each exchange has time-outs, one
deadline, a bound on redirects and a cap on bytes, and each host is asked politely. Addresses of this machine and of private
networks are allowed, since papers may be served from there; do not serve addresses of strangers from inside a network that
trusts its members. Proxies, certificates and `~/.netrc` are those of the environment, as `requests` reads them, unless
`trust_env=False`.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urljoin

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.utils import requote_uri
from urllib3.exceptions import HTTPError, IncompleteRead, InvalidHeader, NameResolutionError, ReadTimeoutError

from pipeline import __version__
from pipeline.errors import InputError, MissingError, RefusedError, ServiceError, UsageError
from pipeline.pace import Pace
from pipeline.partial import Check, Partial, Received, rest_of, validator
from pipeline.web_limits import Ask, Clock, Turns, Watch, WebLimits, causes, public_url, retry_after, shown, status_text

__all__ = ["Clock", "Web", "WebLimits", "public_url"]

_CHUNK = 1 << 16
_PASSING = frozenset({408, 425, 429})  # statuses below 500 that may be gone the next time
_GONE = frozenset({404, 410})
_HINTS = {
    401: "it wants a login",
    403: "it refuses programs or wants a login: get the file by hand and give its file: address",
}
T = TypeVar("T")


class _Fault(Exception):  # noqa: N818 - it never leaves this module
    """An attempt failed in a way that may pass; `asked` is how many seconds the server wants us to wait."""

    def __init__(self, reason: str, asked: float | None = None) -> None:
        super().__init__(reason)
        self.asked = asked


class _Adapter(HTTPAdapter):
    """Shows each new connection to the watch."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(max_retries=0)
        self._watch = watch

    def get_connection_with_tls_context(self, *args: Any, **kwargs: Any) -> Any:
        pool: Any = super().get_connection_with_tls_context(*args, **kwargs)
        plain, watch = pool.ConnectionCls, self._watch

        def dial(connection: Any) -> socket.socket:
            dialled: socket.socket = plain._new_conn(connection)
            handle = dialled.dup()  # a second handle: the first may be closed or wrapped in TLS meanwhile
            watch.add(lambda: handle.shutdown(socket.SHUT_RDWR), handle.close)
            return dialled

        pool.ConnectionCls = type("WatchedConnection", (plain,), {"_new_conn": dial})
        return pool


class _Session(requests.Session):
    """Leaves redirects to us: requests reads the body of each to its end, even of those that it does not follow."""

    def get_redirect_target(self, resp: requests.Response) -> None:  # noqa: ARG002 - the name is that of requests
        return None

    def location(self, answer: requests.Response) -> str | None:
        """Where the answer redirects to, as it says so; None where it does not."""
        return super().get_redirect_target(answer)


@dataclass(frozen=True)
class _Answer:
    """An answer whose body has not been read."""

    response: requests.Response
    watch: Watch
    url: str
    limits: WebLimits

    def chunks(self, max_bytes: int, already: int = 0) -> Iterator[bytes]:
        """The body, decoded. RefusedError as soon as more than `max_bytes` come, the `already` received ones included."""
        too_large = RefusedError(f"the answer is larger than {max_bytes:,} bytes, from {shown(self.url)}")
        declared = self.response.headers.get("Content-Length", "")
        if re.fullmatch(r"[0-9]+", declared) and (len(declared) > 18 or already + int(declared) > max_bytes):
            raise too_large
        try:
            # not `iter_content`: its reader of chunked answers takes a line of any length, this one does not
            while chunk := self.response.raw.read(_CHUNK, decode_content=True):
                already += len(chunk)
                if already > max_bytes:
                    raise too_large
                yield chunk
        except HTTPError as error:
            raise _failure(error, self.watch, self.url, self.limits) from None
        if self.watch.rang:  # where no length was declared, a cut connection looks like the end
            raise _late(self.url, self.limits)


class Web:
    """Asks servers for bytes, from any thread. `intervals`: seconds between requests by host; `pace` keeps them among processes.

    All methods raise InputError where the address is at fault (404, endless redirects), RefusedError for an answer over the
    cap or a redirect away from http, and ServiceError where server or network are at fault and stayed so for all tries.
    `transport` takes the network's place in tests; the `raw` of its responses must be a `urllib3.HTTPResponse`.
    """

    def __init__(
        self,
        limits: WebLimits | None = None,
        *,
        intervals: Mapping[str, float] | None = None,
        contact: str = "",
        trust_env: bool = True,
        transport: BaseAdapter | None = None,
        clock: Clock | None = None,
        pace: Pace | None = None,
    ) -> None:
        if not (contact.isascii() and contact.isprintable()):
            raise UsageError(f"the contact {contact!r} cannot be sent: use an e-mail or web address in ASCII")
        self._limits, self._clock = limits or WebLimits(), clock or Clock()
        self._turns = Turns(self._limits, intervals or {}, self._clock, pace)
        self._agent = f"paper2task/{__version__}" + (f" (+{contact})" if contact else "")
        self._trust_env, self._transport = trust_env, transport

    def get_bytes(self, url: str, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> bytes:
        """The body, unpacked; at most `max_bytes` of it."""
        return self._read(Ask(url, headers or {}), max_bytes)[0]

    def get_text(self, url: str, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> str:
        """The body as text: in the encoding that the server names, else UTF-8; what cannot be decoded becomes U+FFFD."""
        body, charset = self._read(Ask(url, headers or {}), max_bytes)
        try:
            return body.decode(charset, "replace").removeprefix("\ufeff")
        except (LookupError, UnicodeError):
            return body.decode("utf-8", "replace").removeprefix("\ufeff")

    def get_json(self, url: str, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> Any:
        """The body as JSON; InputError where it is none."""
        try:
            return json.loads(self.get_bytes(url, max_bytes=max_bytes, headers=headers))
        except (ValueError, RecursionError):
            raise InputError(f"the answer is no JSON, from {shown(url)}: check the address") from None

    def post_bytes(self, url: str, body: bytes, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> bytes:
        """The answer to a POST, which must be one that may be repeated. Redirects are an InputError."""
        return self._read(Ask(url, headers or {}, body=body), max_bytes)[0]

    def download(self, url: str, target: Path, *, max_bytes: int, check: Check, afresh: bool = False) -> Received:
        """Receive a file into `target`, going on from what an earlier try left (not when `afresh`).

        `check` sees the complete file before it is moved to its place; what it raises is raised here, the file is removed,
        and `target` stays as it was. A target that holds the same bytes already is not written.
        """
        with Partial(target) as part:
            if afresh:
                part.restart(url)
            self._persist(url, lambda watch: self._receive(url, part, max_bytes, watch))
            return part.settle(check)

    def _read(self, ask: Ask, max_bytes: int) -> tuple[bytes, str]:
        """The body and the encoding that its server names."""

        def attempt(watch: Watch) -> tuple[bytes, str]:
            with self._exchange(ask, watch) as answer:
                named = re.search(r"charset=[\"']?([\w.:-]{1,40})", answer.response.headers.get("Content-Type", ""))
                return b"".join(answer.chunks(max_bytes)), named[1] if named else "utf-8"

        return self._persist(ask.url, attempt)

    def _receive(self, url: str, part: Partial, max_bytes: int, watch: Watch) -> None:
        """One try at what is missing of the part."""
        size, known = part.resume_point(url)
        ask = Ask(url, encodings="identity")
        if size:
            wanted = {"Range": f"bytes={size}-", "If-Range": known}
            ask = replace(ask, range_headers=wanted, accept=ask.accept | {206, 416})
        with self._exchange(ask, watch) as answer:
            headers, total = answer.response.headers, None
            if answer.response.status_code in (206, 416):
                total = rest_of(headers, size, known) if answer.response.status_code == 206 else None
                if total is None:
                    part.restart(url)
                    raise _Fault("the server sent another part than was asked for")
            else:
                size = 0
                part.restart(url, validator(headers))
            for chunk in answer.chunks(max_bytes, size):
                part.write(chunk)
            if total is not None and part.size != total:
                raise _Fault("the answer was cut short")

    def _persist(self, url: str, attempt: Callable[[Watch], T]) -> T:
        """What the attempt gives, trying again after a fault that may pass."""
        watch, limits = Watch(self._limits.deadline_s, self._clock), self._limits
        for failures in range(1, limits.retries + 2):
            try:
                return attempt(watch)
            except _Fault as fault:
                reason = str(fault)
                self._turns.pause(url, limits.wait(failures, fault.asked))
        raise ServiceError(f"{reason}, {limits.retries + 1} times, at {shown(url)}: try again later")

    @contextmanager
    def _exchange(self, ask: Ask, watch: Watch) -> Iterator[_Answer]:
        """One attempt, through the redirects to the answer that has the body. Raises _Fault where another may help."""
        first = ask.url
        with _Session() as session:
            session.trust_env = self._trust_env
            for scheme in ("http://", "https://"):
                session.mount(scheme, self._transport or _Adapter(watch))
            for _ in range(self._limits.redirects + 1):
                with self._turns.turn(ask.url), watch, self._send(session, ask, watch) as response:
                    location = _location(session, response, ask.url)
                    if location is None:
                        self._judge(response, ask)
                        yield _Answer(response, watch, ask.url, self._limits)
                        return
                ask = ask.redirected(location)
        raise InputError(f"more than {self._limits.redirects} redirects from {shown(first)}: check the address")

    def _send(self, session: _Session, ask: Ask, watch: Watch) -> requests.Response:
        """The answer's status and headers."""
        headers = {**ask.headers, **ask.range_headers, "User-Agent": self._agent, "Accept-Encoding": ask.encodings}
        try:
            return session.request(
                "GET" if ask.body is None else "POST",
                ask.url,
                headers=headers,
                data=ask.body,
                stream=True,
                allow_redirects=False,
                timeout=(self._limits.connect_s, self._limits.timeout_s),
            )
        except (requests.RequestException, ValueError) as error:
            raise _failure(error, watch, ask.url, self._limits) from None

    def _judge(self, response: requests.Response, ask: Ask) -> None:
        """Raise what the status means, unless it is one that is accepted."""
        status = response.status_code
        if status in ask.accept:
            return
        says = status_text(status)
        if status in _PASSING or status >= 500:
            raise _Fault(says, retry_after(response.headers.get("Retry-After", ""), self._clock.wall()))
        error = MissingError if status in _GONE else InputError
        raise error(f"{says} for {shown(ask.url)}: {_HINTS.get(status, 'check the address')}")


def _location(session: _Session, response: requests.Response, url: str) -> str | None:
    """The absolute address that the answer redirects to; None where it does not redirect."""
    try:
        location = session.location(response)
        return None if location is None else urljoin(url, requote_uri(location))
    except ValueError:
        raise InputError(f"{shown(url)} redirects to an address that cannot be read") from None


def _late(url: str, limits: WebLimits) -> ServiceError:
    return ServiceError(f"no complete answer within {limits.deadline_s:g} s from {shown(url)}: try again later")


def _failure(error: Exception, watch: Watch, url: str, limits: WebLimits) -> Exception:
    """What to raise for an exception of `requests`. Its text is not used: it may hold the address with its secrets."""
    if watch.rang:
        return _late(url, limits)
    inside = list(causes(error))
    for cause in inside:
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
            reason = getattr(cause, "verify_message", "") or cause.reason or "no TLS"
            return ServiceError(
                f"no trusted connection to {shown(url)} ({reason}): check the address, the clock and REQUESTS_CA_BUNDLE"
            )
    if isinstance(error, ValueError) and not any(isinstance(cause, InvalidHeader) for cause in inside):
        return InputError(f"{shown(url)} is not an address that can be asked: it must be http or https, with a host")
    if any(isinstance(cause, NameResolutionError) for cause in inside):
        return _Fault("the host's name is not known")
    if isinstance(error, requests.ConnectTimeout):
        return _Fault(f"no connection within {limits.connect_s:g} s")
    if any(isinstance(cause, ReadTimeoutError) for cause in inside):
        return _Fault(f"nothing came for {limits.timeout_s:g} s")
    for cause in inside:
        if isinstance(cause, IncompleteRead):
            return _Fault(f"the answer ended {cause.expected:,} bytes short")
    words = (cause.strerror for cause in inside if isinstance(cause, OSError) and cause.strerror)
    return _Fault(next(words, "the answer was cut short or garbled").lower())

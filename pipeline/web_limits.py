"""What a server is held to and how we behave towards it: times, tries, turns per host, and addresses fit to be shown."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import quote, unquote_plus, urlsplit, urlunsplit

from pipeline.errors import InputError, RefusedError
from pipeline.pace import Pace

# parameters that open a door: plain names, and the signed links of S3, Google (`x-goog-*`) and Azure (`sig`)
_SECRET = re.compile(
    r"(?i)token|secret|passw|pwd|credential|signature|session|auth(?!or)|(?:api|access|private)[_-]?key|^(?:key|sig)$|^x-(?:amz|goog)-"
)
UNREADABLE = "(an address that cannot be read)"


@dataclass(frozen=True)
class Clock:
    """Time in seconds; tests put their own in its place."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True)
class WebLimits:
    """`_s` means seconds. The wait before try n + 1 is `back_off_s * 2**(n - 1)`, or more where the server asks for it;
    `timeout_s` is the longest silence; `deadline_s` is for one call with all its tries, waits not counted."""

    retries: int = 4
    back_off_s: float = 1.0
    longest_wait_s: float = 120.0
    connect_s: float = 10.0
    timeout_s: float = 30.0
    deadline_s: float = 600.0
    redirects: int = 10
    interval_s: float = 0.5
    connections: int = 4

    def wait(self, failures: int, asked: float | None) -> float:
        """Seconds to wait after so many failures, when the server asked for `asked` seconds."""
        return min(self.longest_wait_s, max(self.back_off_s * 2.0 ** (failures - 1), asked or 0.0))


class _Host:
    """The queue in front of one host: seats for those under way, and the moment from which the next may start."""

    def __init__(self, seats: int, interval: float) -> None:
        self.seats = threading.BoundedSemaphore(seats)
        self.lock = threading.Lock()
        self.interval = interval
        self.free_at = 0.0


class Turns:
    """Politeness: so many exchanges with a host at once, and a least interval between their starts. Safe for threads.

    With a `pace`, the interval holds among all processes that share its folder; the number at once is this process's own.
    """

    def __init__(
        self, limits: WebLimits, intervals: Mapping[str, float], clock: Clock, pace: Pace | None = None
    ) -> None:
        self._limits, self._clock, self._pace = limits, clock, pace
        self._intervals = {host.lower(): seconds for host, seconds in intervals.items()}
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    @contextmanager
    def turn(self, url: str) -> Iterator[None]:
        """Wait for a turn with the address's host; the block holds it."""
        place = self._host(host_of(url))
        with place.seats:
            with place.lock:
                now = self._clock.monotonic()
                start = max(now, place.free_at)
                if self._pace is not None and place.interval:
                    start = max(start, now + self._pace.turn(host_of(url), place.interval))
                place.free_at = start + place.interval
            if start > now:
                self._clock.sleep(start - now)
            yield

    def pause(self, url: str, seconds: float) -> None:
        """Nobody's next turn with the address's host comes before so many seconds from now."""
        place = self._host(host_of(url))
        with place.lock:
            place.free_at = max(place.free_at, self._clock.monotonic() + seconds)
        if self._pace is not None and place.interval:
            self._pace.pause(host_of(url), seconds)

    def _host(self, host: str) -> _Host:
        with self._lock:
            if host not in self._hosts:
                interval = self._intervals.get(host, self._limits.interval_s)
                self._hosts[host] = _Host(self._limits.connections, interval)
            return self._hosts[host]


class Watch:
    """The deadline of one call: while entered, its time runs; when it is over, the connections are cut wherever they hang.

    Time-outs of sockets cannot do this: a server that sends a byte a second, of headers even, never meets them.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.rang = False
        self._left, self._clock = seconds, clock
        self._watched: list[tuple[Callable[[], None], Callable[[], None]]] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Watch:
        self._since = self._clock.monotonic()
        self._timer = threading.Timer(max(0.0, self._left), self._ring)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._left -= self._clock.monotonic() - self._since
        with self._lock:
            while self._watched:
                self._watched.pop()[1]()

    def add(self, cut: Callable[[], None], release: Callable[[], None]) -> None:
        """Watch a connection until the block ends: `cut` it when time is up (may raise OSError), `release` it at the end."""
        with self._lock:
            self._watched.append((cut, release))
        if self.rang:
            self._ring()

    def _ring(self) -> None:
        with self._lock:
            self.rang = True
            for cut, _ in self._watched:
                with suppress(OSError):
                    cut()


@dataclass(frozen=True)
class Ask:
    """One request; a POST where it has a body. `headers` may hold keys: no host but the first sees them."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    range_headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    accept: frozenset[int] = frozenset({200, 201, 203, 204})
    encodings: str = "gzip, deflate"  # zlib's, which can be unpacked in bounded steps

    def redirected(self, url: str) -> Ask:
        """What to send to where it was redirected. RefusedError for what is not http, InputError for a POST."""
        old, new = urlsplit(self.url), urlsplit(url)
        if new.scheme not in ("http", "https"):
            raise RefusedError(
                f"{shown(self.url)} redirects to a {new.scheme[:20]}: address; only http and https are followed"
            )
        if self.body is not None:
            raise InputError(f"{shown(self.url)} redirects a POST to {shown(url)}: give that address if you trust it")
        same = (old.scheme, old.netloc) == (new.scheme, new.netloc)
        return replace(self, url=url, headers=self.headers if same else {})


def http_date(text: str) -> float | None:
    """Seconds since 1970 of an HTTP date; None where it is none."""
    try:
        when = parsedate_to_datetime(text)
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def retry_after(text: str, now: float) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date); None where it says neither."""
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        return float(text)
    when = http_date(text)
    return None if when is None else max(0.0, when - now)


def status_text(status: int) -> str:
    """A status in words of ours: the server's own are not repeated."""
    phrases = {one.value: f" {one.phrase}" for one in HTTPStatus}
    return f"the server says {status}{phrases.get(status, '')}"


def host_of(url: str) -> str:
    """The address's host in lower case, without port; empty where it has none or cannot be read."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def public_url(url: str) -> str:
    """The address without user, password, fragment and secret query parameters: what may be stored, shown and logged."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return UNREADABLE
    if not parts.netloc and parts.scheme != "file" and "@" in url:
        return UNREADABLE
    kept = [
        pair
        for pair in parts.query.split("&")
        if not any(_SECRET.search(unquote_plus(piece.partition("=")[0])) for piece in pair.split(";"))
    ]
    shown = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "&".join(kept), ""))
    inner = re.sub(r"(?<=//)[^/?#]*@", "", shown)
    return "".join(letter if letter.isprintable() else quote(letter, errors="replace") for letter in inner)


def shown(url: str) -> str:
    """`public_url`, cut for a message."""
    text = public_url(url)
    return text if len(text) <= 200 else text[:197] + "..."


def causes(error: BaseException, depth: int = 8) -> Iterator[BaseException]:
    """The exception and those packed inside it, in any of the ways that network libraries have."""
    yield error
    for inner in (*error.args, getattr(error, "reason", None), error.__cause__, error.__context__):
        if depth and isinstance(inner, BaseException):
            yield from causes(inner, depth - 1)

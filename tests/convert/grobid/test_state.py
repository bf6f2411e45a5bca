"""Asking a server what it is: always an answer, always in time."""

from __future__ import annotations

import time

import pytest

from pipeline.convert.grobid.state import reachable
from pipeline.errors import UsageError
from tests.helpers.grobid_server import PROXY, Answer, GrobidServer


def test_state_of_a_live_server() -> None:
    """Version and number of engines; no more papers at once than engines."""
    with GrobidServer(pool=3) as server:
        state = reachable(server.url + "/")
    assert (state.alive, state.version, state.pool, state.reason) == (True, "0.9.1", 3, "")
    assert [state.workers(), state.workers(2), state.workers(50), state.workers(0)] == [3, 2, 3, 1]


def test_password_in_the_address_is_used_and_not_shown() -> None:
    """What a state says ends up in logs and on screens."""
    with GrobidServer() as server:
        state = reachable(server.url.replace("http://", "http://me:hunter2@"))
    assert (state.alive, state.url) == (True, server.url.replace("http://", "http://***@"))


def test_state_of_an_older_server() -> None:
    """Before 0.7 the version is plain text, and up to 0.8 `health` is empty or missing."""
    old = {"version": Answer(200, b"0.6.1"), "health": Answer(404)}
    with GrobidServer(probes=old) as server:
        state = reachable(server.url)
    assert (state.alive, state.version, state.pool, state.workers()) == (True, "0.6.1", None, 10)


@pytest.mark.parametrize(
    ("isalive", "words"),
    [
        (PROXY, "web page"),
        (Answer(200, b"false"), "not answer like GROBID"),
        (Answer(500), "HTTP 500"),
        (Answer(200, b"true", how="drop"), "cannot be reached"),
    ],
)
def test_what_does_not_count_as_alive(isalive: Answer, words: str) -> None:
    """Something listens, but it is no GROBID server that works."""
    with GrobidServer(probes={"isalive": isalive}) as server:
        state = reachable(server.url)
    assert not state.alive
    assert words in state.reason


def test_server_that_loads_its_models_is_not_ready() -> None:
    """It answers `isalive`, but every paper would wait."""
    with GrobidServer(probes={"health": Answer(200, b'{"ready": false}', "application/json")}) as server:
        assert "not ready" in reachable(server.url).reason


@pytest.mark.parametrize("how", ["stall", "drip"])
def test_probe_never_hangs(how: str) -> None:
    """A server that is silent, or sends a byte now and then, costs no more than the time-out."""
    start = time.monotonic()
    with GrobidServer(probes={"isalive": Answer(200, b"true" * 100, how=how, seconds=8)}) as server:
        assert not reachable(server.url, timeout_s=0.4).alive
        assert time.monotonic() - start < 2


@pytest.mark.parametrize("url", ["localhost:8070", "file:///etc/passwd", ""])
def test_address_of_another_scheme_is_a_usage_error(url: str) -> None:
    """Better than the exception that comes out of the library."""
    with pytest.raises(UsageError, match="must start with http"):
        reachable(url)

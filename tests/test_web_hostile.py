"""Servers that mean harm: drips, endless redirects and answers, bombs, and secrets that must not leave."""

from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import suppress

import pytest

from pipeline.errors import InputError, MissingError, RefusedError, ServiceError
from tests.helpers.behaviours import (
    drip,
    dripping_headers,
    endless,
    endless_redirect,
    gzip_bomb,
    in_turn,
    redirect,
    repeated,
    serve,
    short_length,
    undeclared,
    undeclared_drip,
)
from tests.helpers.refusals import refusal
from tests.helpers.server import Behaviour, Site, quick_web


@pytest.mark.parametrize(
    "behaviour",
    [
        drip(b"x" * 1000, 0.02),
        undeclared_drip(b"x" * 1000, 0.02),
        dripping_headers(0.02),
        in_turn(redirect("/a"), drip(b"x" * 1000, 0.02)),
        repeated(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
)
def test_a_drip_is_cut_at_the_deadline_and_not_tried_again(behaviour: Behaviour) -> None:
    """No read time-out sees it, in the body or in the headers."""
    with Site() as site:
        started = time.monotonic()
        web = quick_web(deadline_s=0.2)
        assert "no complete answer within 0.2 s" in refusal(web, site.add("/a", behaviour), ServiceError)
        assert time.monotonic() - started < 2
        assert site.count("/a") <= 2


def test_a_dripping_tls_handshake_is_cut_at_the_deadline() -> None:
    """The deadline runs before there is any HTTP."""
    closing = threading.Event()

    def shake(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            for byte in b"\x16\x03\x03\x40\x00" + bytes(1000):
                connection.send(bytes([byte]))
                if closing.wait(0.02):
                    return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=shake, args=(listener,))
        thread.start()
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/"
        assert "no complete answer within 0.2 s" in refusal(quick_web(deadline_s=0.2), url, ServiceError)
        closing.set()
        thread.join()


@pytest.mark.parametrize(
    "url", ["", "x", "ftp://h/x", "file:///etc/passwd", "http://", "http://[::1", "http://.a/", "http://h:x/"]
)
def test_what_cannot_be_asked_is_an_input_error(url: str) -> None:
    """Addresses without host, of other schemes, or unreadable."""
    refusal(quick_web(), url, InputError)


def test_redirects_are_followed_within_bounds() -> None:
    """To the body at the end; a loop ends with a message."""
    with Site() as site:
        site.add("/c", serve(b"ok"))
        site.add("/b", redirect(site.url("/c"), 301))
        assert quick_web().get_bytes(site.add("/a", redirect("b", 308)), max_bytes=2) == b"ok"
        assert "more than 4 redirects" in refusal(quick_web(redirects=4), site.add("/l", redirect("/l")), InputError)
        assert site.count("/l") == 5


def test_the_bodies_of_redirects_are_not_read() -> None:
    """Endless bodies behind endless redirects end as soon as the bound is met."""
    with Site() as site:
        assert "more than 3 redirects" in refusal(quick_web(redirects=3), site.add("/r*", endless_redirect), InputError)


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/plain,x", "javascript:1"])
def test_a_redirect_to_another_scheme_is_refused(location: str) -> None:
    """Only http and https are followed."""
    with Site() as site:
        message = refusal(quick_web(), site.add("/a", redirect(location)), RefusedError)
    assert f"redirects to a {location.split(':')[0]}: address" in message


def test_a_redirect_that_cannot_be_read_is_an_input_error() -> None:
    """A Location that is no address."""
    with Site() as site:
        assert "cannot be read" in refusal(quick_web(), site.add("/a", redirect("http://[x")), InputError)


@pytest.mark.parametrize(
    "behaviour",
    [
        endless(declared=2 << 30),
        endless(),
        serve(b"", {"Content-Length": "9" * 5000}),
        undeclared(b"x" * 2000),
        gzip_bomb(50 << 20),
        gzip_bomb(50 << 20, layers=2),
    ],
)
def test_an_answer_over_the_cap_is_refused(behaviour: Behaviour) -> None:
    """Declared or not, packed or not."""
    with Site() as site:
        message = refusal(quick_web(), site.add("/a", behaviour), RefusedError, max_bytes=1000)
        assert "larger than 1,000 bytes" in message
        assert site.count("/a") == 1


@pytest.mark.parametrize(
    "chunked", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 200 OK\r\nX: ", ""]
)
def test_a_line_without_end_is_not_kept(chunked: str) -> None:
    """Neither as the size of a chunk, nor as a header, nor as the status: it ends long before the deadline."""
    with Site() as site:
        url = site.add("/a", repeated(chunked.encode(), b"1" * 65_536))
        assert "cut short or garbled" in refusal(quick_web(retries=0, deadline_s=60), url, ServiceError)


def test_the_cap_itself_is_allowed_and_a_short_length_ends_the_body() -> None:
    """Exactly so many bytes are no error."""
    with Site() as site:
        assert quick_web().get_bytes(site.add("/a", undeclared(b"x" * 1000)), max_bytes=1000) == b"x" * 1000
        assert quick_web().get_bytes(site.add("/b", short_length(b"x" * 1000, 10)), max_bytes=10) == b"x" * 10


def test_secrets_go_to_the_first_host_only_and_never_into_messages() -> None:
    """A key header does not follow a redirect to another host; errors show neither passwords nor tokens."""
    with Site() as site, Site() as other:
        site.add("/a", redirect(other.add("/b", serve(b"ok"))))
        assert quick_web().get_bytes(site.url("/a"), max_bytes=2, headers={"X-Api-Key": "k1"}) == b"ok"
        assert site.requests("/a")[0].headers["x-api-key"] == "k1"
        assert "x-api-key" not in other.requests("/b")[0].headers
        secret = f"http://me:pass123@127.0.0.1:{site.port}/no?id=7&token=t123"
        for web, kind in ((quick_web(), MissingError), (quick_web(retries=0, deadline_s=0.0), ServiceError)):
            message = refusal(web, secret, kind)
            assert "pass123" not in message and "t123" not in message and "/no?id=7" in message
        assert site.requests("/no")[0].headers["authorization"].startswith("Basic ")


def test_a_post_sends_its_body_and_is_not_redirected() -> None:
    """The body arrives; a redirect would send it to someone else."""
    with Site() as site:
        site.add("/a", in_turn(serve(b"yes"), redirect("/b")))
        sent = json.dumps({"q": 1}).encode()
        assert quick_web().post_bytes(site.url("/a"), sent, max_bytes=3) == b"yes"
        assert site.requests("/a")[0].body == sent
        with pytest.raises(InputError, match="redirects a POST"):
            quick_web().post_bytes(site.url("/a"), sent, max_bytes=3)

"""Asking servers that answer badly: each is met within tenths of seconds, with an error that says what happened."""

from __future__ import annotations

import io
import threading
import time
from email.utils import formatdate

import pytest
import requests
import urllib3
from requests.adapters import BaseAdapter

from pipeline.errors import InputError, MissingError, ServiceError, UsageError
from pipeline.web import Clock, Web, WebLimits
from tests.helpers.behaviours import (
    broken_off,
    busy,
    drip,
    in_turn,
    raw,
    serve,
    silent,
    stalled,
    status,
    truncated,
)
from tests.helpers.refusals import MB, refusal
from tests.helpers.server import Behaviour, FakeClock, Request, Site, quick_web


def test_a_good_answer_is_given_as_bytes_text_and_json() -> None:
    """The three ways to read one body agree, and the request names the program."""
    with Site() as site:
        url = site.add("/a", serve('\ufeff{"é": 1}'.encode(), {"Content-Type": "application/json"}))
        web = Web(contact="mailto:me@example.org", trust_env=False, limits=WebLimits(interval_s=0))
        assert web.get_bytes(url, max_bytes=MB).decode("utf-8-sig") == web.get_text(url, max_bytes=MB) == '{"é": 1}'
        assert web.get_json(site.add("/b", serve(b"[1]")), max_bytes=3) == [1]
        agent = site.requests("/a")[0].headers["user-agent"]
    assert agent.startswith("paper2task/") and agent.endswith(" (+mailto:me@example.org)")


@pytest.mark.parametrize(
    ("body", "media_type", "text"),
    [
        (b"\xe9", "text/html; charset=ISO-8859-1", "é"),
        (b"\xc3\xa9", "text/html", "é"),
        (b"\xff", "text/plain; charset=utf-8", "\ufffd"),
        (b"\xc3\xa9", "text/html; charset=no-such-code", "é"),
        (b"abc", "text/html; charset=undefined", "abc"),
        (b"abc", "text/html; charset=hex", "abc"),
    ],
)
def test_text_is_decoded_whatever_the_server_calls_it(body: bytes, media_type: str, text: str) -> None:
    """A named encoding is used, an unknown or absurd one is not."""
    with Site() as site:
        url = site.add("/a", serve(body, {"Content-Type": media_type}))
        assert quick_web().get_text(url, max_bytes=10) == text


@pytest.mark.parametrize("body", [b"<html>", b"", b"[" * 200_000, b"9" * 5_000, b"\xff\xfe\xff"])
def test_what_is_no_json_is_an_input_error(body: bytes) -> None:
    """Also where the JSON is made to exhaust the parser."""
    with Site() as site, pytest.raises(InputError, match=r"^the answer is no JSON, from http://127"):
        quick_web().get_json(site.add("/a", serve(body)), max_bytes=MB)


@pytest.mark.parametrize(
    ("code", "says"), [(404, "404 Not Found"), (410, "410 Gone"), (403, "403 Forbidden"), (499, "499"), (304, "304 ")]
)
def test_a_refusing_status_is_an_input_error_at_once(code: int, says: str) -> None:
    """It names status and address, and asks once."""
    with Site() as site:
        kind = MissingError if code in (404, 410) else InputError
        message = refusal(quick_web(), url := site.add("/a", status(code)), kind)
        assert message.startswith(f"the server says {says}") and url in message
        assert site.count("/a") == 1


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503, 504])
def test_a_passing_fault_is_tried_again_with_growing_waits(code: int) -> None:
    """Two failures, waits of 1 and 2 seconds, then the body."""
    fake = FakeClock()
    with Site() as site:
        url = site.add("/a", busy(2, serve(b"ok"), code=code))
        assert quick_web(fake).get_bytes(url, max_bytes=2) == b"ok"
    assert fake.slept == [1.0, 2.0]


def test_a_lasting_fault_is_a_service_error_after_the_last_try() -> None:
    """As many tries as allowed, no more."""
    with Site() as site:
        message = refusal(quick_web(retries=2), site.add("/a", status(503)), ServiceError)
        assert "503 Service Unavailable, 3 times" in message
        assert site.count("/a") == 3


@pytest.mark.parametrize(
    ("header", "slept"),
    [
        ("7", 7.0),
        (formatdate(1_000_000 + 9, usegmt=True), 9.0),
        ("86400", 120.0),
        ("0", 1.0),
        ("soon", 1.0),
        ("-5", 1.0),
    ],
)
def test_retry_after_is_honoured_up_to_a_cap(header: str, slept: float) -> None:
    """Seconds and dates count, nonsense and less than our own wait do not."""
    fake = FakeClock()
    with Site() as site:
        assert quick_web(fake).get_bytes(site.add("/a", busy(1, serve(b"ok"), header)), max_bytes=2) == b"ok"
    assert fake.slept == [slept]


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        (silent, "nothing came for 0.1 s"),
        (stalled(b"x" * 100, 50), "nothing came for 0.1 s"),
        (truncated(b"x" * 100, 50), "the answer ended 50 bytes short"),
        (broken_off(b"x" * 100, 0), "connection reset by peer"),
        (broken_off(b"x" * 100, 50), "connection reset by peer"),
        (serve(b"no gzip", {"Content-Encoding": "gzip"}), "the answer was cut short or garbled"),
        (serve(b"x", {"Content-Length": "2, 3"}), "the answer was cut short or garbled"),
        (raw(b"SSH-2.0-x\r\n"), "the answer was cut short or garbled"),
        (raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"), "the answer was cut short or garbled"),
    ],
)
def test_a_broken_exchange_is_tried_again_and_then_a_service_error(behaviour: Behaviour, says: str) -> None:
    """Stalls, cuts, resets and garbage are told apart."""
    with Site() as site:
        assert says in refusal(quick_web(timeout_s=0.1, retries=1), site.add("/a", behaviour), ServiceError)
        assert site.count("/a") == 2


def test_a_broken_exchange_may_work_the_second_time() -> None:
    """A body that was cut once is given whole."""
    with Site() as site:
        url = site.add("/a", in_turn(truncated(b"x" * 100, 50), serve(b"x" * 100)))
        assert quick_web().get_bytes(url, max_bytes=100) == b"x" * 100


def test_nobody_at_the_port_is_a_service_error() -> None:
    """A refused connection says so."""
    with Site() as site:
        url = site.url("/a")
    assert "connection refused, 3 times" in refusal(quick_web(), url, ServiceError)


def test_a_server_without_tls_is_a_service_error_with_a_hint() -> None:
    """https to a plain server is not tried again and names what to check."""
    with Site() as site:
        message = refusal(quick_web(), site.url("/a").replace("http:", "https:"), ServiceError)
    assert message.startswith("no trusted connection to https://127.0.0.1") and "REQUESTS_CA_BUNDLE" in message


def test_the_environment_names_the_proxy_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """With `trust_env` the proxy is asked, under the same deadline; without it the host itself is."""
    with Site() as proxy, Site() as site:
        monkeypatch.setenv("http_proxy", proxy.url(""))
        monkeypatch.setenv("no_proxy", "")
        proxy.add("http://example.org/a", serve(b"by proxy"))
        proxy.add("http://example.org/drip", drip(b"x" * 1000, 0.02))
        web = Web(WebLimits(interval_s=0, deadline_s=0.2))
        assert web.get_text("http://example.org/a", max_bytes=10) == "by proxy"
        refusal(web, "http://example.org/drip", ServiceError)
        assert quick_web().get_text(site.add("/a", serve(b"itself")), max_bytes=10) == "itself"


def test_one_host_is_asked_at_its_interval() -> None:
    """The first request at once, then one each three seconds; the interval is by host name."""
    fake = FakeClock()
    with Site() as site:
        url = site.add("/a", serve(b"ok"))
        web = Web(limits=WebLimits(interval_s=0), intervals={"127.0.0.1": 3.0}, trust_env=False, clock=fake.clock)
        for _ in range(3):
            web.get_bytes(url, max_bytes=2)
        web.get_bytes(url.replace("127.0.0.1", "localhost"), max_bytes=2)
    assert fake.slept == [3.0, 3.0]


def test_threads_share_the_connections_of_a_host() -> None:
    """Eight threads, never more than two requests under way, all answered."""
    lock, under_way, most = threading.Lock(), [0], [0]

    def behave(request: Request, before: int) -> None:
        with lock:
            under_way[0] += 1
            most[0] = max(most[0], under_way[0])
        time.sleep(0.03)
        with lock:
            under_way[0] -= 1
        serve(b"ok")(request, before)

    with Site() as site:
        url, web, bodies = site.add("/a", behave), quick_web(connections=2), []
        threads = [threading.Thread(target=lambda: bodies.append(web.get_bytes(url, max_bytes=2))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert bodies == [b"ok"] * 8
    assert most == [2]


def test_a_transport_can_be_put_in_place_of_the_network() -> None:
    """Recorded answers serve any host."""

    class Recorded(BaseAdapter):
        def send(self, request: requests.PreparedRequest, *args: object, **kwargs: object) -> requests.Response:
            response = requests.Response()
            response.status_code, response.url = 200, str(request.url)
            body = io.BytesIO(str(request.url).encode())
            response.raw, response.request = urllib3.HTTPResponse(body, preload_content=False), request
            return response

        def close(self) -> None:
            pass

    web = Web(transport=Recorded(), trust_env=False, clock=Clock(sleep=FakeClock().sleep))
    assert web.get_text("https://example.org/a", max_bytes=100) == "https://example.org/a"


def test_a_contact_that_no_header_can_hold_is_a_usage_error() -> None:
    """It would otherwise fail each request."""
    with pytest.raises(UsageError, match="contact"):
        Web(contact="me\r\nX-Evil: 1")

"""The demo's server serves one folder to this machine and nothing else."""

from __future__ import annotations

import http.client
import threading
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from pipeline.demo.serve import MANIFEST, VENUE, serve


def test_the_venue_is_served_byte_by_byte() -> None:
    """The listing and a paper come as they lie on disk, the paper as a PDF."""
    with serve() as base:
        assert base.startswith("http://127.0.0.1:") and base.endswith("/")
        assert urlopen(base + MANIFEST).read() == (VENUE / MANIFEST).read_bytes()
        answer = urlopen(base + "warm-turns.pdf")
        assert answer.read() == (VENUE / "warm-turns.pdf").read_bytes()
        assert answer.headers["Content-Type"] == "application/pdf"


@pytest.mark.parametrize(
    "path", ["", "missing.pdf", "../make_papers.py", "..%2Fmake_papers.py", "%2e%2e/make_papers.py", "/etc/passwd"]
)
def test_nothing_else_is_served(path: str) -> None:
    """No list of the folder, no missing file and no path out of it."""
    with serve() as base:
        connection = http.client.HTTPConnection(urlsplit(base).netloc)
        connection.request("GET", "/" + path)  # sent as it is: a library would tidy the path up
        answer = connection.getresponse()
        assert answer.status == 404
        answer.read()
        connection.close()


def test_requests_are_answered_side_by_side(tmp_path: Path) -> None:
    """A client that is slow to ask does not hold up another."""
    (tmp_path / "a.txt").write_text("a")
    with serve(tmp_path) as base:
        slow = http.client.HTTPConnection(urlsplit(base).netloc)
        slow.connect()
        assert urlopen(base + "a.txt", timeout=5).read() == b"a"
        slow.close()


def test_the_server_ends_with_its_block(capfd: pytest.CaptureFixture[str]) -> None:
    """After the block, also one that failed, the port is closed, the thread gone and nothing was printed."""
    with pytest.raises(HTTPError), serve() as base:
        urlopen(base + "missing.pdf")
    with pytest.raises(URLError):
        urlopen(base + MANIFEST, timeout=5)
    assert not [thread for thread in threading.enumerate() if thread.name == "demo venue"]
    assert capfd.readouterr() == ("", "")


def test_two_venues_are_served_at_once() -> None:
    """Each server has a port of its own."""
    with serve() as one, serve() as other:
        assert one != other and urlopen(one + MANIFEST).read() == urlopen(other + MANIFEST).read()

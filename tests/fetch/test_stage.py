"""From a paper's address to its PDF: what arrives is a whole PDF, and what does not is explained."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.errors import InputError, Paper2TaskError, RefusedError, ServiceError, StorageError
from pipeline.fetch import fetch
from pipeline.ids import sha256_bytes
from pipeline.records.download import Download
from pipeline.records.paper import Paper
from tests.helpers.behaviours import (
    Ranged,
    endless,
    folder,
    in_turn,
    redirect,
    serve,
    short_length,
    status,
    truncated,
    undeclared,
    web_page,
)
from tests.helpers.server import PDF, Behaviour, Site, quick_web


def fetched(url: str, target: Path, max_bytes: int = 1 << 20) -> Download:
    """Fetch a paper with this address."""
    paper = Paper(id="p1", title="A paper", pdf_url=url)
    return fetch(paper=paper, target=target, web=quick_web(), max_bytes=max_bytes)


def failure(url: str, target: Path, kind: type[Paper2TaskError] = InputError, max_bytes: int = 1 << 20) -> str:
    """The message of the error that fetching gives; it is one line, of this kind exactly, and leaves nothing behind."""
    with pytest.raises(kind) as caught:
        fetched(url, target, max_bytes)
    assert str(caught.value).isprintable()
    assert os.listdir(target.parent) == []
    return str(caught.value)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the PDF goes: alone in a folder that is there."""
    (tmp_path / "pdf").mkdir()
    return tmp_path / "pdf" / "p1.pdf"


def test_a_pdf_is_fetched_with_proof(target: Path) -> None:
    """Through a redirect; the record tells what arrived and holds no secret."""
    with Site() as site:
        site.add("/b.pdf", serve(PDF, {"Content-Type": "text/html"}))
        site.add("/a.pdf", redirect("/b.pdf"))
        record = fetched(f" http://me:word@127.0.0.1:{site.port}/a.pdf?id=1&token=t\n", target)
        url = site.url("/a.pdf?id=1")
    assert record == Download(paper_id="p1", url=url, sha256=sha256_bytes(PDF), bytes=len(PDF))
    assert target.read_bytes() == PDF
    assert os.listdir(target.parent) == ["p1.pdf"]


def test_the_same_pdf_is_not_written_again(target: Path, tmp_path: Path) -> None:
    """By http and by file: alike, the target keeps its inode."""
    (tmp_path / "source.pdf").write_bytes(PDF)
    with Site() as site:
        url = site.add("/a.pdf", serve(PDF))
        fetched(url, target)
        before = target.stat()
        fetched(url, target)
        fetched((tmp_path / "source.pdf").as_uri(), target)
    assert (target.stat().st_ino, target.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("behaviour", "kind", "says"),
    [
        (status(404), InputError, "the server says 404 Not Found"),
        (status(403), InputError, "the server says 403 Forbidden"),
        (status(503), ServiceError, "the server says 503 Service Unavailable, 3 times"),
        (redirect("/a.pdf"), InputError, "more than 10 redirects"),
        (redirect("file:///etc/passwd"), RefusedError, "redirects to a file: address"),
        (web_page("Sign in"), InputError, "an HTML page titled 'Sign in' instead of a PDF"),
        (web_page(None), InputError, "an HTML page instead of a PDF"),
        (serve(b""), InputError, "the file is empty (0 bytes)"),
        (status(204), InputError, "the file is empty (0 bytes)"),
        (serve(PDF[:12_345]), InputError, "truncated: 12,345 bytes, no end-of-file mark"),
        (short_length(PDF, 12_345), InputError, "truncated: 12,345 bytes, no end-of-file mark"),
        (endless(2 << 30), RefusedError, "larger than 1,048,576 bytes"),
        (endless(), RefusedError, "larger than 1,048,576 bytes"),
    ],
)
def test_what_brings_no_pdf_is_explained(
    target: Path, behaviour: Behaviour, kind: type[Paper2TaskError], says: str
) -> None:
    """Each with the kind of error that says whose fault it is."""
    with Site() as site:
        assert says in failure(site.add("/a.pdf", behaviour), target, kind)


def test_a_server_that_always_cuts_is_a_service_error(target: Path) -> None:
    """What is declared and never sent is the server's fault; nothing arrives."""
    with Site() as site, pytest.raises(ServiceError, match="bytes short, 3 times"):
        fetched(site.add("/a.pdf", truncated(PDF, 1000)), target)
    assert not target.exists()


@pytest.mark.parametrize(
    "behaviour",
    [
        in_turn(truncated(PDF, 100_000), serve(PDF)),
        in_turn(undeclared(PDF[:100_000]), serve(PDF)),
        in_turn(serve(PDF[:100_000]), serve(PDF)),
        in_turn(Ranged((PDF[:100_000],)), Ranged((PDF,))),
    ],
    ids=["declared", "not declared", "declared wrongly", "with the same ETag"],
)
def test_a_pdf_that_was_cut_once_arrives_whole(target: Path, behaviour: Behaviour) -> None:
    """The second time from zero."""
    with Site() as site:
        assert fetched(site.add("/a.pdf", behaviour), target).sha256 == sha256_bytes(PDF)
        assert [("range" in one.headers) for one in site.requests("/a.pdf")] == [False, False]
    assert target.read_bytes() == PDF


def test_a_target_survives_a_failed_fetch(target: Path) -> None:
    """What was fetched before stays when the address turns bad."""
    with Site() as site:
        url = site.add("/a.pdf", in_turn(serve(PDF), web_page("Gone")))
        fetched(url, target)
        with pytest.raises(InputError, match="'Gone'"):
            fetched(url, target)
    assert target.read_bytes() == PDF
    assert os.listdir(target.parent) == ["p1.pdf"]


@pytest.mark.parametrize("host", ["", "localhost"])
def test_a_file_address_is_copied(target: Path, tmp_path: Path, host: str) -> None:
    """Names with spaces and signs included; the source stays."""
    source = tmp_path / "a b é%#?.pdf"
    source.write_bytes(PDF)
    record = fetched(source.as_uri().replace("file://", f"file://{host}"), target)
    assert (record.sha256, record.bytes) == (sha256_bytes(PDF), len(PDF))
    assert target.read_bytes() == source.read_bytes() == PDF
    assert os.listdir(target.parent) == ["p1.pdf"]


def test_a_file_address_is_held_to_the_same_rules(target: Path, tmp_path: Path) -> None:
    """Missing, too large, truncated, a web page, and what is no regular file."""
    source = tmp_path / "source.pdf"
    assert "No such file" in failure(source.as_uri(), target)
    source.write_bytes(PDF)
    assert "larger than 99,999 bytes" in failure(source.as_uri(), target, RefusedError, max_bytes=99_999)
    source.write_bytes(PDF[:5000])
    assert "truncated: 5,000 bytes" in failure(source.as_uri(), target)
    source.write_bytes(b"<html><title>No</title>")
    assert "titled 'No'" in failure(source.as_uri(), target)
    assert "no path" in failure("file:///a%00b", target)
    assert "not a regular file" in failure(tmp_path.as_uri(), target, RefusedError)
    assert "not a regular file" in failure("file:///dev/zero", target, RefusedError)
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in failure((tmp_path / "fifo").as_uri(), target, RefusedError)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "no PDF address"),
        ("  ", "no PDF address"),
        ("ftp://example.org/a.pdf", "ftp://example.org/a.pdf is no http, https or file:/// address"),
        ("file://example.org/a.pdf", "is no http, https or file:/// address"),
        ("a.pdf", "a.pdf is no http"),
        ("javascript:alert(1)", "is no http"),
        ("http://[::1", "cannot be read"),
        ("http://", "is not an address that can be asked"),
    ],
)
def test_an_address_that_cannot_be_used_is_explained(target: Path, url: str, says: str) -> None:
    """None, of another scheme, of another machine, or unreadable."""
    assert says in failure(url, target)


def test_a_folder_that_cannot_be_written_is_our_fault(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "pdf").write_text("")
    with Site() as site, pytest.raises(StorageError, match="cannot write"):
        fetched(site.add("/a.pdf", serve(PDF)), tmp_path / "pdf" / "p1.pdf")


@pytest.mark.shared
def test_real_papers_arrive_byte_for_byte(target: Path, shared_dir: Path) -> None:
    """A folder of real papers, served and fetched."""
    papers = sorted((shared_dir / "data" / "papers").glob("*.pdf"))
    assert papers
    with Site() as site:
        site.add("/papers/*", folder(shared_dir / "data" / "papers"))
        for paper in papers:
            record = fetched(site.url(f"/papers/{paper.name}"), target, max_bytes=1 << 26)
            assert (record.bytes, record.sha256) == (paper.stat().st_size, sha256_bytes(paper.read_bytes()))

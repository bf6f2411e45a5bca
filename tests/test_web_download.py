"""Downloads: whole or not at all, resumed only where the bytes are surely of the same file."""

from __future__ import annotations

import gzip
import json
import os
import resource
from pathlib import Path

import pytest

from pipeline.errors import InputError, RefusedError, ServiceError, StorageError
from pipeline.ids import sha256_bytes
from pipeline.partial import Partial
from pipeline.web import Web
from tests.helpers.behaviours import (
    Ranged,
    busy,
    endless,
    in_turn,
    raw,
    redirect,
    serve,
    status,
    truncated,
    undeclared_drip,
)
from tests.helpers.server import PDF, Behaviour, Site, quick_web

MB = 1 << 20
OTHER = PDF.replace(b"line", b"LINE")
HALF = 100_000  # bytes after which the server hangs up: more than one read of the client, less than the file


def accept(path: Path) -> None:
    """Any file will do."""


def download(web: Web, url: str, target: Path, max_bytes: int = MB) -> None:
    """Download, and check that what is said of the file is true."""
    received = web.download(url, target, max_bytes=max_bytes, check=accept)
    body = target.read_bytes()
    assert (received.sha256, received.bytes) == (sha256_bytes(body), len(body))


def interrupted(site: Site, target: Path, behaviour: Behaviour) -> str:
    """The address of a download that ended half-way."""
    url = site.add("/a", behaviour)
    with pytest.raises(ServiceError):
        download(quick_web(retries=0), url, target)
    return url


def test_a_file_arrives_whole_and_alone(tmp_path: Path) -> None:
    """In folders that were not there; nothing else is left; it is asked for unpacked."""
    target = tmp_path / "new" / "folder" / "a.pdf"
    with Site() as site:
        download(quick_web(), site.add("/a", busy(1, serve(PDF))), target)
        assert site.requests("/a")[0].headers["accept-encoding"] == "identity"
    assert target.read_bytes() == PDF
    assert os.listdir(target.parent) == ["a.pdf"]


def test_the_same_bytes_are_not_written_again_and_others_are(tmp_path: Path) -> None:
    """An unchanged target keeps its inode; a changed one is replaced."""
    target = tmp_path / "a.pdf"
    with Site() as site:
        url = site.add("/a", in_turn(serve(PDF), serve(PDF), serve(OTHER)))
        download(quick_web(), url, target)
        first = target.stat()
        download(quick_web(), url, target)
        assert (target.stat().st_ino, target.stat().st_mtime_ns) == (first.st_ino, first.st_mtime_ns)
        download(quick_web(), url, target)
    assert target.read_bytes() == OTHER
    assert os.listdir(tmp_path) == ["a.pdf"]


@pytest.mark.parametrize("date_only", [False, True])
def test_a_cut_download_goes_on_where_it_stopped(tmp_path: Path, date_only: bool) -> None:
    """Within one call, by ETag or by an old Last-Modified: two requests, the second for the rest."""
    with Site() as site:
        url = site.add("/a", Ranged((PDF,), cut=(HALF, None), date_only=date_only))
        download(quick_web(), url, tmp_path / "a.pdf")
        first, second = site.requests("/a")
    assert (tmp_path / "a.pdf").read_bytes() == PDF
    assert "range" not in first.headers and second.headers["range"] == "bytes=65536-"  # a whole read
    assert os.listdir(tmp_path) == ["a.pdf"]


def test_a_later_run_goes_on_where_an_earlier_one_stopped(tmp_path: Path) -> None:
    """The part and what names it stay on disk."""
    target = tmp_path / "a.pdf"
    with Site() as site:
        url = interrupted(site, target, Ranged((PDF,), cut=(HALF, None)))
        assert sorted(os.listdir(tmp_path)) == ["a.pdf.part", "a.pdf.part.json"]
        download(quick_web(), url, target)
        assert "range" in site.requests("/a")[1].headers
    assert target.read_bytes() == PDF
    assert os.listdir(tmp_path) == ["a.pdf"]


@pytest.mark.parametrize(
    ("behaviour", "requests"),
    [
        (Ranged((PDF, OTHER), etags=('"one"', '"two"'), cut=(HALF, None)), 2),
        (Ranged((PDF, OTHER), etags=('"one"', '"two"'), cut=(HALF, None), honest=False), 3),
        (Ranged((PDF, OTHER), etags=('"one"', None), cut=(HALF, None), honest=False), 3),
        (Ranged((PDF, OTHER), etags=("1", "2"), cut=(HALF, None), date_only=True), 2),
        (Ranged((PDF, OTHER), etags=("1", "2"), cut=(HALF, None), date_only=True, honest=False), 3),
        (Ranged((PDF, OTHER), etags=('W/"weak"',), cut=(HALF, None)), 2),
        (Ranged((PDF, OTHER), etags=(None,), cut=(HALF, None)), 2),
        (Ranged((PDF, OTHER), cut=(HALF, None), honest=False, etags=('"one"', '"two"'), shift=-5), 3),
        (in_turn(Ranged((PDF,), cut=(HALF,)), Ranged((PDF[:1000],)), Ranged((OTHER,))), 3),
        (in_turn(Ranged((PDF,), cut=(HALF,)), serve(OTHER)), 2),
        (in_turn(truncated(PDF, HALF), serve(OTHER)), 2),
    ],
    ids=[
        "etag changed, the server knows",
        "etag changed, If-Range ignored",
        "etag gone, If-Range ignored",
        "date changed, the server knows",
        "date changed, If-Range ignored",
        "weak etag",
        "no validator",
        "another part than asked for",
        "shorter than what stands",
        "ranges no longer known",
        "ranges never known",
    ],
)
def test_parts_of_two_files_are_never_joined(tmp_path: Path, behaviour: Behaviour, requests: int) -> None:
    """Where the file changed after the cut, the second one arrives whole."""
    with Site() as site:
        download(quick_web(), site.add("/a", behaviour), tmp_path / "a.pdf")
        assert site.count("/a") == requests
    assert (tmp_path / "a.pdf").read_bytes() == OTHER


def test_a_shifted_part_of_the_same_file_is_not_joined(tmp_path: Path) -> None:
    """The right ETag does not help a 206 that starts elsewhere."""
    with Site() as site:
        behaviour = in_turn(Ranged((PDF,), cut=(HALF,)), Ranged((PDF,), shift=7), serve(PDF))
        download(quick_web(), site.add("/a", behaviour), tmp_path / "a.pdf")
        assert site.count("/a") == 3
    assert (tmp_path / "a.pdf").read_bytes() == PDF


def test_a_rest_without_length_that_is_cut_is_not_taken_for_the_whole(tmp_path: Path) -> None:
    """The 206 names the full size; what ends before it goes on from there."""
    rest = (b'HTTP/1.1 206 Partial Content\r\nConnection: close\r\nETag: "one"\r\n') + (
        b"Content-Range: bytes 65536-%d/%d\r\n\r\n" % (len(PDF) - 1, len(PDF)) + PDF[65_536:HALF]
    )
    with Site() as site:
        behaviour = in_turn(Ranged((PDF,), cut=(HALF,)), raw(rest), Ranged((PDF,)))
        download(quick_web(), site.add("/a", behaviour), tmp_path / "a.pdf")
        assert [one.headers.get("range") for one in site.requests("/a")] == [None, "bytes=65536-", f"bytes={HALF}-"]
    assert (tmp_path / "a.pdf").read_bytes() == PDF


def test_the_part_of_another_address_or_with_damaged_notes_is_not_used(tmp_path: Path) -> None:
    """Both start from zero."""
    target = tmp_path / "a.pdf"
    with Site() as site:
        interrupted(site, target, Ranged((PDF,), cut=(HALF,)))
        download(quick_web(), site.add("/b", Ranged((OTHER,))), target)
        assert target.read_bytes() == OTHER
        assert "range" not in site.requests("/b")[0].headers
        for notes in ("", "[]", "[" * 100_000, json.dumps({"url": "x", "validator": "y"})):
            interrupted(site, target, in_turn(*[Ranged((PDF,), cut=(HALF,))] * 20))
            (tmp_path / "a.pdf.part.json").write_text(notes)
            download(quick_web(), site.add("/c", Ranged((PDF,))), target)
            assert "range" not in site.requests("/c")[-1].headers
            assert target.read_bytes() == PDF


def test_notes_hold_no_secret(tmp_path: Path) -> None:
    """An address with a password is not written down."""
    with Site() as site:
        site.add("/a", Ranged((PDF,), cut=(HALF,)))
        with pytest.raises(ServiceError) as caught:
            download(quick_web(retries=0), f"http://me:pass123@127.0.0.1:{site.port}/a?token=t123", tmp_path / "a.pdf")
    assert "pass123" not in str(caught.value) + (tmp_path / "a.pdf.part.json").read_text()


@pytest.mark.parametrize("behaviour", [endless(2 << 30), endless(), Ranged((PDF,), cut=(HALF, None))])
def test_a_file_over_the_cap_is_refused_and_leaves_nothing(tmp_path: Path, behaviour: Behaviour) -> None:
    """Declared, endless, or over the cap only with its second half."""
    with Site() as site, pytest.raises(RefusedError, match="larger than 120,000 bytes"):
        download(quick_web(), site.add("/a", behaviour), tmp_path / "a.pdf", max_bytes=120_000)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("behaviour", [status(404), redirect("/a"), redirect("file:///etc/passwd")])
def test_an_address_at_fault_leaves_nothing(tmp_path: Path, behaviour: Behaviour) -> None:
    """Not even the part of an earlier try."""
    with Site() as site:
        interrupted(site, tmp_path / "a.pdf", in_turn(Ranged((PDF,), cut=(HALF,)), behaviour))
        with pytest.raises(InputError):
            download(quick_web(), site.url("/a"), tmp_path / "a.pdf")
    assert os.listdir(tmp_path) == []


def test_a_drip_without_length_is_not_taken_for_the_whole_file(tmp_path: Path) -> None:
    """What the deadline cut off does not arrive."""
    with Site() as site, pytest.raises(ServiceError, match=r"within 0\.2 s"):
        download(quick_web(deadline_s=0.2), site.add("/a", undeclared_drip(PDF, 0.02)), tmp_path / "a.pdf")
    assert not (tmp_path / "a.pdf").exists()


def test_a_failed_check_leaves_the_target_as_it_was(tmp_path: Path) -> None:
    """The check sees the whole file; its error is raised; nothing else is left."""
    target = tmp_path / "a.pdf"
    target.write_bytes(PDF)
    seen: list[bytes] = []

    def refuse(path: Path) -> None:
        seen.append(path.read_bytes())
        raise InputError("not this one")

    with Site() as site, pytest.raises(InputError, match="not this one"):
        quick_web().download(site.add("/a", serve(OTHER)), target, max_bytes=MB, check=refuse)
    assert seen == [OTHER] and target.read_bytes() == PDF
    assert os.listdir(tmp_path) == ["a.pdf"]


def test_two_downloads_of_one_target_do_not_mix(tmp_path: Path) -> None:
    """While one holds the part, another works in a file of its own, from zero, and does not touch the part."""
    target = tmp_path / "a.pdf"
    with Site() as site:
        with Partial(target) as part:
            part.restart("http://h/", '"one"')
            part.write(b"half")
            download(quick_web(), site.add("/a", Ranged((PDF,), cut=(HALF, None))), target)
            assert [("range" in one.headers) for one in site.requests("/a")] == [False, False]
            assert sorted(os.listdir(tmp_path)) == ["a.pdf", "a.pdf.part", "a.pdf.part.json"]
            assert part.size == 4
        with pytest.raises(InputError), Partial(target):
            download(quick_web(), site.add("/b", status(404)), target)
    assert target.read_bytes() == PDF


def test_a_packed_file_arrives_unpacked_and_is_never_resumed(tmp_path: Path) -> None:
    """Positions in packed bytes are not positions in the file."""
    packed = gzip.compress(PDF + os.urandom(100_000))
    headers = {"Content-Encoding": "gzip", "ETag": '"one"'}
    with Site() as site:
        behaviour = in_turn(truncated(packed, len(packed) - 9, headers), serve(packed, headers))
        download(quick_web(), site.add("/a", behaviour), tmp_path / "a.pdf")
        assert [("range" in one.headers) for one in site.requests("/a")] == [False, False]
    assert (tmp_path / "a.pdf").read_bytes().startswith(PDF)


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path: Path) -> None:
    """A file stands where the folder should be; a link stands where the part should be."""
    (tmp_path / "file").write_text("")
    with Site() as site:
        url = site.add("/a", serve(PDF))
        with pytest.raises(StorageError, match="cannot write"):
            download(quick_web(), url, tmp_path / "file" / "a.pdf")
        (tmp_path / "a.pdf.part").symlink_to(tmp_path / "file")
        with pytest.raises(StorageError, match="cannot write"):
            download(quick_web(), url, tmp_path / "a.pdf")
    assert (tmp_path / "file").read_text() == ""


def test_a_write_that_fails_is_a_storage_error(tmp_path: Path) -> None:
    """It is not tried again as a fault of the network, although `requests` raises errors of the same kind."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Site() as site:
        url = site.add("/a", serve(PDF))
        resource.setrlimit(resource.RLIMIT_FSIZE, (HALF, hard))
        try:
            with pytest.raises(StorageError, match=r"cannot write .*a\.pdf\.part: File too large"):
                download(quick_web(), url, tmp_path / "a.pdf")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert site.count("/a") == 1
    assert not (tmp_path / "a.pdf").exists()

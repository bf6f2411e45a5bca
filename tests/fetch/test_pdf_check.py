"""Whole PDFs pass; what is none is named in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.fetch.pdf_check import TruncatedError, check_pdf
from tests.helpers.server import PDF


def verdict(tmp_path: Path, body: bytes) -> str:
    """The error of a file with this content; it is one line."""
    (tmp_path / "a").write_bytes(body)
    with pytest.raises(InputError) as caught:
        check_pdf(tmp_path / "a")
    assert str(caught.value).isprintable()
    return str(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        PDF,
        b"%PDF-1.4\n%%EOF",
        b"junk\n" * 200 + PDF,
        PDF + b"\r\n" + b"\0" * 5000,
        PDF + b"<!-- appended -->" * 50,
        PDF.replace(b"%%EOF\n", b""),
        b"<html>" + PDF,
    ],
    ids=["plain", "tiny", "junk before", "padded", "junk after", "no mark but startxref", "html before"],
)
def test_a_whole_pdf_passes(tmp_path: Path, body: bytes) -> None:
    """As lenient as readers are at both ends."""
    (tmp_path / "a").write_bytes(body)
    check_pdf(tmp_path / "a")


@pytest.mark.parametrize("kept", [9, 1000, 100_000, len(PDF) - 20])
def test_a_truncated_pdf_is_told_apart(tmp_path: Path, kept: int) -> None:
    """Its kind is one of its own, since it may come whole the next time."""
    (tmp_path / "a").write_bytes(PDF[:kept])
    with pytest.raises(TruncatedError, match=f"^truncated: {kept:,} bytes, no end-of-file mark"):
        check_pdf(tmp_path / "a")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "the file is empty (0 bytes)"),
        (
            b"<!DOCTYPE html><title>\n Sign  in &amp; read</title>",
            "an HTML page titled 'Sign in & read' instead of a PDF",
        ),
        (b"<HTML><body>no</body>", "an HTML page instead of a PDF"),
        (b"<html><title></title>", "an HTML page instead of a PDF"),
        (b"<html><title>" + b"long " * 100, f"an HTML page titled '{'long ' * 15}long…' instead"),
        (b"<html><title lang='en'>\xff\x1b[2J\xe2\x80\xae</title>", "an HTML page titled '\ufffd [2J' instead"),
        (b"PK\x03\x04rest", "a file that begins with 'PK rest' instead of a PDF"),
        (b"x" * 2000 + PDF, "a file that begins with 'xxxxxxxxxxxxxxxxxxx…' instead of a PDF"),
        (b"<title" * 100_000, "an HTML page instead of a PDF"),
    ],
)
def test_what_is_no_pdf_is_named(tmp_path: Path, body: bytes, says: str) -> None:
    """HTML with its title, anything else with its first characters; strangers' text is cut and printable."""
    assert verdict(tmp_path, body).startswith(says)


@pytest.mark.shared
def test_the_real_papers_pass_and_their_halves_do_not(shared_dir: Path, tmp_path: Path) -> None:
    """Each real paper is whole; its first half is truncated."""
    papers = sorted((shared_dir / "data" / "papers").glob("*.pdf"))
    assert papers
    for paper in papers:
        check_pdf(paper)
        body = paper.read_bytes()
        assert verdict(tmp_path, body[: len(body) // 2]).startswith("truncated")

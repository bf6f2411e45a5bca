"""What a GROBID server's answer means: TEI, a paper at fault, or a server at fault."""

from __future__ import annotations

import re

from pipeline.convert.grobid.library import NO_ANSWER, TIMED_OUT
from pipeline.errors import InputError, Paper2TaskError, RefusedError, ServiceError

MAX_TEI_BYTES = 64 * 1024 * 1024
"""A long thesis gives about 3 MB; more than this is not a paper's TEI."""

# GROBID's GrobidExceptionStatus: what its 500 (400 and 409 in some versions) begins with, and what that says of the paper
_PAPER_AT_FAULT = {
    "BAD_INPUT_DATA": "GROBID cannot read the PDF: check the file, or download it again",
    "NO_BLOCKS": "GROBID finds no text in the PDF: it seems to be a scan, and needs OCR first",
    "TOO_MANY_BLOCKS": "the PDF has more blocks of text than GROBID takes: use the embedded converter",
    "TOO_MANY_TOKENS": "the PDF has more words than GROBID takes: use the embedded converter",
    "PDFALTO_CONVERSION_FAILURE": "GROBID's PDF reader fails on the PDF: check the file, or use the embedded converter",
}
_SERVER_AT_FAULT = {
    "TIMEOUT": "GROBID's PDF reader ran out of time: try again when the server has less to do",
    "TAGGING_ERROR": "GROBID's tagging failed: see the server's log",
    "PARSING_ERROR": "GROBID's parsing failed: see the server's log",
    "GENERAL": "GROBID failed: see the server's log",
}
_CODE = re.compile(r"\[([A-Z_]{3,40})\]")
_TEI_ROOT = re.compile(r"<(?:\w+:)?TEI[\s>]")


def tei_of(status: int, body: str, *, paper_id: str, server: str) -> bytes:
    """The TEI of an answer to processFulltextDocument as UTF-8 bytes.

    Raises InputError where the paper is at fault and ServiceError where the server or what stands before it is.
    """
    if status == 200:
        return _checked(body, server)
    raise _error(status, body, server, paper_id)


def _checked(body: str, server: str) -> bytes:
    """The body when it is TEI by its beginning; whether the rest is whole shows when it is parsed."""
    if len(body) > MAX_TEI_BYTES:
        raise RefusedError(f"the GROBID server {server} sent {len(body):,} characters: that is no paper's TEI")
    head = body.lstrip("\ufeff \t\r\n")[:2000]
    if _TEI_ROOT.search(head):
        return body.encode("utf-8", "replace")
    if looks_like_html(head):
        raise ServiceError(
            f"{server} answered with a web page instead of TEI ({_line(head)}): a proxy or login page stands before GROBID"
        )
    said = f"{_line(head)!r}" if head else "nothing"
    raise ServiceError(f"{server} answered 200 with {said} instead of TEI: check that a GROBID server listens there")


def _error(status: int, body: str, server: str, paper_id: str) -> Paper2TaskError:
    """The error that a status other than 200 stands for."""
    said = f" ({_line(body)})" if body.strip() else ""
    if status == 204:
        return InputError(f"GROBID extracted nothing from {paper_id}: use the embedded converter, or check the PDF")
    if status == TIMED_OUT:
        return ServiceError(
            f"the GROBID server {server} did not answer in time{said}: raise the time-out or try again later"
        )
    if status == NO_ANSWER:
        return ServiceError(
            f"the connection to the GROBID server {server} broke{said}: check that it is up and try again"
        )
    if status == 503:
        return ServiceError(f"the GROBID server {server} stayed busy: lower the concurrency, or try again later")
    if status in (400, 409, 500):
        found = _CODE.search(body[:2000])
        code = found[1] if found else ""
        if code in _PAPER_AT_FAULT:
            return InputError(f"{_PAPER_AT_FAULT[code]}{said}")
        if code in _SERVER_AT_FAULT:
            return ServiceError(f"{_SERVER_AT_FAULT[code]}{said}")
    if status == 400:
        return InputError(f"GROBID refuses the PDF of {paper_id}{said}: check the file")
    if status == 413:
        return InputError(
            f"the PDF of {paper_id} is larger than {server} takes: use the embedded converter, or raise its limit"
        )
    if status in (404, 405, 406, 415):
        return ServiceError(
            f"{server} does not offer GROBID's processFulltextDocument (HTTP {status}): check the address"
        )
    return ServiceError(f"the GROBID server {server} answered HTTP {status}{said}: see the server's log")


def looks_like_html(text: str) -> bool:
    """Whether text begins like a web page."""
    return bool(re.match(r"(?i)\s*<(!doctype\s+html|html|head|body)\b", text))


def _line(body: str) -> str:
    """The first words of a body as one harmless line: no tags, no control characters, at most 160 characters."""
    if looks_like_html(body):
        title = re.search(r"(?is)<title[^>]*>(.*?)</title", body)
        body = title[1] if title else re.sub(r"<[^>]*>", " ", body)
    plain = "".join(char if char.isprintable() else " " for char in body[:2000])
    return " ".join(plain.split())[:160]

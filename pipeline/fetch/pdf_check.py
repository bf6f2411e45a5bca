"""Whether a file is a whole PDF, by its content; what it is instead, in words for a person."""

from __future__ import annotations

import html
import re
from pathlib import Path

from pipeline.errors import InputError

_HEAD = 1 << 16
_START = 1024  # readers accept `%PDF-` anywhere in the first 1024 bytes (PDF Reference 1.7, appendix H, note 13) ...
_END = 1024  # ... and the end-of-file mark anywhere in the last 1024 (note 18)
_PADDING = b"\0 \t\r\n\f"


class TruncatedError(InputError):
    """The file starts as a PDF and has no end: it may come whole the next time."""


def check_pdf(path: Path) -> None:
    """Raise InputError where the file is no whole PDF; OSError where it cannot be read."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, size - _HEAD))
        tail = file.read(_HEAD).rstrip(_PADDING)[-_END:]
    if not size:
        raise InputError("the file is empty (0 bytes): check the address")
    if b"%PDF-" not in head[:_START]:
        raise InputError(f"{_instead(head)} instead of a PDF: check the address, or get the file by hand")
    if b"%%EOF" not in tail and b"startxref" not in tail:
        raise TruncatedError(f"truncated: {size:,} bytes, no end-of-file mark; fetch it again or get the file by hand")


def _instead(head: bytes) -> str:
    """What a file is that is no PDF, from its first bytes."""
    text = head.decode("utf-8", "replace")
    if re.search(r"<!doctype html|<html|<head|<title", text[:4096], re.IGNORECASE):
        title = re.search(r"<title[^<>]{0,200}>([^<]{0,1000})", text, re.IGNORECASE)
        words = _line(html.unescape(title[1]), 80) if title else ""
        return f"an HTML page titled {words!r}" if words else "an HTML page"
    return f"a file that begins with {_line(text, 20)!r}"


def _line(text: str, longest: int) -> str:
    """Strangers' text as one line of printable characters, cut."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in text[:1000]).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"

"""What listing readers take and give: parts of a listing as bytes, entries with the place where they were printed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from pipeline.discover.titles import unescaped
from pipeline.errors import InputError, RefusedError, UsageError
from pipeline.ids import checked_id
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

LONGEST_TITLE = 600
LONGEST_ABSTRACT = 20_000
# the largest real conferences list about 6,000 papers; what is far above is not a listing
MOST_ENTRIES = 50_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True)
class Part:
    """One file of a listing. `name` is what messages call it; `base` is what its relative addresses are relative to."""

    name: str
    data: bytes
    base: str = ""


@dataclass(frozen=True)
class Entry:
    """A paper, and where it was listed (`line 12`, `paper 110 of volume long`)."""

    paper: Paper
    place: str


@dataclass(frozen=True)
class Entries:
    """What a reader made of the parts."""

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...] = ()


Reader = Callable[[Sequence[Part]], Entries]
"""Pure: the same parts give the same entries. A part that cannot be read at all is a UsageError."""


def one_line(text: str, longest: int = LONGEST_TITLE) -> str:
    """The text on one line, cut: HTML entities resolved, no control or direction characters, no lone surrogates."""
    sound = unescaped(text[: 10 * longest]).encode("utf-8", "ignore").decode()
    return " ".join(_CONTROL.sub("", sound).split())[:longest].rstrip()


def web_address(text: str, base: str = "") -> str:
    """An http or https address as one line, made absolute; empty where the text is none."""
    text = text.strip()
    if not text or re.search(r"[\s\x00-\x1f\x7f<>\"\\]", text) or len(text) > 2000:
        return ""
    try:
        address = urljoin(base, text)
        parts = urlsplit(address)
    except ValueError:
        return ""
    return address if parts.scheme in ("http", "https") and parts.hostname else ""


def safe_id(text: str) -> str:
    """The text as an id: itself where it is safe, else its safe characters and eight digits of its digest."""
    try:
        return checked_id(text)
    except InputError:
        kept = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:80] or "paper"
        return checked_id(f"{kept}-{hashlib.sha256(text.encode('utf-8', 'ignore')).hexdigest()[:8]}")


def split_authors(value: Any) -> tuple[str, ...]:
    """Names out of `A;B`, `A, B` or a list. InputError for anything else."""
    if value is None:
        return ()
    if isinstance(value, str):
        value = unescaped(value)  # before it is split: `&quot;` holds a semicolon
        # with semicolons, a comma belongs to a name: `Last, First; Last, First`
        value = value.split(";" if ";" in value else ",")
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InputError("authors is neither text nor a list of names")
    names = (one_line(re.sub(r"^\s*and\s+", "", name), 200) for name in value)
    return tuple(name for name in names if name)


def decoded(part: Part) -> str:
    """The part as text. UsageError when it is not UTF-8."""
    try:
        return part.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{part.name} is not UTF-8 (byte {error.start}): save it as UTF-8") from error


def parsed_json(part: Part) -> Any:
    """The part as a JSON value. UsageError when it is broken."""
    try:
        return json.loads(decoded(part))
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{part.name} is not JSON ({one_line(str(error), 120)}): correct it or fetch it anew"
        ) from error


def check_count(number: int, name: str) -> None:
    """RefusedError when a listing holds more entries than any conference."""
    if number > MOST_ENTRIES:
        raise RefusedError(f"{name} lists {number} entries, more than {MOST_ENTRIES}: split it")


def bad_entry(place: str, reason: str) -> Finding:
    """An entry that was left out, and why."""
    return Finding(code="bad-entry", severity="error", message=one_line(f"{place}: {reason}", 400))

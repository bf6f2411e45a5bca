"""Text in a paper that is addressed to its reader by machine: reported, and kept from the rules and from any model.

A paper is data. Where a passage gives orders to a reviewer or a language model, poses as a chat message or as an answer, or
hides its letters, the whole passage is set aside: what else it claims ("GPU: none", an address of code) counts no more than
its orders. The finding says so, and a person can look.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.quotes import folded
from pipeline.records.base import Box
from pipeline.records.card import CardFields
from pipeline.records.document import Block, Document, Link
from pipeline.records.finding import Finding

CODE = "instruction-in-text"
_MOST = 50
# overrides and isolates of writing direction, and the tag characters that spell unseen ASCII (Unicode 16, 23.2 and 23.9)
_CONCEALING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_TAGS = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_KEYS = "|".join(sorted(key for key in CardFields.model_fields if "_" in key))
_ANSWER = re.compile(
    rf"\b(?:{_KEYS})[\"']?\s*[:=]\s*[\"'\[{{\d]|\b(?:{_KEYS})[\"']?\s*[:=]\s*(?:true|false|null|none)\b"
)


@dataclass(frozen=True)
class _Pattern:
    """One way of giving orders: what it does, and how it reads in plain or in solid text."""

    about: str
    solid: bool
    regex: re.Pattern[str]


@cache
def _table() -> tuple[dict[int, str], tuple[_Pattern, ...]]:
    """The look-alike letters, and the patterns."""
    parsed = tomllib.loads((Path(__file__).parent / "injection.toml").read_text(encoding="utf-8"))
    rows = (_Pattern(r["about"], "solid" in r, re.compile(r.get("solid") or r["pattern"])) for r in parsed["patterns"])
    return {ord(odd): plain for odd, plain in parsed["confusables"].items()}, tuple(rows)


def plain(text: str) -> str:
    """The text as patterns see it: NFKC, unseen characters gone, look-alike letters replaced, lower case, single spaces."""
    shown = unicodedata.normalize("NFKC", text).translate(_TAGS).casefold().translate(_table()[0])
    seen = "".join(c for c in shown if c.isspace() or unicodedata.category(c) != "Cf")
    return re.sub(r"\s+", " ", seen).strip()


def instruction(text: str) -> str:
    """What is wrong with a passage, in a few words; empty where it is addressed to nobody."""
    if _CONCEALING.search(text):
        return "hides letters behind control characters"
    said = plain(text)
    solid = re.sub(r"[\s\-\u00ad\u2010-\u2015]+", "", said)
    if _ANSWER.search(said):
        return "poses as a filled card"
    # also backwards: what an override of the writing direction turns round on the page
    texts = {False: (said,), True: (solid, solid[::-1])}
    return next((p.about for p in _table()[1] if any(map(p.regex.search, texts[p.solid]))), "")


def set_aside(document: Document) -> tuple[Document, tuple[Finding, ...]]:
    """The document without passages that are addressed to its reader, and a finding for each of them, in page order.

    Of the abstract and of captions only what follows the order goes. An address goes with its passage, unless it is printed
    elsewhere too, and with the hidden words that it lies on.
    """
    found: list[tuple[int, str, str]] = []

    def ok(text: str, page: int) -> bool:
        reason = instruction(text)
        if reason:
            found.append((page, reason, text))
        return not reason

    kept = _kept(document, ok)
    links = tuple(link for link in kept.links if not _tainted(link, kept, folded(" ".join(text for *_, text in found))))
    findings = tuple(
        Finding(
            code=CODE,
            message=f"text on page {page} {reason}: it was set aside and decides nothing",
            page=page,
            quote=text[:300],
        )
        for page, reason, text in sorted(found, key=lambda entry: entry[0])[:_MOST]
    )
    return kept.model_copy(update={"links": links}), findings


def _tainted(link: Link, kept: Document, gone: str) -> bool:
    """Whether an address stands only in what is `gone`, or lies on hidden words and on no other."""
    if (
        not link.text
        and link.box
        and any(
            _meet(link.box, f.box) for f in kept.findings if f.code == "hidden-text" and f.page == link.page and f.box
        )
    ):
        return True
    url = folded(link.url)
    return (
        bool(url) and url in gone and url not in folded(" ".join(p.text for p in kept.passages() if p.kind != "link"))
    )


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _kept(document: Document, ok: Callable[[str, int], bool]) -> Document:
    """The document with what is not ok taken out, whatever kind of passage it is."""

    def blocks(some: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(block for block in some if ok(block.text, block.page))

    def head(text: str, page: int) -> str:
        """What stands before the first order: the rest of a caption or an abstract is as doubtful as the order itself."""
        end = 0
        for sentence in re.finditer(r".+?(?:[.!?]+\s+|\Z)", text, re.S):
            if instruction(sentence[0]):
                ok(text[end:], page)
                return text[:end].rstrip()
            end = sentence.end()
        return text

    tables = []
    for table in document.tables:
        rows = tuple(row for row in table.rows if ok(" ".join(row), table.page))
        tables.append(table.model_copy(update={"rows": rows, "caption": head(table.caption, table.page)}))
    return document.model_copy(
        update={
            "title": document.title if ok(document.title, 1) else "",
            "abstract": head(document.abstract, 1),
            "sections": tuple(s.model_copy(update={"blocks": blocks(s.blocks)}) for s in document.sections),
            "tables": tuple(tables),
            "figures": tuple(f.model_copy(update={"caption": head(f.caption, f.page)}) for f in document.figures),
            "footnotes": blocks(document.footnotes),
            "references": tuple(r for r in document.references if ok(r.text, r.page)),
            "links": tuple(link for link in document.links if not instruction(link.text)),
        }
    )

"""Does a draft give the paper away? Who reads it must not be able to look the answer up, or to copy it."""

from __future__ import annotations

import re

from pipeline.bundle.draft import DASH, YOURS
from pipeline.bundle.own import Own, mentions, telling
from pipeline.quotes import folded
from pipeline.records.finding import Finding

_FEWEST_WORDS = 3
"""A part of a title with fewer words is an everyday phrase."""


def check_draft(text: str, own: Own) -> tuple[Finding, ...]:
    """One finding per thing that the draft names and must not: title, method, authors, own numbers, own code; and one where
    the place for the reader's own result is missing. None means that the draft may be used."""
    found = [
        *(("draft-names-title", f"the title: {part}") for part in _title_parts(own.title) if _folded_in(part, text)),
        *(("draft-names-method", f"the paper's own name {name}") for name in own.names if mentions(name, text)),
        *(("draft-names-author", f"the author {name}") for name in own.authors if mentions(name, text)),
        *(("draft-names-author", f"the author {name}") for name in own.surnames if _as_written(name, text)),
        *(("draft-tells-number", f"the paper's own result {n}") for n in sorted(own.numbers & telling(text))),
        *([("draft-names-code", f"the paper's code {own.code}")] if own.code and _folded_in(own.code, text) else []),
    ]
    findings = [
        Finding(code=code, severity="error", message=f"the draft tells {what}", quote=_around(what, text))
        for code, what in dict.fromkeys(found)
    ]
    if not re.search(rf"\| {YOURS}(?: \| {DASH})+ \||\| {YOURS} \|\n(?:.*\n)+?.*{DASH} \|", text):
        findings.append(
            Finding(code="draft-has-no-place", severity="error", message="no place for the reader's result")
        )
    return tuple(findings)


def _title_parts(title: str) -> list[str]:
    """The title, and its longer parts around a colon."""
    parts = [title, *re.split(r"\s*[:–—]\s+", title)]
    return list(dict.fromkeys(part for part in parts if len(part.split()) >= _FEWEST_WORDS))


def _folded_in(part: str, text: str) -> bool:
    return folded(part).casefold() in folded(text).casefold()


def _as_written(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))


def _around(what: str, text: str) -> str | None:
    """The line of the draft that holds the last word of what was found."""
    last = what.split()[-1].casefold()
    line = next((line for line in text.splitlines() if last in line.casefold()), None)
    return line[:300] if line else None

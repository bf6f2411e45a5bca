"""PMLR volumes (ICML, AISTATS, CoRL, COLT, ...): one Markdown file with YAML front matter per paper.

The folder `_posts` of https://github.com/mlresearch/v267 and its like: `title`, `abstract`, `author: [{given, family}]`,
`id`, `pdf`, `openreview: <forum id>`, `software: <address>`. No award is told: join them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from pipeline.discover.entries import (
    LONGEST_ABSTRACT,
    Entries,
    Entry,
    Part,
    bad_entry,
    check_count,
    decoded,
    one_line,
    safe_id,
    web_address,
)
from pipeline.discover.front_matter import Value, front_matter
from pipeline.errors import InputError, UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

_TAG = re.compile(r"</?(?:em|i|b|strong|sub|sup|span|p|br)\b[^<>]*>", re.IGNORECASE)


def read(parts: Sequence[Part]) -> Entries:
    """One paper per part. A part without front matter or title is a finding; no part with them a UsageError."""
    check_count(len(parts), "the volume")
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        file = PurePosixPath(part.name).name
        try:
            fields = front_matter(decoded(part))
            entries.append(Entry(_paper(fields, PurePosixPath(file).stem), file))
        except (InputError, UsageError) as error:
            findings.append(bad_entry(file, str(error)))
    if not entries:
        why = findings[0].message if findings else "no file was given"
        raise UsageError(f"no paper with front matter found ({why}): give the folder _posts of the volume's repository")
    return Entries(tuple(entries), tuple(findings))


def _paper(fields: dict[str, Value], stem: str) -> Paper:
    title = one_line(_TAG.sub("", _text(fields, "title")))
    if not title:
        found = ", ".join(one_line(name, 30) for name in list(fields)[:15])
        raise InputError(f"the front matter has no title (found: {found})")
    forum = _text(fields, "openreview")
    forum = forum if re.fullmatch(r"[A-Za-z0-9_-]{6,20}", forum) else ""
    return Paper(
        id=safe_id(_text(fields, "id") or stem),
        title=title,
        pdf_url=web_address(_text(fields, "pdf")),
        authors=_authors(fields.get("author")),
        abstract=one_line(_TAG.sub("", _text(fields, "abstract")), LONGEST_ABSTRACT),
        code_url=web_address(_text(fields, "software")),
        landing_url=f"https://openreview.net/forum?id={forum}" if forum else "",
    )


def _text(fields: dict[str, Value], name: str) -> str:
    value = fields.get(name, "")
    return value if isinstance(value, str) else ""


def _authors(value: Value | None) -> tuple[str, ...]:
    people = value if isinstance(value, list) else []
    names = (
        one_line(f"{person.get('given', '')} {person.get('family', '')}" if isinstance(person, dict) else person, 200)
        for person in people
    )
    return tuple(name for name in names if name)

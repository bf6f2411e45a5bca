"""OpenReview, API v2 (venues from 2023 on), through the official client: anonymous calls are refused since August 2026."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipeline.discover.entries import (
    LONGEST_ABSTRACT,
    Entries,
    Entry,
    Part,
    bad_entry,
    check_count,
    one_line,
    parsed_json,
    safe_id,
)
from pipeline.discover.tiers import tier_of
from pipeline.errors import ServiceError, UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

API = "https://api2.openreview.net"
SCHEME = "openreview:"
_NOT_ACCEPTED = re.compile(
    r"^(?:submitted to|withdrawn|desk reject|rejected)|\b(?:withdrawn|desk rejected|rejected) submission\b", re.I
)
_LOGIN = "set PAPER2TASK_OPENREVIEW_USERNAME and PAPER2TASK_OPENREVIEW_PASSWORD: OpenReview refuses anonymous calls"

Notes = list[dict[str, Any]]
Ask = Callable[[str, str, str], Notes]
"""Venue id, user name and password to the venue's notes, as the API's JSON."""


def ask_openreview(venue_id: str, username: str, password: str) -> Notes:
    """All notes of a venue. UsageError without the client library or without a login, ServiceError when it refuses."""
    if not username or not password:
        raise UsageError(f"no login for OpenReview: {_LOGIN}")
    try:
        # an optional extra of 14 packages that takes a second to import: only who asks OpenReview pays for it
        from openreview.api import OpenReviewClient
    except ImportError as error:
        raise UsageError(
            f"OpenReview is asked through its own client: pip install 'paper2task[openreview]', then {_LOGIN}"
        ) from error
    try:
        # an account with a second factor is asked for its code on the terminal, so this may print
        client = OpenReviewClient(baseurl=API, username=username, password=password)
        # what the client prints when it tries again may not: standard output is ours for results
        with contextlib.redirect_stdout(io.StringIO()):
            return [note.to_json() for note in client.get_all_notes(content={"venueid": venue_id})]
    except EOFError as error:
        raise UsageError("the OpenReview account asks for a second factor: run the command in a terminal") from error
    except Exception as error:  # the client raises its own and those of requests, all of them the service's
        text = one_line(str(error).replace(password, "***"), 200)
        raise ServiceError(
            f"OpenReview gave no notes of {venue_id} ({text}): check the login, or try again later"
        ) from error


def as_part(notes: Notes, venue_id: str) -> Part:
    """The notes as the part that `read` takes; sorted, so that the order of the answer does not matter."""
    ordered = sorted(notes, key=lambda note: str(note.get("id")))
    return Part(f"{SCHEME}{venue_id}", json.dumps(ordered, sort_keys=True).encode())


def read(parts: Sequence[Part]) -> Entries:
    """Accepted papers out of notes of API v2 (`[...]` or `{"notes": [...]}`).

    Notes without `content.title.value` are findings; when none has it, that is a UsageError.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        notes = _notes(part)
        check_count(len(notes), part.name)
        refused = 0
        for number, note in enumerate(notes, 1):
            content = note.get("content")
            fields = content if isinstance(content, dict) else {}
            if not one_line(_text(fields, "title")) or not isinstance(note.get("id"), str):
                findings.append(bad_entry(f"note {number}", "no `id` or no `content.title.value`"))
            elif _NOT_ACCEPTED.search(_text(fields, "venue")):
                refused += 1
            else:
                entries.append(Entry(_paper(note, fields), f"note {number}"))
        if refused:
            message = f"{part.name}: {refused} submissions that were not accepted were left out"
            findings.append(Finding(code="not-accepted", severity="info", message=message))
    return Entries(tuple(entries), tuple(findings))


def _notes(part: Part) -> list[Mapping[str, Any]]:
    value = parsed_json(part)
    notes = value.get("notes") if isinstance(value, dict) else value
    if not isinstance(notes, list) or not all(isinstance(note, dict) for note in notes):
        found = (
            ", ".join(one_line(str(name), 30) for name in value) if isinstance(value, dict) else type(value).__name__
        )
        raise UsageError(f"{part.name}: field `notes` is missing (found: {found[:200]}): the API has changed its shape")
    titles = [note["content"].get("title") for note in notes if isinstance(note.get("content"), dict)]
    if notes and not any(isinstance(title, dict) and "value" in title for title in titles):
        older = (
            "; this is the shape of API v1, for venues before 2023" if any(isinstance(t, str) for t in titles) else ""
        )
        raise UsageError(
            f"{part.name}: no note has the field `content.title.value`{older}: the API has changed its shape"
        )
    return notes


def _value(content: Mapping[str, Any], name: str) -> Any:
    field = content.get(name)
    return field.get("value") if isinstance(field, dict) else None


def _text(content: Mapping[str, Any], name: str) -> str:
    value = _value(content, name)
    return value if isinstance(value, str) else ""


def _paper(note: Mapping[str, Any], content: Mapping[str, Any]) -> Paper:
    forum = note.get("forum") if isinstance(note.get("forum"), str) else note["id"]
    known = re.fullmatch(r"[A-Za-z0-9_-]{4,30}", str(forum)) is not None
    people = _value(content, "authors")
    venue = _text(content, "venue")
    return Paper(
        id=safe_id(str(forum)),
        title=one_line(_text(content, "title")),
        pdf_url=f"https://openreview.net/pdf?id={forum}" if known and _text(content, "pdf") else "",
        award=tier_of(venue) or "regular",
        award_text=one_line(venue, 200),
        authors=tuple(
            name for person in (people if isinstance(people, list) else []) if (name := one_line(str(person), 200))
        ),
        abstract=one_line(_text(content, "abstract"), LONGEST_ABSTRACT),
        landing_url=f"https://openreview.net/forum?id={forum}" if known else "",
    )

"""MiniConf JSON: what the sites of ICML, ICLR, NeurIPS, CVPR, ECCV and MLSys load (`{conf}-{year}-orals-posters.json`).

`{"count", "next", "results": [{"id", "name", "authors": [{"fullname"}], "decision", "eventtype", "related_events_ids",
"virtualsite_url", "paper_url", "paper_pdf_url", "abstract", ...}]}`; from ICML 2026, abstracts stand in a second file,
`{event id: abstract}`. A paper with a talk is listed as a poster and as an oral.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    web_address,
)
from pipeline.discover.merge import combined
from pipeline.discover.tiers import better, tier_of
from pipeline.discover.titles import key, same_people
from pipeline.errors import UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

Json = Mapping[str, Any]
_GONE = re.compile(r"\b(?:reject|rejected|withdrawn)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Event:
    """An event as listed: its id, its kind (`Poster`, `Oral`) and the ids of events that the site relates to it."""

    name: str
    kind: str
    related: tuple[str, ...]
    entry: Entry


def read(parts: Sequence[Part]) -> Entries:
    """The papers of all parts, the events of one paper merged.

    Parts with `results` are pages of one listing, others are abstracts. No part with `results`, or results without `id` and
    `name`, are a UsageError that says where they were looked for. A listing that is not complete is a finding.
    """
    values = [(part, parsed_json(part)) for part in parts]
    pages = [(part, value) for part, value in values if isinstance(value, dict) and "results" in value]
    if not pages:
        where = "; ".join(f"{part.name} (found: {_shape(value)})" for part, value in values)
        raise UsageError(f"field `results` is missing in {where}: the site has changed its shape, or is another page")
    abstracts: dict[str, str] = {}
    for _, value in values:
        if isinstance(value, dict) and "results" not in value:
            abstracts |= {str(event): text for event, text in value.items() if isinstance(text, str)}
    events: list[_Event] = []
    findings: list[Finding] = []
    for part, page in pages:
        for number, result in enumerate(_results(part, page), 1):
            place = f"result {number}"
            if reason := _unfit(result):
                findings.append(bad_entry(place, reason))
                continue
            if reason := _gone(result):
                message = f"{place}: {reason}, left out"
                findings.append(Finding(code="not-a-candidate", severity="info", message=message))
                continue
            entry = Entry(_paper(result, part.base, abstracts), place)
            events.append(_Event(str(result["id"]), _text(result, "eventtype"), _related(result), entry))
    findings += _incomplete([page for _, page in pages])
    return Entries(tuple(_by_paper(events)), tuple(findings))


def _shape(value: Any) -> str:
    if not isinstance(value, dict):
        return type(value).__name__
    return ", ".join(one_line(str(name), 30) for name in list(value)[:12]) or "an empty object"


def _results(part: Part, page: Json) -> list[Json]:
    results = page["results"]
    if not isinstance(results, list) or not all(isinstance(event, dict) for event in results):
        raise UsageError(f"{part.name}: field `results` is no list of objects: the site has changed its shape")
    check_count(len(results), part.name)
    for field in ("id", "name"):
        if results and not any(event.get(field) for event in results):
            found = ", ".join(one_line(str(name), 30) for name in list(results[0])[:20])
            raise UsageError(
                f"{part.name}: no entry of `results` has the field `{field}` (found: {found}): the site has changed"
            )
    return results


def _unfit(event: Json) -> str:
    """Why an event cannot be read; empty where it can."""
    if not isinstance(event.get("name"), str) or not one_line(event["name"]):
        return "field `name` is missing or empty"
    if not isinstance(event.get("id"), int | str):
        return f"field `id` of {event['name'][:60]!r} is missing"
    return ""


def _gone(event: Json) -> str:
    """Why the site itself no longer counts an event's paper; empty where it does."""
    decision = _text(event, "decision")
    if _GONE.search(decision):
        return one_line(f"{event['name'][:60]!r} has the decision {decision[:40]!r}", 200)
    return one_line(f"{event['name'][:60]!r} is marked as not visible", 200) if event.get("visible") is False else ""


def _related(event: Json) -> tuple[str, ...]:
    others = event.get("related_events_ids")
    return tuple(str(other) for other in others if isinstance(other, int | str)) if isinstance(others, list) else ()


def _paper(event: Json, base: str, abstracts: Mapping[str, str]) -> Paper:
    decision, kind = _text(event, "decision"), _text(event, "eventtype")
    # from ICML 2026 an oral's decision is `Accept (regular)`: only the kind of its second event says what it is
    tiers = (tier_of(decision) or "regular", tier_of(kind) or "regular")
    tier = better(*tiers)
    url = web_address(_text(event, "paper_url"), base)
    people = event.get("authors") or []
    return Paper(
        id=_identifier(event, url),
        title=one_line(event["name"]),
        pdf_url=web_address(_text(event, "paper_pdf_url"), base) or _openreview_pdf(url),
        award=tier,
        award_text=one_line((decision if tiers[0] == tier else kind) or kind, 200),
        authors=tuple(
            name
            for person in (people if isinstance(people, list) else [])
            if (name := one_line(_text(person, "fullname") if isinstance(person, dict) else str(person), 200))
        ),
        abstract=one_line(_text(event, "abstract") or abstracts.get(str(event["id"]), ""), LONGEST_ABSTRACT),
        landing_url=web_address(_text(event, "virtualsite_url"), base) or url,
    )


def _text(event: Json, field: str) -> str:
    value = event.get(field)
    return value if isinstance(value, str) else ""


def _forum(url: str) -> str:
    match = re.fullmatch(r"https?://openreview\.net/(?:forum|pdf)\?id=([A-Za-z0-9_-]{6,20})(?:[&#].*)?", url)
    return match[1] if match else ""


def _openreview_pdf(url: str) -> str:
    return f"https://openreview.net/pdf?id={_forum(url)}" if _forum(url) else ""


def _identifier(event: Json, url: str) -> str:
    """OpenReview's id where the paper has one, since other listings know the paper by it; else the event's."""
    return safe_id(_forum(url) or str(event["id"]))


def _by_paper(events: Sequence[_Event]) -> list[Entry]:
    """One entry per paper: events are one paper where the site relates a poster to a talk, or where their titles agree.

    Their authors must not contradict it: two different papers may share a title.
    """
    position = {event.name: at for at, event in enumerate(events)}
    first_of = list(range(len(events)))

    def first(at: int) -> int:
        while first_of[at] != at:
            first_of[at] = first_of[first_of[at]]
            at = first_of[at]
        return at

    def unite(one: int, other: int) -> None:
        if same_people(events[one].entry.paper.authors, events[other].entry.paper.authors):
            low, high = sorted((first(one), first(other)))
            first_of[high] = low

    titled: dict[str, int] = {}
    for at, event in enumerate(events):
        for name in event.related:
            other = position.get(name)
            if other is not None and events[other].kind != event.kind:
                unite(at, other)
        if title := key(event.entry.paper.title):
            unite(titled.setdefault(title, at), at)
    merged: dict[int, Entry] = {}
    for at, event in enumerate(events):
        known = merged.get(first(at))
        merged[first(at)] = Entry(combined(known.paper, event.entry.paper), known.place) if known else event.entry
    return list(merged.values())


def _incomplete(pages: Sequence[Json]) -> list[Finding]:
    counts = [page["count"] for page in pages if isinstance(page.get("count"), int)]
    got = sum(len(page["results"]) for page in pages)
    if counts and max(counts) > got:
        message = f"the listing says that it has {max(counts)} entries and gave {got}: the rest is missing"
    elif len(pages) == 1 and pages[0].get("next"):
        message = f"the listing goes on at {one_line(str(pages[0]['next']), 200)}: only its first page was given"
    else:
        return []
    return [Finding(code="partial-listing", message=message)]

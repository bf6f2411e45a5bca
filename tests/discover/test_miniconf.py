"""MiniConf JSON; the fixtures are made by hand (see their README)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.discover import miniconf
from pipeline.discover.entries import Entries
from pipeline.errors import UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import fixture, part

BASE = "https://icml.cc/static/virtual/data/icml-2026-orals-posters.json"


def read(*events: dict[str, Any], **page: Any) -> Entries:
    """One page of events."""
    return miniconf.read([part(json.dumps({"count": len(events), "results": events} | page), base=BASE)])


def event(number: int, name: str, **fields: Any) -> dict[str, Any]:
    """An event with what every one has."""
    return {"id": number, "name": name, "eventtype": "Poster", "decision": None, "authors": [], **fields}


def test_poster_and_oral_of_one_paper_merge() -> None:
    """By their relation, though the titles differ; the oral's kind is the tier where the decision says `regular`."""
    found = miniconf.read([fixture("miniconf.json", BASE), fixture("miniconf-abstracts.json", BASE)])
    assert found.entries[0].paper == Paper(
        id="AbCdEf1234",
        title="Tidal Networks: Learning from the Moon",
        pdf_url="https://openreview.net/pdf?id=AbCdEf1234",
        award="oral",
        award_text="Oral",
        authors=("Ann Lee", "Bo Chen"),
        abstract="We listen to the moon.",
        landing_url="https://icml.cc/virtual/2026/poster/101",
    )


def test_the_other_papers_of_the_fixture() -> None:
    """A spotlight with an id that cannot be a file name, and two papers of one title that the site relates wrongly."""
    found = miniconf.read([fixture("miniconf.json", BASE)])
    assert [(e.paper.id.rpartition("-")[0] or e.paper.id, e.paper.award) for e in found.entries[1:]] == [
        ("xYz987654", "spotlight"),
        ("103", "regular"),
        ("104", "regular"),
    ]
    (finding,) = found.findings
    assert (finding.severity, finding.message) == (
        "info",
        "result 6: 'Gone with the Wind' has the decision 'Withdrawn', left out",
    )


def test_events_of_one_title_merge_without_a_relation() -> None:
    """Older years relate nothing: title and authors say it."""
    people = [{"fullname": "Ann Lee"}]
    found = read(
        event(1, "On $\\epsilon$-Nets", authors=people, decision="Accept (poster)"),
        event(2, "On ε-nets", authors=people, eventtype="Oral", decision="Accept (oral)"),
    )
    assert [(entry.paper.id, entry.paper.award, entry.paper.award_text) for entry in found.entries] == [
        ("1", "oral", "Accept (oral)")
    ]


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ({"count": 2891}, "the listing says that it has 2891 entries and gave 1: the rest is missing"),
        (
            {"next": "https://icml.cc/page2"},
            "the listing goes on at https://icml.cc/page2: only its first page was given",
        ),
    ],
)
def test_a_partial_listing_is_a_finding(page: dict[str, Any], says: str) -> None:
    """ECCV 2026 gave 200 of 2,891: a person must know."""
    (finding,) = read(event(1, "T"), **page).findings
    assert (finding.code, finding.severity, finding.message) == ("partial-listing", "warning", says)


def test_pages_count_together() -> None:
    """All pages given: nothing is missing."""
    pages = [{"count": 2, "next": "x", "results": [event(1, "T")]}, {"count": 2, "results": [event(2, "U")]}]
    found = miniconf.read([part(json.dumps(page)) for page in pages])
    assert len(found.entries) == 2 and not found.findings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"papers": [], "total": 0}', "field `results` is missing in list (found: papers, total)"),
        ("[]", "field `results` is missing in list (found: list)"),
        ('{"results": {}}', "field `results` is no list of objects"),
        ('{"results": [{"id": 1, "title": "T"}]}', "no entry of `results` has the field `name` (found: id, title)"),
        ("<html>", "list is not JSON"),
    ],
)
def test_a_changed_shape_is_named(text: str, says: str) -> None:
    """The error names the field, where it was looked for and what was found."""
    with pytest.raises(UsageError) as error:
        miniconf.read([part(text)])
    assert says in str(error.value)


def test_odd_entries_cost_themselves() -> None:
    """Wrong types and missing fields leave the others alone."""
    found = read(
        event(1, ""),
        {"name": "No Id"},
        event(2, "Hidden", visible=False),
        event(3, "Good", authors="Ann", related_events_ids=3, abstract=7, paper_url="javascript:x", decision=4),
        event(4, "Person", authors=["Bo Chen", {"fullname": None}]),
    )
    assert [(entry.paper.title, entry.paper.authors) for entry in found.entries] == [
        ("Good", ()),
        ("Person", ("Bo Chen",)),
    ]
    assert [finding.message.partition(":")[0] for finding in found.findings] == ["result 1", "result 2", "result 3"]

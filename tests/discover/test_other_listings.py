"""PMLR, CVF and OpenReview; the fixtures are made by hand (see their README)."""

from __future__ import annotations

import builtins
import sys
import types
from typing import Any

import pytest

from pipeline.discover import cvf, openreview, pmlr
from pipeline.discover.front_matter import front_matter
from pipeline.errors import InputError, ServiceError, UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import FIXTURES, fixture, part

CVF = "https://openaccess.thecvf.com/CVPR2025?day=all"


def test_pmlr() -> None:
    """Front matter with quotes, folded lines, lists and escapes; a file without it is a finding."""
    names = sorted(path.name for path in (FIXTURES / "pmlr").iterdir())
    read = pmlr.read([fixture(f"pmlr/{name}") for name in names])
    nets, tides = (entry.paper for entry in read.entries)
    assert tides == Paper(
        id="lee25a",
        title='Tides\' Ends: a "Lower" Bound',
        pdf_url="https://raw.githubusercontent.com/mlresearch/v267/main/assets/lee25a/lee25a.pdf",
        authors=("Ann Lee", "Bo Chen"),
        abstract=(
            "We show lower bounds for tides that are long enough to go on over more than one line, with "
            r"$O(\frac{\log B}{\varepsilon^2})$ samples. Our code is at https://github.com/example/tides."
        ),
        code_url="https://github.com/example/tides",
        landing_url="https://openreview.net/forum?id=AbCdEf1234",
    )
    assert (nets.title, nets.authors, nets.abstract) == (
        r"Naïve Nets: $\epsilon$ Revisited",
        ("Carla Díaz",),
        "Line one. Line two.",
    )
    assert [finding.message for finding in read.findings] == [
        "2025-10-06-broken25c.md: the front matter's first line `---` is missing"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("---\nlayout: x\n---\n", r"the front matter has no title \(found: layout\)"),
        ("", "first line `---` is missing"),
    ],
)
def test_pmlr_without_a_paper(text: str, says: str) -> None:
    """A folder without one readable paper is an error that says why and what to give."""
    with pytest.raises(UsageError, match=says):
        pmlr.read([part(text, "x.md")])
    with pytest.raises(UsageError, match="no file was given"):
        pmlr.read([])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b # c", "b"),
        ("a: 'b # c'", "b # c"),
        ("a: >-\n  b\n  c", "b c"),
        ("a:\n- b\n- c", ["b", "c"]),
        ("a: []", []),
        ("a:", ""),
        ('a: "b\\n\\u00e9\\x41"', "b\né\x41"),
        ("a: b: c", "b: c"),
    ],
)
def test_front_matter_values(text: str, value: Any) -> None:
    """The forms of values that PMLR's generator writes."""
    assert front_matter(f"---\n{text}\n---\nbody") == {"a": value}


@pytest.mark.parametrize("text", ["---\na: b\n", "---\n{a: b}\n---\n"])
def test_front_matter_that_is_not_understood(text: str) -> None:
    """An open end or another form is said, not guessed."""
    with pytest.raises(InputError, match="front matter"):
        front_matter(text)


def test_cvf() -> None:
    """Title, authors from the forms, the PDF among the links; a long file name is cut to a safe id."""
    read = cvf.read([fixture("cvf.html", CVF)])
    first, second = (entry.paper for entry in read.entries)
    assert first == Paper(
        id="Lee_Seeing_Tides_CVPR_2025",
        title="Seeing Tides: 3D Waves & Winds",
        pdf_url="https://openaccess.thecvf.com/content/CVPR2025/papers/Lee_Seeing_Tides_CVPR_2025_paper.pdf",
        authors=("Ann Lee", "Bo Chen"),
        landing_url="https://openaccess.thecvf.com/content/CVPR2025/html/Lee_Seeing_Tides_CVPR_2025_paper.html",
    )
    assert second.id.startswith("Diaz-A-Very-Long-Title") and len(second.id) <= 100
    assert [finding.message for finding in read.findings] == ["paper 3: no link with a title in <dt class=ptitle>"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "<html><title>Moved</title><dl><dt>x</dt></dl></html>",
            "no <dt class=ptitle> with a link.*title 'Moved', 1 <dt>",
        ),
        ("<html><dt class=ptitle><a href=x>T</a></dt><dd></dd></html>", "no link `pdf` in the <dd>"),
        ("", "not HTML|found: nothing"),
    ],
)
def test_cvf_in_another_shape(text: str, says: str) -> None:
    """The error names the element and what was found."""
    with pytest.raises(UsageError, match=says):
        cvf.read([part(text, base=CVF)])


def test_openreview() -> None:
    """Accepted notes become papers; the tier is in `venue`; submissions are counted, notes without a title said."""
    read = openreview.read([fixture("openreview.json")])
    first, second = (entry.paper for entry in read.entries)
    assert first == Paper(
        id="AbCdEf1234",
        title="Tidal Networks",
        pdf_url="https://openreview.net/pdf?id=AbCdEf1234",
        award="oral",
        award_text="ICLR 2025 Oral",
        authors=("Ann Lee", "Bo Chen"),
        abstract="We listen.",
        landing_url="https://openreview.net/forum?id=AbCdEf1234",
    )
    assert second.id.startswith("hyphen12345-") and second.pdf_url == "https://openreview.net/pdf?id=-hyphen12345"
    assert [finding.code for finding in read.findings] == ["bad-entry", "not-accepted"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"error": "x"}', r"field `notes` is missing \(found: error\)"),
        ('[{"id": "x", "content": {"title": "T"}}]', r"`content.title.value`; this is the shape of API v1"),
        ('[{"id": "x", "content": {"name": {"value": "T"}}}]', "no note has the field `content.title.value`: the API"),
    ],
)
def test_openreview_in_another_shape(text: str, says: str) -> None:
    """The error names the field; venues before 2023 are told apart."""
    with pytest.raises(UsageError, match=says):
        openreview.read([part(text)])


def _client(monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[dict[str, Any]]:
    """A client library that answers so, and what it was called with."""
    calls: list[dict[str, Any]] = []

    class OpenReviewClient:
        def __init__(self, **given: Any) -> None:
            calls.append(given)

        def get_all_notes(self, **given: Any) -> Any:
            calls.append(given)
            print("retrying")
            if isinstance(answer, Exception):
                raise answer
            return [types.SimpleNamespace(to_json=lambda note=note: note) for note in answer]

    package, api = types.ModuleType("openreview"), types.ModuleType("openreview.api")
    api.OpenReviewClient = OpenReviewClient
    monkeypatch.setitem(sys.modules, "openreview", package)
    monkeypatch.setitem(sys.modules, "openreview.api", api)
    return calls


def test_asking_openreview(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The client is given address and login, asked by venue id, and may not print."""
    calls = _client(monkeypatch, [{"id": "b"}, {"id": "a"}])
    notes = openreview.ask_openreview("ICLR.cc/2025/Conference", "me", "secret")
    assert calls == [
        {"baseurl": "https://api2.openreview.net", "username": "me", "password": "secret"},
        {"content": {"venueid": "ICLR.cc/2025/Conference"}},
    ]
    assert capsys.readouterr().out == ""
    assert openreview.as_part(notes, "V") == part('[{"id": "a"}, {"id": "b"}]', "openreview:V")


def test_openreview_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the client raises is the service's fault; the password is not repeated."""
    _client(monkeypatch, RuntimeError("403 ChallengeRequiredError for me:secret"))
    with pytest.raises(ServiceError, match=r"gave no notes of V \(403 ChallengeRequiredError for me:\*\*\*\)"):
        openreview.ask_openreview("V", "me", "secret")


def test_openreview_wants_a_second_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can type the code, the error says where one can."""
    _client(monkeypatch, EOFError())
    with pytest.raises(UsageError, match="second factor: run the command in a terminal"):
        openreview.ask_openreview("V", "me", "secret")


def test_openreview_without_a_login_or_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both errors say what to do; the library is not needed to be told about the login."""
    with pytest.raises(UsageError, match="PAPER2TASK_OPENREVIEW_USERNAME"):
        openreview.ask_openreview("V", "", "")
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("openreview"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(UsageError, match=r"pip install 'paper2task\[openreview\]'"):
        openreview.ask_openreview("V", "me", "secret")

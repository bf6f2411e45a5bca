"""Manifests: good rows become papers, bad rows findings, broken files errors that say what to do."""

from __future__ import annotations

import json

import pytest

from pipeline.discover import manifest
from pipeline.discover.entries import Entries
from pipeline.discover.merge import merged
from pipeline.errors import RefusedError, UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import part

HEAD = "id,title,pdf_url,award,authors,code_url,landing_url\n"
BASE = "file:///lists/mine/"


def read(text: str | bytes, base: str = BASE) -> Entries:
    """The manifest's entries."""
    return manifest.read([part(text, "mine.csv", base)])


def papers(text: str | bytes, base: str = BASE) -> list[Paper]:
    """Its papers, when nothing is wrong with any row."""
    result = read(text, base)
    assert not [finding for finding in result.findings if finding.severity == "error"]
    return [entry.paper for entry in result.entries]


def errors(text: str) -> list[str]:
    """What was wrong with its rows, after merging."""
    return [finding.message for finding in merged(read(text))[1] if finding.severity == "error"]


def test_a_row_becomes_a_paper() -> None:
    """All columns, each where it belongs."""
    row = 'a1,"Nets, Revisited",https://x.org/a.pdf,Best Paper,Ann Lee;Bo Chen,https://github.com/x/y,https://x.org/a\n'
    assert papers(HEAD + row) == [
        Paper(
            id="a1",
            title="Nets, Revisited",
            pdf_url="https://x.org/a.pdf",
            award="best",
            award_text="Best Paper",
            authors=("Ann Lee", "Bo Chen"),
            code_url="https://github.com/x/y",
            landing_url="https://x.org/a",
        )
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffid,title,pdf_url\r\na1,T,https://x.org/a.pdf\r\n",
        "ID, Title ,PDF_URL\n\na1,T,https://x.org/a.pdf\n\n",
        "id;title;pdf_url\na1;T;https://x.org/a.pdf\n",
        "id\ttitle\tpdf_url\na1\tT\thttps://x.org/a.pdf\n",
        '"id","title","pdf_url"\n"a1"," T\n","https://x.org/a.pdf"',
        '[{"id": "a1", "title": "T", "pdf_url": "https://x.org/a.pdf"}]',
        '{"papers": [{"id": "a1", "title": "T", "pdf_url": "https://x.org/a.pdf", "authors": null}]}',
    ],
)
def test_dialects(text: str) -> None:
    """Byte order mark, line ends, quotes, separators, empty lines, JSON: the same paper."""
    assert papers(text) == [Paper(id="a1", title="T", pdf_url="https://x.org/a.pdf")]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("A B;C D", ("A B", "C D")),
        ("A B, C D, and E F", ("A B", "C D", "E F")),
        ("B, A; D, C", ("B, A", "D, C")),
        ("Z &quot;Atlas&quot; W, A B", ('Z "Atlas" W', "A B")),
        ("", ()),
    ],
)
def test_authors(written: str, names: tuple[str, ...]) -> None:
    """Semicolons separate where there are any; an entity's semicolon is none."""
    assert papers(f'{HEAD}a1,T,,,"{written}",,\n')[0].authors == names


def test_status_is_the_award_where_there_is_no_award() -> None:
    """The listings beside the checkout call it status."""
    assert [p.award for p in papers("id,title,pdf_url,status\na,T,,Oral\nb,U,,Poster\n")] == ["oral", "regular"]
    assert papers("id,title,pdf_url,status,award\na,T,,Oral,Outstanding Paper\n")[0].award == "outstanding"


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("pdf/a b.pdf", "file:///lists/mine/pdf/a%20b.pdf"),
        ("./x/../a.pdf", "file:///lists/mine/a.pdf"),
        ("file:///other/a.pdf", "file:///other/a.pdf"),
        ("100%.pdf", "file:///lists/mine/100%25.pdf"),
        ("../a.pdf", "file:///lists/a.pdf"),
        ("/other/a.pdf", "file:///other/a.pdf"),
    ],
)
def test_files_are_relative_to_the_manifest(written: str, address: str) -> None:
    """A person's own manifest may name any file of the machine; a relative path starts at the manifest."""
    assert papers(f"id,title,pdf_url\na,T,{written}\n")[0].pdf_url == address


@pytest.mark.parametrize("written", ["ftp://x.org/a.pdf", "javascript:alert(1)", "data:text/plain"])
def test_addresses_that_are_refused(written: str) -> None:
    """Other kinds of addresses cost the row, not the manifest."""
    text = f"id,title,pdf_url\na,T,{written}\nb,U,b.pdf\n"
    assert [entry.paper.id for entry in read(text).entries] == ["b"]
    assert errors(text)[0].startswith("line 2: pdf_url")


def test_a_manifest_from_the_web_names_no_files() -> None:
    """Relative addresses are the site's; files of this machine are refused."""
    text = "id,title,pdf_url\na,T,pdf/a.pdf\nb,U,file:///etc/passwd\n"
    result = read(text, "https://x.org/lists/mine.csv")
    assert [entry.paper.pdf_url for entry in result.entries] == ["https://x.org/lists/pdf/a.pdf"]
    assert "web addresses only" in result.findings[0].message


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("../x,T,", "cannot be a file name"),
        (",T,", "cannot be a file name"),
        ("con,T,", "cannot be a file name"),
        ("b,,", "the title is empty"),
        ("b", "the title is empty"),
        ("b,Nets, revisited,,,,,", "8 cells under 7 columns"),
        ("a,Other,", "id 'a' is the id of 'First' (line 2)"),
    ],
)
def test_a_bad_row_is_named_and_the_others_go_on(row: str, reason: str) -> None:
    """The finding names line and reason; the rows before and after are kept."""
    text = f"{HEAD}a,First,\n{row}\nz,Last,\n"
    kept, _ = merged(read(text))
    assert [paper.id for paper in kept] == ["a", "z"]
    (message,) = errors(text)
    assert message.startswith("line 3: ") and reason in message


def test_bad_entries_of_json() -> None:
    """Entries are counted; wrong types are said."""
    text = json.dumps(
        [{"id": "a", "title": ["T"], "pdf_url": ""}, 7, {"id": 5, "title": "U", "pdf_url": None, "authors": 3}]
    )
    messages = errors(text)
    assert messages == [
        "entry 1: title is list, not text",
        "entry 2: not an object",
        "entry 3: authors is neither text nor a list of names",
    ]


def test_duplicate_titles_merge() -> None:
    """The best tier wins, missing fields are filled, a finding says so; the first id stays."""
    text = (
        HEAD + "a,Nets & Tides,,Poster,Ann Lee,,\nb,nets and tides,https://x.org/b.pdf,Oral,Ann Lee,https://g.org/b,\n"
    )
    (paper,), findings = merged(read(text))
    assert (paper.id, paper.award, paper.award_text, paper.pdf_url) == ("a", "oral", "Oral", "https://x.org/b.pdf")
    assert paper.code_url == "https://g.org/b"
    assert [(f.code, f.severity) for f in findings] == [("duplicate-merged", "info")]
    assert findings[0].message == "line 3: 'nets and tides' is the same paper as line 2: merged into a"


def test_the_same_row_twice_merges() -> None:
    """The same id with the same title is no mistake."""
    kept, findings = merged(read(HEAD + "a,T,\na,T,https://x.org/a.pdf\n"))
    assert [paper.pdf_url for paper in kept] == ["https://x.org/a.pdf"]
    assert findings[0].code == "duplicate-merged"


def test_two_papers_may_share_a_title() -> None:
    """Other authors, another paper: both stay, with a warning."""
    kept, findings = merged(read(HEAD + "a,Reproducing X,,,Ann Lee,,\nb,Reproducing X,,,Bo Chen,,\n"))
    assert [paper.id for paper in kept] == ["a", "b"]
    assert [(f.code, f.severity) for f in findings] == [("title-shared", "warning")]


def test_unknown_columns_and_awards_and_addresses_are_said() -> None:
    """What is read past is a finding, not an error."""
    result = read("id,title,pdf_url,award,mood,code_url\na,T,,Gilded Quill,good,not a link\n")
    assert [(f.code, f.severity) for f in result.findings] == [
        ("unknown-columns", "info"),
        ("award-unknown", "warning"),
        ("bad-address", "warning"),
    ]
    assert "mood" in result.findings[0].message
    assert result.entries[0].paper.award == "regular" and result.entries[0].paper.award_text == "Gilded Quill"


def test_hostile_text_is_made_harmless() -> None:
    """Line ends, control and direction characters in a title do not reach a terminal or a file."""
    (paper,) = papers('id,title,pdf_url\na,"A\x1b[31m\nB\u202e C&amp;D",\n')
    assert paper.title == "A[31m B C&D"
    (paper,) = papers('[{"id": "a", "title": "A \\ud800 B", "pdf_url": ""}]')
    assert paper.title == "A B"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty: its first line must name the columns id, title, pdf_url"),
        ("id,name,url\na,b,c\n", "has no column title, pdf_url (columns found: id, name, url)"),
        ("id,title,pdf_url,id\n", "has the column id twice"),
        ('id,title,pdf_url\na,"T,\nb,U,\n', "line 2: not CSV"),
        (b"id,title,pdf_url\na,\xff,\n", "is not UTF-8 (byte 19)"),
        ("[{]", "is not JSON"),
        ('{"rows": []}', "holds no list of papers (found: rows)"),
        ('[{"id": "a"}]', "has no column title, pdf_url (columns found: id)"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_a_broken_manifest_is_an_error_with_its_name(text: str | bytes, says: str) -> None:
    """The message names the file, what is missing and what was found."""
    with pytest.raises(UsageError) as error:
        read(text)
    assert str(error.value).startswith("mine.csv") and says in str(error.value)


def test_a_huge_manifest_is_refused() -> None:
    """By its size, before it is read, and by its number of rows."""
    with pytest.raises(RefusedError, match="split it"):
        read(b"x" * (manifest.MAX_BYTES + 1))
    with pytest.raises(RefusedError, match="60000 entries"):
        read("id,title,pdf_url\n" + "a,T,\n" * 60_000)

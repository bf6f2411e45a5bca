"""Finding PDFs at arXiv (recorded answers) and Semantic Scholar (a fixture)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.discover.resolve import (
    INTERVALS,
    MOST_LOOKUPS,
    arxiv_address,
    find_pdfs,
    read_arxiv,
    read_semantic_scholar,
    semantic_scholar_address,
)
from pipeline.errors import InputError, ServiceError, UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import FIXTURES, FakeWeb, part

TITLE = "Tidal Networks: Learning from the Moon"
PAPER = Paper(id="a", title=TITLE, authors=("Ann Lee", "Bo Chen"))
FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2601.00001v2</id><title>{}</title>
<author><name>{}</name></author><link href="https://arxiv.org/abs/2601.00001v2" rel="alternate"/>
<link href="https://arxiv.org/pdf/2601.00001v2" rel="related" title="pdf"/></entry></feed>"""
EMPTY = b'<feed xmlns="http://www.w3.org/2005/Atom"/>'
SCHOLAR = (FIXTURES / "semantic-scholar.json").read_bytes()


def answers(arxiv: bytes | Exception, scholar: bytes | Exception) -> FakeWeb:
    """A web in which both services answer the question for the paper."""
    return FakeWeb({arxiv_address(TITLE): arxiv, semantic_scholar_address(TITLE): scholar})


def test_arxiv_is_asked_first() -> None:
    """One call when arXiv has it; the PDF is of the version that was found."""
    web = answers(FEED.format("Tidal networks: learning from the moon", "A. Lee").encode(), SCHOLAR)
    papers, findings = find_pdfs([PAPER], fetches=web)
    assert papers[0].pdf_url == "https://arxiv.org/pdf/2601.00001v2" and not findings
    assert web.asked == [
        "https://export.arxiv.org/api/query?search_query=ti%3A%22Tidal+Networks+Learning+from+the+Moon%22&max_results=5"
    ]


def test_semantic_scholar_is_asked_second_with_its_key() -> None:
    """arXiv's entry of another paper is no match; the key goes to its own service only."""
    web = answers(FEED.format("Tidal Networks: Learning from the Sun", "Ann Lee").encode(), SCHOLAR)
    papers, findings = find_pdfs([PAPER], fetches=web, keys={"semantic-scholar": "k"})
    assert papers[0].pdf_url == "https://arxiv.org/pdf/2601.00001" and not findings
    assert web.headers == [{}, {"x-api-key": "k"}]


@pytest.mark.parametrize(
    ("title", "author"),
    [(TITLE, "Zoe Zorn"), ("Tidal Networks", "Ann Lee"), (f"{TITLE}: A Reprise", "Ann Lee")],
)
def test_only_a_sure_match_counts(title: str, author: str) -> None:
    """Other authors, or a title that differs in its subtitle, give no PDF; a wrong one is worse than none."""
    web = answers(FEED.format(title, author).encode(), json.dumps({"error": "Title match not found"}).encode())
    papers, (finding,) = find_pdfs([PAPER], fetches=web)
    assert papers == [PAPER]
    assert (finding.code, finding.message) == ("pdf-missing", f"a: no PDF found for '{TITLE}'")


def test_papers_with_a_pdf_are_not_asked_for() -> None:
    """No call is made for what is known."""
    web = FakeWeb({})
    known = PAPER.model_copy(update={"pdf_url": "https://x.org/a.pdf"})
    assert find_pdfs([known], fetches=web) == ([known], []) and not web.asked


def test_a_whole_conference_is_not_looked_up() -> None:
    """Some hundred papers, the best tiers first; a finding says how many more there are."""
    many = [PAPER.model_copy(update={"id": f"p{n:03}"}) for n in range(MOST_LOOKUPS + 5)]
    many.append(PAPER.model_copy(update={"id": "z", "award": "oral"}))
    web = answers(EMPTY, b'{"data": []}')
    papers, findings = find_pdfs(many, fetches=web)
    assert papers == many and len(web.asked) == 2 * MOST_LOOKUPS
    assert "z: no PDF found" in findings[-2].message
    assert findings[-1].message.startswith("6 more papers without a PDF were not looked up")


def test_a_service_that_fails_is_asked_no_more() -> None:
    """Down or changed: one finding, and the other service goes on; a 404 is only this paper's."""
    web = answers(ServiceError("the server says 503"), b"{}")
    papers, findings = find_pdfs([PAPER, PAPER.model_copy(update={"id": "b"})], fetches=web)
    assert [finding.code for finding in findings] == ["service-unavailable"] * 2 + ["pdf-missing"] * 2
    assert "field `data` is missing (found: )" in findings[1].message
    assert len(web.asked) == 2 and [paper.id for paper in papers] == ["a", "b"]
    web = FakeWeb({arxiv_address(TITLE): EMPTY})
    assert [finding.code for finding in find_pdfs([PAPER] * 2, fetches=web)[1]] == ["pdf-missing"] * 2
    assert len(web.asked) == 4


def test_addresses_hold_words_only() -> None:
    """LaTeX and quotes of a title cannot change the question."""
    assert arxiv_address(r'$\epsilon$-Nets" OR all:"x').startswith(
        "https://export.arxiv.org/api/query?search_query=ti%3A%22epsilon+Nets+OR+all+x%22&"
    )
    assert set(INTERVALS.values()) == {3.0}


def test_other_answers_of_semantic_scholar() -> None:
    """No id of arXiv: the open PDF, if it is a web address; odd types are nothing."""
    odd = [{"title": "T", "openAccessPdf": {"url": "https://x.org/a.pdf"}, "authors": 3}, {"title": None}, 7]
    read = read_semantic_scholar(part(json.dumps({"data": odd})))
    assert [(found.title, found.pdf_url) for found in read] == [("T", "https://x.org/a.pdf"), ("", "")]


def test_other_xml_is_no_feed() -> None:
    """The error says what is missing."""
    with pytest.raises(UsageError, match="<feed> is missing"):
        read_arxiv(part("<html/>"))


@pytest.mark.shared
def test_recorded_answers_of_arxiv(shared_dir: Path) -> None:
    """All 20 recorded answers: every entry with title, authors and PDF; the refused query is an error."""
    entries = 0
    for path in sorted((shared_dir / "data" / "arxiv").glob("*.json")):
        recorded = json.loads(path.read_text(encoding="utf-8"))
        if recorded["status_code"] == 400:
            with pytest.raises(InputError, match="arXiv did not understand the question: incorrect id format"):
                read_arxiv(part(recorded["body"]))
            continue
        found = read_arxiv(part(recorded["body"]))
        assert len(found) == recorded["body"].count("<entry>")
        assert all(one.title and one.authors and one.pdf_url.startswith("https://arxiv.org/pdf/") for one in found)
        entries += len(found)
    assert entries > 200


@pytest.mark.shared
def test_a_recorded_answer_gives_its_paper_a_pdf(shared_dir: Path) -> None:
    """From the recorded entry's title and authors, written in another way, to its PDF."""
    path = next((shared_dir / "data" / "arxiv").glob("id_1707.08567_*.json"))
    body = json.loads(path.read_text(encoding="utf-8"))["body"].encode()
    (known,) = read_arxiv(part(body))
    paper = Paper(id="a", title=known.title.upper().replace("-", "–"), authors=known.authors[:2])
    (found,), findings = find_pdfs([paper], fetches=FakeWeb({arxiv_address(paper.title): body}))
    assert found.pdf_url == "https://arxiv.org/pdf/1707.08567v1" and not findings

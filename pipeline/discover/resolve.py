"""Where a paper's PDF is, when its listing does not say: arXiv and Semantic Scholar, asked by title."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from pipeline.discover.entries import Part, one_line, parsed_json, web_address
from pipeline.discover.markup import parsed_xml, text_of
from pipeline.discover.sources import Fetches
from pipeline.discover.titles import certain, plain
from pipeline.errors import InputError, ServiceError, UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import AWARD_TIERS, Paper

INTERVALS: Mapping[str, float] = {"export.arxiv.org": 3.0, "api.semanticscholar.org": 3.0}
"""Least seconds between two calls to a host, as arXiv's terms of use ask for; the limiter is `pipeline.web`'s."""

MAX_ANSWER_BYTES = 4 << 20
# about half an hour at three seconds a call; whoever wants more papers than that gives a listing with their PDFs
MOST_LOOKUPS = 300
_ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True)
class Candidate:
    """A paper that a service knows, with its PDF (empty where it knows none)."""

    title: str
    authors: tuple[str, ...]
    pdf_url: str


@dataclass(frozen=True)
class Service:
    """How to ask for a title, how to read the answer, and the header that a key goes into."""

    address: Callable[[str], str]
    read: Callable[[Part], list[Candidate]]
    key_header: str = ""


def arxiv_address(title: str) -> str:
    """The query for a title: its words as a phrase. https://info.arxiv.org/help/api/user-manual.html"""
    words = " ".join(re.findall(r"[^\W_]+", plain(title)))
    query = urlencode({"search_query": f'ti:"{words}"', "max_results": 5})
    return f"https://export.arxiv.org/api/query?{query}"


def read_arxiv(part: Part) -> list[Candidate]:
    """The entries of an Atom answer. UsageError when it is no Atom feed, InputError when arXiv reports an error in it."""
    root = parsed_xml(part)
    if root.tag != f"{_ATOM}feed":
        raise UsageError(f"{part.name}: the Atom element <feed> is missing (found <{str(root.tag)[:60]}>)")
    found = []
    for entry in root.findall(f"{_ATOM}entry"):
        if "/api/errors" in (entry.findtext(f"{_ATOM}id") or ""):
            raise InputError(f"arXiv did not understand the question: {text_of(entry.find(f'{_ATOM}summary'), 160)}")
        names = (text_of(author.find(f"{_ATOM}name"), 200) for author in entry.findall(f"{_ATOM}author"))
        pdfs = [link.get("href", "") for link in entry.findall(f"{_ATOM}link") if link.get("title") == "pdf"]
        found.append(
            Candidate(
                title=text_of(entry.find(f"{_ATOM}title")),
                authors=tuple(name for name in names if name),
                pdf_url=web_address(pdfs[0]) if pdfs else "",
            )
        )
    return found


def semantic_scholar_address(title: str) -> str:
    """The query for the closest title. https://api.semanticscholar.org/api-docs/graph"""
    query = urlencode({"query": one_line(plain(title)), "fields": "title,authors,externalIds,openAccessPdf"})
    return f"https://api.semanticscholar.org/graph/v1/paper/search/match?{query}"


def read_semantic_scholar(part: Part) -> list[Candidate]:
    """The papers of an answer; none where it says that nothing matched. UsageError where `data` is missing."""
    answer = parsed_json(part)
    if isinstance(answer, dict) and "error" in answer:
        return []
    papers = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(papers, list):
        found = (
            ", ".join(one_line(str(name), 30) for name in list(answer)[:10])
            if isinstance(answer, dict)
            else "no object"
        )
        raise UsageError(f"{part.name}: field `data` is missing (found: {found}): the service has changed its shape")
    return [_candidate(paper) for paper in papers if isinstance(paper, dict)]


def _candidate(paper: Mapping[str, object]) -> Candidate:
    ids, held, people = paper.get("externalIds"), paper.get("openAccessPdf"), paper.get("authors")
    arxiv = ids.get("ArXiv") if isinstance(ids, dict) else None
    address = held.get("url") if isinstance(held, dict) else None
    known = isinstance(arxiv, str) and re.fullmatch(r"[\w.-]+(?:/\d+)?", arxiv)
    names = (person.get("name") for person in people if isinstance(person, dict)) if isinstance(people, list) else ()
    return Candidate(
        title=one_line(str(paper.get("title") or "")),
        authors=tuple(one_line(name, 200) for name in names if isinstance(name, str) and name.strip()),
        pdf_url=f"https://arxiv.org/pdf/{arxiv}" if known else web_address(address if isinstance(address, str) else ""),
    )


SERVICES: dict[str, Service] = {
    "arxiv": Service(arxiv_address, read_arxiv),
    "semantic-scholar": Service(semantic_scholar_address, read_semantic_scholar, key_header="x-api-key"),
}
"""Asked in this order."""


def find_pdfs(
    papers: Sequence[Paper], *, fetches: Fetches, keys: Mapping[str, str] | None = None
) -> tuple[list[Paper], list[Finding]]:
    """The papers, those without a PDF with the one of the service that surely knows the same paper.

    `keys` gives an optional key by name of service. A service that fails is asked no more, and at most `MOST_LOOKUPS` papers
    are looked up, the best tiers first. Findings say both, and which papers have no PDF still.
    """
    asked = dict(SERVICES)
    findings: list[Finding] = []
    result: list[Paper] = []
    wanted, left = _wanted(papers)
    for paper in papers:
        pdf_url = paper.pdf_url
        for name, service in list(asked.items()) if paper.id in wanted else []:
            key = (keys or {}).get(name, "")
            try:
                pdf_url = _found(
                    paper, service, fetches, {service.key_header: key} if key and service.key_header else {}
                )
            except (ServiceError, UsageError) as error:
                del asked[name]
                message = one_line(f"{name} is asked no more for PDFs: {error}", 400)
                findings.append(Finding(code="service-unavailable", message=message))
            if pdf_url:
                break
        if not pdf_url and paper.id in wanted:
            message = one_line(f"{paper.id}: no PDF found for {paper.title[:160]!r}", 300)
            findings.append(Finding(code="pdf-missing", message=message))
        result.append(paper if pdf_url == paper.pdf_url else paper.model_copy(update={"pdf_url": pdf_url}))
    if left:
        message = f"{left} more papers without a PDF were not looked up: name the award tiers that you want"
        findings.append(Finding(code="pdf-not-looked-up", message=message))
    return result, findings


def _wanted(papers: Sequence[Paper]) -> tuple[frozenset[str], int]:
    """The ids of the papers to look up, and how many more would have to be."""
    without = sorted((AWARD_TIERS.index(paper.award), paper.id) for paper in papers if not paper.pdf_url)
    return frozenset(name for _, name in without[:MOST_LOOKUPS]), len(without[MOST_LOOKUPS:])


def _found(paper: Paper, service: Service, fetches: Fetches, headers: Mapping[str, str]) -> str:
    """The PDF of the paper, empty where the service does not know it."""
    address = service.address(paper.title)
    try:
        answer = fetches.get_bytes(address, max_bytes=MAX_ANSWER_BYTES, headers=headers)
        candidates = service.read(Part(address, answer))
    except InputError:  # this title is not known or cannot be asked for (404, a refused query); others may be
        return ""
    sure = (c.pdf_url for c in candidates if certain(paper.title, paper.authors, c.title, c.authors))
    return next((url for url in sure if url), "")

"""Listings that were damaged or made to do harm: every reader answers with entries, findings or an error of ours."""

from __future__ import annotations

import random
import time

import pytest

from pipeline.discover import LISTINGS
from pipeline.discover.merge import joined, merged
from pipeline.discover.titles import key
from pipeline.errors import Paper2TaskError
from tests.discover.fakes import FIXTURES, part

SEEDS = {
    "manifest": [
        b'id,title,pdf_url,award\nb,Second,b.pdf,Oral\na,"First, x",,Poster\n../c,Third,,\n',
        b'[{"id":"a","title":"T","pdf_url":""}]',
    ],
    "acl-anthology": [(FIXTURES / "anthology-2026.xml").read_bytes()],
    "award-page": [b"## Best Paper\n\n* **Tidal**  \n_Ann, Bo_\n\n### X\n**A**<br><u>y</u><br>*C;D*\n"],
    "miniconf": [(FIXTURES / "miniconf.json").read_bytes()],
    "pmlr": [path.read_bytes() for path in sorted((FIXTURES / "pmlr").iterdir())],
    "cvf": [(FIXTURES / "cvf.html").read_bytes()],
    "openreview": [(FIXTURES / "openreview.json").read_bytes()],
}
PUT_IN = [
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"3",
    b'"x"',
    b"1e999",
    b"\\ud800",
    b"<title/>",
    b"&x;",
    b"---\n",
    b"\x00",
    b"\xff",
    b"\xc3",
]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """One to six cuts, doublings and insertions."""
    result = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(result) + 1)
        kind = chance.random()
        if kind < 0.4:
            del result[at : at + chance.randint(1, 40)]
        elif kind < 0.6:
            result[at:at] = result[at : at + 30]
        else:
            result[at:at] = chance.choice(PUT_IN)
    return bytes(result)


@pytest.mark.parametrize("name", LISTINGS)
def test_damaged_listings(name: str) -> None:
    """400 damaged copies: whatever is raised is ours, whatever is read can be a file name and fits a line."""
    chance = random.Random(name)
    for _ in range(400):
        data = damaged(chance.choice(SEEDS[name]), chance)
        try:
            papers, findings = merged(LISTINGS[name].read([part(data, base="https://x.org/")]))
        except Paper2TaskError as error:
            assert "\n" not in str(error)
            continue
        assert all("/" not in paper.id and "\n" not in paper.title and paper.title for paper in papers)
        assert all("\n" not in finding.message for finding in findings)
        "".join(paper.title + paper.abstract for paper in papers).encode()  # raises for half of a surrogate pair


def test_thousands_of_papers_of_one_title_cost_no_more() -> None:
    """Comparing each with each would take minutes."""
    rows = "".join(f"p{n},Same Title,,,Author{n} X{n}\n" for n in range(10_000))
    start = time.process_time()
    read = LISTINGS["manifest"].read([part(f"id,title,pdf_url,award,authors\n{rows}")])
    papers, _ = merged(read)
    joined(papers, read.entries[:2000], "manifest")
    assert time.process_time() - start < 10 and len(papers) == 10_000


@pytest.mark.parametrize(
    "text", ["\\" * 50_000, "{" * 50_000, "<a " * 20_000, "$^" * 20_000, "&" * 50_000, ": " * 5_000]
)
def test_titles_of_mark_up_only_are_folded_in_no_time(text: str) -> None:
    """No pattern goes back and forth over a long title."""
    start = time.process_time()
    key(text)
    assert time.process_time() - start < 1

"""ACL Anthology XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.discover import anthology
from pipeline.discover.merge import merged
from pipeline.errors import RefusedError, UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import fixture, part

WHOLE = '<collection id="{}"><volume id="{}"><paper id="{}"><title>T</title>{}</paper></volume></collection>'


def test_the_schema_of_2026() -> None:
    """`<pdf>`, authors with ids and variants, mark-up, several awards: the best one is the tier, all are printed."""
    read = anthology.read([fixture("anthology-2026.xml")])
    assert read.entries[0].paper == Paper(
        id="2026.findings-acl.1",
        title=r"Tidal $\mathcal{O}(n)$ Nets & More",
        pdf_url="https://aclanthology.org/2026.findings-acl.1.pdf",
        award="outstanding",
        award_text="SAC Highlight; Outstanding Paper",
        authors=("Ann Lee", "Plato"),
        abstract="We listen.",
        code_url="https://github.com/example/tides",
        landing_url="https://aclanthology.org/2026.findings-acl.1/",
    )
    assert [entry.paper.pdf_url for entry in read.entries[1:]] == ["https://example.org/papers/elsewhere.pdf", ""]


def test_what_is_left_out_or_doubtful_is_said() -> None:
    """Retracted papers and papers without a title are not candidates; an unknown award is still an award."""
    read = anthology.read([fixture("anthology-2026.xml")])
    assert [(finding.code, finding.message) for finding in read.findings] == [
        ("award-unknown", "paper 2 of volume acl: award 'Gilded Quill' is not known: taken as award-other"),
        ("retracted", "paper 4 of volume acl: retracted by the Anthology, left out"),
        ("bad-entry", "paper 5 of volume acl: no <title>"),
    ]
    assert read.entries[1].paper.award == "award-other"


@pytest.mark.parametrize(
    ("collection", "volume", "number", "rest", "identifier"),
    [
        ("2022.acl", "long", "7", "<url hash='x'>2022.acl-long.7</url>", "2022.acl-long.7"),
        ("2026.acl", "long", "7", "<pdf hash='x'/>", "2026.acl-long.7"),
        ("P18", "1", "7", "<pdf hash='x'/>", "P18-1007"),
        ("W18", "3", "7", "<pdf hash='x'/>", "W18-0307"),
        ("D19", "55", "7", "<url>D19-5507</url>", "D19-5507"),
    ],
)
def test_identifiers(collection: str, volume: str, number: str, rest: str, identifier: str) -> None:
    """As `<url>` says, else by the rule of the collection's age; the PDF follows from it."""
    (entry,) = anthology.read([part(WHOLE.format(collection, volume, number, rest))]).entries
    assert entry.paper.id == identifier
    assert entry.paper.pdf_url == f"https://aclanthology.org/{identifier}.pdf"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<collection id='x'><volume>", "list is not XML"),
        ("", "list is not XML"),
        ("<html><body/></html>", "<collection id> is missing (found <html>)"),
        ("<collection id='x'><event/></collection>", "no <volume> with a <paper> in the collection (found: event)"),
    ],
)
def test_broken_or_other_xml(text: str, says: str) -> None:
    """The error names the file, what is missing, and what was there."""
    with pytest.raises(UsageError) as error:
        anthology.read([part(text)])
    assert says in str(error.value)


BOMB = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))


@pytest.mark.parametrize("declared", [BOMB, '<!ENTITY l9 SYSTEM "file:///etc/hostname">', ""])
def test_document_types_are_refused(declared: str) -> None:
    """No entity is expanded, no file is read: a listing has no business to declare any."""
    text = f"<!DOCTYPE collection [{declared}]>" + WHOLE.format("2026.acl", "long", "1", "")
    with pytest.raises(RefusedError, match="document type"):
        anthology.read([part(text)])


def test_a_document_type_in_another_encoding_is_refused() -> None:
    """UTF-16 does not hide it."""
    text = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE c><collection id="x"/>'
    with pytest.raises(RefusedError, match="document type"):
        anthology.read([part(text.encode("utf-16"))])


@pytest.mark.shared
def test_acl_2022(shared_dir: Path) -> None:
    """774 papers in five volumes; 12 `<award>` elements on 12 papers: nothing merges, nothing is left out."""
    read = anthology.read([part((shared_dir / "data/venues/acl-2022.xml").read_bytes())])
    papers, findings = merged(read)
    assert len(papers) == 774 and not findings
    awarded = [paper for paper in papers if paper.award != "regular"]
    assert [sum(paper.award == tier for paper in awarded) for tier in ("best", "outstanding")] == [4, 8]
    assert all(paper.pdf_url == f"https://aclanthology.org/{paper.id}.pdf" and paper.authors for paper in awarded)
    assert not [paper.title for paper in papers if "<" in paper.title]

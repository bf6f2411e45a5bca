"""TEI to Document: each element that matters, and everything that a hostile answer may hold."""

from __future__ import annotations

import pytest

from pipeline.convert.grobid.answers import MAX_TEI_BYTES
from pipeline.convert.grobid.tei import read_tei
from pipeline.errors import RefusedError, ServiceError
from tests.convert.grobid.samples import SHA, outline, read, tei
from tests.helpers.grobid_server import SMALL_TEI

AUTHORS = (
    '<titleStmt><title level="a" type="main">On <hi>Small</hi>\n Things</title></titleStmt>'
    "<sourceDesc><biblStruct><analytic>"
    '<author><persName><forename type="first">Ada</forename><forename type="middle">K</forename>'
    "<surname>Byron</surname></persName><email>a@b.org</email></author>"
    "<author><affiliation><orgName>Some University</orgName></affiliation></author>"
    "<author><persName><surname>Plato</surname></persName></author>"
    "</analytic></biblStruct></sourceDesc>"
)


def test_header() -> None:
    """Title across mark-up and lines, persons without affiliations, abstract of several paragraphs, engine with version."""
    found = read(header=AUTHORS, abstract="<div><p>First.</p><p>Second.</p></div>")
    assert (found.title, found.authors, found.abstract) == (
        "On Small Things",
        ("Ada K Byron", "Plato"),
        "First. Second.",
    )
    made = read_tei(SMALL_TEI, paper_id="p", source_sha256=SHA, pages=1, server_version="9.9")
    assert made.engine == "grobid 0.9.1"
    assert read_tei(tei(), paper_id="p", source_sha256=SHA, pages=1, server_version="9.9").engine == "grobid 9.9"
    assert read().engine == "grobid of unknown version"


def test_blocks_of_a_section() -> None:
    """Paragraphs, a formula inside one with its number, list items; sentences get the space that GROBID leaves out."""
    body = (
        '<div><head n="2.1.">Model</head>'
        '<p><s>We add <ref type="bibr">(A, 2020)</ref>.</s><s>Then</s><formula>x = y <label>(3)</label></formula> where x is.</p>'
        "<list><item>one</item><item>two</item></list><formula>a = b (A.2)</formula><p> </p></div>"
    )
    (section,) = read(body).sections
    assert section.heading is not None
    assert (section.heading.n, section.heading.text, section.heading.level) == ("2.1", "Model", 2)
    assert [(block.kind, block.text, block.n) for block in section.blocks] == [
        ("paragraph", "We add (A, 2020). Then", ""),
        ("formula", "x = y", "3"),
        ("paragraph", "where x is.", ""),
        ("list-item", "one", ""),
        ("list-item", "two", ""),
        ("formula", "a = b", "A.2"),
    ]


def test_text_before_the_first_head_has_no_heading() -> None:
    """GROBID leaves the head out where it finds none."""
    found = read("<div><p>Before.</p></div><div><head>Intro</head><p>After.</p></div>")
    assert [(s.heading and s.heading.text, [b.text for b in s.blocks]) for s in found.sections] == [
        (None, ["Before."]),
        ("Intro", ["After."]),
    ]


def test_places_come_from_coordinates() -> None:
    """The page of the first piece and the box around all pieces of that page; nonsense gives no place."""
    body = (
        '<div><head n="1" coords="2,72.0,100.0,50.0,12.0">Intro</head>'
        '<p coords="2,72,120,200,10;2,72,132,180,10;3,72,80,200,10">Words.</p>'
        '<p coords="99,1,2,3,4">Off.</p><p coords="2,nan,2,3,4">Nan.</p><p coords="x">Bad.</p><p coords="2,1,2">Short.</p></div>'
    )
    (section,) = read(body).sections
    assert section.heading is not None
    assert (section.heading.page, section.heading.box) == (2, (72.0, 100.0, 122.0, 112.0))
    assert (section.blocks[0].page, section.blocks[0].box) == (2, (72.0, 120.0, 272.0, 142.0))
    assert [(block.page, block.box) for block in section.blocks[1:]] == [(1, None)] * 4


def test_floats_keep_label_and_caption_and_no_cells() -> None:
    """Cells of GROBID run together: tables come from the embedded layer. A float without a number is not one."""
    body = (
        '<figure xml:id="fig_0" coords="3,10,20,30,40"><head>Figure 1 :</head><label>1</label><figDesc>Overview.</figDesc></figure>'
        "<figure><head>Fig. A.2. The loss</head><figDesc>falls.</figDesc></figure>"
        '<figure type="table"><head>Table 2 :</head><label>2</label><figDesc></figDesc>'
        '<table><row><cell cols="4">1 2 3</cell></row></table><note>In the note.</note></figure>'
        '<figure type="table"><head></head><label></label><figDesc>SciBERT 83.0 84.2</figDesc></figure>'
        '<figure type="table"><head>TABLE IV</head><figDesc>Roman.</figDesc></figure>'
        "<figure><figDesc>Algorithm 1: Sorting.</figDesc></figure>"
    )
    found = read(body)
    assert [(f.label, f.caption, f.page) for f in found.figures] == [
        ("Figure 1", "Overview.", 3),
        ("Figure A.2", "The loss falls.", 1),
        ("Algorithm 1", "Sorting.", 1),
    ]
    assert [(t.label, t.caption, t.rows) for t in found.tables] == [
        ("Table 2", "In the note.", ()),
        ("Table IV", "Roman.", ()),
    ]


def test_notes_and_links() -> None:
    """Footnotes wherever they stand, without their paragraph; addresses once, and only those of the web."""
    body = (
        '<div><head>Data</head><p>See<note place="foot" n="1">Our site.</note> it '
        '<ref type="url" target="https://example.org/x">here</ref><ref type="url" target="https://example.org/x">h</ref>'
        '<ref type="url" target="javascript:alert(1)">no</ref>.</p></div><note place="foot">No mark.</note>'
    )
    found = read(body)
    assert [(note.kind, note.n, note.text) for note in found.footnotes] == [
        ("footnote", "1", "Our site."),
        ("footnote", "", "No mark."),
    ]
    assert [(link.url, link.text) for link in found.links] == [("https://example.org/x", "here")]
    assert found.sections[0].blocks[0].text == "See it herehno."


def test_references_as_printed_or_put_together() -> None:
    """The raw line where GROBID kept it, with its mark apart; else authors, title, venue and year."""
    entries = (
        '<biblStruct coords="9,1,2,3,4"><note type="raw_reference">[12] A. Byron. Notes. 1843.</note></biblStruct>'
        "<biblStruct><analytic><title>Notes</title><author><persName><forename>Ada</forename><surname>Byron</surname>"
        '</persName></author></analytic><monogr><title>Memoirs</title><imprint><date when="1843-09"/></imprint></monogr>'
        "</biblStruct><biblStruct/>"
    )
    found = read(back=f'<div type="references"><listBibl>{entries}</listBibl></div>')
    assert [(r.n, r.text, r.page) for r in found.references] == [
        ("12", "A. Byron. Notes. 1843.", 9),
        ("", "Ada Byron. Notes. Memoirs. 1843", 1),
    ]
    assert found.sections == ()


def test_back_matter_is_text_and_annexes_are_the_appendix() -> None:
    """Thanks are not the appendix, though they stand behind the body."""
    back = (
        '<div type="acknowledgement"><div><head>Acknowledgements</head><p>Thanks.</p></div></div>'
        '<div type="annex"><div><head>A Proofs</head><p>Long.</p></div><div><head n="A.1">Lemma</head><p>Short.</p></div></div>'
    )
    found = read('<div><head n="1">Intro</head><p>x</p></div>', back=back)
    assert outline(found) == [
        ("1", "Intro", 1, False),
        ("", "Acknowledgements", 1, False),
        ("A", "Proofs", 1, True),
        ("A.1", "Lemma", 2, True),
    ]


def test_an_almost_empty_answer_is_an_empty_document() -> None:
    """GROBID answers 200 for a withdrawn paper too."""
    found = read()
    assert (found.title, found.sections, found.headings, found.references) == ("", (), (), ())


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", ServiceError, "not well-formed"),
        (SMALL_TEI[: len(SMALL_TEI) // 2], ServiceError, "may be cut off"),
        (b"<html><body/></html>", ServiceError, "<html> instead of <TEI>"),
        (b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SMALL_TEI[39:], RefusedError, "DOCTYPE"),
        (b"<TEI>" + b"<div>" * 5000 + b"</div>" * 5000 + b"</TEI>", ServiceError, "not well-formed"),
    ],
)
def test_hostile_or_broken_answers(data: bytes, error: type[Exception], words: str) -> None:
    """Entities are not read, depth and size are bounded, a cut answer is the server's fault."""
    with pytest.raises(error, match=words):
        read_tei(data, paper_id="p", source_sha256=SHA, pages=1)


def test_oversized_answer_is_refused() -> None:
    """Before it is parsed."""
    with pytest.raises(RefusedError, match="no paper"):
        read_tei(b" " * (MAX_TEI_BYTES + 1), paper_id="p", source_sha256=SHA, pages=1)

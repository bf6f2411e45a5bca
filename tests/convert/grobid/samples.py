"""TEI and documents made for the tests of this folder."""

from __future__ import annotations

from pipeline.convert.grobid.tei import read_tei
from pipeline.records.document import Block, Document, Heading, Section

SHA = "0" * 64


def tei(body: str = "", *, back: str = "", header: str = "", abstract: str = "") -> bytes:
    """A TEI document around a body."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>'
        f"<fileDesc>{header}</fileDesc><profileDesc><abstract>{abstract}</abstract></profileDesc></teiHeader>"
        f'<text xml:lang="en"><body>{body}</body><back>{back}</back></text></TEI>'
    ).encode()


def read(body: str = "", **parts: str) -> Document:
    """The document of such a TEI; ten pages."""
    return read_tei(tei(body, **parts), paper_id="p", source_sha256=SHA, pages=10)


def outline(document: Document) -> list[tuple[str, str, int, bool]]:
    """Number, text, level and appendix flag of each section with a heading."""
    return [(s.heading.n, s.heading.text, s.heading.level, s.appendix) for s in document.sections if s.heading]


def section(text: str, page: int, *blocks: str, n: str = "", appendix: bool = False) -> Section:
    """A section whose blocks stand on the page of its heading."""
    heading = Heading(n=n, text=text, level=1, page=page, box=(72.0, 100.0, 300.0, 112.0)) if text else None
    return Section(heading=heading, appendix=appendix, blocks=tuple(Block(text=block, page=page) for block in blocks))


def embedded(*sections: Section, **fields: object) -> Document:
    """What the embedded converter would have read."""
    return Document.model_validate(
        {
            "paper_id": "p",
            "engine": "embedded 1",
            "source_sha256": SHA,
            "pages": 10,
            "sections": sections,
            "headings": tuple(s.heading for s in sections if s.heading),
            **fields,
        }
    )

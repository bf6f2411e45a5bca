"""Small documents for the rules' tests: a few sentences under a heading."""

from __future__ import annotations

from pipeline.records.document import Block, Document, Heading, Link, Section, Table


def document(
    *paragraphs: str,
    heading: str = "Experimental setup",
    title: str = "Widgets: A Study of Widgets",
    page: int = 5,
    tables: tuple[Table, ...] = (),
    footnotes: tuple[Block, ...] = (),
    links: tuple[Link, ...] = (),
) -> Document:
    """A document whose one section holds the paragraphs."""
    blocks = tuple(Block(text=text, page=page) for text in paragraphs)
    section = Section(heading=Heading(text=heading, level=1, page=page), blocks=blocks)
    return Document(
        paper_id="p",
        engine="test",
        source_sha256="0",
        pages=20,
        title=title,
        sections=(section,),
        tables=tables,
        footnotes=footnotes,
        links=links,
    )

"""Document: a paper as structured text, every piece with its page and box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Box, Record, Stored
from pipeline.records.finding import Finding

BlockKind = Literal["paragraph", "list-item", "formula", "code", "footnote", "other"]


class Heading(Record):
    """A section heading as printed, without its number."""

    n: str = Field(
        default="", description="Number as printed without a final dot: `3.1`, `A.2`; empty where there is none."
    )
    text: str
    level: int = Field(ge=1, le=6)
    page: int = Field(ge=1)
    box: Box | None = None


class Block(Record):
    """A paragraph or its like; line ends are joined, soft hyphens gone."""

    kind: BlockKind = "paragraph"
    text: str
    page: int = Field(ge=1, description="1-based page on which it starts.")
    box: Box | None = None
    n: str = Field(default="", description="The number of a formula (`3`, `A.1`) or the mark of a footnote.")


class Section(Record):
    """What stands under one heading, up to the next; the list is flat, `heading.level` gives the tree."""

    heading: Heading | None = Field(
        default=None, description="None only for text that stands before the first heading."
    )
    appendix: bool = False
    blocks: tuple[Block, ...] = ()


class Table(Record):
    """A captioned table; `rows` are the body rows, header rows are flattened into `columns` with ` > ` between levels."""

    label: str = Field(description="As printed, such as `Table 2`.")
    page: int = Field(ge=1)
    caption: str = Field(default="", description="Without the label.")
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    box: Box | None = None


class Figure(Record):
    """A figure, known by its caption."""

    label: str
    page: int = Field(ge=1)
    caption: str = ""
    box: Box | None = None


class Reference(Record):
    """One entry of the bibliography as printed, joined to one line."""

    n: str = Field(default="", description="Its mark where the style has one (`12`, `Vas+17`).")
    text: str
    page: int = Field(ge=1)


class Link(Record):
    """A web address on a page: a link annotation, or printed text that is one."""

    url: str
    page: int = Field(ge=1)
    text: str = Field(default="", description="The words that carry the link, where they are known.")
    box: Box | None = None


class Passage(Record):
    """A piece of a document's text with its place: what quotes are taken from and checked against."""

    text: str
    page: int
    section: str
    kind: Literal["title", "abstract", "heading", "body", "footnote", "caption", "table", "reference", "link"]
    appendix: bool = False


class Document(Stored):
    """A converted paper. `headings` repeats the sections' headings in order, so that a reader need not walk the sections."""

    kind: ClassVar[str] = "document"

    paper_id: str
    engine: str = Field(description="Name and version of the converter, such as `embedded 1 (pypdfium2 5.15.2)`.")
    source_sha256: str
    pages: int = Field(ge=0)
    title: str = ""
    authors: tuple[str, ...] = ()
    abstract: str = ""
    headings: tuple[Heading, ...] = ()
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    footnotes: tuple[Block, ...] = ()
    references: tuple[Reference, ...] = ()
    links: tuple[Link, ...] = ()
    findings: tuple[Finding, ...] = ()

    def passages(self) -> Iterator[Passage]:
        """Everything printed in the document, in order: title, abstract, sections, captions and tables, notes, references."""
        if self.title:
            yield Passage(text=self.title, page=1, section="", kind="title")
        if self.abstract:
            yield Passage(text=self.abstract, page=1, section="Abstract", kind="abstract")
        for section in self.sections:
            name = section.heading.text if section.heading else ""
            if section.heading:
                yield Passage(
                    text=name, page=section.heading.page, section=name, kind="heading", appendix=section.appendix
                )
            for block in section.blocks:
                yield Passage(text=block.text, page=block.page, section=name, kind="body", appendix=section.appendix)
        for table in self.tables:
            yield Passage(text=f"{table.label}: {table.caption}", page=table.page, section=table.label, kind="caption")
            for row in (table.columns, *table.rows):
                if text := " ".join(cell for cell in row if cell):
                    yield Passage(text=text, page=table.page, section=table.label, kind="table")
        for figure in self.figures:
            yield Passage(
                text=f"{figure.label}: {figure.caption}", page=figure.page, section=figure.label, kind="caption"
            )
        for note in self.footnotes:
            yield Passage(text=note.text, page=note.page, section="", kind="footnote")
        for reference in self.references:
            yield Passage(text=reference.text, page=reference.page, section="References", kind="reference")
        for link in self.links:
            yield Passage(text=link.url, page=link.page, section="", kind="link")

"""Small documents for the rules' tests, written as `{heading: text}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.llm.reading import Reading
from pipeline.quotes import QuoteIndex
from pipeline.records.card import Value
from pipeline.records.document import Block, Document, Heading, Section, Table


def reading(
    sections: Mapping[str, str] | None = None, *, title: str = "", abstract: str = "", tables: Sequence[Table] = ()
) -> Reading:
    """A one-page document; a heading that starts with `Appendix` makes an appendix section."""
    made = tuple(
        Section(
            heading=Heading(text=name, level=1, page=1),
            appendix=name.startswith("Appendix"),
            blocks=tuple(Block(text=text, page=1) for text in body.split("\n\n")),
        )
        for name, body in (sections or {}).items()
    )
    return Reading(
        Document(
            paper_id="sample",
            engine="by hand",
            source_sha256="0" * 64,
            pages=1,
            title=title,
            abstract=abstract,
            sections=made,
            tables=tuple(tables),
        )
    )


def table(columns: Sequence[str], *rows: Sequence[str], caption: str = "", label: str = "Table 1") -> Table:
    """A table on page 1."""
    return Table(label=label, page=1, caption=caption, columns=tuple(columns), rows=tuple(tuple(r) for r in rows))


def unquotable(made: Reading, values: Mapping[str, Value[object]]) -> list[str]:
    """The quotes that do not stand in the document, and the keys whose value has no evidence at all."""
    index = QuoteIndex(made.document)
    missing = [e.quote for v in values.values() for e in v.evidence if index.find(e.quote) is None]
    return missing + [key for key, v in values.items() if v.value is not None and not v.evidence]

"""Sections: what stands under each heading, the abstract and the bibliography taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from pipeline.convert.embedded.headings import APPENDIX, REFERENCES, Found
from pipeline.convert.embedded.hyphens import Words
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.outline import folded_title
from pipeline.convert.embedded.paragraphs import Paragraphs, Placed, uses_indents
from pipeline.convert.embedded.references import bibliography_end, split_references
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import union
from pipeline.records.document import Block, Heading, Reference, Section

_RUN_IN_ABSTRACT = re.compile(r"abstract\s*[.:—–-]+\s*", re.IGNORECASE)
_KEYWORDS = re.compile(r"key\s?words\b|index terms\b|ccs concepts\b|acm reference format\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Parts:
    """The text of a document, taken apart."""

    abstract: str
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]


@dataclass(slots=True)
class _Raw:
    """A heading and the lines up to the next."""

    found: Found | None
    lines: list[Placed] = field(default_factory=list)


def build_sections(sheets: Sequence[Sheet], headings: Sequence[Found], body: Body, words: Words) -> Parts:
    """Sections in reading order; the one of the bibliography keeps its heading, its text becomes references."""
    indents = uses_indents(sheets, body)
    sections: list[Section] = []
    references: list[Reference] = []
    abstract = ""
    after_references = False
    appendix = False
    for raw in _raw_sections(sheets, headings):
        name = folded_title(raw.found.text) if raw.found else ""
        appendix = (
            appendix or name in APPENDIX or (after_references and raw.found is not None and name not in REFERENCES)
        )
        appendix = appendix or bool(raw.found and re.match(r"[A-Z](\.|$)", raw.found.n))
        if name in REFERENCES:
            end = bibliography_end(raw.lines)
            references += split_references(raw.lines[:end], words)
            rest = _blocks(raw.lines[end:], body, words, indents=indents)
            sections.append(Section(heading=_heading(raw.found), blocks=tuple(rest)))
            after_references = True
            continue
        blocks = _blocks(raw.lines, body, words, indents=indents)
        if name == "abstract" and not abstract:
            abstract = _joined(blocks)
        elif raw.found is None and blocks and _RUN_IN_ABSTRACT.match(blocks[0].text):
            sections.append(_run_in_abstract(blocks))
            abstract = _joined(sections[-1].blocks)
            continue
        if raw.found is not None or blocks:
            sections.append(Section(heading=_heading(raw.found), appendix=appendix, blocks=tuple(blocks)))
    return Parts(abstract, tuple(sections), tuple(references))


def _joined(blocks: Sequence[Block]) -> str:
    """The text of an abstract, without the key words that follow it."""
    return " ".join(block.text for block in takewhile(lambda b: not _KEYWORDS.match(b.text), blocks))


def _run_in_abstract(blocks: Sequence[Block]) -> Section:
    """The section of an abstract whose heading opens its first line (`Abstract. We ...`)."""
    first = blocks[0]
    heading = Heading(text="Abstract", level=1, page=first.page, box=first.box)
    text = _RUN_IN_ABSTRACT.sub("", first.text, count=1)
    return Section(heading=heading, blocks=(first.model_copy(update={"text": text}), *blocks[1:]))


def _raw_sections(sheets: Sequence[Sheet], headings: Sequence[Found]) -> Iterator[_Raw]:
    first = {id(found.candidate.lines[0]): found for found in headings}
    raw = _Raw(None)
    for sheet in sheets:
        for line in sheet.lines:
            if line.role == "heading":
                found = first.get(id(line))
                if found is not None:
                    yield raw
                    raw = _Raw(found)
            elif line.role in ("text", "code"):
                raw.lines.append((sheet, line))
    yield raw


def _blocks(lines: Sequence[Placed], body: Body, words: Words, *, indents: bool) -> list[Block]:
    paragraphs = Paragraphs(body, words, indents=indents)
    for sheet, line in lines:
        paragraphs.add(sheet, line)
    return paragraphs.blocks()


def _heading(found: Found | None) -> Heading | None:
    if found is None:
        return None
    lines: list[Line] = found.candidate.lines
    return Heading(n=found.n, text=found.text, level=found.level, page=lines[0].page, box=union([n.box for n in lines]))

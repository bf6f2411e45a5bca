"""Headings that the page prints and GROBID keeps elsewhere, runs into the text, or makes of a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.convert.embedded.headings import REFERENCES
from pipeline.convert.grobid.locate import key_of
from pipeline.quotes import folded
from pipeline.records.document import Block, Document, Heading, Section

_ABSTRACT = frozenset({"abstract", "summary"})
"""Over the abstract, compared by `key_of`; `summary` may also head a last section."""
_TELLING = 12
"""Letters of an unnumbered heading from which it is not taken for the beginning of a sentence: `Results show`."""


def with_printed_headings(tei: Document, embedded: Document) -> Document:
    """The document with the embedded layer's word on three things that GROBID is known to get wrong.

    A head whose number goes back (an item of a list) becomes text unless the embedded layer has it too; a heading of the
    embedded layer with which a paragraph begins becomes a heading; the headings over the abstract and the bibliography,
    which TEI keeps elsewhere, come back, with nothing under them.
    """
    known = {key_of(heading.text) for heading in embedded.headings}
    sections = _without_list_items(tei.sections, known)
    sections = _with_run_in(sections, embedded)
    sections = _with_kept_apart(sections, embedded)
    headings = tuple(section.heading for section in sections if section.heading)
    return tei.model_copy(update={"sections": tuple(sections), "headings": headings})


def _without_list_items(sections: Sequence[Section], known: set[str]) -> list[Section]:
    """`8 Conclusions` ... `5. ELMo`: the numbers of sections go up, or start again at 1."""
    kept: list[Section] = []
    highest = 0
    for section in sections:
        heading = section.heading
        number = int(heading.n) if heading and re.fullmatch(r"\d+", heading.n) else 0
        if heading and kept and 1 < number <= highest and key_of(heading.text) not in known:
            item = Block(kind="list-item", text=f"{heading.n}. {heading.text}", page=heading.page, box=heading.box)
            kept[-1] = kept[-1].model_copy(update={"blocks": (*kept[-1].blocks, item, *section.blocks)})
            continue
        highest = number or highest
        kept.append(section)
    return kept


def _with_run_in(sections: Sequence[Section], embedded: Document) -> list[Section]:
    """Paragraphs that begin with a heading which GROBID does not have are parted from it."""
    have = {key_of(section.heading.text) for section in sections if section.heading} | _ABSTRACT | REFERENCES
    missing = [
        section
        for section in embedded.sections
        if section.heading and key_of(section.heading.text) not in have and _tells(section.heading)
    ]
    parted: list[Section] = []
    for section in sections:
        parted.append(section.model_copy(update={"blocks": ()}))
        for block in section.blocks:
            for other in missing if block.kind == "paragraph" else ():
                rest = _rest(block.text, other.heading) if other.heading else None
                if rest is not None:
                    missing.remove(other)
                    parted.append(other.model_copy(update={"blocks": ()}))
                    block = block.model_copy(update={"text": rest})
                    break
            if block.text:
                parted[-1] = parted[-1].model_copy(update={"blocks": (*parted[-1].blocks, block)})
    return parted


def _tells(heading: Heading) -> bool:
    """Whether words that begin a paragraph must be this heading: it is numbered, or long."""
    return bool(heading.n) or len(folded(heading.text)) >= _TELLING


def _rest(text: str, heading: Heading) -> str | None:
    """The text behind the heading that it begins with (number first, where there is one); None where it begins otherwise."""
    wanted = key_of(heading.n + heading.text)
    read = 0
    for i, char in enumerate(text[: 3 * len(wanted) + 20]):
        key = key_of(char)
        if wanted[read : read + len(key)] != key:
            return None
        read += len(key)
        if read == len(wanted):
            behind = text[i + 1 :]
            return behind.lstrip(" .:") if not behind[:1].isalnum() else None
    return None


def _with_kept_apart(sections: Sequence[Section], embedded: Document) -> list[Section]:
    """The headings over abstract and bibliography, first and before the appendix."""
    have = {key_of(section.heading.text) for section in sections if section.heading}
    bare = [
        (key_of(section.heading.text), section.model_copy(update={"blocks": ()}))
        for section in embedded.sections
        if section.heading and key_of(section.heading.text) not in have
    ]
    opening = [key_of(heading.text) for heading in embedded.headings[:2]]
    first = [section for key, section in bare if key in _ABSTRACT and key in opening][:1]
    last = [section for key, section in bare if key in REFERENCES][:1]
    cut = next((i for i, section in enumerate(sections) if section.appendix), len(sections))
    return [*first, *sections[:cut], *last, *sections[cut:]]

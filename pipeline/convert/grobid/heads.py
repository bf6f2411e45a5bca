"""Section heads of GROBID, put right: numbers split off, merged heads parted, levels, and where the appendix begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.records.base import Box
from pipeline.records.document import Block, Heading, Section

MAX_HEAD = 250
"""Characters; a longer `head` is a paragraph that GROBID took for one."""

_DOTTED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,4}|[A-Z](?:\.\d{1,2}){1,4})\.?\s+(?=\S)")
_SINGLE = re.compile(r"(\d{1,2})\.?\s+(?=[A-Z])")
_LETTER_DOT = re.compile(r"([A-Z])\.\s+(?=[A-Z])")
_LETTER = re.compile(r"([A-Z])\s+(?=[A-Z])")
_ROMAN = re.compile(r"(?=[IVX])(X{0,2}(?:IX|IV|V?I{0,3}))")
_ROMAN_DOT = re.compile(rf"{_ROMAN.pattern}\.\s+(?=[A-Z])")
_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}|[IVX]{1,5}")
_NAMED = re.compile(r"(?:Appendix|APPENDIX)\s+([A-Z](?:\.\d{1,2})*)(?:\s*[.:)–—-])?\s+(?=[A-Z0-9\"“(])")
_APPENDIX = re.compile(r"(?i)(appendix|appendices|supplementary materials?|supplement)\b")


@dataclass(frozen=True)
class Part:
    """A head as GROBID gives it with what stands under it; `region` is `body`, `annex` or another type of back matter."""

    n: str
    text: str
    page: int = 1
    box: Box | None = None
    region: str = "body"
    blocks: tuple[Block, ...] = field(default=())


def sections_of(parts: Sequence[Part]) -> tuple[Section, ...]:
    """The sections that the parts stand for, in order; levels follow from the numbers."""
    parts = [_numbered(part) for part in parts]
    parts = [piece for part in parts for piece in _parted(part, {other.n for other in parts})]
    parts = _lettered(parts)
    appendix = _appendix(parts)
    found: list[Section] = []
    for part, level, within in zip(parts, _levels(parts), appendix, strict=True):
        section = _section(part, level, within)
        if section.heading or not found:
            found.append(section)
        else:  # text without a head of its own goes on under the head before it
            found[-1] = found[-1].model_copy(update={"blocks": (*found[-1].blocks, *section.blocks)})
    return tuple(found)


def _section(part: Part, level: int, appendix: bool) -> Section:
    if not part.text:
        return Section(heading=None, appendix=appendix, blocks=part.blocks)
    if len(part.text) > MAX_HEAD or not any(char.isalpha() for char in part.text):
        head = Block(text=f"{part.n} {part.text}".strip(), page=part.page, box=part.box)
        return Section(heading=None, appendix=appendix, blocks=(head, *part.blocks))
    heading = Heading(n=part.n, text=part.text, level=level, page=part.page, box=part.box)
    return Section(heading=heading, appendix=appendix, blocks=part.blocks)


def _numbered(part: Part) -> Part:
    """The number in `n` without a final dot; where `n` is empty, a number that cannot be a word is split off the text."""
    n = re.sub(r"(?i)^appendix\s+", "", part.n.strip()).rstrip(".:")
    if n and _NUMBER.fullmatch(n):
        return replace(part, n=n)
    if n:  # a mark that numbers nothing, such as `Step 1`, belongs to the text
        return replace(part, n="", text=f"{part.n} {part.text}".strip())
    for pattern in (_NAMED, _DOTTED, _SINGLE, _ROMAN_DOT, _LETTER_DOT):
        if found := pattern.match(part.text):
            return replace(part, n=found[1], text=part.text[found.end() :])
    return part


def _parted(part: Part, numbers: set[str]) -> list[Part]:
    """`2` + `Model 2.1 Overview` are two heads, the first with nothing under it.

    Only where the number inside is the first child of the head's own, a capital follows, and no other head has that number.
    """
    child = f"{part.n}.1"
    found = re.match(rf"(\S.*?)\s+{re.escape(child)}\.?\s+(?=[A-Z])", part.text) if part.n else None
    if not found or child in numbers:
        return [part]
    below = replace(part, n=child, text=part.text[found.end() :])
    return [replace(part, text=found[1], blocks=()), *_parted(below, numbers)]


def _lettered(parts: list[Part]) -> list[Part]:
    """`A BPR Templates` without a number is appendix A, unless `A` may be the article.

    It is where the letters come in turn from A, no numbered head follows, and a B or an A.1 comes too; alone it must open
    the annex, or stand in a body with numbered heads.
    """
    if any(_ROMAN.fullmatch(part.n) and len(part.n) > 1 for part in parts):
        return parts  # Roman sections have lettered subsections, which carry a dot
    last = max((i for i, part in enumerate(parts) if part.n[:1].isdigit() and part.region == "body"), default=-1)
    found: dict[int, str] = {}
    for i, part in enumerate(parts):
        turn = chr(ord("A") + len({*found.values(), *(p.n[0] for p in parts[:i] if p.n[:1].isalpha())}))
        letter = _LETTER.match(part.text) if not part.n and i > last else None
        if letter and letter[1] == turn and (part.region in ("body", "annex")):
            found[i] = turn
    lettered = {part.n for part in parts if part.n[:1].isalpha()} | set(found.values())
    first = min(found, default=-1)
    opens = first >= 0 and parts[first].region == "annex" and all(part.region != "annex" for part in parts[:first])
    behind = first >= 0 and parts[first].region == "body" and last >= 0
    if not found or not (len(lettered) > 1 or opens or behind):
        return parts
    return [
        replace(part, n=found[i], text=part.text[2:].lstrip()) if i in found else part for i, part in enumerate(parts)
    ]


def _kind(n: str, roman: bool) -> str:
    """Which series a number belongs to: `1`, `I`, `A` or none."""
    if not n:
        return ""
    if n[0].isdigit():
        return "1"
    return "I" if roman and _ROMAN.fullmatch(n) else "A"


def _levels(parts: list[Part]) -> list[int]:
    """Levels from the numbers; an unnumbered head among numbered ones of a series stands one below the head before it."""
    roman = any(_ROMAN.fullmatch(part.n) and len(part.n) > 1 for part in parts)
    kinds = [_kind(part.n, roman) for part in parts]
    levels: list[int] = []
    for i, part in enumerate(parts):
        if part.n:
            levels.append(min(6, part.n.count(".") + 1 + (roman and kinds[i] == "A" and part.region == "body")))
            continue
        before = next((j for j in range(i - 1, -1, -1) if kinds[j]), None)
        after = next((j for j in range(i + 1, len(parts)) if kinds[j]), None)
        inside = before is not None and after is not None and kinds[before] == kinds[after]
        same_region = before is not None and parts[before].region == part.region
        levels.append(min(6, levels[before] + 1) if before is not None and inside and same_region else 1)
    return levels


def _appendix(parts: list[Part]) -> list[bool]:
    """Whether each part belongs to the appendix: an annex, or the body from its first lettered or so named head on."""
    roman = any(_ROMAN.fullmatch(part.n) and len(part.n) > 1 for part in parts)
    flags: list[bool] = []
    begun = False
    for part in parts:
        if part.region == "body":
            begun = begun or (_kind(part.n, roman) == "A" and not roman) or bool(_APPENDIX.match(part.text))
        flags.append(part.region == "annex" or (part.region == "body" and begun))
    return flags

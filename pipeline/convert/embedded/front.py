"""The first page's front matter: title, authors, and where the abstract begins."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.numbering import split_number
from pipeline.convert.embedded.outline import folded_title
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import Word, joined

_PLACES = re.compile(
    "|".join(tomllib.loads(Path(__file__).with_name("front.toml").read_text("utf-8"))["affiliation"]), re.IGNORECASE
)
_ABSTRACT = re.compile(r"abstract\b[\s.:—–-]*", re.I)
_MOST_AUTHORS = 200


@dataclass(slots=True)
class Front:
    """What was read above the text."""

    title: str = ""
    authors: tuple[str, ...] = ()
    title_lines: list[Line] = field(default_factory=list)


def read_front(sheets: Sequence[Sheet], body: Body, words: Words) -> Front:
    """Title and authors of the first page; their lines get the role `front`."""
    if not sheets:
        return Front()
    lines = _above_text(sheets[0], body)
    title = _title(lines, sheets[0])
    if not title:
        return Front()
    after = [n for n in lines if n.baseline > title[-1].baseline]
    authors = _authors(after)
    for line in lines:
        line.role = "front"
    return Front(unbroken([n.text for n in title], words), authors, title)


def _above_text(sheet: Sheet, body: Body) -> list[Line]:
    """The lines before the abstract; where it has no heading, before the introduction or before the first line of text."""
    lines = sheet.text()
    for stop in (_opens_abstract, partial(_opens_text, body), partial(_is_text, body, sheet)):
        for index, line in enumerate(lines):
            if stop(line):
                high = line.baseline - 1.2 * body.leading
                return [n for n in lines if n.baseline < (line.baseline + 2 if n in lines[:index] else high)]
    return []


def _opens_abstract(line: Line) -> bool:
    match = _ABSTRACT.match(line.text)
    return match is not None and (match.end() == len(line.text) or line.words[0].bold or line.words[0].italic)


def _opens_text(body: Body, line: Line) -> bool:
    return folded_title(line.text) == "introduction" and (line.bold or line.size > 1.05 * body.size)


def _is_text(body: Body, sheet: Sheet, line: Line) -> bool:
    """Whether a line is long and of the text's own size."""
    left, right = sheet.edge(line.side)
    if split_number(sheet.text()[0].text)[0][:1].isdecimal():
        return False  # the page begins with a section, not with a title
    full = line.x1 - line.x0 > 0.7 * (right - left)
    return full and abs(line.size - body.size) < 0.05 * body.size and not line.bold and len(line.words) > 6


def _title(lines: Sequence[Line], sheet: Sheet) -> list[Line]:
    """The neighbouring lines of the largest print, read from their largest letters: small capitals count as capitals."""
    upper = [n for n in lines if n.baseline < 0.5 * sheet.page.height]
    if not upper:
        return []
    largest = max(_height(n) for n in upper)
    title: list[Line] = []
    for line in upper:
        near = not title or line.baseline - title[-1].baseline < 2.2 * largest
        if _height(line) > 0.94 * largest and near:
            title.append(line)
        elif title:
            break
    return title


def _height(line: Line) -> float:
    return max(w.size for w in line.words)


def _authors(lines: Sequence[Line]) -> tuple[str, ...]:
    """Names: capitalised words in the style of the first line under the title, no affiliation, address or mark."""
    names: list[str] = []
    style: tuple[float, bool] | None = None
    for line in lines:
        for chunk in _chunks(line):
            words = [w for w in chunk if w.size > 0.8 * line.size]
            if not words:
                continue
            own = round(words[0].size, 1), words[0].bold
            found = _names(joined(_spaced(chunk, line)))
            if not found:
                continue
            if style is None:
                style = own
            if own == style:
                names += [name for name in found if name not in names]
    return tuple(names[:_MOST_AUTHORS])


def _chunks(line: Line) -> list[list[Word]]:
    """Parts of a line that stand apart: authors side by side."""
    chunks: list[list[Word]] = [[line.words[0]]]
    for before, word in zip(line.words, line.words[1:], strict=False):
        if word.box[0] - before.box[2] > 0.9 * line.size:
            chunks.append([])
        chunks[-1].append(word)
    return chunks


def _spaced(words: Sequence[Word], line: Line) -> list[Word]:
    """Without raised marks; each mark ends a name as a comma would."""
    kept: list[Word] = []
    for word in words:
        mark = word.size < 0.8 * line.size and not re.fullmatch(r"[A-Z]{2,}.*", word.text)
        if mark or not any(c.isalpha() for c in word.text):
            kept.append(Word(",", word.box, word.baseline, word.size, word.font, word.bold, word.italic, 0, False))
            if word.text.startswith(",") or not mark:
                continue
        else:
            kept.append(word)
    return kept


def _names(text: str) -> list[str]:
    if "@" in text or "http" in text or _PLACES.search(text):
        return []
    names = []
    for part in re.split(r",|;|&|\band\b|[·•|]", text):
        name = re.sub(r"[\d*∗†‡§¶♠♡♢♣⋆(){}\[\]]+", " ", part)
        name = " ".join(name.split()).strip(" .")
        words = name.split()
        if 2 <= len(words) <= 6 and all(_name_like(word) for word in words) and words[0][0].isupper():
            names.append(name)
    return names


def _name_like(word: str) -> bool:
    particle = word.lower().strip(".") in {
        "de",
        "da",
        "di",
        "du",
        "van",
        "von",
        "der",
        "den",
        "la",
        "le",
        "del",
        "el",
        "al",
        "bin",
        "ibn",
        "dos",
        "ten",
        "ter",
    }
    return (
        particle
        or (word[0].isupper() and all(c.isalpha() or c in ".-'’" for c in word))
        or word[:2] in ("d’", "d'", "v.")
    )

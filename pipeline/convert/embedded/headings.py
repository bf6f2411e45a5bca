"""Headings: numbered, known by name, named by the outline, or set in the style of those that are."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pipeline.convert.embedded.candidates import Candidate, candidates
from pipeline.convert.embedded.hyphens import Words
from pipeline.convert.embedded.numbering import all_steps, follows, split_number, steps
from pipeline.convert.embedded.outline import Entry, folded_title
from pipeline.convert.embedded.sheets import Body, Sheet

_NAMES = tomllib.loads(Path(__file__).with_name("headings.toml").read_text("utf-8"))
TOP = frozenset(folded_title(name) for name in _NAMES["top"])
REFERENCES = frozenset(folded_title(name) for name in _NAMES["references"])
APPENDIX = frozenset(folded_title(name) for name in _NAMES["appendix"])
_PLAIN = frozenset(folded_title(name) for name in _NAMES["plain"])
_DEEPEST = 6
_LONGEST = 220
_MOST_NUMBERED = 1_500


@dataclass(frozen=True, slots=True)
class Found:
    """A heading with the candidate it was made of; `level` counts from 1."""

    candidate: Candidate
    n: str
    text: str
    level: int


def find_headings(sheets: Sequence[Sheet], body: Body, outline: Sequence[Entry], words: Words) -> list[Found]:
    """The headings in reading order; their lines get the role `heading`."""
    chosen = _chosen(candidates(sheets, body, words), outline)
    levels = _style_levels(chosen)
    found: list[Found] = []
    last: tuple[int, ...] = ()
    for candidate, n, text, entry, parts in chosen:
        if n:
            level = len(parts)
            last = parts
        elif folded_title(text) in TOP or folded_title(candidate.text) in TOP:
            level = 1
        elif entry is not None and any(e.level > 1 for e in outline):
            level = entry.level
        else:
            level = _level_of(candidate, levels, last)
        for line in candidate.lines:
            line.role = "heading"
        found.append(Found(candidate, n, text, min(level, _DEEPEST)))
    return found


class Choice(NamedTuple):
    """A candidate taken as a heading: its number and text, its bookmark, and the parts of its number."""

    candidate: Candidate
    n: str
    text: str
    entry: Entry | None = None
    parts: tuple[int, ...] = ()


def _chosen(found: Sequence[Candidate], outline: Sequence[Entry]) -> list[Choice]:
    """The candidates that are headings by number, name or outline, then those that share a style with them."""
    sure: dict[int, Choice] = {}
    entries = _entries(found, outline)
    numbered = _numbered(found, entries)
    for index, candidate in enumerate(found):
        n, text = split_number(candidate.text)
        listed_as = entries.get(index)
        if index not in numbered and (listed_as is None or not _sound(text) or n[:1].isalpha()):
            n, text = "", candidate.text
        if index in numbered or listed_as is not None or _named(candidate):
            sure[index] = Choice(candidate, n, text, listed_as, numbered.get(index) or (steps(n) if n else ()))
    for index in _alike(found, sure, listed=bool(outline)):
        sure[index] = Choice(found[index], "", found[index].text)
    return [sure[index] for index in sorted(sure)]


def _named(candidate: Candidate) -> bool:
    """Whether it is a heading by its name: a cell of a table or a word of a figure may read `Results` too."""
    name = folded_title(candidate.text)
    return candidate.apart and ((name in TOP and candidate.marked) or (name in _PLAIN and candidate.alone))


def _entries(found: Sequence[Candidate], outline: Sequence[Entry]) -> dict[int, Entry]:
    """Which candidate each bookmark names: of several with its words the numbered one, else the first."""
    listed: dict[str, list[Entry]] = {}
    for entry in outline:
        listed.setdefault(entry.title, []).append(entry)
    best: dict[int, tuple[int, Entry]] = {}
    for index, candidate in enumerate(found):
        hint = _entry(candidate, listed)
        if hint is None:
            continue
        taken = best.get(id(hint))
        if taken is None or (split_number(candidate.text)[0] and not split_number(found[taken[0]].text)[0]):
            best[id(hint)] = index, hint
    return dict(best.values())


def _entry(candidate: Candidate, listed: dict[str, list[Entry]]) -> Entry | None:
    page = candidate.lines[0].page
    for entry in listed.get(folded_title(candidate.text), ()):
        if entry.page is None or abs(entry.page - page) <= 1:
            return entry
    return None


def _sound(text: str) -> bool:
    """Whether the words after a number can be a title: it has letters and does not run on like a sentence."""
    letters = sum(c.isalpha() for c in text)
    if letters < 3 or len(text) > _LONGEST or letters < 0.5 * len(text.replace(" ", "")):
        return False
    return not re.search(r"[,;]$", text)


def _numbered(found: Sequence[Candidate], entries: dict[int, Entry]) -> dict[int, tuple[int, ...]]:
    """The numbered candidates that make the heaviest sequence in which each number can follow the one before.

    A list item or a line of an algorithm that looks like a heading does not fit in, or costs more true headings than it
    adds.
    """
    split = {index: split_number(c.text) for index, c in enumerate(found) if c.marked}
    split = {index: (n, text) for index, (n, text) in split.items() if n and _sound(text)}
    options: list[tuple[int, tuple[int, ...], float]] = []
    for index, parts in zip(split, all_steps([n for n, _ in split.values()]), strict=True):
        options.append((index, parts, 1.0 + found[index].apart + 2.0 * (index in entries)))
    best: list[tuple[float, int]] = []
    for at, (_, number, weight) in enumerate(options[:_MOST_NUMBERED]):
        score, before = (weight, -1) if follows(number, ()) else (0.0, -1)
        for other in range(at):
            if best[other][0] > 0 and best[other][0] + weight > score and follows(number, options[other][1]):
                score, before = best[other][0] + weight, other
        best.append((score, before))
    chain: dict[int, tuple[int, ...]] = {}
    at = max(range(len(best)), key=lambda i: (best[i][0], -i), default=-1)
    while at >= 0:
        chain[options[at][0]] = options[at][1]
        at = best[at][1]
    return chain


def _alike(found: Sequence[Candidate], sure: dict[int, Choice], *, listed: bool) -> list[int]:
    """Unnumbered candidates that can be told from emphasis: set apart, in the style of sections or of each other.

    Where an outline lists the headings, only the style of sections counts: authors forget to list those.
    """
    sections = {s.candidate.style for s in sure.values() if len(s.parts) == 1 or folded_title(s.text) in TOP}
    deeper = {s.candidate.style for s in sure.values() if len(s.parts) > 1}
    styles = Counter(c.style for i, c in enumerate(found) if i not in sure and c.apart and c.marked and not c.numeric)
    return [
        index
        for index, c in enumerate(found)
        if index not in sure
        and c.apart
        and c.marked
        and not c.numeric
        and _sound(c.text)
        and c.bold
        and not c.text.endswith((".", ":", ","))
        and c.text[0].isalpha()
        and ((c.style in sections - deeper) or (not listed and styles[c.style] >= 3 and c.style not in deeper))
        and c.followed
    ]


def _style_levels(chosen: Sequence[Choice]) -> dict[tuple[float, bool, bool], int]:
    votes: dict[tuple[float, bool, bool], Counter[int]] = {}
    for choice in chosen:
        if choice.n:
            votes.setdefault(choice.candidate.style, Counter())[len(choice.parts)] += 1
        elif folded_title(choice.text) in TOP:
            votes.setdefault(choice.candidate.style, Counter())[1] += 1
    return {style: max(counts, key=lambda k: (counts[k], -k)) for style, counts in votes.items()}


def _level_of(candidate: Candidate, levels: dict[tuple[float, bool, bool], int], last: tuple[int, ...]) -> int:
    """By the style of numbered headings; a style that none of them has stands below all that are larger."""
    if candidate.style in levels:
        return levels[candidate.style]
    larger = [level for (size, _, _), level in levels.items() if size > candidate.style[0] + 0.2]
    if larger:
        return max(larger) + 1
    return len(last) + 1 if levels else 1

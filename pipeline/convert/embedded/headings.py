"""Headings: numbered, known by name, named by the outline, or set in the style of those that are."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.convert.embedded.candidates import Candidate, candidates
from pipeline.convert.embedded.hyphens import Words
from pipeline.convert.embedded.numbering import follows, split_number, steps
from pipeline.convert.embedded.outline import Entry, folded_title
from pipeline.convert.embedded.sheets import Body, Sheet

_NAMES = tomllib.loads(Path(__file__).with_name("headings.toml").read_text("utf-8"))
TOP = frozenset(folded_title(name) for name in _NAMES["top"])
REFERENCES = frozenset(folded_title(name) for name in _NAMES["references"])
APPENDIX = frozenset(folded_title(name) for name in _NAMES["appendix"])
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
    for candidate, n, text, entry in chosen:
        if n:
            level = len(steps(n))
            last = steps(n)
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


Choice = tuple[Candidate, str, str, Entry | None]


def _chosen(found: Sequence[Candidate], outline: Sequence[Entry]) -> list[Choice]:
    """The candidates that are headings by number, name or outline, then those that share a style with them."""
    sure: dict[int, Choice] = {}
    listed: dict[str, list[Entry]] = {}
    for entry in outline:
        listed.setdefault(entry.title, []).append(entry)
    entries = {index: hint for index, c in enumerate(found) if (hint := _entry(c, listed))}
    numbered = _numbered(found, entries)
    for index, candidate in enumerate(found):
        n, text = split_number(candidate.text)
        listed_as = entries.get(index)
        if index not in numbered and (listed_as is None or not _sound(text) or n[:1].isalpha()):
            n, text = "", candidate.text
        named = folded_title(candidate.text) in TOP
        if index in numbered or listed_as is not None or (named and (candidate.marked or candidate.alone)):
            sure[index] = candidate, n, text, listed_as
    for index in _alike(found, sure, listed=bool(outline)):
        sure[index] = found[index], "", found[index].text, None
    return [sure[index] for index in sorted(sure)]


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


def _numbered(found: Sequence[Candidate], entries: dict[int, Entry]) -> set[int]:
    """The numbered candidates that make the heaviest sequence in which each number can follow the one before.

    A list item or a line of an algorithm that looks like a heading does not fit in, or costs more true headings than it
    adds.
    """
    options: list[tuple[int, tuple[int, ...], float]] = []
    for index, candidate in enumerate(found):
        n, text = split_number(candidate.text)
        if n and _sound(text) and candidate.marked:
            options.append((index, steps(n), 1.0 + candidate.apart + 2.0 * (index in entries)))
    best: list[tuple[float, int]] = []
    for at, (_, number, weight) in enumerate(options[:_MOST_NUMBERED]):
        score, before = (weight, -1) if follows(number, ()) else (0.0, -1)
        for other in range(at):
            if best[other][0] > 0 and best[other][0] + weight > score and follows(number, options[other][1]):
                score, before = best[other][0] + weight, other
        best.append((score, before))
    chain: set[int] = set()
    at = max(range(len(best)), key=lambda i: (best[i][0], -i), default=-1)
    while at >= 0:
        chain.add(options[at][0])
        at = best[at][1]
    return chain


def _alike(found: Sequence[Candidate], sure: dict[int, Choice], *, listed: bool) -> list[int]:
    """Unnumbered candidates that can be told from emphasis: set apart, in the style of sections or of each other.

    Where an outline lists the headings, only the style of sections counts: authors forget to list those.
    """
    sections = {c.style for c, n, text, _ in sure.values() if n.isalnum() or folded_title(text) in TOP}
    deeper = {c.style for c, n, _, _ in sure.values() if "." in n}
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
    for candidate, n, _, _ in chosen:
        if n:
            votes.setdefault(candidate.style, Counter())[len(steps(n))] += 1
    return {style: max(counts, key=lambda k: (counts[k], -k)) for style, counts in votes.items()}


def _level_of(candidate: Candidate, levels: dict[tuple[float, bool, bool], int], last: tuple[int, ...]) -> int:
    """By the style of numbered headings; a style that none of them has stands below all that are larger."""
    if candidate.style in levels:
        return levels[candidate.style]
    larger = [level for (size, _, _), level in levels.items() if size > candidate.style[0] + 0.2]
    if larger:
        return max(larger) + 1
    return len(last) + 1 if levels else 1

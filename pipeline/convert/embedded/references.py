"""The bibliography: its lines as entries, by number, label, hanging indent or spacing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pipeline.convert.embedded.hyphens import Words, unbroken
from pipeline.convert.embedded.paragraphs import Placed
from pipeline.records.document import Reference

_BRACKETED = re.compile(r"\[(?P<n>[^\[\]]{1,24})\]\s*")
_NUMBERED = re.compile(r"(?P<n>\d{1,3})\.\s+(?=\D)")
_MOST = 3_000


def bibliography_end(lines: Sequence[Placed]) -> int:
    """How many of the lines under the heading are entries: larger print, as of a supplement's title, ends them."""
    sizes = sorted(line.size for _, line in lines)
    if not sizes:
        return 0
    largest = 1.12 * sizes[len(sizes) // 2]
    return next((n for n, (_, line) in enumerate(lines) if line.size > largest), len(lines))


def split_references(lines: Sequence[Placed], words: Words) -> list[Reference]:
    """The entries in order; each with its mark where the style has one."""
    starts = _marked(lines, _BRACKETED) or _marked(lines, _NUMBERED) or _hanging(lines) or _spaced(lines)
    if not starts:
        return []
    entries: list[Reference] = []
    for at, start in enumerate(starts[:_MOST]):
        end = starts[at + 1] if at + 1 < len(starts) else len(lines)
        text = unbroken([line.text for _, line in lines[start:end]], words)
        mark = _BRACKETED.match(text) or _NUMBERED.match(text)
        n = mark["n"] if mark else ""
        if mark and text[mark.end() :]:
            text = text[mark.end() :]
        if len(text) > 10:
            entries.append(Reference(n=n, text=text, page=lines[start][1].page))
    return entries


def _marked(lines: Sequence[Placed], pattern: re.Pattern[str]) -> list[int]:
    """Lines that open with a mark, when most entries do; numbers must run on."""
    found = [(i, m["n"]) for i, (_, line) in enumerate(lines) if (m := pattern.match(line.text))]
    if len(found) < 2 or found[0][0] > 2:
        return []
    if all(n.isdecimal() for _, n in found[:3]):
        kept, expected = [], int(found[0][1])
        for index, n in found:
            if n.isdecimal() and expected <= int(n) <= expected + 2:
                kept.append(index)
                expected = int(n) + 1
        return kept if len(kept) >= 2 else []
    return [index for index, _ in found]


def _hanging(lines: Sequence[Placed]) -> list[int]:
    """Entries whose first line stands further left than those that follow."""
    lefts = _lefts(lines)
    starts = []
    indented = 0
    for index, (_, line) in enumerate(lines):
        offset = line.x0 - lefts[line.page, line.side]
        if offset < 0.5 * line.size:
            starts.append(index)
        elif offset < 4 * line.size:
            indented += 1
    return starts if indented > 0.25 * len(lines) and starts else []


def _lefts(lines: Sequence[Placed]) -> dict[tuple[int, int], float]:
    """The left edge of each column of the bibliography; one that holds only continued lines borrows its neighbours'."""
    own: dict[tuple[int, int], float] = {}
    common: dict[int, float] = {}
    for _, line in lines:
        key = line.page, line.side
        own[key] = min(own.get(key, line.x0), line.x0)
        common[line.side] = min(common.get(line.side, line.x0), line.x0)
    return {key: common[key[1]] if 0 < x - common[key[1]] < 30 else x for key, x in own.items()}


def _spaced(lines: Sequence[Placed]) -> list[int]:
    """Entries set flush: extra space above, or a full stop at the end of a short line."""
    steps = [
        b.baseline - a.baseline
        for (s, a), (t, b) in itertools.pairwise(lines)
        if s is t and a.side == b.side and b.baseline > a.baseline
    ]
    if not steps:
        return [0] if lines else []
    usual = sorted(steps)[len(steps) // 2]
    usual = min(usual, min(steps) * 1.15)
    starts = [0]
    for index, ((sheet, above), (other, line)) in enumerate(itertools.pairwise(lines), start=1):
        same = sheet is other and above.side == line.side and line.baseline > above.baseline
        if (same and line.baseline - above.baseline > 1.15 * usual) or (
            not same
            and above.text.endswith(".")
            and line.text[:1].isupper()
            and re.match(r"[A-Z][\w.’'-]*,? ", line.text)
        ):
            starts.append(index)
    return starts

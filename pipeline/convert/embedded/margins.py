"""Line numbers in the margins of a manuscript."""

from __future__ import annotations

import itertools
from collections import defaultdict

from pipeline.convert.embedded.words import Page, Word

_FEWEST = 15
_HEIGHT_SHARE = 0.45
"""Numbers that count the lines run down about the whole page; the numbered rows of a table do not."""


def without_line_numbers(page: Page) -> list[Word]:
    """The printed words of a page without columns of numbers that count its lines."""
    words = list(page.printed())
    numbers: dict[tuple[str, int], list[Word]] = defaultdict(list)
    for word in words:
        if word.text.isdecimal() and len(word.text) <= 4:
            numbers["right", round(word.box[2] / 3)].append(word)
            numbers["left", round(word.box[0] / 3)].append(word)
    dropped: set[int] = set()
    for column in numbers.values():
        if _counts(page, column):
            dropped |= {id(word) for word in column}
    return [word for word in words if id(word) not in dropped]


def _counts(page: Page, column: list[Word]) -> bool:
    if len(column) < _FEWEST:
        return False
    column = sorted(column, key=lambda w: w.baseline)
    if column[-1].baseline - column[0].baseline < _HEIGHT_SHARE * page.height:
        return False
    steps = [int(b.text) - int(a.text) for a, b in itertools.pairwise(column)]
    return sum(step in (1, 5) for step in steps) > 0.9 * len(steps)

"""Where to look for the body of a table: which words and rules, how far from its caption, how wide."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.convert.embedded.words import Caption, Page, Word, union
from pipeline.records.base import Box

REACH = 48.0
"""Points between a caption and the first rule or line of its table."""

Span = tuple[float, float]


def printed(page: Page, floats: Sequence[Caption]) -> list[Word]:
    """The upright words that show and belong to no caption, in stream order."""
    boxes = [caption.box for caption in floats]
    return [
        word for word in page.words
        if not word.hidden and word.angle == 0 and not any(_holds(box, word) for box in boxes)
    ]  # fmt: skip


def horizontal_rules(page: Page) -> list[Box]:
    """Horizontal rulings top to bottom, the pieces of one rule joined, be they dashes, dots or thin pictures."""
    flat = [r for r in _drawn(page) if r[3] - r[1] < 3 and r[2] > r[0] and 0 < r[1] < page.height - 1]
    out: list[Box] = []
    for rule in sorted(flat, key=lambda r: (round(r[1]), r[0])):
        if out and abs(out[-1][1] - rule[1]) < 1.5 and rule[0] - out[-1][2] < 2.5:
            out[-1] = union([out[-1], rule])
        else:
            out.append(rule)
    return [rule for rule in out if rule[2] - rule[0] > 8]


def vertical_rules(page: Page, left: float, right: float) -> list[Box]:
    """Vertical rulings, some as short as a line is high, between two x."""
    return [r for r in _drawn(page) if r[2] - r[0] < 3 < r[3] - r[1] and left <= r[0] <= right]


def _drawn(page: Page) -> tuple[Box, ...]:
    """Rulings, and pictures as thin as rulings, which some programs draw in their place."""
    return (*page.rulings, *(g for g in page.graphics if min(g[2] - g[0], g[3] - g[1]) < 3))


def limit(page: Page, caption: Caption, floats: Sequence[Caption], *, above: bool) -> float:
    """How far the body can reach: the next caption in the way, or the edge of the page."""
    column = _column(page, caption, floats)
    others = [c.box for c in floats if c is not caption and c.box[2] > column[0] and c.box[0] < column[1]]
    if above:
        return max((box[3] for box in others if box[3] <= caption.box[1]), default=0.0)
    return min((box[1] for box in others if box[1] >= caption.box[3]), default=page.height)


def _column(page: Page, caption: Caption, floats: Sequence[Caption]) -> Span:
    """The half of the page in which a caption stands, or its whole width.

    It has the whole width where it crosses the middle, and where it stands alone on a page whose text does.
    """
    middle = page.width / 2
    beside = any(
        c is not caption
        and c.box[1] < caption.box[3]
        and c.box[3] > caption.box[1]
        and (c.box[0] > middle - 6) != (caption.box[0] > middle - 6)
        for c in floats
    )
    if not beside and _one_column(page):
        return 0.0, page.width
    if caption.box[2] < middle + 6:
        return 0.0, middle + 2
    if caption.box[0] > middle - 6:
        return middle - 2, page.width
    return 0.0, page.width


def _one_column(page: Page) -> bool:
    """Whether in a good part of the lines a word stands across the middle of the page; a gutter leaves it free."""
    shown = [word for word in page.words if not word.hidden and word.angle == 0]
    across = {round(word.baseline) for word in shown if word.x0 < page.width / 2 < word.x1}
    return len(across) > 0.4 * len({round(word.baseline) for word in shown})


def spans(page: Page, caption: Caption, floats: Sequence[Caption], rules: Sequence[Box], edge: float) -> list[Span]:
    """Left and right of the body, or of its blocks beside one another: those of the rules near the caption.

    Without any it is the caption's column.
    """
    column = _column(page, caption, floats)
    near = [
        r for r in rules
        if abs(r[1] - edge) <= REACH and r[2] - r[0] > 40
        and min(r[2], column[1]) - max(r[0], column[0]) > 0.6 * (r[2] - r[0])
        and min(r[2], caption.box[2]) - max(r[0], caption.box[0]) > 0.3 * min(r[2] - r[0], caption.box[2] - caption.box[0])
    ]  # fmt: skip
    found: list[Span] = []
    for rule in sorted(near, key=lambda r: (-round(r[2] - r[0]), abs(r[1] - edge))):
        if all(rule[0] > right or rule[2] < left for left, right in found):
            found.append((rule[0], rule[2]))
    return sorted(found) or [column]


def _holds(box: Box, word: Word) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.box[1] + word.box[3]) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1

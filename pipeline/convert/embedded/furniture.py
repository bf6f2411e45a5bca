"""Running heads, running feet and page numbers: what repeats from page to page is not part of the text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Sheet

_TOP, _BOTTOM = 0.12, 0.90
_HIGH = 0.03
"""Line heights of two pages that count as the same place, as a share of the page's height."""
_NUMBER = re.compile(r"[-–—\s]*(?:page\s*)?(?:\d{1,5}|[ivxlc]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?[-–—\s]*", re.I)


def mark_furniture(sheets: Sequence[Sheet]) -> None:
    """Gives lines that repeat at the top or bottom of pages, and bare page numbers there, the role `furniture`."""
    seen: dict[tuple[str, str], list[tuple[int, float, Line]]] = defaultdict(list)
    for sheet in sheets:
        for line in _outer(sheet):
            where = "top" if line.baseline < 0.5 * sheet.page.height else "bottom"
            seen[where, _shape(line.text)].append((sheet.page.number, line.baseline / sheet.page.height, line))
    enough = 2 if len(sheets) <= 5 else 3
    for places in seen.values():
        for number, high, line in places:
            others = {n for n, h, _ in places if n != number and abs(h - high) < _HIGH}
            if len(others) + 1 >= enough:
                line.role = "furniture"
    for sheet in sheets:
        _mark_page_number(sheet)
        _mark_beyond(sheet)


def _shape(text: str) -> str:
    return re.sub(r"\d+", "#", re.sub(r"\W+", " ", text)).strip().lower()


def _outer(sheet: Sheet) -> list[Line]:
    height = sheet.page.height
    return [n for n in sheet.lines if n.baseline < _TOP * height or n.baseline > _BOTTOM * height]


def _mark_page_number(sheet: Sheet) -> None:
    lines = sorted((n for n in sheet.lines if n.role == "text"), key=lambda n: n.baseline)
    for line in (lines[:1] + lines[-1:]) if lines else []:
        high = line.baseline / sheet.page.height
        if (high < _TOP or high > 0.88) and _NUMBER.fullmatch(line.text) and line.x1 - line.x0 < 60:
            line.role = "furniture"


def _mark_beyond(sheet: Sheet) -> None:
    """What stands outside a running head or foot is furniture too: a page number above it, a licence line below it."""
    height = sheet.page.height
    heads = [n.baseline for n in sheet.lines if n.role == "furniture" and n.baseline < _TOP * height]
    feet = [n.baseline for n in sheet.lines if n.role == "furniture" and n.baseline > _BOTTOM * height]
    for line in sheet.lines:
        if (heads and line.baseline <= max(heads) + 2) or (feet and line.baseline >= min(feet) - 2):
            line.role = "furniture"

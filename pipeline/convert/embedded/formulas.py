"""Display formulas: lines set off in mathematical type, with the number at their right."""

from __future__ import annotations

import re
import unicodedata

from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Sheet
from pipeline.convert.embedded.words import Word

_NUMBER = re.compile(r"\((?:[A-Z]\.?)?\d{1,3}(?:\.\d{1,3})?[a-z]?\)")
_MATH_FONT = re.compile(
    r"cmmi|cmsy|cmex|cmbsy|cmmib|msam|msbm|math|symbol|rsfs|eufm|eusm|txsy|txmi|txex|pxmi|pxsy|pzcmi|stmary|wasy|bbold|dsrom",
    re.I,
)


def formula_number(sheet: Sheet, line: Line) -> str:
    """The number printed at the right edge of a formula, without brackets; empty where there is none."""
    if len(line.words) < 2:
        return ""
    last, before = line.words[-1], line.words[-2]
    right = sheet.edge(line.side)[1]
    gap = last.box[0] - before.box[2]
    share = math_share(line)
    apart = gap > 1.2 * line.size or (gap > 0.45 * line.size and share > 0.3) or (gap > 0.2 * line.size and share > 0.5)
    if _NUMBER.fullmatch(last.text) and apart and last.box[2] > right - 2 * line.size:
        return last.text[1:-1]
    return ""


def is_formula(sheet: Sheet, line: Line) -> bool:
    """Whether a line is (part of) a display formula: numbered, or indented on both sides and mostly mathematics."""
    if formula_number(sheet, line):
        return True
    left, right = sheet.edge(line.side)
    inside = line.x0 > left + 1.1 * line.size and line.x1 < right - 0.9 * line.size
    return inside and math_share(line) > 0.45 and _plain_words(line) <= 3


def math_share(line: Line) -> float:
    """The share of characters that are mathematics: by font, or by what Unicode says of the character."""
    total = sum(len(w.text) for w in line.words)
    return sum(len(w.text) for w in line.words if is_math(w)) / max(1, total)


def is_math(word: Word) -> bool:
    """Whether a word is mathematics."""
    if _MATH_FONT.search(word.font):
        return True
    signs = sum(
        unicodedata.category(c) in ("Sm", "Mn") or 0x1D400 <= ord(c) < 0x1D800 or "α" <= c <= "ω" for c in word.text
    )
    return signs * 2 >= len(word.text) or (len(word.text) == 1 and not word.text.isalpha())


def _plain_words(line: Line) -> int:
    return sum(len(w.text) >= 4 and w.text.isalpha() and not _MATH_FONT.search(w.font) for w in line.words)

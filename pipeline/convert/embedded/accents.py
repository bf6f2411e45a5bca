"""Accents that were printed as glyphs of their own go back onto their letters."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

from pipeline.convert.embedded.glyphs import Glyph

# spacing accents, and ASCII characters that old encodings use for them, with the combining character of each
_MARKS = dict(
    zip(
        "\u00b4\u02ca`\u02cb\u00a8\u02c6^\u02dc~\u02c7\u02d8\u02d9\u02da\u00b8\u02db\u02dd\u00af",
        "\u0301\u0301\u0300\u0300\u0308\u0302\u0302\u0303\u0303\u030c\u0306\u0307\u030a\u0327\u0328\u030b\u0304",
        strict=True,
    )
)
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_MOST = 500
_COLUMN = 8.0
"""Points; letters are looked up by strips of this width, wider than any accent's shift."""
_ASIDE, _RAISED = 0.3, 0.4
"""Shares of the font size by which an accent may stand beside the middle of its letter, and above its baseline."""


def composed(glyphs: list[Glyph]) -> list[Glyph]:
    """The glyphs with each free accent joined to the letter that it stands over, wherever in the stream that is."""
    accents = [n for n, glyph in enumerate(glyphs) if glyph.char in _MARKS and glyph.run is not None][:_MOST]
    if not accents:
        return glyphs
    letters: dict[int, list[int]] = defaultdict(list)
    for n, glyph in enumerate(glyphs):
        if glyph.run is not None and glyph.char.isalpha():
            letters[int(_middle(glyph) // _COLUMN)].append(n)
    dropped: set[int] = set()
    for at in accents:
        column = int(_middle(glyphs[at]) // _COLUMN)
        near = [n for c in (column - 1, column, column + 1) for n in letters.get(c, ())]
        letter = _letter(glyphs, at, near)
        if letter is not None:
            glyph = glyphs[letter]
            base = _DOTLESS.get(glyph.char, glyph.char)
            glyphs[letter] = glyph._replace(char=unicodedata.normalize("NFC", base + _MARKS[glyphs[at].char]))
            dropped.add(at)
    return [glyph for n, glyph in enumerate(glyphs) if n not in dropped]


def _middle(glyph: Glyph) -> float:
    return (glyph.box[0] + glyph.box[2]) / 2


def _letter(glyphs: list[Glyph], at: int, near: list[int]) -> int | None:
    """The letter under an accent with which it makes one character, the one nearest to its middle."""
    accent = glyphs[at]
    size = accent.run.size if accent.run else 0.0
    fitting = [
        (abs(_middle(glyphs[n]) - _middle(accent)), n)
        for n in near
        if abs(glyphs[n].box[1] - accent.box[1]) <= _RAISED * size
        and abs(_middle(glyphs[n]) - _middle(accent)) < _ASIDE * size
        and _joins(glyphs[n].char, accent.char)
    ]
    return min(fitting)[1] if fitting else None


def _joins(letter: str, accent: str) -> bool:
    return len(unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _MARKS[accent])) == 1

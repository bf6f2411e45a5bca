"""Accents that were printed as glyphs of their own go back onto their letters."""

from __future__ import annotations

import unicodedata

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
_ASIDE, _RAISED = 0.3, 0.4
"""Shares of the font size by which an accent may stand beside the middle of its letter, and above its baseline."""


def composed(glyphs: list[Glyph]) -> list[Glyph]:
    """The glyphs with each free accent joined to the letter that it stands over, wherever in the stream that is."""
    accents = [n for n, glyph in enumerate(glyphs) if glyph.char in _MARKS and glyph.run is not None][:_MOST]
    dropped: set[int] = set()
    for at in accents:
        letter = _letter(glyphs, at)
        if letter is not None:
            glyph = glyphs[letter]
            base = _DOTLESS.get(glyph.char, glyph.char)
            glyphs[letter] = glyph._replace(char=unicodedata.normalize("NFC", base + _MARKS[glyphs[at].char]))
            dropped.add(at)
    return [glyph for n, glyph in enumerate(glyphs) if n not in dropped] if dropped else glyphs


def _letter(glyphs: list[Glyph], at: int) -> int | None:
    """The nearest letter under an accent with which it makes one character."""
    accent = glyphs[at]
    if accent.run is None:
        return None
    size = accent.run.size
    middle, bottom = (accent.box[0] + accent.box[2]) / 2, accent.box[1]
    best: tuple[float, int] | None = None
    for n, glyph in enumerate(glyphs):
        if abs(glyph.box[1] - bottom) > _RAISED * size or not glyph.char.isalpha() or glyph.run is None:
            continue
        aside = abs((glyph.box[0] + glyph.box[2]) / 2 - middle)
        if aside < _ASIDE * size and (best is None or aside < best[0]) and _joins(glyph.char, accent.char):
            best = aside, n
    return best[1] if best else None


def _joins(letter: str, accent: str) -> bool:
    return len(unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _MARKS[accent])) == 1

"""Characters as a reader means them: ligatures apart, accents on their letters, no control characters."""

from __future__ import annotations

import re
import unicodedata

SOFT_HYPHENS = "\ufffe\u00ad"
"""How PDFium and some fonts write a hyphen that only a line's end has caused."""

_LIGATURES = {chr(n): unicodedata.normalize("NFKC", chr(n)) for n in (*range(0xFB00, 0xFB07), 0x0132, 0x0133)}
_ACCENTS = {
    "\u00b4": "\u0301", "\u02ca": "\u0301", "`": "\u0300", "\u02cb": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302", "^": "\u0302",
    "\u02dc": "\u0303", "~": "\u0303", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a", "\u00b8": "\u0327",
    "\u02db": "\u0328", "\u02dd": "\u030b", "\u00af": "\u0304",
}  # fmt: skip
_DROPPED = re.compile("[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def spelled(char: str) -> str:
    """One extracted character as text: a ligature as its letters, nothing for control and direction characters."""
    if char in _LIGATURES:
        return _LIGATURES[char]
    return "" if _DROPPED.match(char) else char


def accented(accent: str, letter: str) -> str | None:
    """A letter with an accent that was printed over it as a glyph of its own; None where the two do not combine."""
    mark = _ACCENTS.get(accent)
    if mark is None or not letter.isalpha():
        return None
    letter = {"\u0131": "i", "\u0237": "j"}.get(letter, letter)
    combined = unicodedata.normalize("NFC", letter + mark)
    return combined if len(combined) == 1 else None

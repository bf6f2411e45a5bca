"""Characters as a reader means them: ligatures apart, accents on their letters, no control characters."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path

SOFT_HYPHEN = "\u00ad"
"""Ends a word that PDFium or the PDF itself says was broken by a line's end."""

_LIGATURES = {chr(n): unicodedata.normalize("NFKC", chr(n)) for n in (*range(0xFB00, 0xFB07), 0x0132, 0x0133)}
LIGATURES = "\ufb00"
"""The first ligature character; letters before it stand for themselves, except for two Dutch ones."""
_DROPPED = re.compile("[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


_SYMBOLS: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("texsymbols.toml").read_text("utf-8"))


def symbol(char: str, font: str) -> str:
    """What a letter of one of TeX's fonts of symbols (`cmsy`, `cmex`) shows; any other character as it is."""
    return _SYMBOLS[font].get(char, char)


def spelled(char: str) -> str:
    """One extracted character as text: a ligature as its letters, nothing for control and direction characters."""
    if char in _LIGATURES:
        return _LIGATURES[char]
    return "" if _DROPPED.match(char) else char

"""Characters as a reader means them: ligatures apart, accents on their letters, no control characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

SOFT_HYPHEN = "\u00ad"
"""Ends a word that PDFium (which writes U+0002 or U+FFFE) or the PDF itself says was broken by a line's end."""

_LIGATURES = {chr(n): unicodedata.normalize("NFKC", chr(n)) for n in (*range(0xFB00, 0xFB07), 0x0132, 0x0133)}
_ACCENTS = {
    "\u00b4": "\u0301", "\u02ca": "\u0301", "`": "\u0300", "\u02cb": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302", "^": "\u0302",
    "\u02dc": "\u0303", "~": "\u0303", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a", "\u00b8": "\u0327",
    "\u02db": "\u0328", "\u02dd": "\u030b", "\u00af": "\u0304",
}  # fmt: skip
_DROPPED = re.compile("[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def spelled(char: str) -> str:
    """One extracted character as text: a ligature as its letters, nothing for control and direction characters."""
    if char in "\x02\ufffe":
        return SOFT_HYPHEN
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


_BROKEN_URL = re.compile(r"(?:https?://|www\.)\S*[-/._=&?%#]$")


def unbroken(lines: Sequence[str], known: frozenset[str] = frozenset()) -> str:
    """Printed lines as one: words that a line's end broke are whole again.

    A broken compound keeps its hyphen when `known` (lower-case words seen whole in the document) has it with one, or has
    neither form and both halves are words of their own.
    """
    text = ""
    for line in lines:
        line = line.strip()
        if not line:
            continue
        if not text:
            text = line
        elif text.endswith(SOFT_HYPHEN):
            text = _closed_up(text[:-1], line, known)
        elif text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[0].islower():
            text = text + line if _compound(text[:-1], line, known) else _closed_up(text[:-1], line, known)
        elif _BROKEN_URL.search(text) and not text.endswith(".") and line[0] not in "([":
            text += line
        else:
            text = f"{text} {line}"
    return text.replace(SOFT_HYPHEN, "")


def _closed_up(head: str, tail: str, known: frozenset[str]) -> str:
    return f"{head}-{tail}" if _compound(head, tail, known) else head + tail


def _compound(head: str, tail: str, known: frozenset[str]) -> bool:
    """Whether the hyphen between the last word of `head` and the first of `tail` belongs to the word."""
    first, second = re.search(r"[\w-]*$", head), re.match(r"[\w-]*", tail)
    left, right = (first[0] if first else "").lower(), (second[0] if second else "").lower()
    if not left or not right or left[-1].isdigit() or right[0].isdigit() or tail[0].isupper():
        return True
    if left + right in known:
        return False
    if f"{left}-{right}" in known:
        return True
    return "-" in left and right in known and left.rsplit("-", 1)[-1] in known


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """The lower-case words, compounds whole, that stand inside lines: what `unbroken` compares broken words with."""
    words: set[str] = set()
    for text in texts:
        words.update(re.findall(r"\w+(?:-\w+)*", text[: text.rfind(" ")].lower()))
    return frozenset(words)

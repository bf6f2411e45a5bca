"""Characters as a reader means them: ligatures apart, accents on their letters, no control characters."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
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


_URL_END = re.compile(r"(?:https?://|www\.)[^\s<>\"“”{}|\\^`]*$", re.IGNORECASE)


def continues_url(text: str, below: str) -> bool:
    """Whether the web address at the end of a line goes on with the first word of the next line."""
    address = _URL_END.search(text)
    tail = below.split(" ")[0]
    if address is None or not re.fullmatch(r"[\w./~%#?=&+:,@!$'()*;-]+", tail) or re.match(r"(?:https?:|www\.)", tail):
        return False
    url = address[0]
    if url.endswith(("/", "-", "_", "=", "?", "&", "%", "#", SOFT_HYPHEN)):
        return True
    if url.endswith("."):
        return bool(re.match(r"[a-z0-9]", tail)) and (
            "/" in tail or "." in tail.rstrip(".,") or (tail == below and len(tail) <= 5)
        )
    return "/" in tail or (tail == below and bool(re.search(r"[\d_=-]", tail)) and not tail.endswith("."))


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
        elif continues_url(text, line):
            text = text.replace(SOFT_HYPHEN, "-") + line
        elif text.endswith(SOFT_HYPHEN):
            text = _closed_up(text[:-1], line, known)
        elif text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[0].islower():
            text = text + line if _compound(text[:-1], line, known) else _closed_up(text[:-1], line, known)
        else:
            text = f"{text} {line}"
    return text.replace(SOFT_HYPHEN, "")


def _closed_up(head: str, tail: str, known: frozenset[str]) -> str:
    return f"{head}-{tail}" if _compound(head, tail, known) else head + tail


def _compound(head: str, tail: str, known: frozenset[str]) -> bool:
    """Whether the hyphen between the last word of `head` and the first of `tail` belongs to the word."""
    first, second = re.search(r"[\w-]*$", head), re.match(r"[\w-]*", tail)
    left, right = (first[0] if first else "").lower(), (second[0] if second else "").lower()
    if not left or not right or left[-1].isdigit() or right[0].isdigit():
        return True
    if left + right in known:
        return False
    if f"{left}-{right}" in known:
        return True
    if tail[0].isupper():
        return not (head[-1].isupper() and (len(right) == 1 or tail[1].isupper()))
    return "-" in left and right in known and left.rsplit("-", 1)[-1] in known


def vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """The lower-case words, compounds whole, that stand inside lines: what `unbroken` compares broken words with."""
    words: set[str] = set()
    for text in texts:
        words.update(re.findall(r"\w+(?:-\w+)*", text[: text.rfind(" ")].lower()))
    return frozenset(words)

"""Printed lines made one text: broken words and web addresses whole again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pipeline.convert.embedded.spelling import SOFT_HYPHEN

Words = Mapping[str, int]
"""Lower-case words, compounds whole, and how often a document has them inside its lines."""

_SUSPENDED = frozenset({"and", "or", "to", "und", "et"})
"""What follows a hyphen that stands for a word to come: `sentence- and token-level`."""
_FEWEST_LETTERS = 4
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


def unbroken(lines: Sequence[str], known: Words | None = None) -> str:
    """Printed lines as one: words that a line's end broke are whole again, compounds keep their hyphen.

    Which is which is told by the document's own words, `known`, as far as they go.
    """
    words: Words = known or {}
    text = ""
    for line in filter(None, (line.strip() for line in lines)):
        if not text:
            text = line
        elif continues_url(text, line):
            text = text.replace(SOFT_HYPHEN, "-") + line
        elif text.endswith(SOFT_HYPHEN) or (
            text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[0].islower()
        ):
            text = text[:-1] + _between(text[:-1], line, words) + line
        else:
            text = f"{text} {line}"
    return text.replace(SOFT_HYPHEN, "")


def _between(head: str, tail: str, known: Words) -> str:
    """What stands between the halves of a word: nothing, a hyphen, or a hyphen and a space."""
    first, second = re.search(r"[\w-]*$", head), re.match(r"[\w-]*", tail)
    left, right = (first[0] if first else ""), (second[0] if second else "")
    if right in _SUSPENDED and left.lower() + right not in known:
        return "- "
    return "-" if _compound(left, right, known) else ""


def _compound(left: str, right: str, known: Words) -> bool:
    """Whether the hyphen between two halves belongs to the word."""
    if not left or not right or left[-1].isdigit() or right[0].isdigit():
        return True
    low, high = left.lower(), right.lower()
    closed, hyphened = known.get(low + high, 0), known.get(f"{low}-{high}", 0)
    if closed or hyphened:
        return hyphened > closed
    if right[0].isupper():
        return not (left[-1].isupper() and (len(right) == 1 or right[1].isupper()))
    if any(c.isupper() for c in left[1:]):  # an acronym is not hyphenated: LLM-based
        return True
    last, next_ = low.rsplit("-", 1)[-1], high.split("-", 1)[0]
    both = last in known and next_ in known
    return both and ("-" in low or min(len(last), len(next_)) >= _FEWEST_LETTERS)


def vocabulary(texts: Iterable[str]) -> Words:
    """The words that stand inside lines, where no line's end can have broken them."""
    words: Counter[str] = Counter()
    for text in texts:
        words.update(re.findall(r"\w+(?:-\w+)*", text[: text.rfind(" ")].lower()))
    return words

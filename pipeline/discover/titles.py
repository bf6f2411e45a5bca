"""Is this the same title? Survives mark-up, case, LaTeX, dashes, quotes, accents, and a subtitle that one side lacks."""

from __future__ import annotations

import html
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# \"{o}, \'e and \c{c}, \v s: an accent and its letter; the letter's own command (\i) may stand in the braces
_ACCENT = re.compile(r"\\(?:[\"'`^~=.]\s*|[cvuHkrbdt](?:\s+|(?=\{)))(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?\s*")
# a subtitle follows a colon, a dash between spaces, an em dash, or the end of a question
_SUBTITLE = re.compile(r":|\s[-\u2010-\u2015]+\s|\u2014|[?!](?=\s)")
# letters from which a main title stands for itself: over the 10,035 titles of CVPR 2025, ICML 2024 and NeurIPS 2024 the
# longest main title that two papers share has 22 (`Image Quality Assessment`)
_OWN_TITLE = 24
_SAME_GROUP = 0.5
# papers under one title or main title above which it names none of them
_MOST_RIVALS = 20


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("titles.toml").read_text(encoding="utf-8"))


@cache
def _tag() -> re.Pattern[str]:
    return re.compile(rf"</?(?:{'|'.join(map(re.escape, _table()['tags']['names']))})(?:\s[^<>]*)?/?>", re.IGNORECASE)


def unescaped(text: str) -> str:
    """HTML entities resolved, but only those that end in a semicolon: `R&D` and `A&parallel` are text."""
    return _ENTITY.sub(lambda m: html.unescape(m[0]), text)


def plain(title: str) -> str:
    """The title without HTML entities, tags and LaTeX commands; case, punctuation and accents stay."""
    text = _tag().sub("", unescaped(title))
    if "\\" not in text:
        return text
    latex = _table()["latex"]
    text = _ACCENT.sub(lambda m: m[1] or m[2], text)
    text = _COMMAND.sub(lambda m: "" if m[1] in latex["style"] else f" {latex['renamed'].get(m[1], m[1])} ", text)
    return text.replace("\\", "")


@cache
def _folds() -> dict[int, str]:
    """What single characters become; Greek letters get their names, as LaTeX writes them."""
    folds = {ord(char): text for char, text in (_table()["letters"] | _table()["symbols"]).items()}
    for code in range(0x3B1, 0x3CA):
        name = unicodedata.name(chr(code)).removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").lower()
        folds[code] = {"lamda": "lambda"}.get(name, name)
    return folds


def key(title: str) -> str:
    """The letters and digits of a title, folded: equal keys are equal titles. Empty for a title of symbols only."""
    return _folded(plain(title))


def _folded(text: str) -> str:
    # folded before and after taking characters apart: `×` and `ø` have no parts, ligatures and `²` have
    text = unicodedata.normalize("NFKD", text.casefold()).casefold().translate(_folds())
    return "".join(char for char in text if char.isalnum())


def _mains(text: str) -> Iterator[str]:
    """The keys of what stands before each possible subtitle of a plain title."""
    for mark in _SUBTITLE.finditer(text):
        main, rest = _folded(text[: mark.start()]), _folded(text[mark.end() :])
        if main and rest:
            yield main


def same(one: str, other: str) -> bool:
    """Are the two whole titles the same, subtitles included?"""
    return bool(key(one)) and key(one) == key(other)


def shared_people(one: Sequence[str], other: Sequence[str]) -> float | None:
    """Which part of the shorter list of authors stands in the other one (0 to 1); None where a list is empty.

    A name is recognised in any order of its words (`Last, First`) and by initial and last word (`F. Last`).
    """
    if not one or not other:
        return None
    shorter, longer = sorted((one, other), key=len)
    known = {form for name in longer for form in _forms(name)}
    return sum(not _forms(name).isdisjoint(known) for name in shorter) / len(shorter)


def same_people(one: Sequence[str], other: Sequence[str]) -> bool:
    """Could these be the authors of one paper? False only when both lists are known and share nobody."""
    return shared_people(one, other) != 0


def certain(title: str, authors: Sequence[str], other: str, other_authors: Sequence[str]) -> bool:
    """Surely one paper: the whole titles are the same and authors are shared; unknown authors need a title of some length."""
    if not same(title, other):
        return False
    share = shared_people(authors, other_authors)
    return len(key(title)) >= _OWN_TITLE if share is None else share >= _SAME_GROUP


@lru_cache(maxsize=1 << 16)  # a name is compared many times
def _forms(name: str) -> frozenset[str]:
    words = [word for word in map(_folded, re.split(r"[\s,.]+", name)) if word]
    return frozenset({" ".join(sorted(words)), f"{words[0][0]} {words[-1]}"} if words else ())


class TitleIndex:
    """A listing's titles, folded once, asked many times. Positions are those of the sequence it was made from.

    Equal titles match unless their authors are known and share nobody. A title that lacks a subtitle, or has one too
    many, matches where half of the authors are shared; where authors are not known, only if what is left is long enough
    to be a title of its own: `MIMO` and `Less is more` head many papers.
    """

    def __init__(self, titles: Sequence[str], authors: Sequence[Sequence[str]] = ()) -> None:
        """`authors`, where given, runs beside `titles`."""
        self._authors = authors or [()] * len(titles)
        self._whole: defaultdict[str, list[int]] = defaultdict(list)
        self._main: defaultdict[str, list[int]] = defaultdict(list)
        for position, title in enumerate(titles):
            text = plain(title)
            self._whole[_folded(text)].append(position)
            for main in dict.fromkeys(_mains(text)):
                self._main[main].append(position)
        self._whole.pop("", None)

    def find(self, title: str, authors: Sequence[str] = ()) -> int | None:
        """The one position with this title, or with it but for a subtitle that one side lacks; None where none or several."""
        text = plain(title)
        whole = _folded(text)
        found = {at for at in self._whole.get(whole, ())[:_MOST_RIVALS] if same_people(authors, self._authors[at])}
        if not found:
            near = {(at, whole) for at in self._main.get(whole, ())[:_MOST_RIVALS]}
            near |= {(at, main) for main in _mains(text) for at in self._whole.get(main, ())[:_MOST_RIVALS]}
            if len(near) == 1:
                found = {at for at, main in near if self._vouched(main, at, authors)}
        return found.pop() if len(found) == 1 else None

    def _vouched(self, main: str, at: int, authors: Sequence[str]) -> bool:
        share = shared_people(authors, self._authors[at])
        return len(main) >= _OWN_TITLE if share is None else share >= _SAME_GROUP

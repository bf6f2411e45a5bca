"""What the files of a repository say: languages, licence, and whether the README only promises code."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from pipeline.git import Entry, Tree
from pipeline.records.repository import Language

_LICENCE_FILE = re.compile(r"(?:licen[cs]e|copying|unlicense)(?:[-_.].*)?", re.I)
_README = re.compile(r"readme(?:\.\w{1,8})?", re.I)


@cache
def table(name: str) -> Any:
    """A table of this folder."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _languages() -> dict[str, str]:
    return {end: language for language, ends in table("languages")["extensions"].items() for end in ends}


def languages(files: Sequence[Entry]) -> tuple[Language, ...]:
    """Languages by bytes, largest first; a file that the copy left out counts nothing."""
    count: Counter[str] = Counter()
    for entry in files:
        language = _languages().get(PurePosixPath(entry.path).suffix.lower())
        if language:
            count[language] += entry.size or 0
    return tuple(Language(name=n, bytes=b) for n, b in sorted(count.items(), key=lambda item: (-item[1], item[0])))


def licence(tree: Tree, files: Sequence[Entry]) -> str:
    """SPDX id of the licence file at the top; empty where there is none or its words are not known."""
    for entry in _at_top(files, _LICENCE_FILE):
        text = " ".join(tree.text(entry).lower().split())
        for row in table("licences")["licences"]:
            if text and all(words in text for words in row["all"]):
                return str(row["id"])
    return ""


def unfinished(tree: Tree, files: Sequence[Entry]) -> str:
    """The words of the README that say that the code is still to come; empty where it says no such thing."""
    for entry in _at_top(files, _README):
        text = tree.text(entry)
        for pattern in table("languages")["unfinished"]["words"]:
            if match := re.search(pattern, text, re.I):
                return " ".join(match[0].split())[:200]
    return ""


def _at_top(files: Sequence[Entry], name: re.Pattern[str]) -> list[Entry]:
    return [entry for entry in files if name.fullmatch(entry.path)]

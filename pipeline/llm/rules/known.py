"""General knowledge that the rules lean on: well-known measures with their direction, well-known data sets with access."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Generic, TypeVar, cast

from pipeline.records.card import Access, Direction

E = TypeVar("E", "KnownMetric", "KnownDataset")

_UP = re.compile(r"[↑▲⬆]|higher is better|larger is better|\buparrow\b", re.I)
_DOWN = re.compile(r"[↓▼⬇]|lower is better|smaller is better|\bdownarrow\b", re.I)


@dataclass(frozen=True)
class KnownMetric:
    """A well-known measure. `rate`: in [0, 1] or percent. `secondary`: reported beside results. `ordinary`: a plain word."""

    name: str
    direction: Direction
    rate: bool
    secondary: bool
    ordinary: bool


@dataclass(frozen=True)
class KnownDataset:
    """A well-known data set. `ordinary`: its name is a plain word or the name of something else, too."""

    name: str
    access: Access
    ordinary: bool


class Lexicon(Generic[E]):
    """Entries found in running text by any of their spellings; the longest spelling wins."""

    def __init__(self, spellings: Iterable[tuple[str, E]]) -> None:
        self._strict: dict[str, E] = {}
        self._loose: dict[str, E] = {}
        for text, entry in spellings:
            strict = len(text) <= 4 or any(c.isupper() for c in text[1:])
            (self._strict if strict else self._loose).setdefault(text if strict else text.lower(), entry)
        self._pattern = re.compile(
            rf"(?<![\w@])(?:(?:{_alternatives(self._strict)})|(?i:{_alternatives(self._loose)}))(?![\w@])(?!-[\dA-Z])"
        )

    def find(self, text: str) -> Iterator[tuple[re.Match[str], E]]:
        """Every mention with its entry, from left to right, without overlaps."""
        for match in self._pattern.finditer(text):
            yield match, self._strict.get(match[0]) or self._loose[match[0].lower()]

    def first(self, text: str) -> E | None:
        """The entry mentioned first, or None."""
        return next((entry for _, entry in self.find(text)), None)


def _alternatives(texts: Iterable[str]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=lambda t: (-len(t), t))) or r"(?!)"


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"))


@cache
def metrics() -> Lexicon[KnownMetric]:
    """The measures of metrics.toml."""
    data = _data("metrics.toml")
    secondary, ordinary = set(data["secondary"]["names"]), set(data["ordinary"]["names"])
    spellings: list[tuple[str, KnownMetric]] = []
    directions: tuple[Direction, ...] = ("higher", "lower")
    for direction in directions:
        for kind, entries in data[direction].items():
            for name, others in entries.items():
                entry = KnownMetric(name, direction, kind == "rate", name in secondary, name in ordinary)
                spellings += [(text, entry) for text in (name, *others)]
    return Lexicon(spellings)


@cache
def datasets() -> Lexicon[KnownDataset]:
    """The data sets of datasets.toml; a distinct name goes before an ordinary one of the same spelling."""
    data = _data("datasets.toml")
    spellings: list[tuple[str, KnownDataset]] = []
    for kind in ("distinct", "ordinary"):
        for access, names in data[kind].items():
            for line in names:
                texts = line.split(" = ")
                entry = KnownDataset(texts[0], cast(Access, access), kind == "ordinary")
                spellings += [(text, entry) for text in texts]
    return Lexicon(spellings)


def direction_of(text: str) -> Direction | None:
    """Which way is better for a column head, a row label or a caption: an arrow in it, else the measure it names."""
    up, down = bool(_UP.search(text)), bool(_DOWN.search(text))
    if up != down:
        return "higher" if up else "lower"
    found = metrics().first(text)
    return found.direction if found else None

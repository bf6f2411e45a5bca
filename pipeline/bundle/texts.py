"""The free texts of an instruction, as somebody else writes them: bounded, and with rules of their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated

from pydantic import Field, StringConstraints

from pipeline.records.base import Record

Paragraph = Annotated[str, StringConstraints(min_length=1, max_length=900)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=300)]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FEWEST_DIGITS = 2
"""A number with fewer digits may be a word of the notes written anew (`three`)."""
# what would become something else than a sentence of its place: a heading, a table, an image, a tag, code, an address
_MARKUP = re.compile(
    r"^(?:[#>=~]|[-+*] |\d+[.)] )|[|`]|\]\(|!\[|<[A-Za-z/!]|://|www\.|\b[\w-]+\.(?:com|org|net|io|edu|dev|ai|gov)\b"
)
_OF_THE_PAPER = re.compile(r"\b(?:this|their) (?:paper|work)\b|\bthe authors?\b|\bwe\b|\bour\b", re.I)


class MetricText(Record):
    """How a metric is computed."""

    metric: Annotated[str, StringConstraints(max_length=120)]
    definition: Line


class Texts(Record):
    """What a draft says in prose; tables, names of metrics and data sets, and links come from the card."""

    goal: Paragraph
    settings: tuple[Line, ...] = Field(max_length=10)
    data: tuple[Line, ...] = Field(max_length=8)
    metrics: tuple[MetricText, ...] = Field(max_length=10)

    def named(self) -> Iterator[tuple[str, str]]:
        """Each text with the field that it stands in."""
        yield "goal", self.goal
        yield from (("settings", text) for text in self.settings)
        yield from (("data", text) for text in self.data)
        yield from (("metrics", one.definition) for one in self.metrics)


def text_problems(texts: Texts, notes: str, metrics: Collection[str]) -> dict[str, str]:
    """What keeps the texts from being used, by field: markup, the paper's voice, numbers and metrics that are not in the notes."""
    known = set(numbers(notes))
    found: dict[str, list[str]] = {}
    for field, text in texts.named():
        reasons = found.setdefault(field, [])
        if (match := _MARKUP.search(text.strip())) is not None:
            reasons.append(f"it holds markup or an address ({match[0].strip()}): write a plain sentence")
        if not one_line(text).isprintable():
            reasons.append("it holds characters that do not show")
        if (match := _OF_THE_PAPER.search(text)) is not None:
            reasons.append(f"it speaks of the paper or its authors ({match[0]})")
        reasons += [f"the number {number} is not in the notes" for number in numbers(text) if number not in known]
    unknown = [one.metric for one in texts.metrics if one.metric not in metrics]
    found.setdefault("metrics", []).extend(f"{name!r} is no metric of the notes" for name in unknown)
    return {field: "; ".join(dict.fromkeys(reasons)) for field, reasons in found.items() if reasons}


def numbers(text: str) -> list[str]:
    """The numbers of a text with two digits or more, without separators of thousands."""
    found = (match[0].replace(",", "") for match in _NUMBER.finditer(text))
    return [number for number in found if sum(map(str.isdigit, number)) >= _FEWEST_DIGITS]


def one_line(text: str) -> str:
    """The text without breaks: what follows one could pose as another part of the instruction."""
    return " ".join(text.split())

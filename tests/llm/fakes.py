"""Models in memory, and documents with text worth asking about."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pipeline.llm.model import Question
from pipeline.records.document import Block, Document, Heading, Section
from pipeline.records.exchange import Answer

Reply = Callable[[Question], Answer]


@dataclass
class FakeModel:
    """Answers with what a function makes of the question; keeps the questions."""

    reply: Reply
    name: str = "fake"
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question) -> Answer:
        """What the function says."""
        self.asked.append(question)
        return self.reply(question)


def answer(text: str, finish: Any = "stop") -> Answer:
    """An answer of 10 tokens to a question of 100."""
    return Answer(text=text, finish=finish, tokens_in=100, tokens_out=10)


def keys_of(question: Question) -> list[str]:
    """The fields that a question asks for."""
    return list(question.schema["properties"])


def from_table(table: Mapping[str, Any]) -> Reply:
    """Answers the asked fields from the table, null where it has none."""
    null = {"value": None, "quotes": []}
    return lambda question: answer(json.dumps({key: table.get(key, null) for key in keys_of(question)}))


def in_turn(*replies: Reply) -> Reply:
    """The first reply first, and so on; the last one stays."""
    left = list(replies)
    return lambda question: (left.pop(0) if len(left) > 1 else left[0])(question)


def paper(
    *paragraphs: tuple[str, str], title: str = "Widgets: A Study", abstract: str = "We study widgets."
) -> Document:
    """A document of (heading, text) pairs, a page each."""
    sections = tuple(
        Section(heading=Heading(text=heading, level=1, page=page), blocks=(Block(text=text, page=page),))
        for page, (heading, text) in enumerate(paragraphs, 1)
    )
    return Document(
        paper_id="p",
        engine="test",
        source_sha256="0",
        pages=max(1, len(paragraphs)),
        title=title,
        abstract=abstract,
        sections=sections,
    )

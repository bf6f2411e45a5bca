"""What a language model is to us: something with a name that answers a question."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

from pipeline.ids import digest
from pipeline.records.base import Json
from pipeline.records.exchange import Answer, Exchange, Message

CHARACTERS_PER_TOKEN = 4.0
"""English prose under the byte-pair encodings in use; prices are estimated with it."""
CAREFUL_CHARACTERS_PER_TOKEN = 3.0
"""For what must not be too small: money set aside, and what must fit into a context. Tables and formulas come near it."""


def tokens(text: str, characters: float = CHARACTERS_PER_TOKEN) -> int:
    """About how many tokens the text is; rounded up."""
    return -int(-len(text) // characters)


@dataclass(frozen=True)
class Question:
    """Messages, the JSON Schema of the answer, and parameters (`temperature`, `max_tokens`)."""

    prompt: str
    messages: tuple[Message, ...]
    schema: Json
    parameters: Json

    @property
    def max_tokens(self) -> int:
        """The most tokens that the answer may have."""
        return int(self.parameters["max_tokens"])

    def size(self, characters: float = CHARACTERS_PER_TOKEN) -> int:
        """Tokens of the messages and the schema, about."""
        return sum(tokens(m.content, characters) for m in self.messages) + tokens(json.dumps(self.schema), characters)

    def digest(self, model: str) -> str:
        """What the answer follows from: the same digest is the same question, which is never paid for twice."""
        said = [message.model_dump() for message in self.messages]
        return digest([self.prompt, model, said, self.schema, self.parameters])

    def exchange(self, model: str, answer: Answer | None) -> Exchange:
        """The question with its answer, to be kept."""
        return Exchange(
            digest=self.digest(model),
            prompt=self.prompt,
            model=model,
            parameters=self.parameters,
            messages=self.messages,
            answer_schema=self.schema,
            answer=answer,
        )


class Model(Protocol):
    """Real, replayed or rendering: see `models.py`."""

    @property
    def name(self) -> str:
        """As the server knows it."""

    def ask(self, question: Question) -> Answer:
        """The answer. UsageError where nobody can be asked so, ServiceError where the server or the money ends it, Skip where
        the question was only written down.
        """

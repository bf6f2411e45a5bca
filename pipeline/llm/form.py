"""Asks a model to fill a record that is no card: one question, and again for what cannot be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from pipeline.errors import UsageError
from pipeline.llm.answers import found_fields
from pipeline.llm.model import CAREFUL_CHARACTERS_PER_TOKEN, Model, Question
from pipeline.llm.prompts import PromptFolder
from pipeline.llm.shapes import record_schema
from pipeline.llm.talk import REPAIRS, Talk
from pipeline.records.base import Record
from pipeline.records.card import Provenance
from pipeline.records.exchange import Answer, Message

R = TypeVar("R", bound=Record)
Check = Callable[[R], Mapping[str, str]]
"""What is wrong with a filled record, by the part that it is wrong with: the model is told. Empty where it can be used."""
_MOST_ERRORS = 8


@dataclass(frozen=True)
class Filled(Generic[R]):
    """The record, or None and what was wrong with the last answer; and what asking took."""

    record: R | None
    problems: Mapping[str, str]
    provenance: Provenance


@dataclass(frozen=True)
class Form(Generic[R]):
    """A model, a prompt, the record that an answer must be, and the model's context in tokens."""

    model: Model
    prompt: PromptFolder
    shape: type[R]
    context: int
    max_tokens: int | None = None

    def question(self, variables: Mapping[str, object], *more: Message) -> Question:
        """The prompt with these variables. UsageError where it does not fit the model's context."""
        system, user = (self.prompt.rendered(f"{role}.md.j2", variables) for role in ("system", "user"))
        messages = (Message(role="system", content=system), Message(role="user", content=user), *more)
        parameters = self.prompt.bounded(self.max_tokens)
        made = Question(self.prompt.label, messages, record_schema(self.shape), parameters)
        if made.size(CAREFUL_CHARACTERS_PER_TOKEN) + made.max_tokens > self.context:
            raise UsageError(
                f"a context of {self.context} tokens is too small for this question: raise PAPER2TASK_LLM_CONTEXT"
            )
        return made

    def ask(self, variables: Mapping[str, object], check: Check[R]) -> Filled[R]:
        """Ask, then at most `REPAIRS` times again with what was wrong.

        Raises what the model raises, and Skip where the question was only written down.
        """
        talk = Talk(self.model)
        record: R | None = None
        problems: Mapping[str, str] = {}
        for round_ in range(1 + REPAIRS):
            repair = [self.prompt.repair(problems, round_ + 1, 1 + REPAIRS)] if round_ else []
            answer = talk.ask(self.question(variables, *repair))
            if answer is None:
                assert talk.skipped is not None
                raise talk.skipped
            record, problems = self._read(answer)
            problems = problems if record is None else check(record)
            if not problems:
                break
        provenance = talk.provenance(self.prompt.label, self.prompt.bounded(self.max_tokens))
        return Filled(None if problems else record, problems, provenance)

    def _read(self, answer: Answer) -> tuple[R | None, Mapping[str, str]]:
        """The record in an answer, or what keeps it from being one."""
        if answer.finish == "refused":
            return None, {"answer": "the model refused to answer"}
        found = found_fields(answer.text, tuple(self.shape.model_fields))
        if not found:
            why = (
                "it was cut off: be shorter" if answer.finish == "length" else "it is no JSON object with these fields"
            )
            return None, {"answer": why}
        try:
            return TypeAdapter(self.shape).validate_json(json.dumps(found), strict=True), {}
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)[:_MOST_ERRORS]
            return None, {".".join(map(str, one["loc"])): one["msg"][:160] for one in wrong}
        except ValueError:  # half a surrogate pair, say
            return None, {"answer": "it holds characters that are no text"}

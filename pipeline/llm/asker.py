"""Asks a model for a card: group by group of fields, part by part of a long paper, and again for what cannot be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pipeline.errors import UsageError
from pipeline.ids import digest
from pipeline.llm.answers import Checker, UnusableError, found_fields
from pipeline.llm.merge import merged
from pipeline.llm.model import CAREFUL_CHARACTERS_PER_TOKEN, Model, Question
from pipeline.llm.parts import Part, chunks, rendered, select
from pipeline.llm.prompts import FieldAsk, Group, Prompt
from pipeline.llm.shapes import answer_schema
from pipeline.llm.talk import REPAIRS, Talk
from pipeline.quotes import QuoteIndex
from pipeline.records.base import Json
from pipeline.records.card import Provenance, Value
from pipeline.records.document import Document
from pipeline.records.exchange import Answer, Message
from pipeline.records.finding import Finding

_LEAST_ROOM = 300  # tokens of a paper below which asking makes no sense
_OWN_WORDS = 400  # tokens of the marks around the excerpts and of a repair's reasons


@dataclass(frozen=True)
class Asked:
    """What a model made of one paper: values by card key, a reason for each key that failed, and what it took."""

    values: dict[str, Value[Any]]
    failed: dict[str, str]
    findings: tuple[Finding, ...]
    provenance: Provenance


@dataclass(frozen=True)
class Asker:
    """A model, a prompt and the model's context in tokens. Frozen, so that threads share it."""

    model: Model
    prompt: Prompt
    context: int
    max_tokens: int | None = None
    """The most tokens of an answer, where the prompt's own number does not fit the model."""
    source: str = "server"
    """Where answers come from, for `identity`: recordings count by their content."""

    @cached_property
    def identity(self) -> str:
        """Digest of all that an answer follows from besides the paper."""
        return digest([self.source, self.model.name, self.prompt.digest, self.parameters, self.context])

    @cached_property
    def parameters(self) -> Json:
        """What the model is asked with."""
        return self.prompt.bounded(self.max_tokens)

    def ask(self, document: Document, names: Sequence[str] = ()) -> Asked:
        """Ask for every field. `names` are the paper's own names, which some fields must not hold.

        Raises what the model raises, and Skip where the questions were only written down.
        """
        index, talk = QuoteIndex(document), Talk(self.model)
        checker = Checker(index, tuple(name for name in (document.title, *names) if name))
        values: dict[str, Value[Any]] = {}
        failed: dict[str, str] = {}
        findings: list[Finding] = []
        for group, runs in self._groups(document):
            results = [self._rounds(group, run, at, len(runs), checker, talk) for at, run in enumerate(runs, 1)]
            got = merged(group.fields, results)
            values |= got.values
            failed |= got.failed
            findings += got.findings
        if talk.skipped is not None:
            raise talk.skipped
        reasons = [Finding(code="model-no-answer", message=f"{key}: {why}") for key, why in failed.items()]
        return Asked(values, failed, (*findings, *reasons), talk.provenance(self.prompt.label, self.parameters))

    def questions(self, document: Document) -> Iterator[Question]:
        """The first questions on a paper, without repairs: for an estimate."""
        for group, runs in self._groups(document):
            for at, run in enumerate(runs, 1):
                yield self._question(self._messages(group, run, at, len(runs)), self._fields(group.fields))

    def _groups(self, document: Document) -> Iterator[tuple[Group, list[list[Part]]]]:
        for group in self.prompt.file.groups:
            overhead = self._question((self.prompt.system(group),), self._fields(group.fields))
            room = self.context - overhead.size(CAREFUL_CHARACTERS_PER_TOKEN) - overhead.max_tokens - _OWN_WORDS
            if room < _LEAST_ROOM:
                raise UsageError(
                    f"a context of {self.context} tokens leaves no room for the paper: raise PAPER2TASK_LLM_CONTEXT"
                    " or lower PAPER2TASK_LLM_MAX_TOKENS"
                )
            yield group, chunks(select(document, group), room)

    def _rounds(
        self, group: Group, run: Sequence[Part], at: int, runs: int, checker: Checker, talk: Talk
    ) -> tuple[dict[str, Value[Any]], dict[str, str]]:
        """One run of parts: ask, then at most `REPAIRS` times again for only the fields that cannot be used."""
        messages = self._messages(group, run, at, runs)
        values: dict[str, Value[Any]] = {}
        problems: dict[str, str] = dict.fromkeys(group.fields, "")
        for round_ in range(1 + REPAIRS):
            said = messages if round_ == 0 else (*messages, self.prompt.repair(problems, round_ + 1, 1 + REPAIRS))
            asked = self._fields(problems)
            answer = talk.ask(self._question(said, asked))
            if answer is None:
                break
            problems = {}
            found = found_fields(answer.text, tuple(asked))
            for key, ask in asked.items():
                try:
                    values[key] = checker.value(key, ask, _given(found, key, answer))
                except UnusableError as error:
                    problems[key] = str(error)
            if not problems:
                break
        return values, problems

    def _fields(self, keys: Sequence[str] | dict[str, str]) -> dict[str, FieldAsk]:
        return {key: self.prompt.file.fields[key] for key in keys}

    def _messages(self, group: Group, run: Sequence[Part], at: int, runs: int) -> tuple[Message, ...]:
        return self.prompt.system(group), self.prompt.user(group, rendered(run), at, runs)

    def _question(self, messages: tuple[Message, ...], fields: dict[str, FieldAsk]) -> Question:
        return Question(self.prompt.label, messages, answer_schema(fields), self.parameters)


def _given(found: Json, key: str, answer: Answer) -> Any:
    """The field's answer. UnusableError where there is none, with what the model did instead."""
    if key in found:
        return found[key]
    if answer.finish == "refused":
        raise UnusableError("the model refused to answer")
    if answer.finish == "length":
        raise UnusableError("the answer was cut off before this field: be shorter")
    raise UnusableError("the answer has no such field, or is no JSON")

"""Models that keep questions and answers as files: a cache, a recorder, a replay, and one that only writes down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline import store
from pipeline.errors import ServiceError, Skip, UsageError
from pipeline.ids import digest
from pipeline.llm.model import Model, Question
from pipeline.records.exchange import Answer, Exchange


def _kept(folder: Path, question: Question, model: str) -> Answer | None:
    found = store.load_or_none(Exchange, folder / f"{question.digest(model)}.json")
    return found.answer if found else None


@dataclass(frozen=True)
class Kept:
    """A model whose answers are kept in a folder and not asked for twice."""

    model: Model
    folder: Path

    @property
    def name(self) -> str:
        """That of the model behind it."""
        return self.model.name

    def has(self, question: Question) -> bool:
        """Whether the answer is in the folder."""
        return _kept(self.folder, question, self.name) is not None

    def ask(self, question: Question) -> Answer:
        """The kept answer, else the model's, which is kept from now on."""
        if (before := _kept(self.folder, question, self.name)) is not None:
            return before
        answer = self.model.ask(question)
        store.save(question.exchange(self.name, answer), self.folder / f"{question.digest(self.name)}.json")
        return answer


@dataclass(frozen=True)
class Recorded:
    """A model whose every answer is also written into a folder, for replaying; kept answers count, too."""

    model: Model
    folder: Path

    @property
    def name(self) -> str:
        """That of the model behind it."""
        return self.model.name

    def ask(self, question: Question) -> Answer:
        """The model's answer, written down."""
        answer = self.model.ask(question)
        store.save(question.exchange(self.name, answer), self.folder / f"{question.digest(self.name)}.json")
        return answer


class Replay:
    """Answers that were recorded; a question that was not is an error, so that a changed prompt is noticed."""

    def __init__(self, folder: Path, prompt: str, name: str = "") -> None:
        """The model's name is that of the recordings unless it is given. UsageError where the folder has no recording, or
        those of another version of the prompt only.
        """
        self._folder = folder
        self._files = sorted(folder.glob("*.json"))
        found = [one for path in self._files[:1] if (one := store.load_or_none(Exchange, path)) is not None]
        if not found:
            raise UsageError(
                f"no recorded answer in {folder}: make some by the same command with `--engine model --record DIR`"
            )
        if found[0].prompt != prompt:
            raise UsageError(
                f"{folder} was recorded with prompt {found[0].prompt!r}, this is {prompt!r}: record it anew"
            )
        self.name = name or found[0].model

    @property
    def identity(self) -> str:
        """Digest of the recordings' names, each of which is the digest of its question, and of their content."""
        return digest([[path.name, store.file_digest(path)] for path in self._files])

    def has(self, question: Question) -> bool:
        """Whether the question was recorded."""
        return _kept(self._folder, question, self.name) is not None

    def ask(self, question: Question) -> Answer:
        """The recorded answer. ServiceError where there is none."""
        answer = _kept(self._folder, question, self.name)
        if answer is None:
            raise ServiceError(
                f"question {question.digest(self.name)[:16]} was not recorded in {self._folder}: the prompt, the paper or the"
                " model has changed; record it anew"
            )
        return answer


@dataclass(frozen=True)
class Render:
    """Writes each question into a folder and asks nobody."""

    folder: Path
    name: str

    def ask(self, question: Question) -> Answer:
        """Write the question down. Skip, always."""
        store.save(question.exchange(self.name, None), self.folder / f"{question.digest(self.name)}.json")
        raise Skip(f"its questions were written to {self.folder}; nobody was asked")

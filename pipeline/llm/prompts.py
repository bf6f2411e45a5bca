"""A prompt folder (`prompts/<name>/`): what `prompt.toml` says, and its templates as messages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field

from pipeline import store
from pipeline.errors import UsageError
from pipeline.ids import digest, sha256_bytes
from pipeline.paths import resource
from pipeline.records.base import Json, Record
from pipeline.records.card import CardFields
from pipeline.records.exchange import Message
from pipeline.render import render

TEMPLATES = ("system.md.j2", "user.md.j2", "repair.md.j2")


class FieldAsk(Record):
    """How one card field is asked for; lengths in characters."""

    ask: str
    longest: int = 200
    items: int = 10
    derived: bool = False
    absent: bool = False
    nameless: bool = False


class Group(Record):
    """Fields that the same parts of a paper answer, and which parts those are; `least` in tokens."""

    name: str
    fields: tuple[str, ...]
    always: tuple[Literal["title", "abstract"], ...]
    unit: Literal["paragraph", "sentence"]
    share: float = Field(gt=0, le=1)
    least: int
    section_weight: float
    fading: float = Field(gt=0, le=1)
    sections: str
    words: tuple[tuple[str, float], ...]

    def signs(self, text: str) -> frozenset[int]:
        """Which of `words` the text has, by their places in the list."""
        return frozenset(at for at, (pattern, _) in enumerate(self.words) if re.search(pattern, text))

    def place(self, section: str) -> float:
        """What a heading adds to the weight of what stands under it."""
        return self.section_weight if re.search(self.sections, section) else 0.0

    def weight(self, signs: frozenset[int], taken: Counter[int]) -> float:
        """How much a piece of text with these signs has to say.

        A sign counts less the more parts with it are `taken`: the twentieth sentence on an API tells less than the first on hours.
        """
        return sum(self.words[at][1] * self.fading ** taken[at] for at in signs)


class Typical(Record):
    """Tokens that a paper takes in all."""

    tokens_in: int
    tokens_out: int


class PromptHead(Record):
    """What every `prompt.toml` says."""

    name: str
    version: int
    description: str
    typical: Typical
    parameters: Json


class PromptFile(PromptHead):
    """`prompt.toml` of a prompt that asks for card fields."""

    groups: tuple[Group, ...]
    fields: dict[str, FieldAsk]


@dataclass(frozen=True)
class PromptFolder:
    """A prompt by its name; `digest` changes with any of its files."""

    file: PromptHead
    digest: str

    @property
    def label(self) -> str:
        """Name and version."""
        return f"{self.file.name} {self.file.version}"

    @cached_property
    def parameters(self) -> Json:
        """What the model is asked with."""
        return dict(self.file.parameters)

    def bounded(self, max_tokens: int | None) -> Json:
        """The parameters for a model whose answers have at most so many tokens; None is no bound of its own."""
        own = self.parameters["max_tokens"]
        return {**self.parameters, "max_tokens": min(max_tokens or own, own)}

    def repair(self, problems: Mapping[str, str], attempt: int, attempts: int) -> Message:
        """Asks again for some parts of the answer; the reasons say what was wrong with each.

        The count makes each attempt a question of its own: a kept answer to the one before must not stand in for it.
        """
        rows = [{"key": key, "reason": reason} for key, reason in problems.items()]
        variables = {"problems": rows, "attempt": attempt, "attempts": attempts}
        return Message(role="user", content=self.rendered("repair.md.j2", variables))

    def rendered(self, template: str, variables: Mapping[str, object]) -> str:
        """One of the folder's templates."""
        return render(f"{self.file.name}/{template}", variables, "prompts")


@dataclass(frozen=True)
class Prompt(PromptFolder):
    """A prompt that asks for card fields."""

    file: PromptFile

    def system(self, group: Group) -> Message:
        """The rules and the group's fields: the same for every paper, so that a server can keep what it computed for them."""
        fields = [{"key": key, "ask": self.file.fields[key].ask} for key in group.fields]
        derived = any(self.file.fields[key].derived for key in group.fields)
        return Message(role="system", content=self.rendered("system.md.j2", {"fields": fields, "derived": derived}))

    def user(self, group: Group, text: str, part: int = 1, parts: int = 1) -> Message:
        """The excerpts, in marks that they cannot hold themselves."""
        variables = {
            "tag": f"paper-{digest([text])[:12]}",
            "text": text,
            "part": part,
            "parts": parts,
            "keys": group.fields,
        }
        return Message(role="user", content=self.rendered("user.md.j2", variables))


def load_prompt(name: str) -> Prompt:
    """The prompt of that folder. UsageError where a part is missing, unknown or said twice."""
    folder: Path = resource("prompts") / name
    file = store.load_toml(PromptFile, folder / "prompt.toml")
    asked = [key for group in file.groups for key in group.fields]
    for key in asked:
        if key not in CardFields.model_fields or key not in file.fields or asked.count(key) > 1:
            raise UsageError(
                f"{folder / 'prompt.toml'}: field {key!r} is no card field, has no `ask`, or stands in two groups"
            )
    return Prompt(file, _digest(folder))


def load_folder(name: str) -> PromptFolder:
    """The prompt of that folder, which asks for no card fields. UsageError where a part is missing or unknown."""
    folder: Path = resource("prompts") / name
    return PromptFolder(store.load_toml(PromptHead, folder / "prompt.toml"), _digest(folder))


def _digest(folder: Path) -> str:
    parts: Sequence[Path] = [folder / part for part in ("prompt.toml", *TEMPLATES)]
    return digest([[path.name, sha256_bytes(store.read_bytes(path))] for path in parts])

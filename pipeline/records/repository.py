"""Repository: what is known of the code behind a card's link, from the repository itself and its host."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Record, Stored


class Language(Record):
    """A programming language and the bytes of its files."""

    name: str
    bytes: int = Field(ge=0)


class RepositoryFacts(Record):
    """What stands behind an address of code. None and empty are "not known": a page that is no repository has few facts."""

    url: str
    exists: bool
    origin: Literal["git", "mirror", "page"] = Field(
        description="Read from a copy of the repository, from the local mirror, or only asked whether the page is there."
    )
    commit: str = Field(default="", description="The commit that the facts are of: the default branch's last.")
    last_change: str = Field(default="", description="Day of that commit in UTC, YYYY-MM-DD.")
    licence: str = Field(default="", description="SPDX id by the licence file's words, else as the host says it.")
    files: int | None = Field(default=None, ge=0)
    bytes: int | None = Field(
        default=None, ge=0, description="Of all files at that commit; large ones may be left out."
    )
    large_files: int = Field(default=0, ge=0, description="Files that were too large to be copied; not in `bytes`.")
    languages: tuple[Language, ...] = Field(default=(), description="Largest first.")
    archived: bool | None = Field(default=None, description="As the host says it.")
    unfinished: str = Field(
        default="", description="The README's words that the code is still to come, where it says so."
    )

    @property
    def usable(self) -> bool:
        """Whether code can be had from there: it exists, holds files in a programming language, and is more than a promise."""
        if not self.exists or self.origin == "page":
            return self.exists
        few = sum(language.bytes for language in self.languages) < FEWEST_BYTES
        return bool(self.languages) and not (self.unfinished and few)

    def __str__(self) -> str:
        """One line for a person."""
        if not self.exists:
            return f"{self.url} is not there"
        if self.origin == "page":
            return f"{self.url} answers"
        if not self.languages:
            return f"{self.url} holds no code" + (f": “{self.unfinished}”" if self.unfinished else "")
        shares = ", ".join(language.name for language in self.languages[:3])
        notes = [f"{self.files} files", shares, self.licence or "no licence known", f"last changed {self.last_change}"]
        notes += ["archived"] if self.archived else []
        notes += [f"“{self.unfinished}”"] if self.unfinished else []
        return "; ".join(notes)


FEWEST_BYTES = 4096
"""Less code than this, beside a README that promises more, is a stub."""


class Repository(Stored):
    """The facts behind one paper's link, kept so that no host is asked twice."""

    kind: ClassVar[str] = "repository"

    paper_id: str
    facts: RepositoryFacts

"""Outcome: how one stage ended for one unit; kept on disk, it is also how a rerun knows what is left to do."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Stored

State = Literal["done", "skipped", "failed", "broken"]


class Outcome(Stored):
    """`done`: finished now. `skipped`: nothing to do. `failed`: the input is at fault. `broken`: a tool or service is."""

    kind: ClassVar[str] = "outcome"

    stage: str
    unit: str
    state: State
    reason: str = Field(default="", description="One line for a person; empty when done.")
    inputs: str = Field(default="", description="Digest of everything that the result follows from.")
    output: str = Field(default="", description="Sha256 of the file that the stage wrote.")


class Place(Stored):
    """Where a venue's cards went the last time, absolute, and by which policy they were screened."""

    kind: ClassVar[str] = "place"

    cards: str
    policy: str
    awards: tuple[str, ...] = Field(default=(), description="The award tiers that the stored listing covers.")

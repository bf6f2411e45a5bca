"""Exchange: one question to a language model and its answer, as cached, recorded and replayed; Spend: a line of the ledger."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Json, Record, Stored

Finish = Literal["stop", "length", "refused", "other"]
"""Why a model stopped: it was done, its limit of tokens was reached, it would not answer, or something else."""


class Message(Record):
    """One message of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


class Answer(Record):
    """What a model said, and what it took."""

    text: str
    finish: Finish = "stop"
    tokens_in: int = Field(default=0, ge=0)
    tokens_out: int = Field(default=0, ge=0)
    counted: bool = Field(
        default=True, description="False where the server gave no count and characters stood in for it."
    )
    usd: float = Field(default=0.0, ge=0, description="At the price of the day it was asked.")


class Exchange(Stored):
    """A question and its answer; the file is named by `digest`, which covers everything but the answer."""

    kind: ClassVar[str] = "exchange"

    digest: str
    prompt: str = Field(description="Name and version of the prompt, such as `card 1`.")
    model: str
    parameters: Json
    messages: tuple[Message, ...]
    answer_schema: Json = Field(description="The JSON Schema that the answer was to follow.")
    answer: Answer | None = Field(default=None, description="None where it was rendered only.")


class Spend(Record):
    """One line of the ledger: money set aside before a call (`held`), or what is given back of it (`settled`, at most 0)."""

    what: Literal["held", "settled"]
    venue: str
    run: str = Field(description="One venue, prompt and model, however often interrupted.")
    exchange: str
    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = Field(description="The sum of all lines is what was spent, with unfinished calls at their most.")

"""Decision: what a curator says of a paper; Judgement: what an auditor says of one value of its card."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from pipeline.records.base import Stored
from pipeline.records.verdict import VerdictName

Choice = Literal["accept", "reject", "revise"]
Mark = Literal["right", "wrong", "missing"]


class Decision(Stored):
    """One line of `decisions.jsonl`. Nothing is ever taken back: of a paper's decisions the last one counts."""

    kind: ClassVar[str] = "decision"

    paper_id: str
    choice: Choice
    by: str = Field(description="Who decided.")
    why: str = Field(min_length=1)
    seconds: float | None = Field(default=None, ge=0, description="How long it took, where it was measured.")
    card_digest: str = Field(description="Which card was looked at: the sha256 of its file.")
    verdict: VerdictName | None = Field(default=None, description="What the policy had said.")


class Judgement(Stored):
    """One line of `audit.jsonl`. Of an auditor's judgements on one value the last one counts."""

    kind: ClassVar[str] = "judgement"

    paper_id: str
    field: str = Field(description="A key of the card, or `verdict`.")
    mark: Mark = Field(description="`missing`: the card says nothing, the paper does.")
    said: bool = Field(description="Whether the card has a value.")
    by: str
    verdict: VerdictName
    value_digest: str = Field(description="Of the value that was judged; a judgement on an older value does not count.")
    seconds: float | None = Field(default=None, ge=0)

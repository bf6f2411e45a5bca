"""One matter's questions to a model and its answers so far, and what they add up to."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.errors import Skip
from pipeline.ids import digest
from pipeline.llm.model import Model, Question
from pipeline.records.base import Json
from pipeline.records.card import Provenance
from pipeline.records.exchange import Answer

REPAIRS = 2
"""How often what cannot be used is asked for again."""


@dataclass
class Talk:
    """What was asked and answered; `skipped` where questions were only written down."""

    model: Model
    exchanges: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    skipped: Skip | None = None

    def ask(self, question: Question) -> Answer | None:
        """The answer; None where the question was only written down. Raises what else the model raises."""
        try:
            answer = self.model.ask(question)
        except Skip as skip:
            self.skipped = skip
            return None
        self.exchanges.append(question.digest(self.model.name))
        self.answers.append(answer)
        return answer

    def provenance(self, prompt: str, parameters: Json) -> Provenance:
        """Who answered, to which prompt (name and version), and what it took in all."""
        return Provenance(
            engine="model",
            prompt=prompt,
            prompt_digest=digest(self.exchanges),
            exchanges=tuple(self.exchanges),
            model=self.model.name,
            parameters=parameters,
            tokens_in=sum(answer.tokens_in for answer in self.answers),
            tokens_out=sum(answer.tokens_out for answer in self.answers),
            cost_usd=round(sum(answer.usd for answer in self.answers), 9),
        )

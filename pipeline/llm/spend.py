"""Money: what may be spent, and an append-only ledger of what was, which outlives any run.

Before a call its most is written down as held; afterwards what was not used is given back. So what a killed process had
under way counts as spent, and processes that share a data folder see each other's calls.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from pipeline import store
from pipeline.errors import ServiceError
from pipeline.llm.model import CAREFUL_CHARACTERS_PER_TOKEN, Model, Question
from pipeline.llm.prices import Price
from pipeline.records.exchange import Answer, Spend


@dataclass(frozen=True)
class Caps:
    """Most US dollars; None is no cap. A run is one venue, prompt and model, however often it was interrupted."""

    run: float | None = None
    venue: float | None = None


@dataclass
class Ledger:
    """The ledger file, read on from where it was left."""

    path: Path
    _end: int = 0
    _sums: dict[tuple[str, str], float] = field(default_factory=dict)

    def add(self, line: Spend) -> None:
        """Write a line down. StorageError."""
        store.append(line, self.path)

    def spent(self, *, venue: str = "", run: str = "") -> float:
        """US dollars on the venue, or in the run."""
        lines, self._end = store.read_lines(Spend, self.path, self._end)
        for line in lines:
            for key in (("venue", line.venue), ("run", line.run)):
                self._sums[key] = self._sums.get(key, 0.0) + line.usd
        # lines add up in floating point: what was given back in full is nothing
        return max(0.0, round(self._sums.get(("run", run) if run else ("venue", venue), 0.0), 9))


class Metered:
    """A model whose calls are paid for: no call starts that could go beyond a cap."""

    def __init__(self, model: Model, *, price: Price, ledger: Ledger, venue: str, run: str, caps: Caps) -> None:
        self._model, self._price, self._ledger, self._caps = model, price, ledger, caps
        self._venue, self._run = venue, run
        self._turn = threading.Condition()
        self._under_way = 0

    @property
    def name(self) -> str:
        """That of the model that is paid for."""
        return self._model.name

    def ask(self, question: Question) -> Answer:
        """The model's answer with its price. ServiceError where a cap stands in the way."""
        most = self._price.usd(question.size(CAREFUL_CHARACTERS_PER_TOKEN), question.max_tokens)
        line = Spend(
            what="held",
            venue=self._venue,
            run=self._run,
            exchange=question.digest(self.name),
            model=self.name,
            usd=most,
        )
        self._hold(line)
        answer = None
        try:
            answer = self._model.ask(question)
            usd = self._price.usd(answer.tokens_in, answer.tokens_out)
            return answer.model_copy(update={"usd": usd})
        finally:
            self._settle(line, answer)

    def _hold(self, line: Spend) -> None:
        with self._turn:
            while True:
                self._ledger.add(line)
                over = self._over()
                if not over:
                    self._under_way += 1
                    return
                self._ledger.add(line.model_copy(update={"what": "settled", "usd": -line.usd}))
                if not self._under_way:
                    raise ServiceError(over)
                self._turn.wait()  # a call under way may give something back

    def _settle(self, line: Spend, answer: Answer | None) -> None:
        tokens_in, tokens_out = (answer.tokens_in, answer.tokens_out) if answer else (0, 0)
        back = self._price.usd(tokens_in, tokens_out) - line.usd
        told = {"what": "settled", "usd": back, "tokens_in": tokens_in, "tokens_out": tokens_out}
        with self._turn:
            try:
                self._ledger.add(line.model_copy(update=told))
            finally:
                self._under_way -= 1
                self._turn.notify_all()

    def _over(self) -> str:
        """Why the last line is one too many; empty where it is not. It is part of the sums here."""
        for what, cap, spent in (
            ("run", self._caps.run, self._ledger.spent(run=self._run)),
            ("venue", self._caps.venue, self._ledger.spent(venue=self._venue)),
        ):
            if cap is not None and spent > cap:
                setting = f"PAPER2TASK_LLM_MAX_USD_{what.upper()}"
                return f"money cap reached: the next call could bring this {what} above {cap:g} USD; raise {setting} to go on"
        return ""

"""Models by name, and all that stands between a run and one of them: cache, money, recording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.ids import digest
from pipeline.llm.asker import Asker
from pipeline.llm.client import Endpoint, OpenAIModel
from pipeline.llm.keepers import Kept, Recorded, Render, Replay
from pipeline.llm.model import Model, Question
from pipeline.llm.pace import Pace
from pipeline.llm.prices import Price, price_of
from pipeline.llm.prompts import PromptFolder, load_prompt
from pipeline.llm.spend import Caps, Ledger, Metered


@dataclass(frozen=True)
class Wish:
    """Which model is asked, and how; `folder` is the data folder's part for models, `venue` who is charged in the ledger.

    At most one of `replay` and `render` is given; then no server is asked.
    """

    endpoint: Endpoint
    folder: Path
    venue: str
    caps: Caps = field(default_factory=Caps)
    prices: Path | None = None
    price_unknown_ok: bool = False
    at_once: int = 4
    per_minute: float = 0.0
    context: int = 32_000
    max_tokens: int | None = None
    record: Path | None = None
    replay: Path | None = None
    render: Path | None = None

    @property
    def kind(self) -> str:
        """A key of `MODELS`."""
        return "replay" if self.replay else "render" if self.render else "server"


@dataclass(frozen=True)
class Source:
    """A model, how it is told apart from another of the same name, what it costs, and which answers are here already."""

    model: Model
    identity: str
    price: Price | None
    known: Callable[[Question], bool]


def _server(wish: Wish, prompt: PromptFolder) -> Source:
    """A server, behind money and the cache: the same question is never paid for twice."""
    if not wish.endpoint.base_url or not wish.endpoint.model:
        raise UsageError(
            "no model is set: give PAPER2TASK_LLM_BASE_URL (such as http://localhost:8080/v1) and PAPER2TASK_LLM_MODEL"
        )
    price = price_of(wish.endpoint.model, wish.prices, unknown_ok=wish.price_unknown_ok)
    model: Model = OpenAIModel(wish.endpoint, Pace(at_once=wish.at_once, per_minute=wish.per_minute))
    run = digest([wish.venue, prompt.digest, wish.endpoint.model])[:16]
    ledger = Ledger(wish.folder / "spend.jsonl")
    kept = Kept(
        Metered(model, price=price, ledger=ledger, venue=wish.venue, run=run, caps=wish.caps), wish.folder / "answers"
    )
    if wish.record:  # another identity: cards that stand already are made again, from the cache, to be recorded
        return Source(Recorded(kept, wish.record), "recorded", price, kept.has)
    return Source(kept, "server", price, kept.has)


def _replay(wish: Wish, prompt: PromptFolder) -> Source:
    """Recorded answers: no server, no money."""
    assert wish.replay is not None
    replay = Replay(wish.replay, prompt.label, wish.endpoint.model)
    return Source(replay, replay.identity, None, replay.has)


def _render(wish: Wish, prompt: PromptFolder) -> Source:  # noqa: ARG001 - all entries of MODELS are called alike
    """Questions written down."""
    assert wish.render is not None
    return Source(Render(wish.render, wish.endpoint.model or "none"), "render", None, lambda _: True)


MODELS: dict[str, Callable[[Wish, PromptFolder], Source]] = {"server": _server, "replay": _replay, "render": _render}
"""Who can be asked."""


def make_source(wish: Wish, prompt: PromptFolder) -> Source:
    """Who answers a wish. UsageError where something is missing: the model's name, its price, the client, a recording."""
    if wish.replay and (wish.render or wish.record):
        raise UsageError("--replay asks nobody: it goes with neither --record nor --render")
    if wish.render and wish.record:
        raise UsageError("--render and --record exclude each other: nothing is answered, so nothing can be recorded")
    return MODELS[wish.kind](wish, prompt)


def make_asker(wish: Wish, prompt_name: str = "card") -> tuple[Asker, Source]:
    """The asker for a wish. UsageError as `make_source`."""
    prompt = load_prompt(prompt_name)
    source = make_source(wish, prompt)
    return Asker(source.model, prompt, wish.context, wish.max_tokens, source.identity), source

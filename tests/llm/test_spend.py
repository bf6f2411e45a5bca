"""Money: no call starts that could go beyond a cap, and the ledger outlives the process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pipeline.errors import ServiceError, UsageError
from pipeline.llm.model import Question
from pipeline.llm.prices import Price, price_of
from pipeline.llm.spend import Caps, Ledger, Metered
from pipeline.records.exchange import Answer, Message, Spend
from tests.llm.fakes import FakeModel, Reply, answer

QUESTION = Question("p 1", (Message(role="user", content="x" * 300),), {}, {"max_tokens": 1000})
PRICE = Price(name="fake", input=0.0, output=1000.0)
"""A dollar at most for the question, a cent for its answer of 10 tokens."""


def metered(folder: Path, reply: Reply, caps: Caps, venue: str = "v", run: str = "r") -> Metered:
    """A model that costs, with its ledger in the folder."""
    ledger = Ledger(folder / "spend.jsonl")
    return Metered(FakeModel(reply), price=PRICE, ledger=ledger, venue=venue, run=run, caps=caps)


def test_an_answer_has_its_price(tmp_path: Path) -> None:
    """What was not used of the money held is given back."""
    model = metered(tmp_path, lambda _: answer("x"), Caps(run=5))
    assert model.ask(QUESTION).usd == pytest.approx(0.01)
    assert Ledger(tmp_path / "spend.jsonl").spent(run="r") == pytest.approx(0.01)


def test_a_cap_holds_over_processes(tmp_path: Path) -> None:
    """A new process reads on in the ledger: 100 cents fit under a cap of two dollars, whose second may be held."""
    for _ in range(100):
        metered(tmp_path, lambda _: answer("x"), Caps(run=2)).ask(QUESTION)
    model = metered(tmp_path, lambda _: answer("x"), Caps(run=2))
    model.ask(QUESTION)
    with pytest.raises(ServiceError, match=r"money cap reached.*PAPER2TASK_LLM_MAX_USD_RUN"):
        model.ask(QUESTION)
    assert Ledger(tmp_path / "spend.jsonl").spent(run="r") == pytest.approx(1.01)


def test_a_venue_has_its_own_cap(tmp_path: Path) -> None:
    """Runs with other prompts count for the venue, other venues do not."""
    metered(tmp_path, lambda _: answer("x"), Caps(), run="old").ask(QUESTION)
    metered(tmp_path, lambda _: answer("x"), Caps(venue=1.005), venue="w").ask(QUESTION)
    with pytest.raises(ServiceError, match="PAPER2TASK_LLM_MAX_USD_VENUE"):
        metered(tmp_path, lambda _: answer("x"), Caps(venue=1.005)).ask(QUESTION)


def test_a_killed_call_counts_as_spent(tmp_path: Path) -> None:
    """Money that was held and never settled stays held."""
    line = Spend(what="held", venue="v", run="r", exchange="e", model="fake", usd=1.5)
    Ledger(tmp_path / "spend.jsonl").add(line)
    with pytest.raises(ServiceError, match="money cap reached"):
        metered(tmp_path, lambda _: answer("x"), Caps(run=2)).ask(QUESTION)


def test_a_call_that_fails_costs_nothing(tmp_path: Path) -> None:
    """Without an answer all is given back."""

    def fails(_: Question) -> Answer:
        raise ServiceError("down")

    with pytest.raises(ServiceError, match="down"):
        metered(tmp_path, fails, Caps(run=2)).ask(QUESTION)
    assert Ledger(tmp_path / "spend.jsonl").spent(run="r") == 0


def test_calls_at_once_wait_for_each_other(tmp_path: Path) -> None:
    """Under a cap that holds one call at a time, five threads all get their answer."""
    model = metered(tmp_path, lambda _: answer("x"), Caps(run=1.5))
    got: list[Answer] = []
    threads = [threading.Thread(target=lambda: got.append(model.ask(QUESTION))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 5


def test_prices(tmp_path: Path) -> None:
    """The caller's file comes first; a name must match exactly; an unknown price is an error until it is allowed."""
    own = tmp_path / "prices.toml"
    own.write_text('as_of = "2026-01"\n[[models]]\nname = "mine"\ninput = 1\noutput = 2\n')
    assert price_of("mine", own, unknown_ok=False).usd(1_000_000, 500_000) == 2.0
    assert price_of("gpt-4o-mini", own, unknown_ok=False).input == 0.15
    with pytest.raises(UsageError, match="--price-unknown-ok"):
        price_of("gpt-4o-mini-2099", own, unknown_ok=False)
    assert price_of("gpt-4o-mini-2099", None, unknown_ok=True).usd(9, 9) == 0

"""What a model's tokens cost."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from pipeline import store
from pipeline.errors import UsageError
from pipeline.records.base import Record

SHIPPED = Path(__file__).parent / "prices.toml"


class Price(Record):
    """US dollars per million tokens."""

    name: str
    input: float = Field(ge=0)
    output: float = Field(ge=0)

    def usd(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost, in US dollars."""
        return (tokens_in * self.input + tokens_out * self.output) / 1e6


class PriceFile(Record):
    """A file of prices, and the month it was true."""

    as_of: str
    models: tuple[Price, ...]


def price_of(model: str, own_file: Path | None, *, unknown_ok: bool) -> Price:
    """The model's price: from the caller's file, else from ours. UsageError where neither has it, unless `unknown_ok` (0 then)."""
    for path in filter(None, (own_file, SHIPPED)):
        for price in store.load_toml(PriceFile, path).models:
            if price.name == model:
                return price
    if unknown_ok:
        return Price(name=model, input=0, output=0)
    raise UsageError(
        f"no price is known for model {model!r}: give PAPER2TASK_LLM_PRICES a file like pipeline/llm/prices.toml that has it,"
        " or pass --price-unknown-ok (no cap holds then)"
    )

"""What a model said, as card values: found in its text, checked against the card's types and against the paper's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from pipeline.llm.parts import CELLS
from pipeline.llm.prompts import FieldAsk
from pipeline.llm.rules.quantities import number
from pipeline.llm.shapes import LONGEST_DERIVATION, MOST_QUOTES, adapter
from pipeline.quotes import QuoteIndex, folded
from pipeline.records.base import Json
from pipeline.records.card import Evidence, Score, Value

CONFIDENCE = 0.75
"""Of a value whose quotes stand in the paper; nobody measured it, and agreement with the rules raises it."""
_LEAST_QUOTE = 4  # letters without blanks: `the` proves nothing
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)?")
_UNITS = (1.0, 1e3, 1e6, 1e9, 1e12)


class UnusableError(Exception):
    """A field's answer cannot be used; the message tells the model why."""


def found_fields(text: str, keys: Sequence[str]) -> Json:
    """The answered fields in a model's text: those of the JSON object that it is or holds; of a broken or cut one, those that
    are whole.
    """
    for parsed in _objects(text):
        if any(key in parsed for key in keys):
            return {key: parsed[key] for key in keys if key in parsed}
    found: Json = {}
    for key in keys:
        for match in re.finditer(rf'"{re.escape(key)}"\s*:\s*(?=\{{)', text):
            value = _decoded(text, match.end())
            if value is not None:
                found[key] = value
    return found


def _objects(text: str) -> Iterator[Json]:
    at = text.find("{")
    for _ in range(50):  # a hostile text may open a brace a million times
        if at < 0:
            return
        parsed = _decoded(text, at)
        if isinstance(parsed, dict):
            yield parsed
        at = text.find("{", at + 1)


def _decoded(text: str, at: int) -> Any:
    try:
        return json.JSONDecoder().raw_decode(text, at)[0]
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class Checker:
    """Turns one field's answer into a value that the paper proves; `names` are the paper's title and its method's names."""

    index: QuoteIndex
    names: tuple[str, ...] = ()

    def value(self, key: str, ask: FieldAsk, raw: Any) -> Value[Any]:
        """The value with its evidence; without value where the model says null. UnusableError with what is wrong."""
        if not isinstance(raw, Mapping) or "value" not in raw:
            raise UnusableError('it must be an object with "value" and "quotes"')
        if raw["value"] is None:
            return Value(source="model")
        value = self._typed(key, ask, raw["value"])
        evidence = self._evidence(raw.get("quotes"))
        absent = ask.absent and value in (False, ())
        if not evidence and not absent:
            raise UnusableError(
                "none of its quotes stands in the paper: copy the words that say so, letter by letter, or answer null"
            )
        derivation = raw.get("derivation") if ask.derived else None
        if not isinstance(derivation, str) or not derivation.strip():
            derivation = None
        self._proven(key, value, evidence, derivation)
        if ask.nameless and (name := self._named(value)):
            raise UnusableError(
                f"it names {name!r}: say it without the paper's title, its method's name and its acronyms"
            )
        how = derivation[:LONGEST_DERIVATION] if derivation else None
        return Value(value=value, evidence=evidence, source="model", confidence=CONFIDENCE, derivation=how)

    def _typed(self, key: str, ask: FieldAsk, raw: Any) -> Any:
        try:
            value = adapter(key).validate_json(json.dumps(raw), strict=True)
        except (ValidationError, ValueError) as error:
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "it is no JSON value"
            raise UnusableError(f"its value has the wrong type: {why[:120]}") from error
        if isinstance(value, (str, tuple)) and not value and not ask.absent:
            raise UnusableError("its value is empty: answer null where the paper does not say")
        if isinstance(value, tuple) and len(value) > ask.items:
            raise UnusableError(f"it has {len(value)} entries: at most {ask.items}")
        # twice the bound is still readable; servers that ignore the schema overshoot
        if any(len(text) > 2 * ask.longest for text in _texts(raw)):
            raise UnusableError(f"a text in it is longer than {ask.longest} characters")
        if isinstance(value, (int, float)) and value < 0:
            raise UnusableError("its value is negative")
        return value

    def _evidence(self, quotes: Any) -> tuple[Evidence, ...]:
        """The quotes that stand in the paper, each with its place; invented ones are left out."""
        found = []
        for quote in quotes if isinstance(quotes, list) else []:
            if not isinstance(quote, str) or len(folded(quote)) < _LEAST_QUOTE:
                continue
            for words in (quote.strip(), quote.replace(CELLS.strip(), " ").strip(" \"'“”")):
                if (passage := self.index.find(words)) is not None:
                    found.append(Evidence(quote=words, page=passage.page, section=passage.section))
                    break
        return tuple(dict.fromkeys(found))[:MOST_QUOTES]

    def _proven(self, key: str, value: Any, evidence: tuple[Evidence, ...], derivation: str | None) -> None:
        """What can be checked beyond the quote: an address is printed, a number stands in a quote or is derived."""
        if key == "code_link" and self.index.find(re.sub(r"^https?://(www\.)?", "", value)) is None:
            raise UnusableError("this address is not printed in the paper")
        numeric = value.value if isinstance(value, Score) else value
        if isinstance(numeric, (int, float)) and not isinstance(numeric, bool) and derivation is None:
            said = {n for one in evidence for n in _numbers(one.quote)}
            if not any(abs(numeric - n * unit) <= 0.005 * abs(numeric) for n in said for unit in _UNITS):
                raise UnusableError(
                    "its number does not stand in its quotes: quote it, or say in `derivation` how it follows"
                )

    def _named(self, value: Any) -> bool:
        """Whether the text has one of the names as words, capitals as printed: `CAN` is not `can`."""
        return any(len(n) > 2 and re.search(rf"(?<!\w){re.escape(n)}(?!\w)", str(value)) for n in self.names)


def _texts(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, (list, dict)):
        for one in raw.values() if isinstance(raw, dict) else raw:
            yield from _texts(one)


def _numbers(text: str) -> Iterator[float]:
    """Numbers in digits and in words; a number in a word (`a`, `single`) counts as one."""
    yield from (float(digits.replace(",", "")) for digits in _DIGITS.findall(text))
    for word in _WORD.findall(text.lower()):
        try:
            yield number(word)
        except KeyError:
            continue

"""The paper's research field, in the words of the task card."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.sections import sentences
from pipeline.records.card import Evidence, Value

_TITLE_WEIGHT, _ABSTRACT_WEIGHT, _INTRO_WEIGHT = 5, 2, 0.5
_ENOUGH = 5.0
"""Two mentions in the abstract and two in the introduction, or one in the title."""
_SHARE = 0.4
"""Of the strongest field's weight: below it a field is a passing word."""
_MOST = 3
_PRESENTS = re.compile(r"\b(?:we|our|this (?:paper|work))\b", re.I)


@cache
def _fields(kind: str) -> dict[str, re.Pattern[str]]:
    data = tomllib.loads(files(__package__).joinpath("domain.toml").read_text("utf-8"))
    return {name: re.compile(rf"(?<![\w-])(?:{'|'.join(words)})\b", re.I) for name, words in data[kind].items()}


def _weight(sentence: Sentence) -> float:
    if sentence.kind == "title":
        return _TITLE_WEIGHT
    if sentence.kind == "abstract":
        return _ABSTRACT_WEIGHT
    return _INTRO_WEIGHT if re.match("intro", sentence.section, re.I) else 0.0


def domain(reading: Reading) -> Mapping[str, Value[tuple[str, ...]]]:
    """Card key `domain`: up to three fields, the strongest first, then what the abstract says it presents."""
    front = [(s, _weight(s)) for s in sentences(reading) if _weight(s)]
    weights: dict[str, float] = {}
    proof: dict[str, Evidence] = {}
    for name, words in _fields("field").items():
        for sentence, weight in front:
            if found := words.findall(sentence.text):
                weights[name] = weights.get(name, 0) + weight * min(2, len(found))
                proof.setdefault(name, sentence.evidence())
    strongest = max(weights.values(), default=0)
    fields = [
        n for n in sorted(weights, key=lambda n: (-weights[n], n)) if weights[n] >= max(_ENOUGH, _SHARE * strongest)
    ]
    fields = fields[:_MOST]
    for name, words in _fields("presented").items():
        said = [s for s, _ in front if s.kind == "abstract" and _PRESENTS.search(s.text) and words.search(s.text)]
        if said:
            fields.append(name)
            proof[name] = said[0].evidence()
    if not fields:
        return {}
    evidence = tuple(dict.fromkeys(proof[name] for name in fields))
    return {"domain": Value(value=tuple(fields), evidence=evidence, confidence=0.6)}

"""The largest model that the authors trained or ran themselves, in parameters: from sentences and from tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.methods import own_names
from pipeline.llm.rules.sections import own_sentences
from pipeline.llm.rules.tables import own_among
from pipeline.records.card import Evidence, Value
from pipeline.records.document import Table

_SCALE = {"k": 1e3, "m": 1e6, "million": 1e6, "b": 1e9, "billion": 1e9, "t": 1e12, "trillion": 1e12}
_NUMBER = r"(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
_SIZE = rf"(?<![\w.$]){_NUMBER}\s?-?(?P<unit>[BbM]|[Bb]illion|[Mm]illion|[Tt]rillion)(?![A-Za-z0-9])"
_KIND = r"(?:total |trainable |learnable |model |expert |overall |-)*"
_PARAMETERS = re.compile(rf"{_SIZE}[\s\-]*{_KIND}\s*(?:param(?:eter)?s?|weights)\b")
_OF_A_MODEL = re.compile(
    rf"{_SIZE}(?=(?:,? (?:and |or )?\d+(?:\.\d+)?B)*\s*-?\s*(?:\w+[\s\-]){{0,2}}?"
    r"(?:models?|variants?|versions?|LMs?|LLMs?|VLMs?|scales?)\b)"
)
_NAMED = re.compile(
    r"(?P<name>(?!Fig|Tab|Sec|App|Eq|Alg)[A-Z][\w.]+(?:[\s\-](?:[A-Z\d][\w.]*|v?\d[\w.]*)){0,3})"
    rf"(?:[\s\-(]{{1,2}}{_NUMBER}\s?(?P<unit>B)|-(?P<low_n>\d+(?:\.\d+)?)(?P<low_unit>b))(?![A-Za-z0-9])"
)
_TOKENS = re.compile(r"^[\s\-]*(?:\w+ )?(?:tokens?|words?|examples?|samples?|images?|pairs?|units?|FLOPs?)\b", re.I)
_OURS = re.compile(
    r"\b(?:we|our|ours)\b[^.;]{0,80}?\b(?:train\w*|pre-?train\w*|fine-?tun\w*|scal\w+|us(?:e|es|ed|ing)|adopt\w*|initiali[sz]\w*|built?"
    r"|employ\w*|implement\w*|instantiat\w*|experiment\w*|appl(?:y|ied)|choose|chose|select\w*|start\w*|conduct\w*|distill?\w*|run|ran"
    r"|increas\w+|models?|network)\b"
    r"|\b(?:is|are|was|were|been|by|of|when|with) (?:\w+ly )?(?:fine-?tun|pre-?train|train)(?:ed|ing)\b"
    r"|\b(?:base|backbone|policy) models?\b"
    r"|\b(?:SFT|RL|fine-?tuning|(?:pre-?)?training) (?:is|was) (?:performed|applied|conducted|carried out) (?:on|to)\b",
    re.I,
)
# sizes behind these words are other people's models
_CONTRAST = re.compile(
    r"\b(?:outperform\w*|compar\w+|surpass\w*|match\w*|exceed\w*|than|versus|vs\.?|against|relative to|unlike|rival\w*"
    r"|on par|beat\w*|approach\w* the|similar to|while|whereas|smaller|larger)\b",
    re.I,
)
_NOT_RUN = re.compile(
    r"\b(?:baselines?|judges?|evaluator|concurrent|such as|existing|prior|previous|e\.g\.|they|their|proprietary|closed-source"
    r"|future|could|would|planned)\b",
    re.I,
)
_ACTIVE = re.compile(r"^\s*(?:activated|active)\b|\bactivated (?:parameters|params)\b[^.;,]{0,25}$", re.I)
_HEAD = re.compile(r"#?\s*(?:total |trainable |model )?param(?:eter)?s?\b|\bmodel size\b", re.I)
_HEAD_UNIT = re.compile(
    r"(?:[×x*]\s*)?10\s?\^?\s?(?P<power>6|9)|[(\[]\s*(?P<unit>[MB]|millions?|billions?)\s*[)\]]|\bin (?P<word>millions?|billions?)",
    re.I,
)
_VARIATIONS = re.compile(r"\b(?:variations?|variants?|ablations?|configurations?|sizes?)\b", re.I)


_OFTEN = 3
"""Sentences that give a size, from which on a size that only one sentence gives is doubted."""


@dataclass(frozen=True)
class Size:
    """Parameters of one model with the proof."""

    parameters: float
    evidence: tuple[Evidence, ...]
    derivation: str = ""


def scale(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card key `model_scale`: parameters of the largest model that is said to be the authors' or to have been run by them."""
    names = tuple(own_names(reading))
    found = [size for s in own_sentences(reading) if s.kind != "title" for size in _said(s, names)]
    found += [size for table in reading.document.tables for size in _of_table(table, names)]
    if not found:
        return {}
    largest = max(_told_enough(found), key=lambda size: size.parameters)
    value = Value[float](
        value=largest.parameters, evidence=largest.evidence, confidence=0.75, derivation=largest.derivation or None
    )
    return {"model_scale": value}


def _told_enough(found: list[Size]) -> list[Size]:
    """Without sizes that one sentence gives while another size is given by several: a misprint, or an aside."""
    told = Counter(size.parameters for size in {(s.parameters, s.evidence): s for s in found}.values())
    often = max(told.values()) >= _OFTEN
    return [s for s in found if s.derivation or not often or told[s.parameters] > 1]


def _said(sentence: Sentence, names: Sequence[str]) -> Iterator[Size]:
    text = sentence.text
    if _NOT_RUN.search(text):
        return
    contrast = _CONTRAST.search(text)
    cut = contrast.start() if contrast else len(text)
    own = bool(_OURS.search(text[:cut])) or _names_itself(text[:cut], names)
    for pattern in (_PARAMETERS, _OF_A_MODEL, _NAMED):
        for match in pattern.finditer(text):
            by_name = pattern is _NAMED and any(name in match["name"] for name in names)
            counts = _ACTIVE.search(text[: match.start()]) or _TOKENS.search(text[match.end() :])
            if (by_name or (own and match.start() < cut)) and not counts:
                groups = match.groupdict()
                parameters = _value(match["n"] or groups["low_n"], match["unit"] or groups["low_unit"])
                yield Size(parameters, (sentence.evidence(),))


def _names_itself(text: str, names: Sequence[str]) -> bool:
    return any(name in text for name in names)


def _value(count: str, unit: str) -> float:
    return round(float(count.replace(",", "")) * _SCALE[unit.lower().rstrip("s")], 3)


def _of_table(table: Table, names: Sequence[str]) -> Iterator[Size]:
    """Parameter counts in the own rows or columns, or in any row of a table that shows variations of the own model."""
    labels = [row[0] if row else "" for row in table.rows]
    variations = bool(_VARIATIONS.search(table.caption)) and any(name in table.caption for name in names)
    own_rows = range(len(labels)) if variations else own_among(labels, names)
    own_columns = [i for i in own_among(list(table.columns), names) if i]
    for r, row in enumerate(table.rows):
        for c, cell in enumerate(row):
            head = table.columns[c] if c < len(table.columns) else ""
            told = head if r in own_rows and c else labels[r] if c in own_columns else ""
            if (
                told
                and _HEAD.search(told)
                and not re.search(r"activ", told, re.I)
                and (parameters := _cell(cell, told))
            ):
                quote = " ".join(cell for cell in row if cell)
                place = Evidence(quote=quote, page=table.page, section=table.label)
                yield Size(parameters, (place,), f"{cell.strip()} under {told.strip()} in {table.label}")


def _cell(cell: str, head: str) -> float | None:
    """The cell in parameters: with its own unit, or with that of its head; None where there is none."""
    match = re.fullmatch(rf"\s*{_NUMBER}\s*(?P<unit>[KMBT])?\s*", cell)
    if not match:
        return None
    if match["unit"]:
        return _value(match["n"], match["unit"])
    unit = _HEAD_UNIT.search(head)
    if not unit:
        return None
    if unit["power"]:
        return round(float(match["n"].replace(",", "")) * 10.0 ** int(unit["power"]), 3)
    return _value(match["n"], unit["unit"] or unit["word"])

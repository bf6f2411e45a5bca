"""Closed models and services that the work calls, and what for: as its method, a baseline, to make data, or to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.data import table
from pipeline.llm.rules.methods import folded, own_names
from pipeline.llm.rules.sections import own_sentences, paths, sentences
from pipeline.llm.rules.tables import is_result, own_among
from pipeline.records.card import Api, Evidence, Value
from pipeline.records.document import Table

Role = Literal["method", "baseline", "data", "judge"]

# a sentence tells of a call only where the authors act, or say how their own thing works
_WE = re.compile(
    r"\b(?:we|our|us)\b|\b(?:is|are|was|were) (?:\w+ )?(?:prompted|queried|used|employed|generated|annotated|implemented|evaluated"
    r"|judged|sampled|collected|finished|chosen|selected)\b"
    r"|\bas (?:the|our) (?:\w+ ){0,3}(?:model|backbone|judge|evaluator|annotator|baselines?|LLM)\b",
    re.I,
)
_ONLY_NAMED = re.compile(
    r"\b(?:such as|e\.g\.,?|like|including|inspired by|similar to|following|unlike|proposed by|introduced by"
    r"|developed by|thank|grant)\s(?:[^.;]{0,40}\s)?$",
    re.I,
)
_NOT_USED = re.compile(
    r"\b(?:do(?:es)? not|did not|don[’']t|without|instead of|rather than|cannot|could|can now|avoid|unlike)\b[^.;,]{0,40}$",
    re.I,
)
_JUDGES = re.compile(
    r"\bjudg\w+|\bevaluators?\b|\bgraders?\b|\bLLM-as-\w+"
    r"|\bto (?:\w+ly )?(?:evaluate|assess|score|rate|grade|compare|verify|check)\b"
    r"|\b(?:evaluate|prompt\w*|ask\w*)\b[^.;]{0,60}\b(?:whether|harmfulness|quality|correctness)\b"
    r"|\b(?:human|manual) (?:evaluation|study|judg\w+|rat\w+)|\bratings?\b|\bpreferences?\b|\bscored by\b",
    re.I,
)
_THINGS = (
    r"(?:data|data ?sets?|instructions?|examples?|questions?|samples?|annotations?|trajector\w+|corpus|captions?|pairs?|labels?"
    r"|quer(?:y|ies)|answers?|responses?|demonstrations?|rationales?|explanations?|dialogues?|scenarios?)"
)
_MAKES_DATA = re.compile(
    r"\b(?:generat\w+|collect\w*|annotat\w+|construct\w*|synthesi\w+|creat\w+|augment\w*|paraphras\w+|label\w*|sampl\w+|distil\w+"
    rf"|produc\w+|curat\w+|rewrit\w+|filter\w*)\b[^.;]{{0,120}}?\b{_THINGS}\b"
    r"|\b(?:filter\w*|remov\w+|categori[sz]\w+|curat\w+)\b[^.;]{0,80}?\b(?:problems?|tasks?|items?)\b"
    rf"|\b{_THINGS}\b[^.;]{{0,60}}\b(?:are|were|is|was)? ?"
    r"(?:generated|sampled|annotated|collected|created|produced|distilled|written) (?:by|from|with|using|via|on)\b",
    re.I,
)
_BASELINE = re.compile(
    r"\bbaselines?\b|\bcompar\w+|\boutperform\w*|\bagainst\b|\bversus\b|\bzero-shot\b|\bfew-shot\b|\bstate-of-the-art\b"
    r"|\bwe (?:also |further |then )?(?:evaluate|test|benchmark|consider|experiment with|include|report|assess)\b",
    re.I,
)
_METHOD = re.compile(
    r"\bwe (?:\w+ly |also |then |first |instead |simply )?(?:use|used|employ|utili[sz]|adopt|leverag|prompt|quer|call|appl|choos"
    r"|chose|select|rely|ask|instruct|feed|access|integrat|wrap|implement|deploy|take)\w*|\bpowered by\b|\bbased on\b"
    r"|\b(?:using|via) (?:the )?$",
    re.I,
)
# what the own system is made of: said so, it is the method whatever else the sentence compares
_MADE_OF = re.compile(
    r"\bbackbones?\b|\bas (?:the|our|an?|its) (?:\w+ ){0,4}(?:LLM|language model|agent|planner|controller|encoder|generator"
    r"|retriever|teacher|assistant)s?\b|\bfor all (?:\w+ )?agents\b"
    r"|\bour (?:\w+ ){0,2}(?:agents?|system|pipeline|framework) (?:uses?|calls?|is powered)",
    re.I,
)
# sections in which a call serves the look at results, or the making of data, rather than the method
_LOOKS = re.compile(
    r"\b(?:error |in-depth |further |additional |qualitative )?analys[ie]s\b|\bdiscussion\b|\bcase stud", re.I
)
_OF_DATA = re.compile(
    r"\bdata ?(?:sets?)? (?:details|construction|composition|collection|curation|creation|filtering|generation)\b"
    r"|\bcurating data\b",
    re.I,
)
_CROWD_JUDGES = re.compile(
    r"evaluat|judg|rat(?:e|ing)|prefer|quality|faithful|fluen|score|human annotations|interface", re.I
)


_MOST = 20
"""Names of APIs in one sentence that are looked at."""


@dataclass(frozen=True)
class Known:
    """A row of `apis.toml`."""

    name: str
    kind: str
    pattern: re.Pattern[str]


@cache
def _known() -> tuple[Known, ...]:
    rows = []
    for row in table("apis")["api"]:
        forms = "|".join(row["forms"])
        flags = 0 if row.get("exact") else re.I
        rows.append(Known(row["name"], row["kind"], re.compile(rf"(?<![\w-])(?:{forms})(?!\w)", flags)))
    return tuple(rows)


def named_in(text: str) -> list[tuple[Known, int, int]]:
    """APIs named in the text with their place, each place once: the first row of the table that fits has it."""
    found: list[tuple[Known, int, int]] = []
    taken = bytearray(len(text))
    for api in _known():
        for match in api.pattern.finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
                found.append((api, match.start(), match.end()))
    return sorted(found, key=lambda entry: entry[1])[:_MOST]


def apis(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card key `api_requirements`: each API with each of its roles; empty where the text names none that is called."""
    if not any(s.kind == "body" for s in sentences(reading)):
        return {}
    names = tuple(own_names(reading))
    calls: dict[tuple[str, Role], tuple[str, Evidence]] = {}
    for sentence in own_sentences(reading):
        for name, role in _called(sentence, paths(reading).get(sentence.section, "")):
            calls.setdefault((folded(name), role), (name, sentence.evidence()))
    for shown in reading.document.tables:
        for name, role, evidence in _in_table(shown, names):
            calls.setdefault((folded(name), role), (name, evidence))
    value = tuple(Api(name=name, role=role) for (_, role), (name, _) in calls.items())
    proof = tuple(dict.fromkeys(evidence for _, evidence in calls.values()))
    return {"api_requirements": Value[tuple[Api, ...]](value=value, evidence=proof, confidence=0.75 if value else 0.6)}


def _called(sentence: Sentence, path: str) -> Iterator[tuple[str, Role]]:
    """Names and roles; a part in the method that is only told of where data or results are the subject is another part."""
    text = sentence.text
    instead: Role = "data" if _OF_DATA.search(path) else "judge" if _LOOKS.search(path) else "method"
    if sentence.kind == "title" or not _WE.search(text):
        return
    for api, start, end in named_in(text):
        before = text[:start]
        if _ONLY_NAMED.search(before) or _NOT_USED.search(before):
            continue
        for role in _roles(api, text, before, text[end:]):
            yield _name(api, text[start:end]), instead if role == "method" and not _MADE_OF.search(text) else role


def _roles(api: Known, text: str, before: str, after: str) -> list[Role]:
    """What the sentence says that the API is called for: nothing, one role, or the method's part beside another."""
    if api.kind == "crowd":
        return ["judge"] if _CROWD_JUDGES.search(text) else ["data"] if _MAKES_DATA.search(text) else []
    if re.match(
        r"\s*(?:\[[^\]]*\]|\([^)]*\))?,?\s*(?:as|to be|is) (?:the|our|an?) (?:\w+ ){0,3}(?:baseline|reference)", after
    ):
        return ["baseline"]
    if _JUDGES.search(text):
        return ["judge"]
    roles: list[Role] = ["data"] if _MAKES_DATA.search(text) else ["baseline"] if _BASELINE.search(text) else []
    if _MADE_OF.search(text) or (not roles and (_METHOD.search(before) or _METHOD.search(after[:60]))):
        roles.append("method")
    return roles


def _name(api: Known, printed: str) -> str:
    """As printed where the version is part of it, else the table's name."""
    return re.sub(r"\s+", " ", printed).strip(" -") if api.kind == "model" else api.name


def _in_table(shown: Table, names: tuple[str, ...]) -> Iterator[tuple[str, Role, Evidence]]:
    """Rows and columns of a result table that a closed model heads: an own one runs on it, any other is compared with."""
    if not is_result(shown):
        return
    rows = [row[0] if row else "" for row in shown.rows]
    for labels in (rows, list(shown.columns)):
        own = own_among(labels, names)
        for i, label in enumerate(labels):
            quote = " ".join(cell for cell in (shown.rows[i] if labels is rows else shown.columns) if cell)
            for api, start, end in named_in(label):
                if api.kind == "model":
                    evidence = Evidence(quote=quote, page=shown.page, section=shown.label)
                    yield _name(api, label[start:end]), "method" if i in own else "baseline", evidence

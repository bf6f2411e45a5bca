"""How long the paper's longest own run took, in hours: from sentences, and from tables of times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.gpu import setups
from pipeline.llm.rules.methods import own_names
from pipeline.llm.rules.quantities import NUMBER, durations, number
from pipeline.llm.rules.sections import own_sentences
from pipeline.llm.rules.timetables import own_times
from pipeline.records.card import Evidence, Value

_RUN = re.compile(
    r"\b(?:train\w*|pre-?train\w*|fine-?tun\w*|converg\w*|run|runs|running|ran|took|takes?|taking|requir\w*|complet\w*|finish\w*"
    r"|wall-?clock|run-?times?|search\w*|optimi[sz]\w*|experiments?|comput\w*|execut\w*|solv\w*|elapsed)\b",
    re.I,
)
_OWN = re.compile(
    r"\b(?:(?:this|it|which) (?:took|takes)|total (?:amount of )?(?:\w+ )?time|we|our|ours|training"
    r"|pre-?training|fine-?tuning|trained|experiments?|each|every|entire|whole|all|full|process|procedure"
    r"|train(?:ing)? time"
    r"|the (?:\w+ ){0,2}(?:models?|runs?|search|polic(?:y|ies)|algorithm|method|pipeline|run-?time|computation|optimi[sz]ation"
    r"|network)|run-?time|per (?:run|seed|task|dataset|experiment|trial|model|game|fold))\b",
    re.I,
)
_THEIRS = re.compile(
    r"\b(?:they|their|et al\.?|prior works?|previous works?|baselines?|competitors?|existing methods?)\b", re.I
)
_WE = re.compile(r"\b(?:we|our|ours)\b", re.I)
# the authors act, or something is over: a run, where `requires 4 days` may be said of anybody's method
_SURELY = re.compile(
    r"\b(?:we|our|ours|took|taken|was|were|finished|converged|ran|this (?:paper|work)|all experiments)\b", re.I
)
_TIME_OF = re.compile(r"\b(?:run-?time|time) (?:of|taken by|needed by|for) (?P<whose>[A-Z][\w\-]*)")
# people's time, recorded time, forecast time, allowed time: hours that no computer of the authors worked
_OTHER_TIME = re.compile(
    r"annotat|\bworkers?\b|participants?\b|freelanc|crowd|interview|students?\b|volunteer|labell?(?:ing|ers?)\b|per hour|hourly"
    r"|(?:/|\bper\b|\ban\b)\s?(?:hr|hour)\b|\bpa(?:y|id)\b|\bwage|\bday(?:s)? of (?:data|the)|\bCPU core hours?\b"
    r"|time[- ]?(?:limit|out|window|budget)|\blimit(?:ed)?\b(?! (?:time and )?(?:\w+ )?resources)"
    r"|\bbudget|\bdeadline|\ballow|\bpermi(?:ssi|tt)"
    r"|\b(?:maximum|dedicated)\b"
    r"|\bstopped\b|\baborted\b|\bkilled\b|\bsimulat\w+ (?:runs?|for|over|of)\b|\b(?:could|would) (?:be|take)\b"
    r"|\bestimate suggests\b"
    r"|\b(?:data ?set|data|logs?)\b[^.;]{0,60}\b(?:collected|generated|gathered|spann?\w*|cover\w*)\b"
    r"|\binitially tried\b|\bprohibitive|\binfeasible\b|\bimpractical\b|\bintractable\b"
    r"|\bof work\b|\bto implement\b|\bfixation\b|\bstimul\w+"
    r"|\bfollow-?up\b|\bsubjects?\b|\bexams?\b|\btaking place\b|\bscans?\b"
    r"|consider\w* to fail|\bhorizon|forecast|\bahead\b|\bintervals?\b|sampl(?:ed|ing) (?:rate|every)|\bpatients?\b"
    r"|\bhistor(?:y|ical)\b|look-?back|\baudio\b|\bspeech\b|\bvideos?\b|\brecord(?:ed|ings?)\b|\bfootage\b|\bdriving\b"
    r"|game-?play|\binstall|\bago\b|\bolder\b|\bsleep\b|\bsessions?\b|\bevery (?:\d+|hour|day|week|minute)"
    r"|[- ](?:minute|hour|day|week|month)s?[- ](?:period|frequency|window|granularity)\b|\b(?:base|sampling|data) frequency\b"
    r"|\b(?:days?|weeks?|months?)['’]? (?:of )?(?:\w+[- ]){0,3}(?:logs?|records|transactions|traffic|clicks|purchases)\b"
    r"|\b(?:hours?|minutes?|seconds?|days?) (?:are|is|were|was) (?:used|held out|kept) for (?:training|testing|validation)\b"
    r"|\bA/B test|\b(?:live|online) experiments?\b"
    r"|\btakes? (?:an?|the|each) (?:\w+ )?(?:expert|person|human|student|user|attorney|writer)\b"
    r"|\bhours? of (?:data|play|experience|interaction|real|music|flight|human|demonstrations?)",
    re.I,
)
_NO_TRAINING = re.compile(
    r"\b(?:inference|latency|decod\w*|response time|real[- ]time|evaluation takes|test[- ]time|predict\w*)\b", re.I
)
_ANY_TRAINING = re.compile(r"\b(?:train|pre-?train|fine-?tun|search|experiment|converg|optimi)", re.I)
_PER_PIECE = re.compile(
    r"^\W{0,2}\s*(?:/|per|for (?:each|every|one|a single)|each)\s?(?:\w+\s){0,2}?"
    r"(?:iterations?|steps?|(?:mini-?)?batch(?:es)?|samples?"
    r"|images?|instances?|quer(?:y|ies)|episodes?|examples?|frames?|sentences?|documents?|tokens?|questions?|updates?|problems?"
    r"|instructions?|scenes?)\b",
    re.I,
)
_STEP_TAKES = re.compile(
    r"\b(?:each|every|per|one|a|an|single) (?:\w+ ){0,2}?(?:iteration|step|batch(?! ?-?size)|update|episode|query|sample|image"
    r"|evaluation|call)\b",
    re.I,
)
_COMPARED = re.compile(r"^\s*(?:faster|slower|less|more|shorter|longer|earlier|later|saved)\b", re.I)
_CONTRAST = re.compile(
    r"(?:,|;|\s)\s*(?:whereas|while|compared (?:to|with)|in comparison|versus|vs\.?|as opposed to|in contrast to|instead of|but)\b",
    re.I,
)
# `similar times (10m40s vs. 10m54s)`: which of the two is the own one, nobody can tell
_AGAINST = re.compile(r"^\W{0,2}\s*(?:vs\.?|versus)\s*[≈~∼]?\s*\d", re.I)
_REDUCED = re.compile(r"\b(?:reduc|decreas|shorten|cut|sped|speed)\w*\b.*\bfrom (?:\w+ )?$", re.I)
# `the 10 days` are known from before: of the data, not of a run
_OF_DATA = re.compile(r"\b(?:the|these|those|first|last|past|recent|previous|next|consecutive)\s+$", re.I)
_SIMULATED = re.compile(r"\bsimulat\w*\b", re.I)
_PER_EPOCH = re.compile(r"\b(?:each|per|every|one|an|a single|single)\s(?:\w+\s){0,2}?epoch\b|/\s?epoch\b", re.I)
_EPOCHS = re.compile(
    rf"(?<![\w.\-])(?:{NUMBER}\s*(?:-|–|to)\s*)?(?P<n>{NUMBER})\s*(?:training |full |total )?epochs\b", re.I
)
_GPU_TIME = re.compile(rf"(?P<n>{NUMBER})\s*(?P<k>k)?\s*(?:[A-Z]\d+ )?GPU[- ]?(?P<unit>hours|days)\b", re.I)
_GPU_TOTAL = re.compile(
    rf"\bGPU[- ](?P<unit>hours|days)\b[^.;]{{0,100}}?\b(?:is|are|was|were|sum(?:s|med)? (?:up )?to|total(?:s|ed)?(?: to)?|of|to)\s+"
    rf"(?:\w+ly |about |around |some |≈\s?|~\s?|∼\s?)*(?P<n>{NUMBER})(?P<k>k)?\b(?! GPUs?\b)",
    re.I,
)
"""`GPU hours sum to 300`: the number behind the unit."""
_LEAST = 1 / 60
"""Hours; less is the time of one operation, not of a run."""
_MANY = 6
"""Times in one sentence beyond which it is a table that was read as text."""
_NEAR = 6
"""Sentences between a time per epoch and the number of epochs, at most."""


@dataclass(frozen=True)
class RunTime:
    """One time of an own run with its proof."""

    hours: float
    evidence: tuple[Evidence, ...]
    derivation: str = ""


def runtime(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card key `runtime_hours`: the longest own time that is printed, of a range the upper end."""
    names = tuple(own_names(reading))
    told = [s for s in own_sentences(reading) if s.kind != "title"]
    surely = [s for s in told if _SURELY.search(s.text) or any(name in s.text for name in names)]
    said = [t for s in surely for t in _said(s, names, reading)]
    in_tables = [
        RunTime(t.hours, t.evidence, t.derivation)
        for t in own_times(reading.document.tables, names)
        if t.hours >= _LEAST
    ]
    found = said + in_tables or _from_gpu_hours(reading) or [t for s in told for t in _said(s, names, reading)]
    if not found:
        return {}
    longest = max(found, key=lambda t: t.hours)
    value = Value[float](
        value=round(longest.hours, 4),
        evidence=longest.evidence,
        confidence=0.7 if longest.derivation else 0.85,
        derivation=longest.derivation or None,
    )
    return {"runtime_hours": value}


def _said(sentence: Sentence, names: tuple[str, ...], reading: Reading) -> Iterator[RunTime]:
    """Times of own runs in one sentence; the words behind `whereas` or `compared to` are about something else."""
    text = _own_clause(sentence.text)
    if not _RUN.search(text) or not (_OWN.search(text) or any(name in text for name in names)):
        return
    if _GPU_TOTAL.search(text) or _OTHER_TIME.search(sentence.text) or (_THEIRS.search(text) and not _WE.search(text)):
        return
    whose = _TIME_OF.search(text)
    if whose and not any(whose["whose"] in name for name in names):
        return
    if _NO_TRAINING.search(text) and not _ANY_TRAINING.search(text):
        return
    times = list(durations(text))
    if _SIMULATED.search(text):
        times = [t for t in times if t.hours < 24]
    for time in times if len(times) <= _MANY else ():
        after = text[time.end : time.end + 40]
        if (
            time.hours < _LEAST
            or _OF_DATA.search(text[: time.start])
            or (_REDUCED.search(text[: time.start]) and " to " not in time.printed)
        ):
            continue
        behind = sentence.text[sentence.text.find(time.printed) + len(time.printed) :]
        if _AGAINST.search(behind) and re.search(r"\b(?:similar|comparable|same|equal)\b", text, re.I):
            continue
        if _PER_PIECE.search(after) or _COMPARED.search(after) or _STEP_TAKES.search(text[: time.start]):
            continue
        if not _PER_EPOCH.search(text):
            yield RunTime(time.hours, (sentence.evidence(),))
        elif (epochs := _epochs_near(sentence, reading)) is not None:
            count, place = epochs
            evidence = tuple(dict.fromkeys((sentence.evidence(), place.evidence())))
            yield RunTime(time.hours * count, evidence, f"{time.hours:g} h per epoch x {count:g} epochs")


def _own_clause(text: str) -> str:
    """The sentence without the clause about others: behind `whereas`, or before the comma where it starts with `While`."""
    if re.match(r"In (?:comparison|contrast),", text):
        return ""
    if re.match(r"(?:While|Whereas|Unlike|Compared (?:to|with)|In contrast to)\b", text):
        _, comma, rest = text.partition(",")
        text = rest if comma else text
    return _CONTRAST.split(text, maxsplit=1)[0]


def _epochs_near(sentence: Sentence, reading: Reading) -> tuple[float, Sentence] | None:
    """The number of epochs printed nearest to the sentence, and where."""
    near = [s for s in own_sentences(reading) if abs(s.position - sentence.position) <= _NEAR]
    found = [
        (abs(s.position - sentence.position), number(m["n"]), s)
        for s in near
        for m in _EPOCHS.finditer(_own_clause(s.text))
    ]
    if not found:
        return None
    _, count, place = min(found, key=lambda entry: (entry[0], -entry[1]))
    return count, place


def _from_gpu_hours(reading: Reading) -> list[RunTime]:
    """A total in GPU hours over the number of GPUs, where a paper prints nothing else and the number is known."""
    counts = [n for s in setups(reading) for n in s.counts]
    found = []
    for sentence in own_sentences(reading) if counts else ():
        match = _GPU_TIME.search(sentence.text) or _GPU_TOTAL.search(sentence.text)
        if match and _OWN.search(sentence.text) and not _OTHER_TIME.search(sentence.text):
            total = number(match["n"]) * (1000 if match["k"] else 1) * (24 if match["unit"].lower() == "days" else 1)
            gpus = max(counts)
            found.append(RunTime(total / gpus, (sentence.evidence(),), f"{total:g} GPU hours on {gpus} GPUs"))
    return found

"""What the work needs to run on: GPUs or not, how many, which, with how much memory each."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.gpu import Gpu, Setup, mentions_gpu, setups
from pipeline.llm.rules.sections import own_sentences
from pipeline.records.card import Evidence, Value

_WITHOUT_GPU = re.compile(
    r"\bwithout (?:the )?(?:use of |using |need(?:ing)? |access to )?(?:a |any )?(?:GPUs?|graphics cards?)\b"
    r"|\bno GPUs?\b(?! hours)|\b(?:do(?:es)?|did) not (?:use|need|require) (?:a |any )?GPUs?\b"
    r"|\b(?:only|solely|exclusively|purely|entirely) (?:on |use |using )?(?:a |the )?(?:\w+ )?CPUs?\b|\bCPUs? only\b|\bCPU-only\b",
    re.I,
)
_ALL = re.compile(r"\ball (?:of )?(?:our |the |these |reported )?(?:experiments|models|networks|training|runs)\b", re.I)
# a question of the NeurIPS checklist, which every paper prints
_CHECKLIST = re.compile(r"type of compute workers CPU or GPU", re.I)
_MACHINE = re.compile(
    r"\b(?:Intel|Xeon|AMD|Ryzen|EPYC|Epyc|Threadripper|Opteron|Apple M\d|MacBook|Macbook)\b|\bi[3579]-\d{4,5}|\d\s?GHz"
)
_RUN = re.compile(
    r"\b(?:experiments?|algorithms?|methods?|models?|simulations?|computations?|results?|instances?|polic(?:y|ies)|tests?)\b"
    r"[^.;]{0,120}\b(?:run|ran|conduct\w*|perform\w*|execut\w*|carried|train\w*|implement\w*|obtained|comput\w*|solved)\b"
    r"|\bwe (?:run|ran|use|used|conduct\w*|perform\w*|execut\w*|train\w*|implement\w*)\b|\b(?:run|ran|executed|conducted) on\b"
    r"|\bhardware\b|\b(?:were|was) used\b|\bwe (?:made|did) all\b|\bcalculations?\b|\bcompute to reproduce\b",
    re.I,
)


def compute(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card keys `gpu_required`, `gpu_memory_required`, `gpu_count`, `gpu_models`, `compute_requirements`."""
    found = [s for s in setups(reading) if not _WITHOUT_GPU.search(s.sentence.text)]
    if denial := _without_gpu(reading, bool(found)):
        return {**_none_needed(denial), **_requirements([denial[0]])}
    if not found:
        return {}
    return {
        "gpu_required": Value[bool](value=True, evidence=_proof(found[:2]), confidence=0.9),
        **_models(found),
        **_memory(found),
        **_count(found),
        **_requirements([s.sentence for s in found] + _machines(reading)),
    }


def _without_gpu(reading: Reading, uses_gpu: bool) -> tuple[Sentence, str] | None:
    """The sentence by which no GPU is used, and how it follows: it is said, or only a CPU machine is named."""
    for sentence in own_sentences(reading):
        if not uses_gpu and _denies(sentence.text):
            return sentence, ""
    machines = _machines(reading)
    if uses_gpu or not machines or _gpu_anywhere(reading):
        return None
    return machines[0], "a CPU machine is named and no GPU anywhere in the paper"


def _denies(text: str) -> bool:
    """Whether it says that the work runs without GPUs; a sentence that says so of one of several methods does not."""
    if not _WITHOUT_GPU.search(text) or mentions_gpu(_WITHOUT_GPU.sub(" ", text)):
        return False
    return bool(_RUN.search(text)) and not re.search(r"\b(?:inference|deploy\w*)\b", text, re.I)


def _machines(reading: Reading) -> list[Sentence]:
    named = [s for s in own_sentences(reading) if s.kind != "title" and _MACHINE.search(s.text)]
    return [
        s
        for s in named
        if _RUN.search(s.text) or re.search(r"hardware|comput\w+ (?:resource|environment)", s.section, re.I)
    ]


def _gpu_anywhere(reading: Reading) -> bool:
    passages = (p.text for p in reading.document.passages() if p.kind != "reference")
    return any(mentions_gpu(_CHECKLIST.sub(" ", text)) for text in passages)


def _none_needed(denial: tuple[Sentence, str]) -> dict[str, Value[Any]]:
    sentence, derivation = denial
    said: dict[str, Any] = {
        "evidence": (sentence.evidence(),),
        "confidence": 0.75 if derivation else 0.95,
        "derivation": derivation or None,
    }
    return {
        "gpu_required": Value[bool](value=False, **said),
        "gpu_memory_required": Value[float](value=0.0, **said),
        "gpu_count": Value[int](value=0, **said),
        "gpu_models": Value[tuple[str, ...]](value=(), **said),
    }


def _told_of_all(found: list[Setup], tells: Callable[[Setup], bool]) -> list[Setup]:
    """Those that speak of all experiments and tell what is asked, where there are any: the rest are side runs."""
    general = [s for s in found if _ALL.search(s.sentence.text) and tells(s)]
    return general or found


def _proof(found: list[Setup]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(s.sentence.evidence() for s in found))


def _models(found: list[Setup]) -> dict[str, Value[Any]]:
    """Each model once, as it is first printed."""
    printed: dict[str, str] = {}
    for setup in found:
        for gpu, name in zip(setup.gpus, setup.printed, strict=False):
            if not any(gpu.name in longer for longer in printed):
                printed.setdefault(gpu.name, name)
    told = [s for s in found if s.gpus]
    if not told:
        return {}
    models = tuple(printed.values())
    return {"gpu_models": Value[tuple[str, ...]](value=models, evidence=_proof(told), confidence=0.9)}


def _memory(found: list[Setup]) -> dict[str, Value[Any]]:
    """GB of one card, the largest of the runs: as stated, else as the named card has it.

    A size without a card is what the work needs, and goes before what the cards have.
    """
    found = _told_of_all(found, lambda s: bool(s.stated_gb or s.gpus))
    needs = [s for s in found if s.stated_gb and not s.gpus]
    stated = {gpu.name: max(s.stated_gb) for s in found if s.stated_gb for gpu in s.gpus}
    sizes: list[tuple[float, Setup, Gpu | None]] = [(max(s.stated_gb), s, None) for s in needs or found if s.stated_gb]
    if not needs:
        sizes += [(float(gpu.gb), s, gpu) for s in found if not s.stated_gb for gpu in s.gpus if gpu.name not in stated]
    if not sizes:
        return {}
    gb, setup, card = max(sizes, key=lambda size: size[0])
    sure = 0.9 if card is None else 0.7 if card.others else 0.85
    derivation = _derivation(card) if card else None
    value = Value[float](value=gb, evidence=_proof([setup]), confidence=sure, derivation=derivation)
    return {"gpu_memory_required": value}


def _derivation(gpu: Gpu) -> str:
    sold = f" (also sold with {', '.join(f'{g:g}' for g in gpu.others)} GB)" if gpu.others else ""
    return f"{gpu.gb:g} GB from {gpu.name}{sold}"


def _count(found: list[Setup]) -> dict[str, Value[Any]]:
    """The largest number that any of the runs used; unknown where a cluster's size is left open."""
    told = _told_of_all(found, lambda s: bool(s.counts or s.gpus))
    counted = [(size, s) for s in told for size in s.counts]
    if not counted or any(s.uncounted for s in told):
        return {}
    largest = max(size for size, _ in counted)
    setup = next(s for size, s in counted if size == largest)
    return {"gpu_count": Value[int](value=largest, evidence=_proof([setup]), confidence=0.9)}


def _requirements(told: list[Sentence]) -> dict[str, Value[Any]]:
    """The sentences on hardware as printed, in the paper's order."""
    sentences = sorted({s.position: s for s in told}.values(), key=lambda s: s.position)[:8]
    text = " ".join(s.text for s in sentences)
    evidence = tuple(s.evidence() for s in sentences)
    return {"compute_requirements": Value[str](value=text, evidence=evidence, confidence=0.9)}

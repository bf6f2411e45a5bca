"""GPUs in a sentence: which models, how many, how much memory, and whether the sentence tells of the paper's own runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.data import table
from pipeline.llm.rules.quantities import NUMBER, number
from pipeline.llm.rules.sections import own_sentences

# `Neural GPU` and the like are names of models, `GPU hours` is a unit, `CUDA_VISIBLE_DEVICES` is code
_NO_GPU = re.compile(r"\bneural gpus?\b", re.I)
_GPU_WORD = re.compile(r"\bGPUs?\b|\bgraphics? (?:cards?|processing units?)\b|\bgraphic cards?\b", re.I)
_BRAND = r"(?:NVIDIA|AMD|GeForce|Tesla|Quadro|Radeon|Instinct|Ampere|Volta|Hopper)"
_BRANDED = re.compile(rf"\b{_BRAND}\b|\b[RG]TX\b", re.I)
_GB = r"(?P<gb>\d+(?:\.\d+)?)\s*-?\s*(?:GB|GiB|Gb|G)\b"

_OWN_RUN = re.compile(
    r"\b(?:train|pre-?train|fine-?tun|retrain|run|ran|conduct|perform|execut|carried|equipp|implement|evaluat|optimi[sz]"
    r"|experiment|simulat|comput|converg|takes?|took|us(?:e|es|ed|ing)\b|utili[sz]|requir|need|fit|test|tun|learn|searc|parallel"
    r"|distribut)",
    re.I,
)
_SETUP_SECTION = re.compile(
    r"implement|experiment|set-?up|setting|train|detail|hardware|comput|reproduc|resource", re.I
)
_THEIRS = re.compile(
    r"\b(?:they|their|et al\.?,?\s*(?:\(\d{4}\w?\)|\[\d+\])?\s*(?:\w+ly )?(?:train|use|require|report)\w*|prior works?"
    r"|previous works?|originally)\b|\bin \[\d+\]",
    re.I,
)
_BUT_THEY = re.compile(
    r"\b(?:whereas|while|unlike|compared to|instead of)\b(?=[^.;]*\b(?:they|their|et al|original|authors|GPU))", re.I
)
_OURS = re.compile(r"\b(?:we|our|ours|this work|this paper|experiments?)\b", re.I)
_ESTIMATE = re.compile(
    r"T?FLOP|\bkernels?\b|\bpeak (?:performance|throughput)\b|\bsuch as (?:a |an )?(?:GPU|NVIDIA)|\b(?:e\.g\.|i\.e\.),? "
    r"(?:a |an )?(?:GPU|NVIDIA)"
    r"|\bor (?:(?:a |few |\d+ )*(?:hours?|days?|minutes?) )?on (?:a |an? \w+ )?GPUs?\b"
    r"|\bon (?:modern|commodity|consumer|standard|typical|a standard|a typical) (?:\w+ )?GPUs?\b",
    re.I,
)
# using what was trained: how fast, where
_DEPLOY = re.compile(
    r"\bdeploy\w*|\bserv(?:e|ing)\b|\bsingle-?\s?device\b|\bhost(?:ed|ing)\b|\binference\b|\blatenc(?:y|ies)\b|\bFPS\b|\d\s?ms\b"
    r"|\breal-?time\b|\bmilliseconds?\b|\bframes per second\b",
    re.I,
)
_SUPPOSED = re.compile(r"\b(?:could|would|might|ideally|estimate suggests|did not attempt|future)\b", re.I)
_RUN_TIME = re.compile(r"\b(?:run(?:ning)?[- ]?times?|wall-?clock times?) of (?:our|the proposed)\b", re.I)
_TRAIN = re.compile(r"\b(?:train|pre-?train|fine-?tun|experiment|learn)", re.I)


@dataclass(frozen=True)
class Gpu:
    """A row of `gpus.toml`; memory in GB of one card."""

    name: str
    gb: float
    others: tuple[float, ...]
    alone: bool


@dataclass(frozen=True)
class Setup:
    """What one sentence says of the GPUs that the work ran on."""

    sentence: Sentence
    printed: tuple[str, ...]
    gpus: tuple[Gpu, ...]
    counts: tuple[int, ...]
    stated_gb: tuple[float, ...]
    uncounted: bool
    """Several GPUs, and the sentence does not say how many: a cluster, nodes, so many per node."""


@cache
def _models() -> dict[str, Gpu]:
    rows = table("gpus")["gpu"]
    models = [Gpu(r["name"], r["gb"], tuple(r.get("others", ())), r.get("alone", True)) for r in rows]
    return {_key(m.name): m for m in models}


def _key(name: str) -> str:
    return re.sub(r"[\s\-]+", "", name).lower()


@cache
def _model_pattern() -> re.Pattern[str]:
    names = sorted((m.name for m in _models().values()), key=len, reverse=True)
    choice = "|".join(
        r"[\s\-]*".join(re.sub(r"(?<=[A-Z])(?=\d)", "-?", word) for word in name.split()) for name in names
    )
    return re.compile(
        rf"(?:\b{_BRAND}[\s\-]+)*(?<![A-Za-z0-9.])(?<![A-Za-z]-)(?P<model>{choice})(?=s?(?![A-Za-z0-9]))", re.I
    )


def _models_in(text: str) -> list[tuple[re.Match[str], Gpu]]:
    """Cards named in the text; names that are too short to stand alone only beside `GPU`, `NVIDIA` and the like."""
    told = bool(_GPU_WORD.search(text) or _BRANDED.search(text))
    found = [(m, _models()[_key(m["model"])]) for m in _model_pattern().finditer(text)]
    return [(match, gpu) for match, gpu in found if gpu.alone or told]


def mentions_gpu(text: str) -> bool:
    """Whether the text speaks of a GPU at all, code and captions included."""
    plain = _NO_GPU.sub(" ", text)
    return bool(re.search(r"(?<![A-Za-z])GPUs?(?![A-Za-z])|CUDA|\bTPU", plain) or _models_in(plain))


def setups(reading: Reading) -> list[Setup]:
    """The sentences that tell on which GPUs the paper's own work ran, in order."""
    found = [_setup(s) for s in own_sentences(reading) if s.kind != "title"]
    return [s for s in found if s is not None]


def _setup(sentence: Sentence) -> Setup | None:
    text = _BUT_THEY.split(_NO_GPU.sub(" ", sentence.text), maxsplit=1)[0]
    models = _models_in(text)
    if not models and not _GPU_WORD.search(text):
        return None
    if _ESTIMATE.search(text) or (_THEIRS.search(text) and not _OURS.search(text)):
        return None
    silent = sentence.kind == "caption" and not _RUN_TIME.search(text)
    if (_DEPLOY.search(text) or silent) and not _TRAIN.search(text):
        return None
    if _SUPPOSED.search(text):
        return None
    if not (_OWN_RUN.search(text) or _SETUP_SECTION.search(sentence.section)):
        return None
    if not models and not _says_enough(text, sentence.section):
        return None
    printed = tuple(dict.fromkeys(re.sub(r"\s+", " ", m[0]).strip() for m, _ in models))
    counts, uncounted = _counts(text)
    return Setup(sentence, printed, tuple(dict.fromkeys(g for _, g in models)), counts, _stated_gb(text), uncounted)


def _says_enough(text: str, section: str) -> bool:
    """A sentence that names no card must count them (`a GPU` is no count), or say that our training or experiments used them."""
    if any(n > 1 for n in _counts(text)[0]) or re.search(r"\b(?:single|one|1) ", text):
        return True
    if _stated_gb(text) and (_TRAIN.search(text) or re.search(r"\bour GPUs?\b", text, re.I)):
        return True
    if re.search(r"acknowledg", section, re.I) or re.search(
        r"GPU[- ]?(?:hours|days)|number of GPUs|\bthank\b", text, re.I
    ):
        return False
    return bool(_OURS.search(text) and _TRAIN.search(text))


_FILL = (
    rf"(?:(?:{_BRAND}|cloud|parallel|high-end|identical|modern|consumer|of the|of our|of|RTX|GTX|(?:\d+\s*-?\s*G(?:i?B)?)"
    r"|\(\d+\s*G(?:i?B)?\)|memory|server|SXM\d?|PCIe|PCI-E|with|separate|different|additional|available|local)[\s,\-]+){0,6}"
)
_TIMES = r"(?:\s*[x×∗*]\s*|\s+|-)"


@cache
def _count_patterns() -> tuple[re.Pattern[str], ...]:
    names = _model_pattern().pattern.replace("(?P<model>", "(?:")
    no_unit = r"(?![\s·-]*(?:GPUs?)?[\s·-]*(?:hours?|hrs?|days?)\b)"
    card = rf"(?:{names}|GPUs?\b|graphics? cards?\b){no_unit}"
    no_size = r"(?!\s*-?\s*G(?:i?B)?\b)"
    many = rf"(?<![\w.\-])(?P<n>{NUMBER}|single|an?)(?:\s*(?:-|–|to)\s*(?P<upto>{NUMBER}))?{no_size}"
    return (
        re.compile(rf"{many}{_TIMES}{_FILL}{card}", re.I),
        re.compile(rf"{card}\s*(?:GPUs?)?\s*\(?\s*[x×∗*]\s*(?P<n>\d+)(?P<upto>)\b{no_size}", re.I),
    )


# `RTX 3090 GPU`: the number is the card's name
_NAME_BEFORE = re.compile(rf"(?:\b{_BRAND}|\b[RG]TX|\bTitan)[\s\-]*$", re.I)
_HOST = r"(?:\w+\s+){0,2}(?:node|machine|server|workstation|instance)"
_NODES = re.compile(
    rf"\b(?:(?P<nodes>{NUMBER})\s+{_HOST}s?|(?:single|an?)\s+{_HOST})\b(?:,? each)?\s*,?\s*(?:\(?\s*)"
    r"(?:with|of|having|containing|equipped with|each with|contain\w*|compris\w*)\s*$",
    re.I,
)
_NODES_OPEN = re.compile(
    r"\b(?:nodes|machines|servers)\s*(?:,? each)?\s*,?\s*(?:with|of|having|containing|equipped with|that contain|comprising)\s*$",
    re.I,
)
_PER_NODE = re.compile(r"^\s*(?:GPUs?|cards?)?\s*(?:per|on each|in each|for each) (?:node|machine|server)", re.I)
_EACH_NODE = re.compile(r"\b(?:each|every|per)\s+(?:\w+\s+){0,3}(?:node|machine|server|cluster)\b", re.I)


def _counts(text: str) -> tuple[tuple[int, ...], bool]:
    """Numbers of GPUs that the sentence gives, upper ends of ranges; True where it leaves the total open."""
    found: list[int] = []
    open_total = bool(re.search(r"\bclusters?\b", text, re.I))
    for pattern in _count_patterns():
        for match in pattern.finditer(text):
            size = number(match["upto"] or match["n"])
            before, after = text[: match.start()], text[match.end() :]
            if _NAME_BEFORE.search(before) or re.match(r"(?:single|an?|one)-", match[0], re.I):
                continue
            nodes = _NODES.search(before)
            per_node = (
                _PER_NODE.search(after)
                or (_NODES_OPEN.search(before) and not nodes)
                or (_EACH_NODE.search(text) and not nodes)
            )
            if per_node:
                total = _nodes_elsewhere(before + " " + after)
                open_total |= total is None
                found += [int(size * total)] if total else []
            elif size == int(size) and 0 < size <= 100_000:
                found.append(int(size * (number(nodes["nodes"] or "one") if nodes else 1)))
    return tuple(found), open_total and not found


def _nodes_elsewhere(text: str) -> float | None:
    """The number of nodes that the sentence gives at another place; `a cluster with nodes` gives none."""
    match = re.search(rf"(?<![\w.])(?:(?P<n>{NUMBER})\s+{_HOST}s?\b|(?:single|an?)\s+{_HOST}\b)", text, re.I)
    return None if match is None else number(match["n"] or "one")


_MAIN_MEMORY = re.compile(
    r"^[\s)]*(?:of\s+|DDR\d\s+)*(?:system |main |host |CPU )*(?:RAM|DRAM|CPU|memory of CPU|disk|SSD|storage)\b", re.I
)
_MAIN_BEFORE = re.compile(r"\b(?:RAM|CPU memory|system memory|main memory|disk|SSD)\b[^,;.]{0,12}$", re.I)
# `Xeon CPUs, 384 GB Memory, one A100`: in a list of parts the machine's memory is a part of its own
_LISTED = re.compile(r"^\s*(?:of )?memory\s*[,;)]", re.I)
# `each with 1 GPU and 32 GB memory`: beside the card, not of it
_BESIDE = re.compile(r"\bGPUs?\s*(?:,|and|,\s*and|\+)\s*$", re.I)
_MOST_GB = 300
"""More than any one card has."""
_TOTAL = re.compile(r"\b(?:total|aggregate|overall|combined)\b", re.I)


def _stated_gb(text: str) -> tuple[float, ...]:
    """Sizes in GB that the sentence gives for a GPU's memory; main memory, discs and files are something else."""
    cards = [m.span() for m, _ in _models_in(text)] + [m.span() for m in _GPU_WORD.finditer(text)]
    sizes: list[float] = []
    for match in re.finditer(rf"(?<![\w.]){_GB}", text):
        before, after = text[: match.start()], text[match.end() :]
        if (
            _MAIN_MEMORY.search(after[:40])
            or _MAIN_BEFORE.search(before[-40:])
            or _BESIDE.search(before)
            or _TOTAL.search(text[match.start() - 25 : match.end() + 25])
        ):
            continue
        if float(match["gb"]) > _MOST_GB or (
            _LISTED.search(after[:20]) and not any(end <= match.start() for _, end in cards)
        ):
            continue
        near = min((max(start - match.end(), match.start() - end, 0) for start, end in cards), default=99)
        if near <= 12 or (
            near <= 45 and re.search(r"memory|VRAM", text[max(0, match.start() - 30) : match.end() + 25], re.I)
        ):
            sizes.append(float(match["gb"]))
    return tuple(sizes)

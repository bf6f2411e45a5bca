"""The card's texts, taken sentence by sentence from the paper: problem, motivation, methodology, hint, settings.

Nothing is written here: a text is a choice of printed sentences. Where a text must not name the paper's work (who reads it
shall find a way of their own), names are replaced by neutral words in the value; the quotes in the evidence stay verbatim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.known import datasets as known_datasets
from pipeline.llm.rules.known import metrics as known_metrics
from pipeline.llm.rules.methods import own_names, title_name
from pipeline.llm.rules.sections import own_sentences, sentences
from pipeline.llm.rules.sections import paths as section_paths
from pipeline.records.card import Value

_PROPOSES = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work)|[Oo]ur (?:\w+ )?(?:method|model|approach|framework|system|algorithm))\b[^.]{0,80}?"
    r"\b(?:propos|introduc|present|develop|devis|design|formulat|describe an? )\w*"
)
_LACK = re.compile(
    r"\b(?:however|but|yet|although|despite|unfortunately|lack\w*|limit\w*|challeng\w*|difficult\w*|costly|expensive|fail\w*|suffer\w*"
    r"|problem|remains?|hinder\w*|insufficient\w*|unable|poor\w*|vulnerab\w*|bottleneck|gap|ignor\w*|neglect\w*|overlook\w*|prone)\b",
    re.I,
)
_NEED = re.compile(
    r"\b(?:important|critical|crucial|essential|need\w*|necessary|require\w*|demand\w*|motivat\w*|increasing\w*|growing|widely|vital|aim"
    r"|goal|would|enable\w*|desir\w*|promis\w*|potential|inspired|intuition|to address|to bridge|to overcome|to tackle)\b",
    re.I,
)
_IDEA = re.compile(
    r"\b(?:key (?:idea|insight)|main idea|intuiti\w+|insight|observ\w+|inspired|instead of|based on|idea"
    r"|by (?:\w+ )?(?:using|leveraging|combining|decomposing|learning|treating|exploiting|\w+ing))\b",
    re.I,
)
_MECHANISM = re.compile(
    r"\b(?:consists? of|compris\w+|first|then|next|finally|module|component|objective|loss|architecture|algorithm|layer|step|stage"
    r"|we (?:use|employ|apply|adopt|train|compute|define|construct|optimi[sz]e|minimi[sz]e|maximi[sz]e|combine|introduce|propose"
    r"|design|formulate|model|learn|encode|update)|is (?:computed|defined|trained|updated|obtained))\b",
    re.I,
)
_SETTING = re.compile(
    r"\b(?:data ?sets?|benchmarks?|splits?|train(?:ed|ing)?|test sets?|validation|baselines?|metrics?|evaluat\w+|hyper-?parameters?"
    r"|batch size|learning rate|optimi[sz]er|epochs?|seeds?|runs?|GPUs?|implement\w*|environments?|episodes?|iterations|steps)\b",
    re.I,
)
_NUMBER = re.compile(r"\b\d[\d.,]*")
_HYPER = re.compile(r"\d|[=∈≤≥∑λαβγθ]")
_UNSAID = re.compile(
    r"^[^A-Z“\"(]|\b(?:Table|Fig(?:ure|s)?|Appendix|Sec(?:tion|s)?|Eq(?:uation|n|s)?|Alg(?:orithm)?|Theorem|Lemma)\b\.? ?[(\d§A-Z]"
    r"|§|https?:|[{}\\|]|contributions (?:are|can)|organi[sz]ed as|(?:next|this|following) section|before we conclude"
    r"|in what follows|as follows|in (?:more )?detail\.|\?\s*$|[:;,]\s*$"
)
_RESULT = re.compile(
    r"\b(?:outperform\w*|state-of-the-art|improve\w* (?:over|upon)|experiment\w*|results?|surpass\w*|code|release)\b",
    re.I,
)
_METHOD_SECTION = re.compile(
    r"method|approach|model|architecture|framework|algorithm|our |proposed|training|objective|design|overview|pipeline|formulation",
    re.I,
)
_NO_METHOD_SECTION = re.compile(
    r"intro|related|background|preliminar|experiment|result|evaluation|ablation|analysis|discussion|conclu|limitation|acknowledg|ethic"
    r"|broader|data ?sets?|baseline|set-?up|settings?|implementation|hyper",
    re.I,
)
_SETTING_SECTION = re.compile(
    r"experiment|set-?up|settings?|implementation|data ?sets?|benchmarks?|metrics?|baselines?|hyper|\btraining\b|evaluation"
    r"|environments?|infrastructure|domains?|reproducib|hardware|schedule|optimi[sz]er|results?",
    re.I,
)
_DATA = re.compile(r"\b(?:benchmark|data ?set|corpus|evaluation (?:suite|framework)|release|evaluator)\b", re.I)
_NEUTRAL = "the method"
_SHORTEST, _LONGEST = 40, 420
"""Characters: below, a fragment; above, a list or a broken paragraph."""
_FEWEST_METHOD, _MOST_METHOD = 4, 8
_MOST_SETTINGS = 24


def _clean(sentence: Sentence, longest: int = _LONGEST) -> bool:
    """A whole sentence of prose that points to nothing outside itself."""
    letters = sum(c.isalpha() or c in " ,.-'’()" for c in sentence.text)
    return (
        _SHORTEST <= len(sentence.text) <= longest
        and letters >= 0.85 * len(sentence.text)
        and sentence.text.rstrip()[-1:] in '.!”"’)'
        and not _UNSAID.search(sentence.text)
    )


def names_to_mask(reading: Reading) -> list[str]:
    """What a solver must not read: the paper's names for its work and the title, longest first."""
    title = reading.document.title
    names = {*own_names(reading), title, title_name(title)}
    return sorted((n for n in names if len(n) >= 2), key=lambda n: (-len(n), n))


def masked(text: str, names: Sequence[str]) -> str:
    """The text with every name (any case, plural, small capitals that broke apart) replaced by neutral words."""
    for name in names:
        letters = r"\s?".join(re.escape(c) for c in re.sub(r"\s+", "", name)) if _is_mark(name) else re.escape(name)
        text = re.sub(
            rf"(?<!\w)(?:(?:the|our|an?) )?(?:novel |new )?{letters}(?!\w)(?:['’]s)?", _NEUTRAL, text, flags=re.I
        )
    text = re.sub(rf"{_NEUTRAL}(?:\s*\({_NEUTRAL}\))+", _NEUTRAL, text)
    text = re.sub(rf",? (?:named|called|dubbed|termed) {_NEUTRAL}\b", "", text)
    text = re.sub(rf"\b(method|approach|framework|model|architecture|system|algorithm):? {_NEUTRAL}\b", r"\1", text)
    text = re.sub(rf"{_NEUTRAL} (?:method|approach|framework|model|architecture|system|algorithm)\b", _NEUTRAL, text)
    return re.sub(rf"(^|[.!?]\s+){_NEUTRAL}", lambda m: f"{m[1]}The method", text)


def _is_mark(name: str) -> bool:
    """A coined word rather than a phrase of plain words: only those may match with blanks between their letters."""
    return " " not in name and sum(c.isupper() for c in name) >= 2


def _best(sentences: Sequence[Sentence], score: Callable[[Sentence], float], most: int) -> list[Sentence]:
    """Up to `most` sentences with a score above zero, the best, in reading order."""
    ranked = sorted(((score(s), -s.position, s) for s in sentences), key=lambda item: item[:2], reverse=True)
    return sorted((s for value, _, s in ranked[:most] if value > 0), key=lambda s: s.position)


def _text(sentences: Sequence[Sentence], names: Sequence[str], fewest: int) -> Value[Any]:
    if len(sentences) < fewest:
        return Value()
    value = " ".join(masked(s.text, names) for s in sentences)
    return Value(value=value, evidence=tuple(s.evidence() for s in sentences), confidence=0.5)


def _front(reading: Reading) -> tuple[list[Sentence], list[Sentence]]:
    """Clean sentences of abstract and introduction: before the first proposal, and from it on."""
    abstract = [s for s in sentences(reading) if s.kind == "abstract"]
    intro = [s for s in sentences(reading) if s.kind == "body" and re.match("intro", s.section, re.I)]
    before: list[Sentence] = []
    after: list[Sentence] = []
    for part in (abstract, intro):
        proposed = next((i for i, s in enumerate(part) if _PROPOSES.search(s.text)), len(part))
        before += part[:proposed]
        after += part[proposed:]
    return [s for s in before if _clean(s)], [s for s in after if _clean(s)]


def texts(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card keys `problem_statement`, `motivation`, `methodology`, `hint` and `experimental_settings`.

    Problem and motivation come from before the proposal, in different sentences; the hint from the proposal's idea without
    numbers; the methodology from the method's own sections; the settings from the experiments, appendix included.
    """
    names = names_to_mask(reading)
    before, after = _front(reading)
    problem = _best(before, _problem_score, min(3, max(2, len(before) - 2)))
    rest = [s for s in before if s not in problem]
    why = _best(rest, lambda s: len(_NEED.findall(s.text)) + 0.5 * len(_LACK.findall(s.text)) + 0.1, 3)
    if len(problem) < 2:
        spare = [s for s in after if s.kind == "body" and _LACK.search(s.text) and not _RESULT.search(s.text)]
        problem = sorted([*problem, *spare[: 2 - len(problem)]], key=lambda s: s.position)
    idea = _best(
        [s for s in after if s not in problem and masked(s.text, names).lower().count(_NEUTRAL) < 2], _idea_score, 3
    )
    if len(why) < 2:
        spare = [
            s
            for s in after
            if s not in idea and s not in problem and _NEED.search(s.text) and not _RESULT.search(s.text)
        ]
        why = sorted([*why, *spare[: 2 - len(why)]], key=lambda s: s.position)
    found = {
        "problem_statement": _text(problem, names, 2),
        "motivation": _text(why, names, 2),
        "hint": _text(idea, names, 2),
        "methodology": _text(_method(reading, after), [], _FEWEST_METHOD),
        "experimental_settings": _settings(reading),
    }
    return {key: value for key, value in found.items() if value.value is not None}


def _problem_score(sentence: Sentence) -> float:
    first = 1.0 if sentence.kind == "abstract" else 0.0
    return 0.2 + first + len(set(_LACK.findall(sentence.text.lower()))) - 0.5 * bool(_RESULT.search(sentence.text))


def _idea_score(sentence: Sentence) -> float:
    """The proposal and its idea; numbers, results and releases are no hint."""
    if _HYPER.search(re.sub(r"\[[\d, ]+\]|\([^)]*\d{4}[^)]*\)", "", sentence.text)) or _RESULT.search(sentence.text):
        return 0.0
    if _DATA.search(sentence.text):
        return 0.0
    idea = 2.0 * bool(_IDEA.search(sentence.text)) + bool(_PROPOSES.search(sentence.text))
    return idea + (0.5 if sentence.kind == "abstract" else 0.0) + 0.01


def _method(reading: Reading, after: Sequence[Sentence]) -> list[Sentence]:
    """Up to eight sentences: the proposal in the abstract, then mechanism sentences spread over the method's sections."""
    lead = [s for s in after if s.kind == "abstract" and not _RESULT.search(s.text)][:2]
    paths = section_paths(reading)
    body = [
        s
        for s in own_sentences(reading)
        if s.kind == "body"
        and not s.appendix
        and s.section
        and not _NO_METHOD_SECTION.search(paths[s.section])
        and _clean(s)
    ]
    named = [s for s in body if _METHOD_SECTION.search(paths[s.section])] or body
    sections = list(dict.fromkeys(s.section for s in named))
    share = max(1, (_MOST_METHOD - len(lead)) // max(1, len(sections)))
    picked: list[Sentence] = []
    for section in sections:
        here = [s for s in named if s.section == section]
        picked += _best(here, lambda s: len(set(_MECHANISM.findall(s.text.lower()))) + 0.01, share)
    picked = picked[: _MOST_METHOD - len(lead)]
    if (missing := _FEWEST_METHOD - len(lead) - len(picked)) > 0:
        picked = [*[s for s in after if s not in lead and not _RESULT.search(s.text)][:missing], *picked]
    return [*lead, *picked]


def _settings(reading: Reading) -> Value[tuple[str, ...]]:
    """Sentences of the experiments' sections (appendix included) with numbers, data sets, measures or set-up words."""

    def score(sentence: Sentence) -> float:
        known = sum(1 for _ in known_datasets().find(sentence.text)) + sum(
            1 for _ in known_metrics().find(sentence.text)
        )
        words = len(set(_SETTING.findall(sentence.text.lower())))
        return words + min(3, known) + 0.5 * min(3, len(_NUMBER.findall(sentence.text))) - 1.5

    paths = section_paths(reading)
    own = [s for s in own_sentences(reading) if s.kind in ("body", "footnote") and _whole(s)]
    body = [s for s in own if _SETTING_SECTION.search(paths.get(s.section, ""))] or own
    chosen = _best(body, score, _MOST_SETTINGS)
    if not chosen:
        return Value()
    return Value(value=tuple(s.text for s in chosen), evidence=tuple(s.evidence() for s in chosen), confidence=0.6)


def _whole(sentence: Sentence) -> bool:
    """A sentence with its start and end; numbers are welcome here, rows of a table are not."""
    figures, words = len(_NUMBER.findall(sentence.text)), len(sentence.text.split())
    ends = sentence.text[:1].isupper() and sentence.text[-1:] in ".)"
    return _SHORTEST <= len(sentence.text) <= _LONGEST and ends and 4 * figures <= words

"""Is the evaluation objective: computed from labels, scores or executions, or judged by people or language models?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.kind import paper_kind
from pipeline.llm.rules.known import metrics as known_metrics
from pipeline.llm.rules.metrics import evaluation_metrics
from pipeline.llm.rules.results import headline
from pipeline.llm.rules.sections import own_sentences, paths, sentences
from pipeline.llm.rules.tables import is_result
from pipeline.records.card import Evidence, Value

_MODEL = r"(?:GPT-?\d[\w.-]*|ChatGPT|Claude[\w .-]{0,8}|Gemini[\w .-]{0,8}|(?:an? |the )?(?:LLMs?|language models?))"
_MODEL_JUDGE = re.compile(
    rf"\b{_MODEL}[ -](?:based )?(?:as[- ](?:an? |the )?)?(?:judges?|evaluators?|graders?|raters?)\b|\bLLM-as-an?-judge\b"
    rf"|\b(?:judged|rated|graded|scored|evaluated|assessed) by {_MODEL}"
    rf"|\b(?:automatic|machine|neural) evaluator\b[^.]{{0,80}}{_MODEL}"
    rf"|\b(?:use|ask|prompt|employ|instruct)\w* {_MODEL}[^.]{{0,40}}"
    r"\bto (?:\w+ )?(?:judge|rate|grade|score|evaluate|assess|compare)\b",
    re.I,
)
_PEOPLE = (
    r"(?:human|expert|crowd) ?(?:annotators?|evaluators?|raters?|judges?|workers?|participants?)|annotators|crowd-?workers"
    r"|participants"
)
_HUMAN_JUDGE = re.compile(
    rf"\b(?:ask|hire|recruit|engage|employ|invite)\w* (?:\w+[- ]){{0,5}}?(?:{_PEOPLE}|humans|experts|volunteers|people|users)\b"
    r"[^.]{0,80}\b(?:label|judge|rate|rank|score|evaluate|assess|compare|prefer\w*|annotate human)\b"
    r"|\b(?:conduct|perform|run|carry out|deploy)\w* (?:\w+[- ]){0,3}?"
    r"(?:human (?:evaluation|annotation|preference)|user|annotation|perceptual) ?(?:stud(?:y|ies)|evaluations?|experiments?)?\b"
    rf"|\b(?:rated|judged|ranked|scored|evaluated|assessed) by (?:\w+[- ]){{0,3}}?(?:{_PEOPLE}|humans|experts)\b"
    r"|\b(?:Mechanical Turk|AMT|CrowdFlower|Prolific|Upwork|Appen)\b[^.]{0,80}\b(?:judge|rate|evaluat|annotat|prefer)",
    re.I,
)
_HUMAN_FRONT = re.compile(
    r"\bhuman (?:evaluations?|judg\w+|raters?|annotat\w+|preference (?:study|evaluation))\b|\bwith (?:\w+ )?participants\b"
    r"|\b(?:user|usability|field|lab(?:oratory)?|in-lab|formative|interview) stud(?:y|ies)\b",
    re.I,
)
# making a data set or aligning a model with people's wishes is no evaluation
_NO_EVALUATION = re.compile(
    r"data ?set (?:construction|collection|creation)|data (?:collection|construction|annotation|generation)"
    r"|instruction generation|prompts?\b|annotation (?:process|guideline)|related|prior work|literature|ethic|limitation|broader",
    re.I,
)
# a table whose numbers are what people said; a measure's correlation with such numbers is computed
_JUDGED_TABLE = re.compile(
    r"\b(?:human|user|annotators?['’]?|experts?['’]?|raters?['’]?|crowd) "
    r"(?:ratings?|scores?|judge?ments?|preferences?|comparisons?|evaluations?|votes?)\b"
    r"|\b(?:rat(?:ed|ings?)|scor(?:ed|es?)|judge?(?:d|ments?)|votes?) (?:by|of|from) "
    rf"(?:\w+[- ]){{0,3}}?(?:{_PEOPLE}|humans|experts)\b"
    r"|\bmean opinion scores?\b",
    re.I,
)
_COMPARED = re.compile(r"\b(?:correlat|agree|align|consisten|kappa|compared (?:with|to))", re.I)
_EXPERIMENTS = re.compile(r"experiment|empirical|\bresults\b|evaluation|case stud", re.I)
_DOES_WELL = re.compile(
    r"\b(?:outperform\w*|performance|performs?|returns?|rewards?|fitness|regret|success(?:ful\w*| rates?)?|errors?|converge\w*)\b",
    re.I,
)
_NEAR = 3
"""Sentences behind a statement of judging in which its measure is named."""
_SIGNALS = 2


def _statements(reading: Reading, words: re.Pattern[str], *, ours: bool) -> list[Sentence]:
    """Sentences of the body about judging, outside of data making, prompts and appendices' templates."""
    return [
        s
        for s in sentences(reading)
        if words.search(s.text)
        and s.kind != "title"
        and not (s.appendix and not re.search(r"\bwe\b", s.text, re.I))
        and not _NO_EVALUATION.search(s.section)
        and (not ours or re.search(r"\b(?:we|our|us)\b", s.text, re.I))
    ]


def _judged_measures(reading: Reading, statements: Sequence[Sentence]) -> set[str]:
    """Card names of the measures named in a statement of judging or right behind it."""
    near = {s.position + step for s in statements for step in range(_NEAR + 1)}
    return {e.name for s in sentences(reading) if s.position in near for _, e in known_metrics().find(s.text)}


def evaluation_is_objective(reading: Reading) -> Mapping[str, Value[bool]]:
    """Card key `evaluation_is_objective`.

    False for surveys, positions and theory; where the main table prints people's ratings; where people or language models
    judge what the abstract announces or what the main table's primary measure is; and where they judge and no main table of
    computed measures stands against it.
    True where computed measures are reported; nothing is said otherwise.
    """
    kind = paper_kind(reading).get("paper_kind")
    if kind and kind.value in ("survey", "position", "theory"):
        return {"evaluation_is_objective": Value(value=False, evidence=kind.evidence, confidence=kind.confidence)}
    judging = _statements(reading, _MODEL_JUDGE, ours=False) + _statements(reading, _HUMAN_JUDGE, ours=True)
    opening = [s for s in sentences(reading) if s.kind in ("title", "abstract")]
    front = [s for s in opening if _HUMAN_FRONT.search(s.text) or _MODEL_JUDGE.search(s.text)]
    reasons = _judged_table(reading) or _reasons(reading, judging, front)
    if reasons:
        return {"evaluation_is_objective": Value(value=False, evidence=reasons, confidence=0.8)}
    return _computed(reading, doubt=len(judging) + len(front) >= _SIGNALS)


def _judged_table(reading: Reading) -> tuple[Evidence, ...]:
    """The caption of the main table, or of the only results, where it says that its numbers are people's."""
    main = headline(reading)
    results = [main.printed] if main else [t for t in reading.document.tables if t.rows and is_result(t)]
    judged = [t for t in results if _JUDGED_TABLE.search(t.caption) and not _COMPARED.search(t.caption)]
    if not judged or len(judged) < len(results):
        return ()
    return tuple(Evidence(quote=t.caption, page=t.page, section=t.label) for t in judged)


def _reasons(reading: Reading, judging: Sequence[Sentence], front: Sequence[Sentence]) -> tuple[Evidence, ...]:
    """The sentences that make the evaluation a judged one; empty where judging is a side matter or absent."""
    proof = tuple(dict.fromkeys(s.evidence() for s in (*front, *judging)))[:3]
    if len(front) + len(judging) < _SIGNALS:
        return ()
    if front and judging:
        return proof
    main = headline(reading)
    if main is None:
        return proof
    primary = main.contests[0].metric
    judged = _judged_measures(reading, judging)
    return proof if primary and primary.name in judged else ()


def _shown(reading: Reading) -> Sentence | None:
    """A sentence of the experiments that tells how well something did, where no well-known measure is named."""
    around = paths(reading)
    told = (s for s in own_sentences(reading) if _EXPERIMENTS.search(around.get(s.section, "")))
    return next((s for s in told if s.kind == "body" and _DOES_WELL.search(s.text)), None)


def _computed(reading: Reading, *, doubt: bool) -> Mapping[str, Value[bool]]:
    found = evaluation_metrics(reading).get("evaluation_metrics")
    tables = [t for t in reading.document.tables if t.rows and is_result(t)]
    if found:
        proof = found.evidence[:2]
    elif tables:
        quote = f"{tables[0].label}: {tables[0].caption}"
        proof = (Evidence(quote=quote, page=tables[0].page, section=tables[0].label),)
    elif not doubt and (shown := _shown(reading)):
        return {"evaluation_is_objective": Value(value=True, evidence=(shown.evidence(),), confidence=0.5)}
    else:
        return {}
    return {"evaluation_is_objective": Value(value=True, evidence=proof, confidence=0.6 if doubt else 0.8)}

"""What kind of paper it is, by what its authors say they present."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import get_args

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.sections import own_sentences, sentences
from pipeline.records.card import Evidence, PaperKind, Value

_STATES = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|study|article)|[Tt]he paper)\b[^.;:]{0,80}?"
    r"\b(?P<verb>propos|introduc|present|develop|devis|design|describ|releas|build|construct|creat|provid|offer|deriv|formulat"
    r"|prov|establish|survey|review|argu|analy[sz]|stud|investigat|examin|compar|characteri[sz]|explor|revisit|contribut|show"
    r"|giv|obtain)(?:es|e|s|y|ies|t|d|ed)?\b(?P<object>[^.;]{0,160})"
)
# what is presented; the first noun behind the verb decides
_NOUNS: dict[PaperKind, str] = {
    "survey": r"surveys?|literature review|systematic review|taxonomy of existing"
    r"|overview of (?:the )?(?:current|existing|recent|state)",
    "benchmark": r"benchmarks?|evaluation (?:suite|framework|protocol)|leaderboard|test ?bed|challenge set|testing suite",
    "dataset": r"data ?sets?|corpus|corpora|(?:training )?environments? for|collection of|treebank|knowledge base of"
    r"|(?:the )?first (?:[\w-]+ ){0,3}(?:environment|resource)",
    "system": r"toolkit|software|librar(?:y|ies)|platform|demo\b|system demonstration|python package|infrastructure|search engine"
    r"|(?:deployed|scalable|open-source|end-to-end|production|interactive|web-based|modular) (?:[\w-]+ )?systems?"
    r"|tool for|web application",
    "analysis": r"case stud(?:y|ies)|empirical stud(?:y|ies)|guidelines|findings|recommendations|evidence|an? analysis"
    r"|(?:systematic|large-scale|comprehensive|in-depth|empirical|extensive) (?:analysis|study|evaluation|comparison)"
    r"|replication|reproducibility study",
    "theory": r"(?:upper |lower |regret |generali[sz]ation |sample complexity |convergence |tight |impossibility )"
    r"(?:bounds?|results?|rates?|guarantees)|theorems?|proofs?\b|necessary and sufficient"
    r"|theoretical (?:framework|foundations?|analysis|characteri[sz]ation)",
    "method": r"methods?|approach(?:es)?|frameworks?|models?|architectures?|algorithms?|networks?|objectives?|loss(?:es)?"
    r"|techniques?|strateg(?:y|ies)|modules?|mechanisms?|paradigm|procedure|policy|agents?|estimator|optimi[sz]er|pipeline"
    r"|decoder|encoder|scheme",
}
_BY_VERB: tuple[tuple[re.Pattern[str], PaperKind], ...] = (
    (re.compile("prov$"), "theory"),
    (re.compile("survey|review"), "survey"),
    (re.compile("argu"), "position"),
    (re.compile("analy|stud|investigat|examin|compar|characteri|explor|revisit"), "analysis"),
    (re.compile("propos|introduc|develop|devis|design|formulat|deriv|present"), "method"),
)
_TITLE: tuple[tuple[re.Pattern[str], PaperKind], ...] = (
    (
        re.compile(r"\bsurvey\b|\b(?:literature|systematic|critical) review\b|\ba review of\b|: a review\b", re.I),
        "survey",
    ),
    (re.compile(r"^position\b|\bposition paper\b|: an? (?:[\w-]+ )?perspective$", re.I), "position"),
    (re.compile(r"\bbenchmark(?:ing)?\b|bench\b", re.I), "benchmark"),
    (re.compile(r"\bdata ?sets?\b|\bcorpus\b", re.I), "dataset"),
    (re.compile(r"\b(?:toolkit|library|platform|software|demo)\b", re.I), "system"),
    (
        re.compile(
            r"\b(?:analysis|study|investigation|evaluation) of\b|(?:^|[:?] |\btowards? (?:a )?(?:better )?|\bfor )understanding\b"
            r"|\bguidelines\b"
            r"|^(?:do|does|is|are|can|how|why|what|when)\b.*\?|an? (?:[\w-]+ )?(?:case |empirical )?study$"
            r"|^(?:analy[sz]|measur|evaluat|explor|prob|investigat|assess|characteri[sz]|quantify|examin|compar)ing\b",
            re.I,
        ),
        "analysis",
    ),
    (
        re.compile(
            r"\b(?:bounds?|convergence|sample complexity|identifiability) (?:of|for|in)\b|\bprovabl[ey]\b|\bregret\b",
            re.I,
        ),
        "theory",
    ),
)
_PROOF = re.compile(r"\b(?:Theorem|Lemma|Proposition|Corollary) \d|\bProof\b")
_MANY_PROOFS = 12
_REPORTS = re.compile(r"experiment|results\b|empirical|evaluation", re.I)
_ROADMAP = re.compile(r"§|\b(?:Section|Sec\.|Appendix) ?[\dA-Z]")
# `To reduce cost, we explore ...` tells of a means; `To understand ..., we explore ...` does not
_TO_REACH = re.compile(
    r"To (?!(?:better |further )?(?:understand|analy|study|investigate|assess|evaluate|quantify|measure|examine|test|answer"
    r"|determine|gain|see|characteri|explain|learn (?:more|about)|our|this|what|the))\w+",
)
_AN_APPROACH = re.compile(
    r"\s*(?:\w+ )?(?:an?|a novel|the use of an?) (?:[\w-]+ ){0,3}(?:approach|method|framework|algorithm|architecture|strategy)\b"
)
_FINDS = re.compile(
    r"\b[Ww]e find\b|\b[Oo]ur (?:findings|analys[ie]s|results) (?:show|suggest|reveal|indicate|demonstrate)"
)


@dataclass(frozen=True)
class _Vote:
    kind: PaperKind
    weight: float
    evidence: Evidence


def _noun_kind(text: str) -> tuple[PaperKind, int] | None:
    """The kind whose noun stands first in the text, with its place."""
    found = [(m.start(), kind) for kind, nouns in _NOUNS.items() if (m := re.search(rf"\b(?:{nouns})", text, re.I))]
    if not found:
        return None
    start, kind = min(found)
    return kind, start


def _votes_of(sentence: Sentence, weight: float) -> Iterator[_Vote]:
    for match in _STATES.finditer(sentence.text):
        named = _noun_kind(match["object"])
        by_verb = next((kind for words, kind in _BY_VERB if words.match(match["verb"])), None)
        if by_verb in ("theory", "survey", "position", "analysis"):
            kind: PaperKind | None = by_verb
            if by_verb == "analysis" and _ROADMAP.search(sentence.text):
                continue
            if by_verb == "analysis" and (_TO_REACH.match(sentence.text) or _AN_APPROACH.match(match["object"])):
                kind = "method"
            share = 0.5 if by_verb == "analysis" else 1.0
        else:
            proposes = match["verb"].startswith("propos")
            kind, share = (named[0], 1.0) if named else (by_verb, 1.0 if proposes else 0.7)
        if kind:
            yield _Vote(kind, weight * share, sentence.evidence())


def _votes(reading: Reading) -> Iterator[_Vote]:
    """Title, then statements of the abstract (the first counts most), of introduction and conclusion, then proofs."""
    title = reading.document.title
    for words, kind in _TITLE:
        if words.search(title):
            yield _Vote(kind, 2.5, Evidence(quote=title, page=1))
            break
    weight = 3.0
    for sentence in sentences(reading):
        front = sentence.kind == "abstract" or re.match("intro", sentence.section, re.I)
        if not front and not re.match("conclu", sentence.section, re.I):
            continue
        for vote in _votes_of(sentence, weight if sentence.kind == "abstract" else min(weight, 1.0)):
            yield vote
            weight = max(0.5, weight / 2)
        if _FINDS.search(sentence.text):
            yield _Vote("analysis", 0.3, sentence.evidence())
    proofs = [s for s in own_sentences(reading) if _PROOF.search(s.text)]
    if len(proofs) >= _MANY_PROOFS:
        yield _Vote("theory", 1.5, proofs[0].evidence())


def _is_empirical(reading: Reading) -> bool:
    """True where the document has a table with rows or a section that reports experiments."""
    headings = (s.heading.text for s in reading.document.sections if s.heading)
    return any(t.rows for t in reading.document.tables) or any(_REPORTS.search(text) for text in headings)


def paper_kind(reading: Reading) -> Mapping[str, Value[PaperKind]]:
    """Card key `paper_kind`: the kind with the most votes; nothing where the paper states nothing.

    Where experiments are reported, arguing is no position paper, and a proof weighs half.
    """
    votes = list(_votes(reading))
    if _is_empirical(reading):
        votes = [replace(v, weight=v.weight / 2) if v.kind == "theory" else v for v in votes]
        votes = [v for v in votes if v.kind != "position"] or votes
    if not votes:
        return {}
    totals = {kind: sum(v.weight for v in votes if v.kind == kind) for kind in get_args(PaperKind)}
    best: PaperKind = max(get_args(PaperKind), key=lambda kind: totals[kind])
    proof = tuple(dict.fromkeys(v.evidence for v in votes if v.kind == best))[:3]
    return {"paper_kind": Value(value=best, evidence=proof, confidence=round(totals[best] / sum(totals.values()), 2))}

"""Where the authors' own code is: a link that the paper prints and that is theirs, released, and not a placeholder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.addresses import Mention, bare, is_placeholder, is_repository, mentions, of_kind, path_parts
from pipeline.llm.rules.methods import own_names, title_name
from pipeline.llm.rules.sections import own_sentences, sentences
from pipeline.records.card import Evidence, Value

_CODE = (
    r"(?:source[- ]codes?|codes?|code ?base|implementations?|software|scripts?|packages?|toolkit|library|repositor(?:y|ies)"
    r"|repo|framework|package)"
)
_THINGS = (
    rf"(?:{_CODE}|models?|checkpoints?|systems?|environments?|libraries|tools?|agents?|artifacts?|materials?|resources)"
)
_OUT = (
    r"(?:available|online|released?|accessible|open-?\s?sourced?|provided|hosted|found|published|shared|public|downloaded|obtained"
    r"|maintained|accessed|made)"
)
_RELEASED = re.compile(
    rf"\b{_CODE}\b[^.;]{{0,110}}?\b(?:is|are|can be|has been|have been|being|was|were)\s+(?:\w+ly |now |also |all |made )*{_OUT}\b"
    rf"|^\W*(?:\d{{1,2}}\W*)?(?:our |the |full |source |data and |models? and )*{_CODE}\b[^.;]{{0,40}}?\s(?:\w+ly )?{_OUT}\b"
    rf"|\b(?:we|authors)\b[^.;]{{0,60}}?\b(?:releas\w+|open-?\s?sourc\w+|publish\w*|provid\w+|shar\w+|mak\w+|made|host\w*"
    rf"|distribut\w+|offer\w*)\b[^.;]{{0,140}}?\b{_THINGS}\b"
    rf"|\b(?:releas(?:e[sd]?|ing)|open-?\s?sourc(?:e[sd]|ing))\b[^.;]{{0,60}}\b{_CODE}\b"
    rf"|^\W*(?:\w+ )?(?:all |our |the )+experiments (?:can be|are) (?:found|{_OUT})\b",
    re.I,
)
_BEHIND = re.compile(
    rf"^\W*\s*(?:for|contains?|provides?|hosts?|holds?) (?:all |the |our |full )*(?:source )?{_CODE}\b", re.I
)
_LABEL = re.compile(
    rf"(?:^\W*(?:\d{{1,2}})?\W*|[.:;•§†‡]\s+)(?:our |the |project |official )*(?:source )?(?:{_CODE}|github|git)"
    r"(?:\s*(?:,|and|&|\+|/)\s*(?:\w+ ){0,2}\w+){0,3}(?: (?:is|are|link|url|page|repo|repository|available))*"
    r"\s*(?:at|on|from|here|in|see|via|:|：|-|–|—)*\s*[:(\[]*\s*$",
    re.I,
)
_OUR_CODE = re.compile(
    rf"\bour (?:[\w.]+ ){{0,3}}{_CODE}\b|^\W*(?:\d{{1,2}}\W*)?for (?:a|an|our) (?:\w+ )?implementation,? see\b"
    rf"|\b{_CODE} (?:\w+ )?(?:of|for|to) (?:reproduc\w+ )?(?:our|this|the (?:paper|experiments?|figures|results))\b",
    re.I,
)
_OWN_WORDS = re.compile(r"\b(?:our|ours|we|this (?:paper|work))\b", re.I)
_PROMISE = re.compile(
    r"\b(?:will|shall|to be|plan(?:s|ned)? to|going to|intend to)\b (?:\w+ ){0,4}?"
    r"(?:releas\w+|made|make|open-?\s?sourc\w+|publish\w*|provided|shared|available|public)\b"
    r"|\b(?:upon|after|once|pending)\b[^.;]{0,30}\b(?:accept\w*|publi(?:cation|shed)|review)\b|\bon (?:acceptance|publication)\b"
    r"|\b(?:coming|available|released?) soon\b",
    re.I,
)
# whose code it is, whatever else the sentence says
_THEIRS = re.compile(
    r"\b(?:their|his|her)\b(?: \w+){0,3} (?:code|implementation|repo|github)|\bthe (?:original )?authors?['’]"
    r"|\boriginal (?:code|paper|implementation|authors?|repo)"
    r"|\b(?:released|provided|published|developed|maintained|shared) by\b(?! us)"
    r"|\b(?:thank|grateful to)\b[^.;]{0,80}\b(?:shar|provid|releas|mak|giv|help)\w*\b"
    r"|\b(?:unofficial|third[- ]party|re-?implementation)\b|(?<!our )\bofficial (?:\w+ ){0,2}(?:code|implementation|repo)",
    re.I,
)
# somebody's work that is used: it counts where it stands before the words of release
_USED = re.compile(
    r"\bwe (?:\w+ly |also |then |first )*(?:use|used|adopt|employ|utili[sz]|rely|relied|build (?:up)?on|built|borrow|follow|adapt"
    r"|modif|start from|take|took|download|fork|obtain|run|ran|evaluat|compar|fine-?tun|re-?us|train|leverag|choose|chose|select"
    r"|refer to|consider|apply|implement\w*[^.]{0,40}\bus)\w*"
    r"|\b(?:based on|adapted from|modified from|built (?:up)?on|taken from|borrowed from|with reference to|(?<!the )(?<!for )"
    r"following"
    r"|\b(?:performed|computed|evaluated|extracted|parsed|tokeni[sz]ed) (?:with|by|via)"
    r"|forked from|implemented by|powered by|thanks to|downloaded from|obtained from|derived from|originat\w+ from|courtesy)\b"
    r"|\b(?:for|of|the|all|our) baselines?\b[^.;]*\b(?:code|implement|from|at)\w*|\busing\b"
    r"|\bopen-source (?:\w+ ){0,3}implementation of\b",
    re.I,
)
_CITED = re.compile(r"(?:et al\.?,?\s*\(?\d{4}[a-z]?\)?|\(\w[^()]{0,60}\d{4}[a-z]?\)|\[\d+(?:,\s*\d+)*\])[^.]{0,40}$")
_DATA_ONLY = re.compile(
    r"\b(?:data|datasets?|data sets?|corpus|corpora|annotations?|benchmarks?|leaderboard|demo|videos?|weights|prompts?)\b",
    re.I,
)
_GIVEN = re.compile(rf"\b(?:{_OUT}|releas\w+|download\w*|introduc\w+)\b|[:(]\s*$", re.I)
_PAGE = re.compile(r"\b(?:project|web|home) ?-?(?:page|site)\b|\bdemo\b", re.I)


_FIRST = 2
"""Pages on which a paper introduces its own work."""


@dataclass(frozen=True)
class Candidate:
    """A link that may be the authors' code: how surely, by which words."""

    mention: Mention
    score: float
    evidence: tuple[Evidence, ...]


def code(reading: Reading) -> Mapping[str, Value[Any]]:
    """Card keys `code_availability` and `code_link`. Available means: an own link is printed, or the listing has one."""
    names = _names(reading)
    found = [c for m in mentions(reading) if (c := _judged(m, names, reading)) is not None]
    if found:
        return _answer(_best(found, reading))
    if (paper := reading.paper) and is_repository(paper.code_url) and not is_placeholder(paper.code_url):
        said: dict[str, Any] = {"source": "listing", "confidence": 0.8}
        return {
            "code_availability": Value[bool](value=True, **said),
            "code_link": Value[str](value=paper.code_url, **said),
        }
    return {"code_availability": _not_available(reading)}


def _names(reading: Reading) -> frozenset[str]:
    """Folded names of the paper's own work, and its title's leading name."""
    return frozenset(_flat(n) for n in (*own_names(reading), title_name(reading.document.title)) if n)


def _flat(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _judged(mention: Mention, names: frozenset[str], reading: Reading) -> Candidate | None:
    """The mention as a candidate, or None where it is a placeholder, a promise, somebody else's or only data."""
    url = mention.url
    if is_placeholder(url) or of_kind(url, "never") or "/datasets/" in url:
        return None
    repository = is_repository(url)
    if of_kind(url, "repositories") and not repository:
        return None
    clauses = [(mention.before, mention.after), *((p.before, "") for p in mention.pointing)]
    verdicts = [_verdict(before, after, names) for before, after in clauses]
    named = repository and _carries(path_parts(url)[1], names)
    match = named or (repository and _from_title(path_parts(url)[1], reading.document.title))
    if _in_related_work(mention) and not any(_OWN_WORDS.search(before) for before, _ in clauses):
        return None
    if "own" in verdicts and (repository or _code_is_meant(clauses)):
        proof = [s for s, v in zip(_places(mention), verdicts, strict=True) if s and v == "own"]
        return Candidate(mention, 4 + match + repository + 0.5 * (mention.page == 1), _proof(mention, proof))
    if "promise" in verdicts or "data" in verdicts:
        return None
    if repository and (proof := _behind_own_name(mention, names)):
        return Candidate(mention, 1 + match, _proof(mention, proof))
    strange = any(_THEIRS.search(before) for before, _ in clauses) or not named
    if not repository or ("theirs" in verdicts and strange):
        return None
    first_page = mention.page == 1 and mention.alone and not _pointed_from_text(mention)
    if not (first_page or match or re.search(r"^[^/]*\b(?:code|github)\b[^/]*$", mention.label, re.I)):
        return None
    return Candidate(mention, 2 * first_page + match, _proof(mention, [p.sentence for p in mention.pointing]))


def _behind_own_name(mention: Mention, names: frozenset[str]) -> list[Sentence]:
    """Sentences of the first pages in which the footnote's mark stands right behind the work's name: `we present Foo¹`."""
    found = []
    for place in mention.pointing:
        words = re.findall(r"[\w\-]+", place.before)[-3:]
        tails = {_flat("".join(words[at:])) for at in range(len(words))}
        if mention.alone and place.sentence.page <= _FIRST and tails & {name for name in names if len(name) >= 4}:
            found.append(place.sentence)
    return found


def _places(mention: Mention) -> list[Sentence | None]:
    return [mention.sentence, *(p.sentence for p in mention.pointing)]


def _verdict(before: str, after: str, names: frozenset[str]) -> str:
    """What the words around an address say of it: `own`, `theirs`, `promise`, `data` or nothing."""
    clause = re.sub(rf"\b({_CODE}) (?:that )?(?:we|was|were) (?:have )?used?\b", r"\1", f"{before} {after}")
    if _PROMISE.search(clause):
        return "promise"
    if _THEIRS.search(clause) or _of_another(clause, names):
        return "theirs"
    released = _RELEASED.search(clause)
    used = _USED.search(clause)
    ours = re.search(
        rf"\bour (?:\w+ ){{0,3}}{_CODE}\b[^.;]*\b(?:is|are) (?:\w+ly |now |also |all |made )*{_OUT}\b", clause, re.I
    )
    if released and (ours or not used or used.start() > released.end()):
        cited = _CITED.search(clause.rstrip()) and not _OWN_WORDS.search(clause)
        return "theirs" if cited else "own"
    if used or _CITED.search(clause.rstrip()):
        return "theirs"
    if _LABEL.search(before) or _BEHIND.search(after) or _OUR_CODE.search(clause):
        return "own"
    data = _DATA_ONLY.search(clause) and _GIVEN.search(clause) and not re.search(rf"\b{_THINGS}\b", clause, re.I)
    return "data" if data else ""


def _of_another(clause: str, names: frozenset[str]) -> bool:
    """`code of X`, `implementation for X`: X with a capital, and not a name of the paper's own work."""
    for match in re.finditer(rf"\b{_CODE} (?:of|for|from) (?:the )?(?P<whose>[A-Z][\w\-]*(?: [A-Z][\w\-]*)*)", clause):
        whose = _flat(match["whose"])
        if whose and not any(whose in name or name in whose for name in names):
            return True
    return False


def _code_is_meant(clauses: list[tuple[str, str]]) -> bool:
    text = " ".join(part for clause in clauses for part in clause)
    return bool(re.search(rf"\b{_CODE}\b", text, re.I)) and not _PAGE.search(text)


def _carries(project: str, names: frozenset[str]) -> bool:
    """Whether the project is called as the work is, or one name holds the other."""
    flat = _flat(project)
    return any(flat == name or (min(len(name), len(flat)) >= 4 and (name in flat or flat in name)) for name in names)


def _from_title(project: str, title: str) -> bool:
    """Whether the project's name is made of the title: a piece of it, two words at least, in full or cut short, or initials."""
    words = [_flat(word) for word in re.split(r"[\s\-–:]+", title)]
    parts = [_flat(part) for part in re.split(r"[-_.]+", project) if len(part) > 1 and part != "vs"]
    whole = len(_flat(project)) >= 5 and _flat(project) in _flat(title)
    initials = "".join(word[0] for word in words if word)
    spelt = len(_flat(project)) >= 4 and _flat(project) in initials
    return (
        whole
        or spelt
        or (
            len(parts) >= 2
            and all(len(p) >= 3 and (p in initials or any(w.startswith(p) for w in words)) for p in parts)
        )
    )


def _in_related_work(mention: Mention) -> bool:
    return any(re.search(r"related work|background|prior work", s.section, re.I) for s in _places(mention) if s)


def _pointed_from_text(mention: Mention) -> bool:
    """Whether a sentence of the running text points to it, rather than the title, the authors or the abstract."""
    said = [p.sentence for p in mention.pointing]
    return any(s.kind == "body" and s.section and not re.search("abstract", s.section, re.I) for s in said)


def _best(found: list[Candidate], reading: Reading) -> Candidate:
    """The surest; among equals the project that the text names most, then the first."""
    text = _flat(" ".join(s.text for s in sentences(reading) if "://" not in s.text))
    uses = Counter(
        {c.mention.url: text.count(_flat(path_parts(c.mention.url)[-1])) for c in found if path_parts(c.mention.url)}
    )
    order = [bare(c.mention.url) for c in found]
    return max(found, key=lambda c: (c.score, uses[c.mention.url], -order.index(bare(c.mention.url))))


def _proof(mention: Mention, sentences: list[Sentence]) -> tuple[Evidence, ...]:
    said = [s.evidence() for s in sentences]
    place = mention.sentence.evidence() if mention.sentence else Evidence(quote=mention.url, page=mention.page)
    return tuple(dict.fromkeys([*said, place]))


def _answer(best: Candidate) -> dict[str, Value[Any]]:
    said: dict[str, Any] = {"evidence": best.evidence, "confidence": 0.95 if best.score >= 4 else 0.8}
    # print leaves the scheme out; the value can be opened
    url = best.mention.url if "://" in best.mention.url else f"https://{best.mention.url}"
    return {"code_availability": Value[bool](value=True, **said), "code_link": Value[str](value=url, **said)}


def _not_available(reading: Reading) -> Value[bool]:
    """False with the promise as proof where there is one; unknown only where the document has no text."""
    if not any(s.kind == "body" for s in sentences(reading)):
        return Value[bool]()
    promise = [
        s for s in own_sentences(reading) if _PROMISE.search(s.text) and re.search(rf"\b{_CODE}\b", s.text, re.I)
    ]
    return Value[bool](
        value=False,
        evidence=tuple(s.evidence() for s in promise[:2]),
        confidence=0.8,
        derivation="no link to the authors' own code is printed",
    )

"""What the paper calls its own work: the name in the title, names given after "we propose", and their acronyms."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.sections import own_sentences
from pipeline.records.card import Evidence, Value

_VERB = (
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|study)|[Tt]his article)\b[^.;:]{0,90}?"
    r"\b(?:propos|introduc|present|develop|devis|design|releas|build|construct|creat)(?:es?|s|t)?\b"
)
_NAMING = (
    r"\b(?:called|named|dubbed|termed|coined|which we (?:call|name|term|dub)|refer to (?:it|this[\w ]{0,30}?) as"
    r"|[Ww]e (?:call|name|term|dub) (?:our|the|this)(?: [\w-]+){1,4}?)"
)
_WORD = r"[A-Z][\w+\-]*|[a-z]+[A-Z][\w+\-]*|[A-Z] ?\d+-[\w\-]+"
_NAME = rf"(?:{_WORD})(?: (?:{_WORD}))*"
# what may follow a name: a clause, a preposition, or the noun that it names ("the FooNet framework")
_BREAK = (
    r"(?=\s*(?:[,.;:(\[–—]|$)|\s+(?:and|which|that|to|as|for|based|with|by|using|via|is|in|framework|model|method|approach"
    r"|architecture|algorithm|benchmark|dataset|toolkit|system|library|environment|strategy|module|guidelines|operation"
    r"|objective|suite)\b)"
)
_DIRECT = re.compile(rf"(?:{_VERB})\s+(?:the |an? )?[“\"]?(?P<name>{_NAME})[”\"]?(?: and (?P<second>{_NAME}))?{_BREAK}")
_BARE = re.compile(rf"\b(?:and|to) (?:propose|introduce)\s+(?:the )?(?P<name>{_NAME}){_BREAK}")
_APPOSED = re.compile(
    rf"(?:{_VERB})\s+(?:an?|our|two|three|the) [^.;,:()]{{3,110}}[,:]\s+(?:the |i\.e\.,? )?(?P<name>{_NAME}){_BREAK}"
)
_NAMED = re.compile(rf"{_NAMING}\s+(?:the |an? )?[“\"‘]?(?P<name>{_NAME}){_BREAK}")
_OUR_WORK = r"our (?:proposed |own |full |final )*(?:approach(?:es)?|methods?|models?|algorithms?|variants?|framework)"
# "X and Y as our methods"; "X, our method," but not "unlike X, our method works"
_OURS = re.compile(
    rf"(?P<name>{_NAME})(?:, (?P<second>{_NAME}))?(?:,? and (?P<third>{_NAME}))?"
    rf"(?:\s*(?:representing|denot(?:es?|ing)|as|is|are) {_OUR_WORK}\b|(?:,\s*|\s*\(){_OUR_WORK}\s*[,.)])"
)
# an acronym with a reference behind it is somebody else's
_ACRONYM = re.compile(
    r"(?P<long>(?:[\w\-]+ ){0,7}[\w\-]+)\s*\((?P<short>[A-Za-z][\w\-]*(?: [A-Z][\w\-]*)?)\)"
    r"(?!\s*(?:\[|\([A-Z][^)]*\d{4}))"
)
_PROPOSED = re.compile(rf"{_VERB}|\bnovel\b[^.]{{0,60}}:|{_NAMING}")
_TRAINED = re.compile(
    r"\b[Ww]e (?:[\w-]+ )?(?:fine-?tune|train|pre-?train)[^.;]{0,80}?\b"
    r"(?:obtain(?:ing)?|yield(?:ing)?|get|results? in|resulting in|call(?:ed)?)"
    rf"\s+(?:(?:an?|the|our) (?:[\w-]+ ){{0,3}}?)?(?P<name>{_NAME}){_BREAK}"
)
_NO_METHOD = re.compile(r"\b(?:problems?|settings?|tasks?|datasets?|data|baselines?)\b[^.]{0,60}$")
_ELSEWHERE = re.compile(r"\b(?:as|to|for|that|of|on|problem)\b")
_ENOUGH = 3
"""Mentions below which a name is no name but a passing capital."""


@cache
def generic_words() -> frozenset[str]:
    """Capitalised words of the field's general vocabulary, from methods.toml."""
    data = tomllib.loads(files(__package__).joinpath("methods.toml").read_text("utf-8"))
    return frozenset(data["generic"])


def folded(text: str) -> str:
    """Letters and digits in lower case: small capitals and broken words compare equal."""
    return re.sub(r"[\W_]+", "", text.casefold())


def title_name(title: str) -> str:
    """The words before the title's colon where they look like a name: at most four, the first with a capital."""
    head, colon, _ = title.partition(":")
    words = head.split()
    if (
        not colon
        or not 1 <= len(words) <= 4
        or re.match(r"(?:On|Towards?|Beyond|From|The|A|An|How|Why|What|Is|Are|When)\b", head)
    ):
        return ""
    return head.strip() if any(c.isupper() for c in head) else ""


@lru_cache(maxsize=2)  # several rules ask
def own_names(reading: Reading) -> dict[str, Evidence]:
    """Names of the paper's own work with the words that give them; the title's first, then in order of appearance."""
    said = [s for s in own_sentences(reading) if s.kind in ("abstract", "body") and not s.appendix]
    text = " ".join(s.text for s in said)
    flat = folded(text)
    early = folded(" ".join(_before_the_proposal(said)))
    found: dict[str, Evidence] = {}
    if (name := title_name(reading.document.title)) and flat.count(folded(name)) >= _ENOUGH:
        proof = Evidence(quote=reading.document.title, page=1)
        found[name] = proof
        phrase = re.split(r" (?:for|with|via|in|on|by|using|from|of) ", reading.document.title.partition(":")[2])[
            0
        ].strip()
        if spelled_out(phrase, name) == phrase:
            found[phrase] = proof
    for sentence in said:
        for name, partner in _named_in(sentence):
            mentions = max(flat.count(folded(n)) for n in (name, partner) if n)
            known = folded(name) in early or folded(name) in {folded(n) for n in found}
            if mentions >= _ENOUGH and not known and _is_name(name, text):
                found[name] = sentence.evidence()
    return found


def _before_the_proposal(said: list[Sentence]) -> Iterator[str]:
    """The abstract up to the first "we propose": what it names is older than the paper."""
    for sentence in said:
        if sentence.kind != "abstract" or _PROPOSED.search(sentence.text) or _BARE.search(sentence.text):
            return
        yield sentence.text


def _is_name(name: str, text: str) -> bool:
    """Not of the field's general vocabulary, and not mostly somebody else's (cited)."""
    if (
        name in generic_words() or len(name) < 2 or re.fullmatch(r"[A-Z][a-z]+(?:ly|ver|ence|us)", name)
    ):  # Finally, Moreover, Hence
        return False
    cited = len(re.findall(rf"{re.escape(name)}\s*(?:\([A-Z][^)]*\d{{4}}|\[(?:\d|[A-Z]))", text))
    return cited <= 1


def _named_in(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Names that the sentence gives, each with the long or short form printed beside it (or an empty text)."""
    spans: list[tuple[int, str, str]] = []
    if re.search(r"\b(?:[Ww]e|[Oo]ur|[Tt]his (?:paper|work))\b", sentence.text):
        others = re.search("baseline|compet", sentence.section, re.I)
        for pattern in (_OURS,) if others else (_OURS, _DIRECT, _BARE, _APPOSED, _NAMED, _TRAINED):
            for match in pattern.finditer(sentence.text):
                if pattern is _NAMED and _NO_METHOD.search(sentence.text[: match.start("name")]):
                    continue
                spans += [(match.start(key), match[key], "") for key in match.re.groupindex if match[key]]
    if _PROPOSED.search(sentence.text):
        spans += _acronyms(sentence.text)
    for _, name, partner in sorted(spans):
        yield re.sub(r"(?<=[A-Z]) (?=\d)", "", name).strip(" -"), partner


def _acronyms(text: str) -> list[tuple[int, str, str]]:
    """`Full Network Capacity (FNC)`: both, where the short form's letters follow the long form's words.

    Only in the object of the proposal: a known problem that the sentence spells out stands behind `as`, `to`, `for`.
    """
    starts = [0, *(m.end() for m in _PROPOSED.finditer(text)), *(m.end() for m in re.finditer(_NAMING, text))]
    names: list[tuple[int, str, str]] = []
    for match in _ACRONYM.finditer(text):
        long = spelled_out(match["long"], match["short"])
        at = match.start("long") + match["long"].rfind(long)
        before = text[max(start for start in starts if start <= at) : at]
        if (
            not long
            or match["short"] in generic_words()
            or _ELSEWHERE.search(before)
            or not _PROPOSED.search(text[:at])
        ):
            continue
        if long[0].isupper():
            names.append((match.start(), long, match["short"]))
        names.append((match.start() + 1, match["short"], long))
    return names


def spelled_out(words: str, short: str) -> str:
    """The end of `words` that the short form abbreviates, or an empty text: `a novel Stable Policy Update`, `SPU`."""
    letters = [c.lower() for c in short if c.isupper()]
    if " " in short and (alias := re.search(rf"\b{re.escape(short.split()[0])} [A-Z][\w\- ]*$", words)):
        return alias[0]
    if len(letters) < 2:
        return ""
    starts = [m.start() for m in re.finditer(r"(?<![A-Za-z])[A-Za-z]|(?<=[a-z])[A-Z]", words)]
    initials = [words[i].lower() for i in starts]
    for size in range(len(letters), min(len(letters) + 3, len(starts)) + 1):
        tail = initials[-size:]
        remaining = iter(tail)
        if tail[0] == letters[0] and all(letter in remaining for letter in letters):
            start = starts[-size]
            return words[start:].strip() if start == 0 or not words[start - 1].isalpha() else ""
    return ""


def method_names(reading: Reading) -> Mapping[str, Value[tuple[str, ...]]]:
    """Card key `method_names`: empty where the paper gives its work no name."""
    found = own_names(reading)
    if not found:
        return {}
    evidence = tuple(dict.fromkeys(found.values()))
    return {"method_names": Value(value=tuple(found), evidence=evidence, confidence=0.8)}

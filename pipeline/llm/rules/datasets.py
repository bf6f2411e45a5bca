"""What the experiments run on: data sets, benchmarks and environments, with how one gets them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules import known
from pipeline.llm.rules.contests import plain
from pipeline.llm.rules.dataset_names import abbreviations, concepts, names_in, own_data, tidy
from pipeline.llm.rules.methods import folded, generic_words, own_names
from pipeline.llm.rules.sections import own_sentences
from pipeline.llm.rules.tables import is_result, read_table
from pipeline.records.card import Access, Dataset, Evidence, ResultTable, Value
from pipeline.records.document import Table

_SETTING = re.compile(
    r"experiment|evaluation|data ?sets?|benchmark|environment|results?|set-?up|settings?|domains?|tasks?\b|training data",
    re.I,
)
_DATA_SECTION = re.compile(r"\bdata\b|data ?sets?|benchmarks?|environments?|domains|corpora|corpus|test ?beds?", re.I)
_DATA_HEAD = re.compile(r"\W*(?:data ?sets?|benchmarks?|corpus|corpora|env(?:ironment)?s?)\W*", re.I)
_FRONT = re.compile(r"intro|motivation|survey|discussion|limitation|conclu|broader|ethic", re.I)
_OURS = re.compile(r"\b(?:we|our|us|this (?:paper|work))\b", re.I)
_USES = re.compile(
    r"\bwe (?:\w+ ){0,2}(?:use|train|evaluate|test|experiment|fine-?tune|report|conduct|perform|adopt|run)\w*\b", re.I
)
_PRETRAINED = re.compile(r"pre-?train(?:ed|ing)? (?:\w+ ){0,4}(?:on|using|with)\b", re.I)
_SIZE = re.compile(
    r"\b(?:contain\w*|consist\w*|compris\w*|with|includ\w*|ha[sv]e?|of|\()\s*"
    r"(?P<size>(?:about |around |over |approximately )?\d[\d,.]*\s?(?:k|K|M|B|million|billion|thousand)?\+? (?:\w+[ -]){0,2}?"
    r"(?:video clips|sentence pairs|images?|examples?|samples?|sentences?|pairs|instances?|documents?|questions?|videos?|clips"
    r"|papers|tokens|hours|articles|nodes|graphs|users|prompts|tasks|problems|instructions|games|trajectories|patients"
    r"|classes))\b"
)
_ALL_PUBLIC = re.compile(
    r"\b(?:these|all|the) (?:[\w-]+ ){0,4}(?:data ?sets|benchmarks|environments)\b[^.;]{0,40}?\bare (?:all )?"
    r"(?:publicly|freely|openly) (?:available|accessible)\b",
    re.I,
)
_MEASURE = re.compile(
    r"\b(?:rate|error|score|accuracy|time|loss|precision|recall|distance|correlation|ratio|cost|kappa)\b", re.I
)
_LINK = re.compile(r"https?://[^\s)\]}>,;]+")
# somebody else's secret, or the lack of one, is not data that this work runs on
_PRIVATE = re.compile(
    r"(?<!without )(?<!no )\b(?P<what>(?:in-house|proprietary|confidential)(?: [\w-]+){0,3}?"
    r" (?:data ?sets?|data|corpus|corpora|logs))\b",
    re.I,
)
_DATA_NOUN = r"(?:data ?sets?|data|corpus|corpora|benchmark|recordings|logs)"
_ACCESS: tuple[tuple[Access, re.Pattern[str]], ...] = (
    (
        "private",
        re.compile(
            rf"\b(?:in-house|proprietary|confidential) (?:[\w-]+ ){{0,2}}{_DATA_NOUN}\b"
            rf"|\b{_DATA_NOUN}\b[^.,;]{{0,30}}\b(?:cannot be (?:shared|released)"
            r"|(?:is|are) (?:proprietary|confidential|not public\w*))\b",
            re.I,
        ),
    ),
    ("gated", re.compile(r"\b(?:upon request|data use agreement|application forms?|credentialed)\b", re.I)),
    (
        "registration",
        re.compile(r"\b(?:after registration|by registering|upon registration|requires? registration)\b", re.I),
    ),
    ("public", re.compile(r"\b(?:publicly|public data|open-sourced?|freely available|we (?:\w+ )?release)\b", re.I)),
)

_NEAR = 120
"""Characters behind a name in which a size or a link is its own."""


@dataclass
class _Seen:
    """What speaks for one data set; `firm`: stated where data is described, or listed under a head such as
    `Dataset`; `run_on`: so listed in a result table of the paper's own method.
    """

    name: str
    entry: known.KnownDataset | None = None
    own: bool = False
    said: list[Sentence] = field(default_factory=list)
    tables: list[Evidence] = field(default_factory=list)
    firm: bool = False
    run_on: bool = False
    mentions: int = 0
    used: Sentence | None = None
    uses: int = 0

    @property
    def counts(self) -> bool:
        """A well-known name needs one sign or two uses; a plain word or an unknown name needs a firm sign or several."""
        signs = len(self.said) + len(self.tables)
        if self.own:
            return len(self.said) >= 2
        if self.entry and not self.entry.ordinary:
            return signs >= 1 or self.uses >= 2
        if self.entry:
            return bool(self.said) and (signs >= 2 or self.firm)
        return self.run_on or (self.mentions >= 2 and (self.firm or (signs >= 2 and bool(self.said))))

    def proof(self) -> Evidence:
        """The first statement, else a table, else a use."""
        if self.said:
            return self.said[0].evidence()
        if self.tables:
            return self.tables[0]
        assert self.used is not None
        return self.used.evidence()


class _Survey:
    """Every candidate by its folded name; the well-known ones, and short forms of this paper, by the name they stand for."""

    def __init__(self, reading: Reading) -> None:
        self.seen: dict[str, _Seen] = {}
        self.names = list(own_names(reading))
        self.own = [folded(name) for name in self.names]
        self.sentences = [s for s in own_sentences(reading) if s.kind != "title"]
        self.short = {short: long for s in self.sentences for long, short in abbreviations(s.text)}
        general = [long for short, long in self.short.items() if short in generic_words()]
        small = (short for s in self.sentences for short in concepts(s.text))
        self.general = {folded(name) for name in (*generic_words(), *general, *small)}
        for table in reading.document.tables:
            self._table(table)
        for sentence in self.sentences:
            self._sentence(sentence)
        text = "\n".join(s.text for s in self.sentences)
        shorts = {long: short for short, long in self.short.items()}
        for one in self.seen.values():
            forms = [one.name, *([shorts[one.name]] if one.name in shorts else [])]
            one.mentions = sum(len(re.findall(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text)) for form in forms)

    def one(self, name: str) -> _Seen:
        """The candidate of this name, made where it is new."""
        name = self.short.get(name, name)
        entry = next((entry for match, entry in known.datasets().find(name) if match[0] == name), None)
        key = folded(entry.name if entry else name)
        return self.seen.setdefault(key, _Seen(name, entry, own=folded(name) in self.own))

    def _table(self, table: Table) -> None:
        read = read_table(table, self.names) if table.rows and is_result(table) else None
        own = bool(read and (read.own_columns or any(row.is_own for row in read.rows)))
        for at, head in enumerate(table.columns):
            for row in table.rows if _DATA_HEAD.fullmatch(head) else ():
                spanning = sum(bool(cell.strip()) for cell in row) < 2
                if not spanning and at < len(row) and (name := tidy(row[at])) and not self._is_own(name):
                    one = self.one(name)
                    one.tables.append(_line(table, row))
                    one.firm = True
                    one.run_on |= own
        for text, line in _across(table, read) if read else ():
            name = plain(text.rpartition(" > ")[2])
            stands = name in self.short and not _MEASURE.search(self.short[name]) and not known.metrics().first(name)
            for found in [match[0] for match, _ in known.datasets().find(text)] or ([name] if stands else []):
                one = self.one(found)
                one.tables.append(_line(table, line))
                one.run_on |= own and stands

    def _is_own(self, name: str) -> bool:
        return any(folded(name).startswith(key) for key in self.own)

    def _sentence(self, sentence: Sentence) -> None:
        listing = bool(_DATA_SECTION.search(sentence.section))
        setting = bool(_SETTING.search(sentence.section)) or sentence.kind in ("abstract", "caption")
        ours = bool(_OURS.search(sentence.text)) and not re.search(r"\b(?:unlike|in contrast)\b", sentence.text, re.I)
        if _PRETRAINED.search(sentence.text):
            return
        if ours or not _FRONT.match(sentence.section):
            for name in names_in(sentence.text, listing=listing):
                if not self._is_own(name):
                    one = self.one(name)
                    one.said.append(sentence)
                    one.firm |= listing
        for name in own_data(sentence.text):
            if self._is_own(name) and sentence not in self.one(name).said:
                self.one(name).said.append(sentence)
        for match, _ in known.datasets().find(sentence.text) if setting else ():
            one = self.one(match[0])
            one.used = one.used or sentence
            one.uses += 1
        for match, entry in known.datasets().find(sentence.text) if ours and _USES.search(sentence.text) else ():
            if not entry.ordinary and sentence not in self.one(match[0]).said:
                self.one(match[0]).said.append(sentence)


def _line(table: Table, cells: tuple[str, ...]) -> Evidence:
    return Evidence(quote=" ".join(c for c in cells if c), page=table.page, section=table.label)


def _across(table: Table, read: ResultTable) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Labels on the side of a result table where methods do not stand, each with the line that it is printed in."""
    if read.methods_in_columns:
        yield from ((row[0], row) for row in table.rows if row)
    else:
        yield from ((head, table.columns) for head in table.columns)


def datasets(reading: Reading) -> Mapping[str, Value[tuple[Dataset, ...]]]:
    """Card key `datasets`, in the order in which the paper states them; private data that has no name by its description."""
    survey = _Survey(reading)
    found = [
        one
        for key, one in survey.seen.items()
        if one.counts and (one.entry or not (key in survey.general or _is_measure(one.name)))
    ]
    found.sort(key=lambda one: (one.said[0].position if one.said else 10**6, one.name))
    made = [_dataset(one) for one in found]
    evidence = [one.proof() for one in found]
    together = next((s for s in own_sentences(reading) if _ALL_PUBLIC.search(s.text)), None)
    if together and any(d.access == "unknown" for d in made):
        made = [d.model_copy(update={"access": "public"}) if d.access == "unknown" else d for d in made]
        evidence.append(together.evidence())
    for sentence in own_sentences(reading):
        match = _OURS.search(sentence.text) and not _FRONT.match(sentence.section) and _PRIVATE.search(sentence.text)
        if match and match["what"].lower() not in {d.name.lower() for d in made}:
            made.append(Dataset(name=match["what"], access="private"))
            evidence.append(sentence.evidence())
    if not made:
        return {}
    return {"datasets": Value(value=tuple(made), evidence=tuple(dict.fromkeys(evidence)), confidence=0.7)}


def _is_measure(name: str) -> bool:
    """Whether the whole name is that of a measure: `METEOR`."""
    return any(match[0] == name for match, _ in known.metrics().find(name))


def _dataset(one: _Seen) -> Dataset:
    """Access by general knowledge for what is well known, else by the paper's words; size and link as printed."""
    texts = [s.text for s in one.said if one.name in s.text]
    stated: Access = next((kind for kind, words in _ACCESS for text in texts if words.search(text)), "unknown")
    access = one.entry.access if one.entry else stated
    behind = [text[text.index(one.name) :][:_NEAR] for text in texts]
    size = next((m["size"] for text in behind if (m := _SIZE.search(text))), "")
    link = next((m[0].rstrip(".") for text in behind if (m := _LINK.search(text))), "")
    return Dataset(name=one.name, access=access, size=size, link=link)

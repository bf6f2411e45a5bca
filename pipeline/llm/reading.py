"""A document as the rules read it: sentences with their place, split once and shared by every rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pipeline.records.card import Evidence
from pipeline.records.document import Document, Passage
from pipeline.records.paper import Paper

# a full stop ends a sentence unless it belongs to an abbreviation, an initial or a number; the mark of a footnote behind it stays
_ABBREVIATIONS = (
    *("e.g", "i.e", "et al", "cf", "vs", "resp", "approx", "w.r.t", "a.k.a", "Fig", "Figs", "Tab", "Sec", "Sect", "Eq"),
    *("Eqs", "Ref", "Refs", "No", "App", "Inc", "Dr", "Mr", "Ms", "St", "[A-Z]"),
)
_END = re.compile(
    "".join(rf"(?<!\b{a if a == '[A-Z]' else re.escape(a)})" for a in _ABBREVIATIONS)
    + r"[.!?][\"'”’)\]]*(?:\s?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=[a-z)\]”’][.!?])\s?\d{1,2}(?=\s+[A-Z]))?\s+(?=[\"'“‘(\[]?[A-Z0-9•])"
    # print leaves the blank out at times: `operations (OPs).All the networks`
    + r"|(?<=[a-z)\]])(?<!et al)\.(?=(?:All|The|We|In|Our|This|These|For|To|It|As|Each|However|Experiments|Code)\s[a-z])"
)

# one in this many characters is a mark of code where the text is a listing; prose with formulas stays well below
_CODE_MARKS = re.compile(r"""[{}_\\#;"<>|]|==?|\w\.\w+\(""")
_CODE_EVERY = 20


def _is_code(text: str) -> bool:
    return len(text) >= 80 and len(_CODE_MARKS.findall(re.sub(r"https?://\S+", "", text))) * _CODE_EVERY > len(text)


@dataclass(frozen=True)
class Sentence:
    """One sentence with its place; `position` counts through the document."""

    text: str
    page: int
    section: str
    kind: str
    appendix: bool
    position: int

    def evidence(self, quote: str | None = None) -> Evidence:
        """This sentence, or a quote out of it, as evidence."""
        return Evidence(quote=quote or self.text, page=self.page, section=self.section)


class Reading:
    """What a rule gets: the document, the listing's entry, and the sentences."""

    def __init__(self, document: Document, paper: Paper | None = None) -> None:
        self.document = document
        self.paper = paper

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Every sentence of title, abstract, sections, footnotes and captions; references, table rows and links are left out."""
        return tuple(
            self._split(p for p in self.document.passages() if p.kind not in ("table", "reference", "link", "heading"))
        )

    @cached_property
    def own_sentences(self) -> tuple[Sentence, ...]:
        """The sentences that tell of the paper's own work: no related work or background, and no lines of code."""
        other = re.compile(r"related work|background|prior work|literature|preliminar", re.I)
        return tuple(s for s in self.sentences if not other.search(s.section) and not _is_code(s.text))

    @staticmethod
    def _split(passages: Iterator[Passage]) -> Iterator[Sentence]:
        position = 0
        for p in passages:
            start = 0
            for end in [*(m.end() for m in _END.finditer(p.text)), len(p.text)]:
                if text := p.text[start:end].strip():
                    yield Sentence(text, p.page, p.section, p.kind, p.appendix, position)
                    position += 1
                start = end

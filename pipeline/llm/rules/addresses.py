"""Web addresses that a paper prints, each with the words around it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from pipeline.llm.reading import Reading, Sentence
from pipeline.llm.rules.data import table
from pipeline.llm.rules.sections import sentences
from pipeline.quotes import folded

_PRINTED = re.compile(
    r"(?:https?\s?:\s?//\s?|www\.|(?<![\w./@-])(?=(?:github|gitlab|bitbucket)\.(?:com|org)/))"
    r"[A-Za-z0-9.-]+\.[A-Za-z]{2,}(?:/\s(?=[A-Za-z0-9_.~-]+[/.-])|[^\s<>\"“”{}|\\^`\[\]⁰¹²³⁴⁵⁶⁷⁸⁹])*"
)
_MOST = 500
"""Addresses of one paper that are looked at: a hostile paper may hold any number."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Pointer:
    """A sentence that carries the mark of a footnote, with its words up to the mark."""

    sentence: Sentence
    before: str


@dataclass(frozen=True)
class Mention:
    """One address at one place. `before` and `after` are the words around it, up to the next address or the sentence's end;
    `pointing` are the places in the text that lead to the footnote in which it stands."""

    url: str
    page: int
    sentence: Sentence | None
    before: str = ""
    after: str = ""
    pointing: tuple[Pointer, ...] = ()
    label: str = ""

    @property
    def alone(self) -> bool:
        """Whether it stands without words: on a line of its own, as a whole footnote, or only as a link on the page."""
        return not re.search(r"[A-Za-z]{3}", re.sub(r"\S+@\S+", "", self.before))


def cleaned(url: str) -> str:
    """The address without white space, closing punctuation and fragment of print."""
    tight = re.sub(r"\s+", "", url)
    tight = re.sub(r"[.,;:!?'’”\"*†‡§]+$", "", tight)
    while tight.endswith((")", "]", "}")) and tight.count("(") < tight.count(")") + tight.count("]") + tight.count("}"):
        tight = re.sub(r"[.,;:'’”]+$", "", tight[:-1])
    return re.sub(r"\.git$|/+$", "", tight)


def bare(url: str) -> str:
    """The address as compared: no scheme, no `www.`, lower case."""
    return re.sub(r"^(?:https?://)?(?:www\.)?", "", cleaned(url).lower())


def host(url: str) -> str:
    """Its host name, without `www.`; empty where the address cannot be read."""
    try:
        name = urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""
    return name.removeprefix("www.")


def of_kind(url: str, kind: str) -> bool:
    """Whether the host stands in that list of `hosts.toml`, itself or as a subdomain (`repositories`, `archives`, ...)."""
    name = host(url)
    if kind == "repositories" and name != "github.com" and name.endswith("github.com"):
        return False
    return any(name == known or name.endswith("." + known) for known in table("hosts")[kind])


def path_parts(url: str) -> list[str]:
    """The parts of its path: owner and project first, for a repository."""
    return [part for part in bare(url).split("/")[1:] if part]


def is_placeholder(url: str) -> bool:
    """An address that stands in for one: of an anonymising service, or with an owner like `anonymous` or `xxx`."""
    parts = path_parts(url)
    owner_hidden = any(
        re.fullmatch(rf"{word}[\d_-]*", part) for part in parts[:1] for word in table("hosts")["unfinished"]
    )
    return of_kind(url, "placeholders") or owner_hidden or bool(re.search(r"anonym|\bxxx", bare(url)))


def is_repository(url: str) -> bool:
    """A project on a code host: owner and project are there."""
    return of_kind(url, "repositories") and len(path_parts(url)) >= 2


def mentions(reading: Reading) -> list[Mention]:
    """Every address outside of the references, in order of the text, then those that are only links on a page."""
    known = sorted(
        {cleaned(link.url) for link in reading.document.links[:_MOST] if link.url.count("://") == 1},
        key=len,
        reverse=True,
    )
    in_text = (m for s in sentences(reading) for m in _in_sentence(s, known, reading))
    found = list(islice(in_text, _MOST))
    printed = {bare(m.url) for m in found}
    in_references = folded(" ".join(r.text for r in reading.document.references)).lower()
    for link in reading.document.links[:_MOST]:
        url = cleaned(link.url)
        if url.count("://") == 1 and bare(url) not in printed and folded(bare(url)) not in in_references:
            found.append(Mention(url, link.page, None, label=link.text))
    return found


def _in_sentence(sentence: Sentence, known: list[str], reading: Reading) -> Iterator[Mention]:
    spans = list(_PRINTED.finditer(sentence.text))
    for i, match in enumerate(spans):
        before = sentence.text[spans[i - 1].end() if i else 0 : match.start()]
        after = sentence.text[match.end() : spans[i + 1].start() if i + 1 < len(spans) else len(sentence.text)]
        url = _whole(match[0], known)
        pointing = _pointing(sentence, before, reading)
        yield Mention(url, sentence.page, sentence, before, after, pointing)


def _whole(printed: str, known: list[str]) -> str:
    """The link annotation that the printed address is, where there is one: print glues marks to addresses and breaks them.

    Where the two differ by hyphens only, a joined line end lost one: the form with more of them stays.
    """
    flat = folded(bare(printed))
    for url in known:
        other = folded(bare(url))
        if other == flat:
            return max(cleaned(printed), url, key=lambda address: address.count("-"))
        if flat.startswith(other) and re.fullmatch(r"\d{1,2}|[.,;)]+", flat[len(other) :]):
            return url
        if other.startswith(flat) and len(path_parts(printed)) < 2 <= len(path_parts(url)):
            return url
    return cleaned(printed)


def _pointing(sentence: Sentence, before: str, reading: Reading) -> tuple[Pointer, ...]:
    """Places that carry this footnote's mark: raised (`Code¹`), or, where print does not say so, level (`on GitHub 1 .`)."""
    mark = _mark(sentence, before, reading)
    if not mark:
        return ()
    raised = re.compile(rf"(?<![⁰¹²³⁴⁵⁶⁷⁸⁹]){mark.translate(_RAISED)}(?![⁰¹²³⁴⁵⁶⁷⁸⁹])")
    level = re.compile(
        rf"(?<=[A-Za-z.,;:)\]”’']){mark}(?=\s|[.,;:)]|$)|(?<!Table)(?<!Figure)(?<!Fig\.)(?<!Algorithm)(?<!Step)(?<!Section)(?<!Eq\.)"
        rf"(?<=[a-z.,;:)\]])\s{mark}(?=\s?[.,;:)]|$)"
    )
    near = [s for s in sentences(reading) if s.kind != "footnote" and sentence.page - 1 <= s.page <= sentence.page]
    for pattern in (raised, level):
        places = [(s, pattern.search(s.text)) for s in near if s.position != sentence.position]
        if found := tuple(Pointer(s, s.text[: match.start()]) for s, match in places if match):
            return found
    return ()


def _mark(sentence: Sentence, before: str, reading: Reading) -> str:
    if sentence.kind == "footnote":
        note = next(
            (n for n in reading.document.footnotes if n.page == sentence.page and n.n and sentence.text in n.text), None
        )
        if note:
            return re.escape(note.n)
    match = re.match(r"\s*([\d⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})\s*(?=\D|$)", before) if len(before) < 60 else None
    return unicodedata.normalize("NFKC", match[1]) if match else ""

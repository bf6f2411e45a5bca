"""People and references of a TEI document."""

from __future__ import annotations

import re

from pipeline.convert.grobid.tree import Element, find, find_all, local, place_of, text_of
from pipeline.records.document import Reference

# `[12] ...`, `[Vas+17] ...`, `12. ...`: the mark that a numbered style prints before an entry
_MARK = re.compile(r"\[([^\[\]\s]{1,12})\]\s*|(\d{1,3})\.\s+(?=[A-Z])")


def people(parent: Element, path: str) -> tuple[str, ...]:
    """Names of the persons at a path, each once, forenames first; an `author` that is only an affiliation has none."""
    names = []
    for person in find_all(parent, f"{path}/persName"):
        words = [text_of(child) for child in person if local(child) in ("forename", "surname", "genName")]
        names.append(" ".join(word for word in words if word))
    return tuple(dict.fromkeys(name for name in names if name))


def references(text: Element, pages: int) -> tuple[Reference, ...]:
    """The entries of the bibliography in order, as printed where GROBID kept that, else put together from its fields."""
    found = []
    for entry in find_all(text, ".//listBibl/biblStruct"):
        line = text_of(find(entry, "note[@type='raw_reference']")) or _composed(entry)
        mark = _MARK.match(line)
        if mark and len(line) > mark.end():
            n, line = mark[1] or mark[2], line[mark.end() :]
        else:
            n = ""
        if line:
            found.append(Reference(n=n, text=line, page=place_of(entry, pages)[0]))
    return tuple(found)


def _composed(entry: Element) -> str:
    """Authors. Title. Venue, year."""
    authors = people(entry, "analytic/author") or people(entry, "monogr/author")
    titles = [text_of(title) for part in ("analytic/title", "monogr/title") for title in find_all(entry, part)[:1]]
    date = find(entry, "monogr/imprint/date")
    year = (date.get("when") or text_of(date))[:4] if date is not None else ""
    return ". ".join(piece for piece in (", ".join(authors), *dict.fromkeys(titles), year) if piece)

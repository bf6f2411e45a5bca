"""Sentences as several rules need them: of readable length, and the paper's own by the tree of sections."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.llm.reading import Reading, Sentence

LONGEST = 2000
"""Characters of a sentence that a rule looks at: more is a broken table or meant to keep patterns busy."""
_OTHERS = re.compile(r"related work|prior work|literature review", re.I)


@lru_cache(maxsize=2)
def sentences(reading: Reading) -> tuple[Sentence, ...]:
    """All sentences that are no longer than `LONGEST`."""
    return tuple(s for s in reading.sentences if len(s.text) <= LONGEST)


@lru_cache(maxsize=2)
def own_sentences(reading: Reading) -> tuple[Sentence, ...]:
    """The paper's own: of no section about others, nor of a section below one, whatever its heading."""
    found = paths(reading)
    own = (s for s in reading.own_sentences if len(s.text) <= LONGEST)
    return tuple(s for s in own if not _OTHERS.search(found.get(s.section, "")))


def paths(reading: Reading) -> dict[str, str]:
    """Section name to the names of it and of the sections around it, outermost first; of equal names all are joined."""
    found: dict[str, str] = {}
    around: list[tuple[int, str]] = []
    for section in reading.document.sections:
        if section.heading:
            around = [(level, text) for level, text in around if level < section.heading.level]
            around.append((section.heading.level, section.heading.text))
            path = " / ".join(text for _, text in around)
            found[section.heading.text] = " / ".join(filter(None, (found.get(section.heading.text), path)))
    return found

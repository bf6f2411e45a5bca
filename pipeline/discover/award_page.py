"""Award pages in Markdown, as the ACL's conference sites have them: headings are awards, bold lines are papers.

Shapes seen: acl-2025 (`* **Title**  ⏎ _Authors_`), acl-2024 (`* **Title**<br><u>Area</u><br>*Authors*`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from pipeline.discover.entries import Entries, Entry, Part, check_count, decoded, one_line, split_authors
from pipeline.discover.tiers import tier_of
from pipeline.errors import UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_TITLE = re.compile(r"\s*(?:[*+-]\s+|\d+[.)]\s+)?(?:\*\*|__)(?P<title>.+?)(?:\*\*|__)(?P<rest>.*)$")
_EMPHASISED = re.compile(r"(?:(?<![*\w])\*(?!\*)|(?<![_\w])_(?!_))(.+?)(?:\*|_)(?=\s|$|<|[.,;])")


def read(parts: Sequence[Part]) -> Entries:
    """One entry per printed award; a paper with two awards comes twice. Ids are made from the titles.

    A page on which no award is found is a UsageError.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        before = len(entries)
        for line, award, title, authors in _awards(decoded(part)):
            tier = tier_of(award)
            if tier in (None, "regular"):
                tier = "award-other"  # it stands on the award page
                message = one_line(
                    f"{part.name}, line {line}: award {award[:80]!r} is not known: taken as award-other", 300
                )
                findings.append(Finding(code="award-unknown", message=message))
            paper = Paper(
                id=f"award-{hashlib.sha256(title.encode()).hexdigest()[:12]}",
                title=title,
                award=tier,
                award_text=award,
                authors=split_authors(authors),
            )
            entries.append(Entry(paper, f"line {line}"))
        if len(entries) == before:
            raise UsageError(
                f"{part.name}: no bold title (`* **Title**`) under a heading (`## Award`) found: "
                "the page has changed its shape, or is another page"
            )
        check_count(len(entries), part.name)
    return Entries(tuple(entries), tuple(findings))


def _awards(page: str) -> Iterator[tuple[int, str, str, str]]:
    """Line, award, title and authors of each printed award."""
    headings: dict[int, str] = {}
    lines = page.splitlines()
    for number, text in enumerate(lines, 1):
        if heading := _HEADING.match(text):
            level = len(heading[1])
            headings = {depth: name for depth, name in headings.items() if depth < level} | {level: heading[2]}
        elif headings and (match := _TITLE.match(text)):
            award = one_line(": ".join(headings.values()), 200)
            title = match["title"]
            slanted = _slanted([match["rest"], *_until_blank(lines[number:])])
            # `**Test of Time Award** ⏎ _Title_ ⏎ _Authors_`: bold is the award, the title comes after it
            if len(slanted) > 1 and tier_of(title) not in (None, "regular") and _is_award(title):
                award, title, slanted = one_line(f"{award}: {title}", 200), slanted[0], slanted[1:]
            yield number, award, one_line(title), slanted[0] if slanted else ""


def _until_blank(lines: Sequence[str]) -> Iterator[str]:
    for text in lines:
        if not text.strip() or _TITLE.match(text) or _HEADING.match(text):
            return
        yield text


def _slanted(lines: Sequence[str]) -> list[str]:
    """What is emphasised on the lines, in order; underlined pieces name a research area and are left out."""
    pieces = (piece for line in lines for piece in re.split(r"<br\s*/?>|<u>.*?</u>", line))
    return [match[1].strip() for piece in pieces for match in _EMPHASISED.finditer(piece.strip())]


def _is_award(text: str) -> bool:
    return re.search(r"\b(?:award|prize|medal)\b", text, re.IGNORECASE) is not None

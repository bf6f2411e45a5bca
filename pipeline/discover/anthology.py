"""ACL Anthology XML: one file per collection (`2022.acl.xml`), schema of before and after 2026.

https://github.com/acl-org/acl-anthology/blob/master/data/xml/schema.rnc
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from pipeline.discover.entries import (
    LONGEST_ABSTRACT,
    Entries,
    Entry,
    Part,
    bad_entry,
    check_count,
    one_line,
    safe_id,
    web_address,
)
from pipeline.discover.markup import parsed_xml, text_of
from pipeline.discover.tiers import better, tier_of
from pipeline.errors import UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import AwardTier, Paper

SITE = "https://aclanthology.org"
# collections up to 2019 (`P18`): volume and paper share four digits, two and two for workshops, else one and three
_OLD_COLLECTION = re.compile(r"[A-Z][0-9]{2}")


def read(parts: Sequence[Part]) -> Entries:
    """All papers of the collections, front matter left out; retracted ones are findings.

    Broken XML or another kind of XML is a UsageError, a document type declaration (entity bombs) a RefusedError.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        root = parsed_xml(part)
        if root.tag != "collection" or not root.get("id"):
            raise UsageError(
                f"{part.name}: the Anthology's element <collection id> is missing (found <{str(root.tag)[:60]}>): "
                "give a file of data/xml of the acl-anthology repository"
            )
        papers = list(_papers(root))
        check_count(len(papers), part.name)
        if not papers:
            found = ", ".join(sorted({str(child.tag)[:40] for child in root})) or "nothing"
            raise UsageError(
                f"{part.name}: no <volume> with a <paper> in the collection (found: {found}): is it the right file?"
            )
        for volume, number, element in papers:
            place = f"paper {number} of volume {volume}"
            gone = next((child for child in element if child.tag in ("retracted", "removed")), None)
            if gone is not None:
                message = one_line(f"{place}: {gone.tag} by the Anthology, left out", 300)
                findings.append(Finding(code="retracted", message=message))
            elif not (title := text_of(element.find("title"))):
                findings.append(bad_entry(place, "no <title>"))
            else:
                paper, doubts = _paper(element, _identifier(element, str(root.get("id")), volume, number), title)
                entries.append(Entry(paper, place))
                findings += [
                    Finding(code="award-unknown", message=one_line(f"{place}: {text}", 300)) for text in doubts
                ]
    return Entries(tuple(entries), tuple(findings))


def _papers(root: etree._Element) -> Iterator[tuple[str, str, etree._Element]]:
    for volume in root.findall("volume"):
        for paper in volume.findall("paper"):
            yield volume.get("id", ""), paper.get("id", ""), paper


def _identifier(paper: etree._Element, collection: str, volume: str, number: str) -> str:
    """The Anthology's id: as `<url>` says it, else by the rule of the collection's age."""
    said = (paper.findtext("url") or "").strip()
    if said and "/" not in said:
        return said
    if not _OLD_COLLECTION.fullmatch(collection):
        return f"{collection}-{volume}.{number}"
    width = 2 if collection[0] == "W" else 1
    return f"{collection}-{volume.zfill(width)}{number.zfill(4 - width)}"


def _paper(element: etree._Element, identifier: str, title: str) -> tuple[Paper, list[str]]:
    """The paper, and the award texts that no tier is known for."""
    awards = [text for award in element.findall("award") if (text := text_of(award, 200))]
    tier: AwardTier = "regular"
    for text in awards:
        tier = better(tier, tier_of(text) or "award-other")  # what stands in <award> is an award
    code = next((web_address(child.get("url", "")) for child in element.findall("pwccode")), "")
    paper = Paper(
        id=safe_id(identifier),
        title=title,
        pdf_url=_pdf_address(element, identifier),
        award=tier,
        award_text="; ".join(awards),
        authors=tuple(name for author in element.findall("author") if (name := _name(author))),
        abstract=text_of(element.find("abstract"), LONGEST_ABSTRACT),
        code_url=code,
        landing_url=f"{SITE}/{identifier}/",
    )
    return paper, [f"award {text!r} is not known: taken as award-other" for text in awards if tier_of(text) is None]


def _pdf_address(paper: etree._Element, identifier: str) -> str:
    """Where the PDF is; empty where the Anthology has none. Papers kept elsewhere give a whole address."""
    held = [child for child in paper if child.tag in ("url", "pdf")]
    if not held:
        return ""
    elsewhere = next((address for child in held if (address := web_address(child.text or ""))), "")
    return elsewhere or f"{SITE}/{identifier}.pdf"


def _name(author: etree._Element) -> str:
    return one_line(f"{author.findtext('first') or ''} {author.findtext('last') or ''}", 200)

"""Entries that are one paper become one: by id within a listing, by title between listings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pipeline.discover.entries import Entries, Entry, bad_entry, one_line
from pipeline.discover.tiers import better
from pipeline.discover.titles import TitleIndex, key, same, same_people
from pipeline.records.finding import Finding
from pipeline.records.paper import AWARD_TIERS, Paper

# papers of one title that are compared by their authors; a real listing has two
_MOST_RIVALS = 20
_FILLED = ("pdf_url", "authors", "abstract", "code_url", "landing_url")


def combined(one: Paper, other: Paper) -> Paper:
    """The first paper with the better tier of the two, and the fields that it lacks filled from the second."""
    filled = {name: getattr(other, name) for name in _FILLED if not getattr(one, name)}
    return one.model_copy(
        update={**filled, "award": better(one.award, other.award), "award_text": _award_text(one, other)}
    )


def _award_text(one: Paper, other: Paper) -> str:
    """What the listings print about the award: of the better one first; what a regular paper is called only if both are."""
    ranked = sorted((one, other), key=lambda paper: AWARD_TIERS.index(paper.award))
    awarded = [paper for paper in ranked if paper.award != "regular"] or ranked[:1]
    texts = (text for paper in awarded for text in paper.award_text.split("; "))
    return "; ".join(dict.fromkeys(text for text in texts if text)) or one.award_text or other.award_text


def merged(read: Entries) -> tuple[list[Paper], list[Finding]]:
    """One paper per id and per title, in the order of their first entries, with what was merged or left out.

    Of two papers under one id the second is left out. Two entries with one title are one paper unless their authors are
    known and share nobody: at NeurIPS 2024, two groups reproduced one paper and named their reports alike.
    """
    kept: dict[str, Entry] = {}
    by_title: defaultdict[str, list[str]] = defaultdict(list)
    findings = list(read.findings)
    for entry in read.entries:
        paper, title = entry.paper, key(entry.paper.title)
        taken = kept.get(paper.id)
        if taken and not same(taken.paper.title, paper.title):
            where = f"the id of {taken.paper.title[:80]!r} ({taken.place})"
            findings.append(bad_entry(entry.place, f"id {paper.id!r} is {where}: give each paper its own id"))
            continue
        rivals = [taken.paper.id] if taken else by_title[title][:_MOST_RIVALS]
        twin = next((rival for rival in rivals if same_people(kept[rival].paper.authors, paper.authors)), None)
        if twin:
            findings.append(_note("duplicate-merged", "info", entry, kept[twin]))
            kept[twin] = Entry(combined(kept[twin].paper, paper), kept[twin].place)
        elif taken:
            findings.append(
                bad_entry(entry.place, f"id {paper.id!r} is taken ({taken.place}): give each paper its own")
            )
        else:
            if title and rivals:
                findings.append(_note("title-shared", "warning", entry, kept[rivals[0]]))
            kept[paper.id] = entry
            if title:
                by_title[title].append(paper.id)
    return [entry.paper for entry in kept.values()], findings


def _note(code: str, severity: str, entry: Entry, other: Entry) -> Finding:
    said = {
        "duplicate-merged": f"is the same paper as {other.place}: merged into {other.paper.id}",
        "title-shared": f"has the title of {other.place} but other authors: both were kept",
    }[code]
    message = f"{entry.place}: {entry.paper.title[:100]!r} {said}"
    return Finding.model_validate({"code": code, "severity": severity, "message": one_line(message, 400)})


def joined(papers: Sequence[Paper], others: Iterable[Entry], source: str) -> tuple[list[Paper], list[Finding]]:
    """The papers with what another listing knows of them, and which of its entries match none of them."""
    result = list(papers)
    index = TitleIndex([paper.title for paper in papers], [paper.authors for paper in papers])
    findings: list[Finding] = []
    unmatched = 0
    for entry in others:
        position = index.find(entry.paper.title, entry.paper.authors)
        if position is not None:
            result[position] = combined(result[position], entry.paper)
        elif entry.paper.award == "regular":
            unmatched += 1
        else:
            award = entry.paper.award_text or entry.paper.award
            message = f"{source}, {entry.place}: {entry.paper.title[:160]!r} ({award}) matches no paper of the listing"
            findings.append(Finding(code="award-unmatched", message=one_line(message, 400)))
    if unmatched:
        message = f"{source}: {unmatched} papers without an award match no paper of the listing"
        findings.append(Finding(code="join-unmatched", severity="info", message=message))
    return result, findings

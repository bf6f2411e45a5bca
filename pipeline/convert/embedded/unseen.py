"""Findings about text that a reader of the page does not see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pipeline.convert.embedded.words import Page, Word, joined, union
from pipeline.records.finding import Finding

_REASONS = {
    "invisible": "is drawn with an invisible pen",
    "background": "has the colour of its background",
    "tiny": "is too small to be read",
    "off-page": "lies outside the page",
    "covered": "is covered by a drawing or an image",
    "clipped": "is clipped away",
    "layer": "lies on a layer that is switched off",
    "replaced": "takes the place of what is drawn",
}
_FEWEST_LETTERS = 4
_LONGEST = 300
_MOST = 200


def hidden_text(pages: Sequence[Page]) -> list[Finding]:
    """One finding per run of hidden words; text inside embedded drawings is no part of the document and not reported."""
    findings: list[Finding] = []
    for page in pages:
        for reason, group in groupby(page.words, key=_reason):
            words = list(group)
            text = joined(words)
            if not reason or sum(c.isalpha() for c in text) < _FEWEST_LETTERS:
                continue
            message = f"text on page {page.number} {_REASONS[reason]}: it was left out"
            box = union([w.box for w in words])
            findings.append(
                Finding(code="hidden-text", message=message, page=page.number, box=box, quote=text[:_LONGEST])
            )
    return findings[:_MOST]


def _reason(word: Word) -> str:
    return "" if word.in_figure else word.hidden

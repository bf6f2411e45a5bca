"""Fonts whose characters are not what they show: reported, never guessed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pipeline.convert.embedded.words import Page
from pipeline.records.finding import Finding

_FEWEST = 60
_VOWELS = frozenset("aeiouAEIOU")
_FEW_VOWELS, _MANY_VOWELS = 0.22, 0.3
"""Shares of letters; running text of the European languages has 0.35 to 0.45."""
_SHIFTS = (29, 31)
"""Without a table of characters a font gives glyph numbers: in most TrueType fonts the code less 29, in Type 1 less 31."""
_MOST_QUOTED = 120


def unreadable_fonts(pages: Sequence[Page]) -> list[Finding]:
    """A finding for each font whose letters make no words: unmapped characters, or Latin text that only a shift makes readable."""
    samples: dict[str, list[str]] = defaultdict(list)
    first: dict[str, int] = {}
    for page in pages:
        for word in page.printed():
            if len(samples[word.font]) < 400:
                samples[word.font].append(word.text)
                first.setdefault(word.font, page.number)
    findings = []
    for font, words in sorted(samples.items()):
        problem = _problem("".join(words))
        if problem:
            quote = " ".join(words)[:_MOST_QUOTED]
            message = f"text in the font {font or 'without a name'} cannot be read ({problem}): use OCR for it"
            findings.append(Finding(code="unreadable-font", message=message, page=first[font], quote=quote))
    return findings


def _problem(text: str) -> str:
    if len(text) < _FEWEST:
        return ""
    unmapped = sum(c == "\ufffd" or 0xE000 <= ord(c) <= 0xF8FF for c in text)
    if unmapped > 0.3 * len(text):
        return "its characters have no Unicode value"
    letters = [c for c in text if c.isascii() and c.isalpha()]
    if len(letters) < _FEWEST or _vowels(letters) > _FEW_VOWELS:
        return ""
    for shift in _SHIFTS:
        moved = [chr(ord(c) + shift) for c in text if 32 < ord(c) + shift < 127]
        spelled = [c for c in moved if c.isalpha()]
        if len(spelled) > 0.85 * len(text) and _vowels(spelled) > _MANY_VOWELS:
            return "its letters are shifted"
    return ""


def _vowels(letters: Sequence[str]) -> float:
    return sum(c in _VOWELS for c in letters) / max(1, len(letters))

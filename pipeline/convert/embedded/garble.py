"""Fonts whose characters are not what they show: reported, never guessed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from pipeline.convert.embedded.words import Page
from pipeline.records.finding import Finding

_FEWEST = 60
_VOWELS = frozenset("aeiouAEIOU")
_MOST_QUOTED = 120


def unreadable_fonts(pages: Sequence[Page]) -> list[Finding]:
    """A finding for each font whose letters make no words: unmapped characters, or Latin text nearly without vowels."""
    samples: dict[str, list[str]] = defaultdict(list)
    first: dict[str, int] = {}
    for page in pages:
        for word in page.printed():
            if len(samples[word.font]) < 400:
                samples[word.font].append(word.text)
                first.setdefault(word.font, page.number)
    findings = []
    for font, words in sorted(samples.items()):
        problem = _problem("".join(words), words)
        if problem:
            quote = " ".join(words)[:_MOST_QUOTED]
            message = f"text in the font {font or 'without a name'} cannot be read ({problem}): use OCR for it"
            findings.append(Finding(code="unreadable-font", message=message, page=first[font], quote=quote))
    return findings


def _problem(text: str, words: Sequence[str]) -> str:
    if len(text) < _FEWEST:
        return ""
    unmapped = sum(c == "\ufffd" or 0xE000 <= ord(c) <= 0xF8FF for c in text)
    if unmapped > 0.3 * len(text):
        return "its characters have no Unicode value"
    long = [w for w in words if len(w) >= 4]
    letters = [c for w in long for c in w if c.isascii() and c.isalpha()]
    if len(letters) < _FEWEST or len(letters) < 0.5 * sum(map(len, long)):
        return ""
    counts = Counter(letters)
    vowels = sum(counts[c] for c in _VOWELS) / len(letters)
    capitals_inside = sum(c.isupper() for w in long for c in w[1:]) / max(1, sum(len(w) - 1 for w in long))
    shifted = vowels < 0.12 and capitals_inside > 0.15
    return "its letters are shifted" if shifted else ""

"""How good the cards are, by judgements on single values: shares with their uncertainty, and how far two people agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_Z = 1.959964
"""Two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True)
class Share:
    """`hits` of `of`, with the 95 % interval; `value` is None where nothing was counted."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """The share."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval: E. B. Wilson, JASA 22 (1927) 209-212; it holds for few counts, too (Brown, Cai and
        DasGupta, Statistical Science 16 (2001) 101-133)."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.hits / self.of
        middle = p + _Z**2 / (2 * n)
        reach = _Z * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        scale = 1 + _Z**2 / n
        low = 0.0 if self.hits == 0 else (middle - reach) / scale
        return low, 1.0 if self.hits == n else (middle + reach) / scale

    def __str__(self) -> str:
        if self.value is None:
            return "none"
        low, high = self.interval
        return f"{self.value:.2f} [{low:.2f}, {high:.2f}] of {self.of}"


@dataclass(frozen=True)
class Judged:
    """What is known of one value: was it right, does the card say something, does the paper?

    `stated` is None where nobody said whether the paper states a value: then a wrong value counts as one not found.
    """

    right: bool
    said: bool
    stated: bool | None = None


@dataclass(frozen=True)
class Quality:
    """A field's figures.

    accuracy: right (null where the paper says nothing included) of all; precision: right of what the card says;
    recall: right of what the paper states.
    """

    accuracy: Share
    precision: Share
    recall: Share


def quality(judged: Sequence[Judged]) -> Quality:
    """The figures of one field, or of all together."""
    found = sum(j.right and j.said for j in judged)
    said = sum(j.said for j in judged)
    stated = sum((j.stated if j.stated is not None else j.said or not j.right) for j in judged)
    return Quality(Share(sum(j.right for j in judged), len(judged)), Share(found, said), Share(found, stated))


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two people's marks on the same values: agreement beyond chance, 1 at best (J. Cohen, Educational and
    Psychological Measurement 20 (1960) 37-46). None without pairs; 1 where both gave one and the same mark throughout."""
    if not pairs:
        return None
    n = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    seen = sum(a == b for a, b in pairs) / n
    chance = sum(first[mark] * second[mark] for mark in first) / n**2
    return 1.0 if chance == 1 else (seen - chance) / (1 - chance)

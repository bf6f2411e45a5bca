"""Which papers of a listing are wanted: by award tier."""

from __future__ import annotations

from collections.abc import Set

from pipeline.errors import UsageError
from pipeline.records.paper import AWARD_TIERS, AwardTier, Listing


def select(listing: Listing, awards: Set[AwardTier]) -> Listing:
    """The listing with only the papers of these tiers."""
    return listing.model_copy(update={"papers": tuple(paper for paper in listing.papers if paper.award in awards)})


def parse_tiers(text: str) -> frozenset[AwardTier]:
    """Tiers out of `best, outstanding`; all of them for an empty text. UsageError for an unknown one."""
    names = [name for piece in text.split(",") if (name := piece.strip().lower())]
    if unknown := sorted({name for name in names if name not in AWARD_TIERS}):
        raise UsageError(f"no award tier {', '.join(unknown)[:80]!r}; there are {', '.join(AWARD_TIERS)}")
    return frozenset(tier for tier in AWARD_TIERS if tier in names or not names)

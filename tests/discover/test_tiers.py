"""Award texts to tiers."""

from __future__ import annotations

import pytest

from pipeline.discover.tiers import better, tier_of

KNOWN = [
    ("Best Paper", "best"),
    ("Best Paper Award", "best"),
    ("Best Resource Paper", "best"),
    ("Best Paper Runner-Up", "award-other"),
    ("Best Paper Honorable Mention", "award-other"),
    ("Best Student Paper Finalist", "award-other"),
    ("Industry Track Awards: Honourable Mentions", "award-other"),
    ("Award Candidate", "award-other"),
    ("Test of time", "award-other"),
    ("The Test of Time Award (TACL in 2013 or 2014)", "award-other"),
    ("Area Chair Award", "award-other"),
    ("Area Chair Award (Machine Translation)", "award-other"),
    ("Senior Area Chair Award", "sac-highlight"),
    ("SAC Highlight", "sac-highlight"),
    ("SAC Highlights", "sac-highlight"),
    ("SAC Awards", "sac-highlight"),
    ("Outstanding Paper", "outstanding"),
    ("Outstanding Paper Award", "outstanding"),
    ("Outstanding Papers", "outstanding"),
    ("Accept (oral)", "oral"),
    ("Accept (Oral)", "oral"),
    ("ICLR 2025 Oral", "oral"),
    ("ICLR 2023 notable top 5%", "oral"),
    ("ICLR 2023 notable top 25%", "spotlight"),
    ("NeurIPS 2024 spotlight", "spotlight"),
    ("ICML 2025 spotlightposter", "spotlight"),
    ("Spotlight Poster", "spotlight"),
    ("Highlight", "highlight"),
    ("Poster", "regular"),
    ("Accept (poster)", "regular"),
    ("Accept (regular)", "regular"),
    ("ICML 2025 poster", "regular"),
    ("", "regular"),
    ("  ", "regular"),
    ("Accept (spotlight); Best Paper Award", "best"),
    ("Outstanding Paper / SAC Highlight", "outstanding"),
]


@pytest.mark.parametrize(("text", "tier"), KNOWN)
def test_known_texts(text: str, tier: str) -> None:
    """Every wording that real venues print has its tier."""
    assert tier_of(text) == tier


@pytest.mark.parametrize("text", ["Electoral moral", "Temporally", "Bestseller", "Spotlighting", "Topical", "N/A"])
def test_words_inside_other_words_are_not_awards(text: str) -> None:
    """`moral` holds `oral`, but is no oral: an unknown text has no tier."""
    assert tier_of(text) is None


def test_better_keeps_the_higher() -> None:
    """Merging two entries keeps the higher tier, whichever side it is on."""
    assert better("oral", "best") == better("best", "oral") == "best"
    assert better("regular", "award-other") == "award-other"

"""Paper: a candidate as its venue lists it; Listing: all candidates of one venue."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from pydantic import Field

from pipeline.records.base import Record, Stored
from pipeline.records.finding import Finding

AwardTier = Literal["best", "outstanding", "oral", "spotlight", "highlight", "sac-highlight", "award-other", "regular"]
AWARD_TIERS: tuple[AwardTier, ...] = get_args(AwardTier)
"""Best first: where two entries of one paper merge, the earlier tier stays."""


class Paper(Record):
    """One candidate. Addresses are as listed, not yet asked for."""

    id: str = Field(description="Safe as a file name; unique within the venue.")
    title: str
    pdf_url: str = Field(default="", description="http, https or file address; empty where the listing has none.")
    award: AwardTier = "regular"
    award_text: str = Field(default="", description="The award as the listing prints it.")
    authors: tuple[str, ...] = ()
    abstract: str = ""
    code_url: str = Field(default="", description="Code address as the listing gives it.")
    landing_url: str = ""


class Listing(Stored):
    """The candidates of one venue, sorted by id, with what was wrong with the entries that are not among them."""

    kind: ClassVar[str] = "listing"

    venue: str
    source: str = Field(description="Which listing reader made it: a key of `pipeline.discover.LISTINGS`.")
    source_digest: str
    papers: tuple[Paper, ...] = ()
    findings: tuple[Finding, ...] = ()

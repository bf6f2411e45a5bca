"""The table of contents: every stage of the program in order, what it consumes and produces, and where it is.

To follow the program, read the function that a row names; to see how the rows are chained, read `ingest.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pipeline.convert.stage import convert
from pipeline.discover.stage import discover
from pipeline.extract.stage import extract
from pipeline.fetch.stage import fetch
from pipeline.records.base import Stored
from pipeline.records.card import Card
from pipeline.records.decision import Decision
from pipeline.records.document import Document
from pipeline.records.download import Download
from pipeline.records.paper import Listing
from pipeline.records.verdict import Verdict
from pipeline.review.stage import review
from pipeline.screen.stage import screen


@dataclass(frozen=True)
class Stage:
    """One row: `function` takes keyword parameters and returns a `produces`."""

    verb: str
    consumes: str
    produces: type[Stored]
    function: Callable[..., Any]
    unit: Literal["venue", "paper"]
    about: str


STAGES: tuple[Stage, ...] = (
    Stage("discover", "a venue", Listing, discover, "venue", "list the candidates of a venue, with their award tier"),
    Stage("fetch", "a paper's address", Download, fetch, "paper", "get the PDF, politely, and check that it is one"),
    Stage("convert", "a PDF", Document, convert, "paper", "read the PDF: sections, tables, references, links"),
    Stage("extract", "a document", Card, extract, "paper", "fill the card, every value with its evidence"),
    Stage(
        "screen",
        "a card and a policy",
        Verdict,
        screen,
        "paper",
        "apply the policy: shortlisted, for a human, or rejected",
    ),
    Stage("review", "a card and its verdict", Decision, review, "paper", "keep what a person decides, with the reason"),
)

RECORDS: tuple[type[Stored], ...] = tuple(stage.produces for stage in STAGES)
"""The records that stages hand on, in order; `paper2task schemas` writes their JSON Schemas."""

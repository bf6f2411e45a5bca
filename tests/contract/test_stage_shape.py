"""Stage functions have one shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pipeline.records.download import Download
from pipeline.records.paper import Listing
from tests.contract.source import expect_none
from tests.contract.stage_shape import stage_violations


def test_every_stage_has_the_shape_of_a_stage() -> None:
    """Each row's function takes parameters by name only, returns the row's record, and stands in the stage's package."""
    from pipeline.stages import STAGES  # in the test, as in test_documented.py

    expect_none(stage_violations(STAGES))


def good(*, paper: str) -> Listing:
    """A function as it should be."""
    raise NotImplementedError(paper)


def positional(paper: str) -> Listing:
    """Takes its input by place."""
    raise NotImplementedError(paper)


def open_ended(**options: Any) -> Listing:
    """Takes anything."""
    raise NotImplementedError(options)


def other_record(*, paper: str) -> Download:
    """Returns what the table does not say."""
    raise NotImplementedError(paper)


@dataclass(frozen=True)
class Row:
    """A row of a table of stages."""

    verb: str
    produces: type[Any]
    function: Any


@pytest.mark.parametrize(
    ("function", "module", "count"),
    [
        (good, "pipeline.discover.stage", 0),
        (good, "pipeline.fetch.stage", 1),
        (positional, "pipeline.discover.stage", 1),
        (open_ended, "pipeline.discover.stage", 1),
        (other_record, "pipeline.discover.stage", 1),
    ],
)
def test_a_stage_of_another_shape_is_found(
    function: Any, module: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each departure from the shape is found once, and the shape itself is left alone."""
    monkeypatch.setattr(function, "__module__", module)
    assert len(stage_violations([Row("discover", Listing, function)])) == count

"""Asker, client and a stand-in server together: all that can go wrong in one talk, and a card value at its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.llm.asker import Asker
from pipeline.llm.client import Endpoint, OpenAIModel
from pipeline.llm.keepers import Kept
from pipeline.llm.pace import Pace
from tests.helpers.behaviours import in_turn, status
from tests.helpers.model_server import asked, fills, keys_of, says, serve_model, told, without
from tests.helpers.server import Behaviour, FakeClock, Site
from tests.llm.test_asker import PAPER, SAYS, only

GOOD = fills({"gpu_count": told(8, SAYS), "gpu_required": told(True, SAYS)})
INVENTED = fills({"gpu_count": told(8, "We used 8 shiny GPUs."), "gpu_required": told(True, SAYS)})
WRONG = fills({"gpu_count": told("eight", SAYS), "gpu_required": told(True, SAYS)})
CUT = says(f'{{"gpu_required": {json.dumps(told(True, SAYS))}, "gpu_count": {{"value": 8, "quo', "length")
REFUSED = says("", refusal="I cannot help with that.")


@pytest.mark.parametrize(
    ("talk", "questions", "failing"),
    [
        ((GOOD,), 1, None),
        ((INVENTED, GOOD), 2, ["gpu_count"]),
        ((WRONG, GOOD), 2, ["gpu_count"]),
        ((CUT, GOOD), 2, ["gpu_count"]),
        ((REFUSED, GOOD), 2, ["gpu_required", "gpu_count"]),
        ((INVENTED, WRONG, GOOD), 3, ["gpu_count"]),
        ((status(429, {"Retry-After": "3"}), status(500), GOOD), 3, None),
        ((without("json_schema", without("json_object", GOOD)),), 4, None),
        ((REFUSED, REFUSED, REFUSED), 3, ["gpu_required", "gpu_count"]),
    ],
)
def test_a_talk_with_a_bad_server(
    tmp_path: Path, talk: tuple[Behaviour, ...], questions: int, failing: list[str] | None
) -> None:
    """Only failing fields are asked for again; after the second repair they are null; a second card asks nobody."""
    fake = FakeClock().clock
    with Site() as site:
        base = serve_model(site, in_turn(*talk))
        model = OpenAIModel(
            Endpoint(base, "m", timeout_s=2, retries=2), Pace(at_once=1, per_minute=0, clock=fake), fake
        )
        asker = Asker(Kept(model, tmp_path), only("gpu_required", "gpu_count"), 32_000)
        first, count = asker.ask(PAPER), len(asked(site))
        assert asker.ask(PAPER) == first
        bodies = asked(site)
    assert len(bodies) == count == questions
    if failing is not None:
        assert keys_of(bodies[-1]) == failing
    if talk[-1] is REFUSED:
        assert (first.values, set(first.failed)) == ({}, {"gpu_count", "gpu_required"})
    else:
        assert (first.values["gpu_count"].value, first.values["gpu_required"].value) == (8, True)

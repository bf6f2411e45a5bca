"""Nothing emitted depends on the clock, on chance, or on the order of a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.clock import clock_violations, order_violations
from tests.contract.source import REPO, expect_none, plant


def test_this_repository_asks_for_the_time_in_few_places() -> None:
    """No record, stage or tool of ours uses the time of day or chance, but for the few that may."""
    expect_none(clock_violations(REPO))


def test_this_repository_sorts_what_it_lists() -> None:
    """No folder listing of ours is used in the file system's order."""
    expect_none(order_violations(REPO))


@pytest.mark.parametrize(
    "text",
    [
        "from datetime import datetime\ndatetime.now()\n",
        "import datetime as d\nd.datetime.now(tz)\n",
        "from datetime import date\ndate.today()\n",
        "import time\ntime.time()\n",
        "from time import time\n",
        "import random\n",
        "from random import shuffle\n",
        "import uuid\nuuid.uuid4()\n",
        "import os\nos.urandom(8)\n",
    ],
)
def test_clock_and_chance_are_found(tmp_path: Path, text: str) -> None:
    """Each way of asking breaks the rule in a stage and in a record, and is left alone in the command line."""
    plant(tmp_path, {"pipeline/cli/show.py": text})
    assert clock_violations(tmp_path) == []
    for path in ("pipeline/screen/policy.py", "pipeline/records/card.py"):
        assert clock_violations(plant(tmp_path / path[9:12], {path: text})) != []


def test_durations_and_given_dates_are_left_alone(tmp_path: Path) -> None:
    """A stopwatch, a pause, a parsed date and an id made from content depend on no clock."""
    text = (
        "import time\nimport uuid\nfrom datetime import datetime\ntime.monotonic()\ntime.sleep(1)\n"
        "datetime.fromisoformat('2020-01-01')\nuuid.uuid5(space, 'x')\n"
    )
    assert clock_violations(plant(tmp_path, {"pipeline/fetch/pdf.py": text})) == []


@pytest.mark.parametrize("listing", ["folder.iterdir()", "folder.glob('*')", "folder.rglob('*')", "os.listdir(folder)"])
def test_an_unsorted_listing_is_found(tmp_path: Path, listing: str) -> None:
    """A loop over a listing breaks the rule; sorted, counted or put in a set it does not."""
    bad = plant(tmp_path / "bad", {"pipeline/lint/tree.py": f"for x in {listing}:\n    pass\n"})
    good = f"for x in sorted({listing}):\n    pass\nany(x for x in {listing})\nnames = {{x for x in {listing}}}\n"
    assert len(order_violations(bad)) == 1
    assert order_violations(plant(tmp_path / "good", {"pipeline/lint/tree.py": good})) == []

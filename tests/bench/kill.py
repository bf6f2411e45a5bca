"""`kill -9` at twenty moments, of the flow, of a worker and of the Prefect server in turn: the same final bytes each time.

`python -m tests.bench.kill 6` takes fewer. The moments are spread over the length of an undisturbed run, by a fixed seed.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.flows.killing import KINDS, by_program, kill_and_run_again, make_venue
from tests.flows.stack import Stack
from tests.helpers.server import Site

MOMENTS = 20
SEED = 4


def main(count: int = MOMENTS) -> None:
    """Print a line per moment, and how many of them left other bytes."""
    moments = random.Random(SEED)
    wrong = 0
    with tempfile.TemporaryDirectory() as name, Site() as site:
        folder = Path(name)
        venue = make_venue(site, folder / "venue.csv", 12, wait_s=0.1)
        expected = by_program(venue, folder / "program")
        with Stack(folder / "stack", workers=2) as stack:
            begin = time.monotonic()
            stack.run(manifest=str(venue.manifest), data=str(folder / "plain"), out=str(folder / "plain-cards"))
            length = time.monotonic() - begin
            for number in range(count):
                kind, after = KINDS[number % len(KINDS)], moments.uniform(0.0, length)
                same = kill_and_run_again(stack, venue, folder / str(number), kind, after) == expected
                wrong += not same
                print(
                    f"{number + 1:2d} {kind:6s} killed after {after:5.1f} s: {'same' if same else 'OTHER'} bytes",
                    flush=True,
                )
    print(f"kill: {count} moments, {wrong} with other bytes ({len(expected)} files each)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOMENTS)

"""Killing the flow, a worker or the server in the midst of a run, and what lies on disk when it was run again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from pipeline.demo.serve import VENUE
from tests.flows.stack import Stack
from tests.helpers import behaviours as b
from tests.helpers.program import run, tree
from tests.helpers.server import Site

KINDS = ("flow", "worker", "server")


@dataclass(frozen=True)
class Venue:
    """So many papers made from the demo's, served by the site, and their manifest."""

    site: Site
    manifest: Path
    count: int

    def requests(self) -> list[int]:
        """How often each paper was asked for so far."""
        return [self.site.count(f"/{self.manifest.stem}/{number}.pdf") for number in range(self.count)]


def make_venue(site: Site, manifest: Path, count: int, wait_s: float = 0.0) -> Venue:
    """Serve the papers, each after `wait_s` seconds."""
    sources = [path.read_bytes() for path in sorted(VENUE.glob("*.pdf"))]
    lines = ["id,title,pdf_url"]
    for number in range(count):
        path = f"/{manifest.stem}/{number}.pdf"
        good = b.serve(sources[number % len(sources)] + b"\n%% paper %d\n" % number)

        def slow(request: b.Request, before: int, then: b.Behaviour = good) -> None:
            request.wait(wait_s)
            then(request, before)

        lines.append(f"p{number},Paper number {number},{site.add(path, slow)}")
    manifest.write_text("\n".join(lines) + "\n")
    return Venue(site, manifest, count)


def by_program(venue: Venue, folder: Path) -> dict[str, bytes]:
    """What an undisturbed run of the command line leaves."""
    folder.mkdir()
    done = run("ingest", "--manifest", str(venue.manifest), "--out", "cards", cwd=folder)
    assert done.code == 0, done.err
    return left(folder / ".paper2task" / "venues" / venue.manifest.stem, folder / "cards")


def left(work: Path, cards: Path) -> dict[str, bytes]:
    """Every file that a run leaves, but the leases and the place of the cards, which differ in their paths."""
    made = {f"work/{name}": data for name, data in tree(work).items() if name != "place.json"}
    made = {name: data for name, data in made.items() if not name.startswith("work/leases/")}
    return made | {f"cards/{name}": data for name, data in tree(cards).items()}


def kill_and_run_again(stack: Stack, venue: Venue, folder: Path, kind: str, after_s: float) -> dict[str, bytes]:
    """Start a run in data and card folders below `folder`, kill after so many seconds, run again; what is left then.

    The seconds count from when the run's process is there. A flow that has ended by then is simply run again.
    """
    data, cards = folder / "data", folder / "cards"
    wanted = {"manifest": str(venue.manifest), "data": str(data), "out": str(cards), "batch_size": 4}
    first = stack.begin(**wanted)
    stack.wait(first, {"RUNNING", "COMPLETED"})
    time.sleep(after_s)
    stack.kill(kind)
    stack.up()
    state = stack.run(**wanted)
    assert state["type"] == "COMPLETED", f"{kind} killed after {after_s} s: {state}\n{stack.logs()}"
    settle(stack)
    return left(data / "venues" / venue.manifest.stem, cards)


def settle(stack: Stack, seconds: float = 120) -> None:
    """Wait until no process of a flow run is left, also of one whose worker was killed."""
    until = time.monotonic() + seconds
    while stack.flow_processes() and time.monotonic() < until:
        time.sleep(0.2)

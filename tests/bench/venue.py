"""A venue of 1,387 papers over loopback, with the troubles that venues have: what is had, what it costs, what a rerun does.

The papers are the real ones beside the checkout under many ids, made distinct by a comment after their end. Of a hundred, one
answers 503 at first, one is cut short once, one stalls once; of two hundred, one is gone. `python -m tests.bench.venue 200`
takes fewer papers, `python -m tests.bench.venue 200 flow` takes the flow on a Prefect server in place of the command line.
"""

from __future__ import annotations

import csv
import json
import os
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from pipeline import store
from pipeline.convert.converters import Choice
from pipeline.convert.stage import convert
from pipeline.extract.stage import extract
from pipeline.records.card import Card
from pipeline.records.document import Document
from pipeline.records.paper import Paper
from pipeline.workers import Workers
from tests.bench.process_tree import Monitor, Peak, usage
from tests.flows.stack import Stack, children
from tests.helpers import behaviours as b
from tests.helpers.program import start
from tests.helpers.server import Request, Site

PAPERS = 1387
INTERVAL_S = 0.1
"""Least seconds between two requests to the host: the limit that is set."""
STALL_S = 3.0
REPO = Path(__file__).resolve().parents[2]
SOURCE = REPO.parent / "shared" / "data" / "papers"
SETTINGS = {"host_interval_s": str(INTERVAL_S), "timeout_s": str(STALL_S), "retries": "4", "cpus": "2"}


@dataclass(frozen=True)
class Venue:
    """The papers: `count` ids over the real PDFs; `changed` ids have a second edition."""

    sources: tuple[bytes, ...]
    count: int
    changed: frozenset[int] = frozenset()

    def body(self, number: int, edition: int = 1) -> bytes:
        """The PDF of a paper."""
        return self.sources[number % len(self.sources)] + b"\n%% paper %d edition %d\n" % (number, edition)

    def trouble(self, number: int) -> str:
        """What goes wrong with a paper at first, or for good (`gone`); empty for most."""
        if number % 200 == 99:
            return "gone"
        return {3: "busy", 36: "truncated", 69: "stalled"}.get(number % 100, "")

    def answer(self, request: Request, before: int) -> None:
        """What the server does with a request for `/<edition>/<number>.pdf`."""
        edition, name = request.path.strip("/").split("/")
        number = int(name.removesuffix(".pdf"))
        body = self.body(number, int(edition))
        good = b.serve(body)
        first: dict[str, b.Behaviour] = {
            "gone": b.status(404),
            "busy": b.status(503),
            "truncated": b.truncated(body, len(body) // 2),
            "stalled": b.stalled(body, len(body) // 2),
        }
        trouble = self.trouble(number)
        (first[trouble] if trouble == "gone" or (trouble and not before) else good)(request, before)

    def write_manifest(self, path: Path, site: Site) -> None:
        """The listing, with the addresses of the second edition for those that have one."""
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("id", "title", "pdf_url"))
            for number in range(self.count):
                edition = 2 if number in self.changed else 1
                rows.writerow((f"p{number:04}", f"Paper number {number}", site.url(f"/{edition}/{number}.pdf")))


@dataclass(frozen=True)
class Run:
    """What one ingest did: seconds, requests it made, its peak of memory and its processor time."""

    seconds: float
    requests: int
    told: Any
    peak: Peak


@dataclass(frozen=True)
class Pure:
    """What the stages alone cost for one paper on average, with two workers: seconds, and seconds of processor time."""

    convert_s: float
    convert_cpu_s: float
    extract_s: float
    extract_cpu_s: float


def pure(venue: Venue, folder: Path) -> Pure:
    """Convert each source once, then fill a card from each document; nothing else is done meanwhile."""
    count = len(venue.sources)
    for number in range(count):
        (folder / f"{number}.pdf").write_bytes(venue.body(number))
    with Workers(2, timeout_s=300, memory_mb=4096) as workers, ThreadPoolExecutor(2) as pool:

        def convert_one(number: int) -> None:
            path, chosen = folder / f"{number}.pdf", Choice("embedded")
            document = workers.call(convert, Document, pdf=path, paper_id=f"p{number}", choice=chosen)
            store.save(document, folder / f"{number}.json")

        def extract_one(number: int) -> None:
            paper = Paper(id=f"p{number}", title=f"Paper number {number}")
            workers.call(extract, Card, document_path=folder / f"{number}.json", paper=paper)

        figures = []
        for one in (convert_one, extract_one):
            list(pool.map(one, (0, 1)))  # the workers start and import
            busy, begin = _busy(), time.monotonic()
            list(pool.map(one, range(count)))
            figures += [(time.monotonic() - begin) / count, (_busy() - busy) / count]
    return Pure(*figures)


def _busy() -> float:
    """Seconds of processor time of this process's children so far."""
    return sum(usage(child)[1] for child in children(os.getpid()))


def by_program(site: Site, folder: Path) -> Run:
    """`paper2task ingest` in a process of its own."""
    asked, begin = len(site.asked), time.monotonic()
    arguments = ("ingest", "bench", "--manifest", "venue.csv", "--out", "cards", "--json")
    with start(*arguments, cwd=folder, **SETTINGS) as process, Monitor(process.pid) as monitor:
        out, err = process.communicate()
    if process.returncode not in (0, 1):
        raise SystemExit(err)
    return Run(time.monotonic() - begin, len(site.asked) - asked, json.loads(out), monitor.peak)


def by_flow(stack: Stack, site: Site, folder: Path) -> Run:
    """A run of the deployed flow; its process is the worker's child."""
    asked, begin = len(site.asked), time.monotonic()
    wanted = {"venue": "bench", "manifest": str(folder / "venue.csv"), "out": str(folder / "cards")}
    run = stack.begin(**wanted)
    stack.wait(run, {"RUNNING", "COMPLETED", "FAILED"})
    with Monitor(stack.flow_processes()[0]) as monitor:
        state = stack.wait(run, seconds=7200)
    return Run(time.monotonic() - begin, len(site.asked) - asked, state, monitor.peak)


def tell(name: str, run: Run) -> None:
    """Print one run."""
    told = run.told.get("stages", run.told.get("message"))
    print(f"{name}: {run.seconds:.1f} s, {run.requests} requests; {told}")
    print(f"  {run.peak.line}", flush=True)


def tell_had(venue: Venue, run: Run, folder: Path) -> None:
    """Print what was had, and the reasons of the rest."""
    cards = sum(1 for _ in (folder / "cards").glob("*.card.json"))
    gone = sum(venue.trouble(number) == "gone" for number in range(venue.count))
    print(f"had: {cards} cards of {venue.count} papers; {gone} are gone for good, so {venue.count - gone} can be had")
    reasons = Counter(outcome["reason"].split(" for http")[0] for outcome in run.told.get("troubled", []))
    for reason, count in reasons.most_common():
        print(f"  {count} x {reason}")


def tell_overhead(alone: Pure, run: Run, cards: int) -> None:
    """Print what the run took above the stages alone, by the clock and in processor time, which other programs disturb less."""
    conversion, extraction = alone.convert_s * cards, alone.extract_s * cards
    print(
        f"alone, two workers: conversion {conversion:.0f} s, extraction {extraction:.0f} s; the run {run.seconds:.0f} s:"
    )
    print(
        f"  {_above(run.seconds, conversion)} above conversion, {_above(run.seconds, conversion + extraction)} above both"
    )
    conversion, extraction = alone.convert_cpu_s * cards, alone.extract_cpu_s * cards
    spent = run.peak.parent_s + run.peak.children_s
    print(f"processor: conversion {conversion:.0f} s, extraction {extraction:.0f} s; the run {spent:.0f} s:")
    print(
        f"  {_above(spent, conversion)} above conversion, {_above(spent, conversion + extraction)} above both",
        flush=True,
    )


def _above(value: float, base: float) -> str:
    return f"{100 * (value / base - 1):+.1f} %"


def tell_rate(site: Site) -> None:
    """Print the most requests in any second, as they arrived, and how close two of them came."""
    times = sorted(one.at for one in site.asked)
    most = max(bisect_left(times, at + 1.0) - place for place, at in enumerate(times))
    closest = min(after - at for at, after in pairwise(times))
    limit = round(1 / INTERVAL_S)
    print(
        f"requests to the host: at most {most} in any second, limit {limit}; closest two {closest * 1000:.0f} ms apart"
    )


def main(count: int = PAPERS, how: str = "program") -> None:
    """Print the figures."""
    if not SOURCE.is_dir():
        print(f"venue: {SOURCE} is not there: the papers are needed")
        return
    sources = tuple(path.read_bytes() for path in sorted(SOURCE.glob("*.pdf")))
    venue = Venue(sources, count)
    with tempfile.TemporaryDirectory() as name, Site() as site:
        folder = Path(name)
        for edition in (1, 2):
            site.add(f"/{edition}/*", venue.answer)
        if how == "flow":
            with Stack(folder / ".paper2task", settings=SETTINGS) as stack:
                measure(venue, site, folder, lambda: by_flow(stack, site, folder))
        else:
            measure(venue, site, folder, lambda: by_program(site, folder))


def measure(venue: Venue, site: Site, folder: Path, ingest: Callable[[], Run]) -> None:
    """The first run, one with nothing changed, one with ten papers changed."""
    alone = pure(venue, folder)
    venue.write_manifest(folder / "venue.csv", site)
    first = ingest()
    tell("first run", first)
    tell_had(venue, first, folder)
    tell_overhead(alone, first, sum(1 for _ in (folder / "cards").glob("*.card.json")))
    tell_rate(site)
    tell("nothing changed", ingest())
    stamps = {path: path.stat().st_mtime_ns for path in sorted((folder / "cards").glob("*.document.json"))}
    changed = Venue(venue.sources, venue.count, frozenset(range(5, venue.count, max(1, venue.count // 10))[:10]))
    changed.write_manifest(folder / "venue.csv", site)
    tell("ten changed", ingest())
    renewed = [path.name.split(".")[0] for path, stamp in stamps.items() if path.stat().st_mtime_ns != stamp]
    expected = [f"p{number:04}" for number in sorted(changed.changed)]
    print(f"documents written again: {len(renewed)}, exactly those that changed: {renewed == expected}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PAPERS, *sys.argv[2:3])

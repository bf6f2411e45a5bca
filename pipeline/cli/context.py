"""What the commands share: settings into paths, tools and a run over papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pipeline import store
from pipeline.cli import console
from pipeline.convert.converters import choose
from pipeline.discover.resolve import INTERVALS
from pipeline.errors import InputError, UsageError
from pipeline.ingest import Tally, run_papers
from pipeline.jobs import JOBS, Tools
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.outcome import Place
from pipeline.records.paper import Listing, Paper
from pipeline.screen.policies import load_policy, policy_digest
from pipeline.settings import Settings
from pipeline.web import Web, WebLimits
from pipeline.workers import Workers


def data_folder(settings: Settings) -> DataFolder:
    """The data folder of these settings."""
    return DataFolder(settings.data)


def make_web(settings: Settings) -> Web:
    """The HTTP client of these settings."""
    limits = WebLimits(
        timeout_s=settings.timeout_s,
        deadline_s=settings.deadline_s,
        retries=settings.retries,
        interval_s=settings.host_interval_s,
        connections=settings.host_connections,
    )
    return Web(limits=limits, intervals=INTERVALS, contact=settings.contact)


@contextmanager
def tools(settings: Settings, policy: str, *, use_outline: bool = True) -> Iterator[Tools]:
    """The tools of a run; closed at the end, whatever happens."""
    loaded = load_policy(policy)
    converter = choose(settings.converter, settings.grobid_url, use_outline=use_outline, wanted=settings.jobs)
    # a GROBID server does the work elsewhere: then as many processes wait for it as it takes papers
    count = max(settings.cpus, converter.at_once)
    with Workers(count, timeout_s=settings.convert_s, memory_mb=settings.convert_memory_mb) as workers:
        yield Tools(
            web=make_web(settings),
            workers=workers,
            policy=loaded,
            policy_digest=policy_digest(loaded),
            converter=converter,
            max_pdf_bytes=settings.max_pdf_mb << 20,
        )


def known_venues(data: DataFolder) -> list[str]:
    """The venues that the data folder knows."""
    return sorted(path.parent.name for path in data.venues.glob("*/listing.json"))


def opened(data: DataFolder, venue: str) -> tuple[VenuePaths, Place, Listing]:
    """A venue that was discovered before. UsageError where it was not."""
    paths = data.venue(venue)
    try:
        place = store.load(Place, paths.place)
        return data.venue(venue, Path(place.cards)), place, store.load(Listing, paths.listing)
    except InputError as error:
        known = ", ".join(known_venues(data)) or "none"
        raise UsageError(
            f"venue {venue!r} cannot be opened ({error}); known here: {known}; start with: paper2task ingest {venue}"
        ) from error


def run_with_bars(
    settings: Settings,
    paths: VenuePaths,
    papers: Sequence[Paper],
    policy: str,
    verbs: Sequence[str] = tuple(JOBS),
    *,
    retry_failed: bool,
    use_outline: bool,
) -> Tally:
    """Run the stages over the papers with a bar for each on standard error."""
    with tools(settings, policy, use_outline=use_outline) as made, console.bars(verbs, len(papers)) as watch:
        return run_papers(
            papers=papers,
            paths=paths,
            tools=made,
            verbs=verbs,
            jobs=settings.jobs,
            lease_s=settings.lease_s,
            retry_failed=retry_failed,
            watch=watch,
        )

"""What a run over a venue needs before it starts: settings into tools, and what a person asked for into papers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pipeline import store
from pipeline.convert.converters import choose
from pipeline.discover.openreview import ask_openreview
from pipeline.discover.resolve import INTERVALS
from pipeline.discover.selection import parse_tiers, select
from pipeline.discover.stage import Login, discover
from pipeline.errors import UsageError
from pipeline.ids import checked_id, slug
from pipeline.jobs import Tools
from pipeline.llm.asker import Asker
from pipeline.pace import Pace
from pipeline.paths import DataFolder, VenuePaths
from pipeline.records.outcome import Place
from pipeline.records.paper import AwardTier, Listing
from pipeline.screen.policies import load_policy, policy_digest
from pipeline.settings import Settings
from pipeline.web import Web, WebLimits
from pipeline.workers import Workers


def make_web(settings: Settings) -> Web:
    """The HTTP client of these settings."""
    limits = WebLimits(
        timeout_s=settings.timeout_s,
        deadline_s=settings.deadline_s,
        retries=settings.retries,
        interval_s=settings.host_interval_s,
        connections=settings.host_connections,
    )
    return Web(limits=limits, intervals=INTERVALS, contact=settings.contact, pace=Pace(DataFolder(settings.data).hosts))


@contextmanager
def tools(settings: Settings, policy: str, *, use_outline: bool = True, asker: Asker | None = None) -> Iterator[Tools]:
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
            asker=asker,
        )


@dataclass(frozen=True)
class Wanted:
    """Which papers the person asked for, as the command line or a flow's parameters say it."""

    venue: str | None
    manifest: str | None = None
    listing_file: str | None = None
    award: str = ""
    refresh: bool = False

    @property
    def name(self) -> str:
        """The venue's name: as given, or that of the manifest's file. UsageError where neither is there."""
        if self.venue is None and self.manifest is None:
            raise UsageError("name a venue (paper2task ingest acl-2022) or give --manifest FILE")
        if self.manifest and self.listing_file:
            raise UsageError("--manifest and --listing exclude each other: a manifest is a listing")
        return checked_id(self.venue, "venue") if self.venue else slug(PurePosixPath(self.manifest or "").stem)

    @property
    def asked_anew(self) -> bool:
        """Whether a listing that is kept does not count; files are always read."""
        return self.refresh or bool(self.manifest or self.listing_file)


def discovered(settings: Settings, wanted: Wanted, *, out: Path | None, policy: str) -> tuple[VenuePaths, Listing]:
    """The papers of the wanted tiers, with the findings of the listing; the listing and the place of the cards are kept."""
    tiers = parse_tiers(wanted.award)
    data = DataFolder(settings.data)
    before = store.load_or_none(Place, data.venue(wanted.name).place)
    paths = data.venue(wanted.name, out or (Path(before.cards) if before else None))
    covers = frozenset(before.awards) if before and not wanted.asked_anew else frozenset()
    whole = store.load_or_none(Listing, paths.listing) if tiers <= covers else None
    if whole is None:
        whole = _asked(settings, wanted, tiers)
        store.save(whole, paths.listing)
        covers = frozenset(tiers)
    store.save(Place(cards=str(paths.cards.absolute()), policy=policy, awards=tuple(sorted(covers))), paths.place)
    return paths, select(whole, tiers)


def _asked(settings: Settings, wanted: Wanted, tiers: frozenset[AwardTier]) -> Listing:
    secret = settings.semantic_scholar_key.get_secret_value()
    address = wanted.manifest or wanted.listing_file
    return discover(
        venue=wanted.name,
        fetches=make_web(settings),
        listing="manifest" if wanted.manifest else "",
        addresses=(address,) if address else (),
        awards=tiers,
        missing_pdfs=wanted.manifest is None,
        openreview=Login(settings.openreview_username, settings.openreview_password.get_secret_value(), ask_openreview),
        keys={"semantic-scholar": secret} if secret else None,
    )

"""`discover`, and what `ingest` needs of it: the candidates of a venue or a manifest, and where their cards go."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import typer

from pipeline import store
from pipeline.cli import console, context, options
from pipeline.discover.openreview import ask_openreview
from pipeline.discover.selection import parse_tiers, select
from pipeline.discover.stage import Login, discover
from pipeline.errors import UsageError
from pipeline.ids import checked_id, slug
from pipeline.paths import VenuePaths
from pipeline.records.outcome import Place
from pipeline.records.paper import AwardTier, Listing
from pipeline.screen.policies import DEFAULT_POLICY
from pipeline.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("discover")(list_candidates)


def list_candidates(
    venue: options.OptionalVenue = None,
    manifest: options.Manifest = None,
    listing_file: options.ListingFile = None,
    award: options.Award = "",
    out: options.Out = None,
    refresh: options.Refresh = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """List the candidates of a venue or a manifest, with their award tiers; fetches no paper."""
    settings = load_settings(data=data)
    wanted = Wanted(venue, manifest, listing_file, award, refresh)
    paths, listing = discovered(settings, wanted, out=out, policy=DEFAULT_POLICY)
    if as_json:
        console.data(listing.model_dump(mode="json"))
    else:
        rows = [(p.id, p.award, "yes" if p.pdf_url else "no", p.title) for p in listing.papers]
        console.table(f"{listing.venue}: {len(rows)} papers", ("id", "award", "pdf", "title"), rows)
    console.next_command(f"paper2task fetch {paths.name}")
    return 1 if has_errors(listing) else 0


def has_errors(listing: Listing) -> bool:
    """Whether entries of the listing had to be left out."""
    return any(finding.severity == "error" for finding in listing.findings)


@dataclass(frozen=True)
class Wanted:
    """Which papers the person asked for, as the command line says it."""

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
    """The papers of the wanted tiers; the listing and the place of the cards are kept, findings are told."""
    tiers = parse_tiers(wanted.award)
    data = context.data_folder(settings)
    before = store.load_or_none(Place, data.venue(wanted.name).place)
    paths = data.venue(wanted.name, out or (Path(before.cards) if before else None))
    covers = frozenset(before.awards) if before and not wanted.asked_anew else frozenset()
    whole = store.load_or_none(Listing, paths.listing) if tiers <= covers else None
    if whole is None:
        whole = _asked(settings, wanted, tiers)
        store.save(whole, paths.listing)
        covers = frozenset(tiers)
    store.save(Place(cards=str(paths.cards.absolute()), policy=policy, awards=tuple(sorted(covers))), paths.place)
    for finding in whole.findings:
        if finding.severity != "info":
            console.note(f"{finding.severity}: {finding.message}")
    return paths, select(whole, tiers)


def _asked(settings: Settings, wanted: Wanted, tiers: frozenset[AwardTier]) -> Listing:
    secret = settings.semantic_scholar_key.get_secret_value()
    address = wanted.manifest or wanted.listing_file
    return discover(
        venue=wanted.name,
        fetches=context.make_web(settings),
        listing="manifest" if wanted.manifest else "",
        addresses=(address,) if address else (),
        awards=tiers,
        missing_pdfs=wanted.manifest is None,
        openreview=Login(settings.openreview_username, settings.openreview_password.get_secret_value(), ask_openreview),
        keys={"semantic-scholar": secret} if secret else None,
    )

"""`discover`, and what `ingest` needs of it: the candidates of a venue or a manifest, and where their cards go."""

from __future__ import annotations

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
    award: options.Award = "",
    out: options.Out = None,
    refresh: options.Refresh = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """List the candidates of a venue or a manifest, with their award tiers; fetches no paper."""
    settings = load_settings(data=data)
    paths, listing = discovered(settings, venue, manifest, award=award, out=out, policy=DEFAULT_POLICY, refresh=refresh)
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


def discovered(
    settings: Settings,
    venue: str | None,
    manifest: str | None,
    *,
    award: str,
    out: Path | None,
    policy: str,
    refresh: bool,
) -> tuple[VenuePaths, Listing]:
    """The papers of the wanted tiers; the listing and the place of the cards are kept, findings are told."""
    tiers = parse_tiers(award)
    if venue is None and manifest is None:
        raise UsageError("name a venue (paper2task ingest acl-2022) or give --manifest FILE")
    name = checked_id(venue, "venue") if venue else slug(PurePosixPath(manifest or "").stem)
    data = context.data_folder(settings)
    before = store.load_or_none(Place, data.venue(name).place)
    paths = data.venue(name, out or (Path(before.cards) if before else None))
    covers = frozenset(before.awards) if before and not (refresh or manifest) else frozenset()
    whole = store.load_or_none(Listing, paths.listing) if tiers <= covers else None
    if whole is None:
        whole = _asked(settings, name, manifest, tiers)
        store.save(whole, paths.listing)
        covers = frozenset(tiers)
    store.save(Place(cards=str(paths.cards.absolute()), policy=policy, awards=tuple(sorted(covers))), paths.place)
    for finding in whole.findings:
        if finding.severity != "info":
            console.note(f"{finding.severity}: {finding.message}")
    return paths, select(whole, tiers)


def _asked(settings: Settings, name: str, manifest: str | None, tiers: frozenset[AwardTier]) -> Listing:
    secret = settings.semantic_scholar_key.get_secret_value()
    return discover(
        venue=name,
        fetches=context.make_web(settings),
        listing="manifest" if manifest else "",
        addresses=(manifest,) if manifest else (),
        awards=tiers,
        missing_pdfs=manifest is None,
        openreview=Login(settings.openreview_username, settings.openreview_password.get_secret_value(), ask_openreview),
        keys={"semantic-scholar": secret} if secret else None,
    )

"""discover: fetch a venue's listings, read them, join them, and find the PDFs that they do not name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from pipeline.discover import LISTINGS
from pipeline.discover.entries import Part, one_line
from pipeline.discover.merge import joined, merged
from pipeline.discover.openreview import SCHEME, Ask, as_part, ask_openreview
from pipeline.discover.resolve import find_pdfs
from pipeline.discover.selection import select
from pipeline.discover.sources import Fetches, gather, is_web
from pipeline.discover.venues import Source, Venue, find_venue, known_venues
from pipeline.errors import InputError, UsageError
from pipeline.ids import checked_id, digest, sha256_bytes
from pipeline.records.finding import Finding
from pipeline.records.paper import AWARD_TIERS, AwardTier, Listing, Paper


@dataclass(frozen=True)
class Login:
    """An account at OpenReview, and how it is asked (replaced in tests)."""

    username: str = ""
    password: str = ""
    ask: Ask = ask_openreview


def discover(
    *,
    venue: str,
    fetches: Fetches,
    listing: str = "",
    addresses: Sequence[str] = (),
    joins: Sequence[Source] = (),
    awards: Set[AwardTier] = frozenset(AWARD_TIERS),
    missing_pdfs: bool = False,
    openreview: Login | None = None,
    keys: Mapping[str, str] | None = None,
) -> Listing:
    """The papers of a venue.

    A name of venues.toml says itself how it is listed; `listing` and `addresses` (web addresses, files, folders) say it for
    any other name, or replace what venues.toml says. `joins` are more listings of the same papers. With `missing_pdfs`, papers
    of the wanted tiers that have no PDF are looked up at arXiv and Semantic Scholar; `keys` are theirs, by service.

    Raises UsageError where the venue is not known or a listing is broken, RefusedError where one is too large or hostile, and
    what `fetches` and OpenReview raise.
    """
    checked_id(venue, "venue")
    known = _venue(venue, listing, addresses)
    base = _base(venue, known)
    login = openreview or Login()
    parts = _parts(known, fetches, login, base)
    papers, findings = merged(LISTINGS[known.listing].read(parts))
    if not papers:
        message = one_line(f"the {known.listing} listing of {venue} holds no paper: check its address or venue id", 400)
        findings.append(Finding(code="empty-listing", severity="error", message=message))
    digests = [known.listing, *(sha256_bytes(part.data) for part in parts)]
    for source in (*known.joins, *joins):
        papers, told, parts = _join(papers, source, fetches, login)
        findings += told
        digests += [source.listing, *(sha256_bytes(part.data) for part in parts)]
    whole = Listing(
        venue=venue,
        source=known.listing,
        source_digest=digest(digests),
        papers=tuple(sorted(papers, key=lambda paper: paper.id)),
        findings=tuple(findings),
    )
    wanted = select(whole, awards)
    return _with_pdfs(wanted, fetches, keys) if missing_pdfs else wanted


def _venue(name: str, listing: str, addresses: Sequence[str]) -> Venue:
    """How the venue is listed: by venues.toml, as far as the caller does not say otherwise."""
    venues = known_venues(frozenset(LISTINGS))
    if listing:
        _check_listing(listing)
    known = venues.get(name) if listing and addresses else find_venue(name, venues)
    if known is None or (listing and listing != known.listing):
        if not addresses:
            raise UsageError(f"where is the {listing} listing of {name}? Give its address, file or folder")
        return Venue(listing=listing, addresses=tuple(addresses))
    if not known.addresses and not addresses:
        raise UsageError(f"{name} has no address to fetch: {known.hint}")
    return known.model_copy(update={"addresses": tuple(addresses) or known.addresses})


def _base(name: str, venue: Venue) -> str:
    """What a file of the venue's listing would be relative to, had it been fetched; empty where that is not known."""
    known = known_venues(frozenset(LISTINGS)).get(name)
    same = known is not None and known.listing == venue.listing
    return next((address for address in known.addresses if is_web(address)), "") if known and same else ""


def _join(
    papers: list[Paper], source: Source, fetches: Fetches, login: Login
) -> tuple[list[Paper], list[Finding], list[Part]]:
    """The papers with what another listing knows of them, what is to be said of it, and its parts."""
    _check_listing(source.listing)
    try:
        parts = _parts(source, fetches, login, "")
    except InputError as error:  # not there (yet), unlike a server that is down: the venue's own listing stands
        message = one_line(f"the {source.listing} listing was not joined: {error}", 400)
        return papers, [Finding(code="join-missing", severity="error", message=message)], []
    read = LISTINGS[source.listing].read(parts)
    papers, unmatched = joined(papers, read.entries, source.listing)
    return papers, [*read.findings, *unmatched], parts


def _check_listing(name: str) -> None:
    if name not in LISTINGS:
        raise UsageError(f"no listing {name[:60]!r}; there are {', '.join(LISTINGS)}")


def _parts(source: Source, fetches: Fetches, login: Login, base: str) -> list[Part]:
    asked = [address for address in source.addresses if address.startswith(SCHEME)]
    others = [address for address in source.addresses if not address.startswith(SCHEME)]
    parts = gather(others, fetches, base=base, suffix=LISTINGS[source.listing].suffix)
    for address in asked:
        venue_id = address.removeprefix(SCHEME)
        parts.append(as_part(login.ask(venue_id, login.username, login.password), venue_id))
    return parts


def _with_pdfs(listing: Listing, fetches: Fetches, keys: Mapping[str, str] | None) -> Listing:
    papers, findings = find_pdfs(listing.papers, fetches=fetches, keys=keys)
    found: tuple[Finding, ...] = (*listing.findings, *findings)
    return listing.model_copy(update={"papers": tuple(papers), "findings": found})

"""`discover`: the candidates of a venue or a manifest."""

from __future__ import annotations

import typer

from pipeline.cli import console, context, options
from pipeline.prepare import Wanted, discovered
from pipeline.screen.policies import DEFAULT_POLICY
from pipeline.settings import load_settings


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
    left_out = context.tell_findings(listing)
    if as_json:
        console.data(listing.model_dump(mode="json"))
    else:
        rows = [(p.id, p.award, "yes" if p.pdf_url else "no", p.title) for p in listing.papers]
        console.table(f"{listing.venue}: {len(rows)} papers", ("id", "award", "pdf", "title"), rows)
    console.next_command(f"paper2task fetch {paths.name}")
    return 1 if left_out else 0

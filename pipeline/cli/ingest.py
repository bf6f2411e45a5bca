"""`discover` and `ingest`: from a venue or a manifest to cards and a shortlist."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from pipeline import store
from pipeline.cli import console, context, options
from pipeline.discover.awards import parse_tiers
from pipeline.errors import UsageError
from pipeline.ids import slug
from pipeline.ingest import Tally
from pipeline.jobs import JOBS
from pipeline.paths import VenuePaths
from pipeline.records.outcome import Outcome, Place
from pipeline.records.paper import Listing
from pipeline.records.verdict import Verdict
from pipeline.screen.funnel import Funnel, funnel
from pipeline.screen.policies import DEFAULT_POLICY, load_policy
from pipeline.settings import Settings, load_settings


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.command("ingest")(ingest)
    app.command("discover")(discover)


def discover(
    venue: options.OptionalVenue = None,
    manifest: options.Manifest = None,
    award: options.Award = "",
    out: options.Out = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """List the candidates of a venue or a manifest, with their award tiers; fetches no paper."""
    settings = load_settings(data=data)
    paths, listing = _discovered(settings, venue, manifest, award, out, DEFAULT_POLICY)
    if as_json:
        console.data(listing.model_dump(mode="json"))
    else:
        rows = [(p.id, p.award, "yes" if p.pdf_url else "no", p.title) for p in listing.papers]
        console.table(f"{listing.venue}: {len(rows)} papers", ("id", "award", "pdf", "title"), rows)
    _report_findings(listing)
    console.next_command(f"paper2task fetch {paths.name}")
    return 1 if any(finding.severity == "error" for finding in listing.findings) else 0


def ingest(
    venue: options.OptionalVenue = None,
    manifest: options.Manifest = None,
    award: options.Award = "",
    out: options.Out = None,
    policy: options.Policy = DEFAULT_POLICY,
    converter: options.Converter = None,
    no_outline: options.NoOutline = False,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Discover, fetch, convert, extract and screen: a card and a verdict for each paper. Run it again to go on or to update."""
    settings = load_settings(data=data, converter=converter)
    load_policy(policy)  # a mistake in it is said before anything is fetched
    paths, listing = _discovered(settings, venue, manifest, award, out, policy)
    _report_findings(listing)
    tally = context.run_with_bars(
        settings, paths, listing.papers, policy, retry_failed=retry_failed, use_outline=not no_outline
    )
    report(listing, paths, tally, tuple(JOBS), as_json=as_json)
    listed_badly = any(finding.severity == "error" for finding in listing.findings)
    return 1 if tally.troubled or listed_badly else 0

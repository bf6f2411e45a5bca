"""Each stage by itself, over a venue that was discovered: `fetch`, `convert`, `extract`, `screen`."""

from __future__ import annotations

import typer

from pipeline.cli import context, options
from pipeline.cli.ingest import report
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    for command in (fetch, convert, extract, screen):
        app.command(command.__name__)(command)


def fetch(
    venue: options.Venue,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Get the PDFs of a venue's papers; what is there already is not asked for again."""
    return _one("fetch", venue, None, None, retry_failed, False, data, as_json)


def convert(
    venue: options.Venue,
    converter: options.Converter = None,
    no_outline: options.NoOutline = False,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Turn the fetched PDFs into documents."""
    return _one("convert", venue, None, converter, retry_failed, no_outline, data, as_json)


def extract(
    venue: options.Venue,
    retry_failed: options.RetryFailed = False,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Fill a card from each document, every value with its evidence."""
    return _one("extract", venue, None, None, retry_failed, False, data, as_json)


def screen(
    venue: options.Venue,
    policy: options.OptionalPolicy = None,
    data: options.Data = None,
    as_json: options.Json = False,
) -> int:
    """Apply a policy to each card and print the funnel."""
    return _one("screen", venue, policy, None, False, False, data, as_json)

"""`status`: what is where, what failed, and the next command to type."""

from __future__ import annotations

from dataclasses import asdict

import typer

from pipeline.cli import console, options
from pipeline.jobs import JOBS
from pipeline.overview import VenueStatus, known_venues, look
from pipeline.paths import DataFolder
from pipeline.settings import load_settings


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("status")(status)


def status(venue: options.OptionalVenue = None, data: options.Data = None, as_json: options.Json = False) -> int:
    """Say for each venue what is done, what waits and what failed, and which command comes next."""
    folder = DataFolder(load_settings(data=data).data)
    found = [look(folder, name) for name in ([venue] if venue else known_venues(folder))]
    if as_json:
        console.data([_as_json(one) for one in found])
        return 0
    if not found:
        console.note(f"nothing in {folder.root} yet")
        console.next_command("paper2task ingest acl-2022 --award best,outstanding")
        return 0
    columns = ("venue", "papers", *JOBS, "short", "human", "rejected", "failed")
    console.table("", columns, [_row(one) for one in found], numeric=columns[1:])
    for one in found:
        console.note(f"cards of {one.venue}: {one.cards}")
        for outcome in one.troubled:
            console.trouble(outcome)
        console.next_command(one.next_command)
    return 0


def _row(one: VenueStatus) -> tuple[str, ...]:
    numbers = [one.papers, *one.done.values(), *one.verdicts.values(), len(one.troubled)]
    return (one.venue, *(str(number) for number in numbers))


def _as_json(one: VenueStatus) -> dict[str, object]:
    troubled = [outcome.model_dump(mode="json") for outcome in one.troubled]
    return {**asdict(one), "troubled": troubled, "waiting": one.waiting, "next": one.next_command}

"""Command-line options that several commands share, each described once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON to standard output instead of tables.")]
Data = Annotated[
    Path | None,
    typer.Option("--data", help="Data folder; default $PAPER2TASK_DATA, else .paper2task here.", show_default=False),
]
Venue = Annotated[str, typer.Argument(help="A venue that was discovered before, as `status` lists it.")]
OptionalVenue = Annotated[
    str | None, typer.Argument(help="A venue of venues.toml, such as acl-2022.", show_default=False)
]
Manifest = Annotated[
    str | None,
    typer.Option(
        help="A CSV or JSON file (path or address) with id, title, pdf_url and perhaps award, code_url, authors, landing_url.",
        show_default=False,
    ),
]
ListingFile = Annotated[
    str | None,
    typer.Option("--listing", help="Read the venue's listing from this file, folder or address.", show_default=False),
]
Out = Annotated[Path | None, typer.Option(help="Folder for the cards; default task_cards/<venue>.", show_default=False)]
Award = Annotated[
    str, typer.Option(help="Award tiers to take, separated by commas: best,outstanding,oral,spotlight,highlight, ...")
]
Policy = Annotated[str, typer.Option(help="Screening policy: researchgym, strict, or the path of a .toml file.")]
Converter = Annotated[
    str | None, typer.Option(help="auto (GROBID where it answers), embedded or grobid.", show_default=False)
]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="Try again what failed before on the same input.")]
NoOutline = Annotated[
    bool, typer.Option("--no-outline", help="Ignore the PDFs' outlines when headings are found (for measuring).")
]
Refresh = Annotated[
    bool, typer.Option("--refresh", help="Ask the venue's site for its listing again; a manifest is always read.")
]
OptionalPolicy = Annotated[
    str | None, typer.Option(help="Screening policy; default the one used before.", show_default=False)
]

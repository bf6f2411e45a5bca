"""`schemas`: the JSON Schema of every record that the program stores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from pipeline import store
from pipeline.cli import console
from pipeline.stages import RECORDS


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("schemas")(schemas)


def schemas(
    out: Annotated[
        Path | None, typer.Option(help="Write one file per record into this folder.", show_default=False)
    ] = None,
) -> None:
    """Print the JSON Schemas of the stored records, or write them as <kind>.schema.json."""
    made = store.schemas(RECORDS)
    if out is None:
        console.data(made)
        return
    for kind, schema in made.items():
        path = out / f"{kind}.schema.json"
        store.write_bytes(path, (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode())
        console.plain(str(path))

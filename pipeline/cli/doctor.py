"""`doctor`: what this machine can do, and the one command that would improve it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import typer

from pipeline import __version__
from pipeline.cli import console, options
from pipeline.convert.grobid.state import reachable
from pipeline.errors import UsageError
from pipeline.settings import Settings, load_settings

_EXTRAS = {
    "grobid": "grobid_client",
    "llm": "openai",
    "report": "matplotlib",
    "flows": "prefect",
    "openreview": "openreview",
}
"""Optional parts of the program, and the module that each brings."""

_LEAST_FREE_GB = 2.0


@dataclass(frozen=True)
class Check:
    """One thing looked at; `fix` is the command or setting that would change it."""

    what: str
    state: Literal["ok", "missing", "problem"]
    detail: str
    fix: str = ""


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command("doctor")(doctor)


def doctor(data: options.Data = None, as_json: options.Json = False) -> int:
    """Say what this machine can do: data folder, converters, optional parts. Exit 1 where ingest could not work."""
    checks = list(look(load_settings(data=data)))
    if as_json:
        console.data([asdict(check) for check in checks])
    else:
        console.table("", ("", "state", "detail", "to improve"), [(c.what, c.state, c.detail, c.fix) for c in checks])
    return 1 if any(check.state == "problem" for check in checks) else 0


def look(settings: Settings) -> Iterator[Check]:
    """Each check in turn; none takes longer than a few seconds."""
    yield Check("paper2task", "ok", f"{__version__} on Python {sys.version.split()[0]}, {settings.cpus} cores used")
    yield _data_folder(settings.data)
    yield Check("embedded converter", "ok", f"pypdfium2 {importlib.metadata.version('pypdfium2')}")
    yield _grobid(settings.grobid_url)
    for extra, module in _EXTRAS.items():
        found = importlib.util.find_spec(module) is not None
        yield Check(
            f"extra {extra}",
            "ok" if found else "missing",
            "installed" if found else "not installed",
            "" if found else f"pip install 'paper2task[{extra}]'",
        )


def _data_folder(folder: Path) -> Check:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"x")
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(folder).free / 1e9
    except OSError as error:
        return Check(
            "data folder", "problem", f"{folder}: {error.strerror}", "export PAPER2TASK_DATA=a folder of yours"
        )
    if free < _LEAST_FREE_GB:
        return Check("data folder", "problem", f"{folder}: {free:.1f} GB free", "free some space")
    return Check("data folder", "ok", f"{folder}, {free:.0f} GB free")


def _grobid(url: str) -> Check:
    try:
        state = reachable(url)
    except UsageError as error:
        return Check("GROBID", "missing", f"{error}; the embedded converter is used")
    if state.alive:
        return Check("GROBID", "ok", f"{state.version} at {url}")
    return Check("GROBID", "missing", f"{state.reason}; the embedded converter is used")

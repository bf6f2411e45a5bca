"""Running the program as a user does: a process of its own, in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_COMMAND = [sys.executable, "-c", "from pipeline.cli.app import main; main()"]
_QUICK = {
    "PAPER2TASK_HOST_INTERVAL_S": "0",
    "PAPER2TASK_CONVERTER": "embedded",
    "PAPER2TASK_TIMEOUT_S": "1",
    "PAPER2TASK_RETRIES": "1",
    "PAPER2TASK_CPUS": "2",
}


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What `--json` printed."""
        return json.loads(self.out)


def start(*arguments: str, cwd: Path, **settings: str) -> subprocess.Popen[str]:
    """Start the program in `cwd`, in a process group of its own; settings are environment variables without their prefix."""
    return subprocess.Popen(
        [*_COMMAND, *arguments],
        cwd=cwd,
        env=_environment(settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(*arguments: str, cwd: Path, **settings: str) -> Ended:
    """Run the program to its end."""
    with start(*arguments, cwd=cwd, **settings) as process:
        out, err = process.communicate(timeout=300)
        return Ended(process.returncode, out, err)


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PAPER2TASK_")}
    root = str(Path(__file__).resolve().parents[2])
    return {**kept, "PYTHONPATH": root, **_QUICK, **{f"PAPER2TASK_{k.upper()}": v for k, v in settings.items()}}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below the folder with its bytes, by relative path."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}

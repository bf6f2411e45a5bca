"""Auditing at a real terminal: single keys, and Ctrl-C."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline import store
from pipeline.demo.serve import MANIFEST, VENUE
from pipeline.records.decision import Judgement
from tests.helpers.program import run

NAME = Path(MANIFEST).stem
_MAIN = "from pipeline.cli.app import main; main()"


@pytest.mark.parametrize(("keys", "code", "judged"), [(b"rq", 0, 1), (b"rr\x03", 130, 2)])
def test_keys_count_without_return(keys: bytes, code: int, judged: int, tmp_path: Path) -> None:
    """Each key counts at once; after Ctrl-C the exit code is 130 and what was judged is kept."""
    run("ingest", "--manifest", str(VENUE / MANIFEST), cwd=tmp_path)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _MAIN, "audit", NAME, "--by", "ann", "--fields", "verdict", "--sample", "4"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    seen = b""
    try:
        for place, key in enumerate(keys, 1):
            while f"{place}/4".encode() not in seen:
                assert process.poll() is None, seen
                seen += process.stdout.read() or b""
                time.sleep(0.05)
            time.sleep(0.3)  # the terminal turns raw right behind what is shown
            os.write(ours, bytes([key]))
        assert process.wait(timeout=60) == code
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        if process.stderr:
            process.stderr.close()
        os.close(ours)
        os.close(theirs)
    kept = store.read_lines(Judgement, tmp_path / "task_cards" / NAME / "audit.jsonl")[0]
    assert [judgement.mark for judgement in kept] == ["right"] * judged

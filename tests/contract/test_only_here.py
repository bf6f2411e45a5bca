"""What is reserved for one place happens only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.only_here import ONLY_HERE, WRITERS, only_here_violations, writer_violations
from tests.contract.source import REPO, expect_none, plant


def test_this_repository_does_reserved_things_in_their_place() -> None:
    """No file of ours uses a name that is reserved for another."""
    expect_none(only_here_violations(REPO))


def test_this_repository_writes_files_in_few_places() -> None:
    """No file of ours that is not a writer writes files."""
    expect_none(writer_violations(REPO))


def test_every_row_gives_its_reason() -> None:
    """The tables are rules, not waivers: each row says why."""
    assert all(row.why and row.where for row in ONLY_HERE) and all(WRITERS.values())


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.environ['X']\n",
        "import os as o\no.getenv('X')\n",
        "from os import environ\n",
        "import os\ngetattr(os, 'environ')\n",
        "import subprocess\n",
        "from subprocess import run\n",
        "from multiprocessing.pool import Pool\n",
        "from concurrent.futures import ProcessPoolExecutor\n",
        "import concurrent.futures as c\nc.ProcessPoolExecutor()\n",
        "import os\nos.execvp('ls', ['ls'])\n",
        "import os\nos.posix_spawnp('ls', ['ls'], {})\n",
        "import asyncio\nasyncio.create_subprocess_exec('ls')\n",
        "import git\n",
        "from git import Repo\n",
        "Card.model_validate_json(text)\n",
        "from pipeline.records.card import Card\nCard.model_validate_json(text)\n",
        "card.model_dump_json()\n",
        "from jinja2 import Template\n",
        "from prefect import flow\n",
        "import prefect_dask\n",
        "print('x')\n",
        "import sys\nsys.stderr.write('x')\n",
        "from rich.console import Console\n",
        "import typer\ntyper.echo('x')\n",
        "import requests\n",
        "import urllib.request\n",
        "from http import client\n",
        "from http.server import ThreadingHTTPServer\n",
        "import openai\n",
        "from reportlab.pdfgen.canvas import Canvas\n",
    ],
)
def test_a_reserved_name_elsewhere_is_found(tmp_path: Path, text: str) -> None:
    """Each way of doing a reserved thing in a file of another purpose breaks the rule."""
    assert only_here_violations(plant(tmp_path, {"pipeline/screen/policy.py": text})) != []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pipeline/settings.py", "import os\nos.environ['X']\n"),
        ("pipeline/shell.py", "import subprocess\nimport os\nos.fork()\n"),
        ("pipeline/git.py", "import git\n"),
        ("pipeline/store.py", "card.model_dump_json()\n"),
        ("pipeline/render.py", "import jinja2\n"),
        ("flows/ingest.py", "import prefect\n"),
        ("pipeline/cli/console.py", "import sys\nprint('x', file=sys.stderr)\n"),
        ("pipeline/web.py", "import requests\nimport urllib.request\n"),
        ("pipeline/demo/serve.py", "from http.server import ThreadingHTTPServer\n"),
        ("pipeline/llm/openai.py", "import openai\n"),
    ],
)
def test_a_reserved_name_in_its_place_is_left_alone(tmp_path: Path, path: str, text: str) -> None:
    """The file that a name is reserved for may use it."""
    assert only_here_violations(plant(tmp_path, {path: text})) == []


def test_names_that_only_look_reserved_are_left_alone(tmp_path: Path) -> None:
    """A parsed address, a path join, our own `git` module and a method called `print` are nobody's reserve."""
    text = (
        "import os\nimport urllib.parse\nfrom concurrent.futures import ThreadPoolExecutor\nfrom pipeline import git\n"
        "os.path.join('a', 'b')\nself.print('x')\ngit.clone('x')\nenviron = {}\nrequests = []\nrequests.append(1)\n"
    )
    assert only_here_violations(plant(tmp_path, {"pipeline/fetch/pdf.py": text})) == []


@pytest.mark.parametrize(
    "text",
    [
        "open('x', 'w')\n",
        "open('x', mode='ab')\n",
        "open('x', mode)\n",
        "path.open('x')\n",
        "path.open('r+')\n",
        "path.write_text('x')\n",
        "path.write_bytes(b'x')\n",
        "import os\nos.replace('a', 'b')\n",
        "import shutil\nshutil.copyfile('a', 'b')\n",
        "from tempfile import NamedTemporaryFile\n",
        "import zipfile\nzipfile.ZipFile('x', 'w')\n",
        "import sqlite3\n",
    ],
)
def test_a_written_file_is_found(tmp_path: Path, text: str) -> None:
    """Each way of writing a file breaks the rule outside of the writers, and in a writer breaks nothing."""
    plant(tmp_path, {"pipeline/screen/policy.py": text, "pipeline/store.py": text})
    found = writer_violations(tmp_path)
    assert found and all(line.startswith("pipeline/screen/policy.py:") for line in found)


def test_reading_a_file_is_left_alone(tmp_path: Path) -> None:
    """Opening for reading, a string's replace and bytes in memory are not writing."""
    text = "open('x')\nopen('x', 'rb')\npath.open()\npath.read_text()\n'a'.replace('a', 'b')\nbuffer.write(b'x')\n"
    assert writer_violations(plant(tmp_path, {"pipeline/screen/policy.py": text})) == []

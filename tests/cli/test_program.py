"""The program as a user meets it: what is printed where, exit codes, and the next command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.demo.serve import VENUE
from tests.helpers.program import run


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo venue was ingested from files."""
    folder = tmp_path_factory.mktemp("ingested")
    rows = [f"{p.stem},{p.stem},{p}" for p in sorted(VENUE.glob("*.pdf"))]
    (folder / "mine.csv").write_text("\n".join(["id,title,pdf_url", *rows]))
    done = run("ingest", "--manifest", "mine.csv", "--policy", "strict", cwd=folder)
    assert done.code == 0, done.err
    assert "next: paper2task show" in done.err
    return folder


def test_results_and_notes_go_apart_and_nothing_is_coloured(ingested: Path) -> None:
    """Not on a terminal: no escape codes, no bars; the funnel on standard output, notes on standard error."""
    again = run("ingest", "--manifest", "mine.csv", "--policy", "strict", cwd=ingested)
    assert "\x1b" not in again.out + again.err
    assert "removed in order" in again.out
    assert "next:" not in again.out
    assert "next:" in again.err
    assert "━" not in again.err


def test_default_places(ingested: Path) -> None:
    """Without options: cards in task_cards/<manifest>, the rest in .paper2task."""
    assert len(list((ingested / "task_cards" / "mine").glob("*.card.json"))) == 4
    assert (ingested / ".paper2task" / "venues" / "mine" / "listing.json").is_file()
    assert (ingested / ".paper2task" / "logs" / "paper2task.log").parent.is_dir()


def test_status_says_what_is_where_and_what_to_type(ingested: Path) -> None:
    """The command that it gives works."""
    status = run("status", "--json", cwd=ingested).data[0]
    assert status["done"] == {"fetch": 4, "convert": 4, "extract": 4, "screen": 4}
    assert sum(status["verdicts"].values()) == 4
    assert status["waiting"] == {"fetch": 0, "convert": 0, "extract": 0, "screen": 0}
    program, *command = status["next"].split()
    assert program == "paper2task"
    followed = run(*command, cwd=ingested)
    assert followed.code == 0
    assert "verdict by strict" in followed.out


def test_status_of_an_empty_folder_starts_somebody_off(tmp_path: Path) -> None:
    """Nothing there is no error."""
    done = run("status", cwd=tmp_path)
    assert done.code == 0
    assert "next: paper2task ingest" in done.err


@pytest.mark.parametrize("view", ["card", "verdict", "document", "markdown"])
def test_show_has_four_views(ingested: Path, view: str) -> None:
    """Each names the paper; a card shows quotes with their pages."""
    done = run("show", "debiased-shrinkage", "--as", view, cwd=ingested)
    assert done.code == 0, done.err
    assert done.out.strip()
    if view == "card":
        assert re.search(r"“.+” \(p\. \d", done.out)
    if view == "markdown":
        assert done.out.startswith("# Debiased Spectral Shrinkage")
        assert "\n## 1 " in done.out
        assert "| --- |" in done.out
    if view == "document":
        assert json.loads(done.out)["paper_id"] == "debiased-shrinkage"


def test_the_demo_papers_get_the_verdicts_that_they_were_written_for(ingested: Path) -> None:
    """Ratings by people are no objective evaluation; a hidden order to say otherwise changes nothing."""
    cards = {
        p.name.partition(".")[0]: json.loads(p.read_text()) for p in (ingested / "task_cards/mine").glob("*.card.json")
    }
    verdicts = {
        p.name.partition(".")[0]: json.loads(p.read_text())
        for p in (ingested / "task_cards/mine").glob("*.verdict.json")
    }
    assert {name: verdict["verdict"] for name, verdict in verdicts.items()} == {
        "debiased-shrinkage": "shortlisted",
        "rarity-curriculum": "needs_human",
        "rank-mixed-decoding": "rejected",
        "warm-turns": "rejected",
    }
    objective = {name: card["fields"]["evaluation_is_objective"]["value"] for name, card in cards.items()}
    assert objective["warm-turns"] is False
    assert objective["rank-mixed-decoding"] is False
    assert "hidden-text" in {finding["code"] for finding in cards["rank-mixed-decoding"]["findings"]}
    assert cards["rank-mixed-decoding"]["fields"]["code_availability"]["value"] is False


def test_each_stage_alone_finds_nothing_to_do(ingested: Path) -> None:
    """After an ingest every stage stands."""
    for verb in ("fetch", "convert", "extract", "screen"):
        done = run(verb, "mine", "--json", cwd=ingested)
        assert done.code == 0, done.err
        assert done.data["stages"] == {verb: {"skipped": 4}}


def test_a_stage_waits_for_the_one_before(tmp_path: Path) -> None:
    """Converting what was not fetched is skipped with the reason, and status sends the user to fetch."""
    (tmp_path / "v.csv").write_text(f"id,title,pdf_url\na,A,{VENUE / 'warm-turns.pdf'}\n")
    assert run("discover", "--manifest", "v.csv", cwd=tmp_path).code == 0
    done = run("convert", "v", "--json", cwd=tmp_path)
    assert done.data["stages"] == {"convert": {"skipped": 1}}
    assert run("status", "--json", cwd=tmp_path).data[0]["next"] == "paper2task fetch v"
    for verb in ("fetch", "convert", "extract", "screen"):
        assert run(verb, "v", "--json", cwd=tmp_path).data["stages"] == {verb: {"done": 1}}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "nobody"), "no paper 'nobody'"),
        (("fetch", "unknown-venue"), "unknown-venue"),
        (("ingest",), "name a venue"),
        (("ingest", "acl-2020-x"), "acl-"),
        (("ingest", "--manifest", "missing.csv"), "missing.csv"),
        (("ingest", "--manifest", "mine.csv", "--policy", "nope"), "researchgym, strict"),
        (("ingest", "--manifest", "mine.csv", "--award", "bestest"), "bestest"),
        (
            (
                "ingest",
                "--no-such-option",
            ),
            "no-such-option",
        ),
        (("no-such-command",), "no-such-command"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(ingested: Path, arguments: tuple[str, ...], message: str) -> None:
    """What is wrong, what to do, no traceback."""
    done = run(*arguments, cwd=ingested)
    assert done.code == 2
    assert message in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_bad_setting_is_named(tmp_path: Path) -> None:
    """By the name of its variable."""
    done = run("status", cwd=tmp_path, jobs="many")
    assert done.code == 2
    assert "PAPER2TASK_JOBS" in done.err


def test_a_bug_is_ours_exit_3_and_its_log(tmp_path: Path) -> None:
    """No traceback on the screen; the log has it."""
    script = (
        "import pipeline.overview as o\nfrom pipeline.cli import app\n"
        "def bug(*_: object) -> list[str]: raise ZeroDivisionError('a bug')\n"
        "app.status.known_venues = bug\napp.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "status"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    log = Path(done.stderr.split()[-1])
    assert "ZeroDivisionError" in (tmp_path / log).read_text()


def test_doctor_tells_what_this_machine_can_do(tmp_path: Path) -> None:
    """Each row has a state; a data folder that cannot be written is a problem and exit 1."""
    done = run("doctor", "--json", cwd=tmp_path, grobid_url="http://127.0.0.1:9")
    rows = {row["what"]: row for row in done.data}
    assert done.code == 0
    assert rows["data folder"]["state"] == "ok"
    assert rows["GROBID"]["state"] == "missing"
    (tmp_path / "file").write_text("x")
    bad = run("doctor", "--json", cwd=tmp_path, data=str(tmp_path / "file" / "x"), grobid_url="http://127.0.0.1:9")
    assert bad.code == 1
    assert {row["what"]: row for row in bad.data}["data folder"]["state"] == "problem"


def test_schemas_are_written_one_per_record(tmp_path: Path) -> None:
    """And printed as one object without a folder."""
    assert run("schemas", "--out", "schemas", cwd=tmp_path).code == 0
    names = sorted(path.name for path in (tmp_path / "schemas").iterdir())
    assert {"card.schema.json", "document.schema.json", "verdict.schema.json", "listing.schema.json"} <= set(names)
    assert "card" in run("schemas", cwd=tmp_path).data


def test_the_demo_ends_with_a_card_and_the_next_command(tmp_path: Path) -> None:
    """The real flow over loopback, twice: a demo starts from nothing each time."""
    for _ in range(2):
        done = run("demo", cwd=tmp_path)
        assert done.code == 0, done.err
        assert "removed in order" in done.out
        assert "Debiased Spectral Shrinkage" in done.out
        assert ".paper2task/demo/cards" in done.out
        assert done.err.strip().splitlines()[-1].startswith("next: paper2task ingest")

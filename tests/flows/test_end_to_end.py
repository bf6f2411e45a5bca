"""The flow on a real Prefect server with a real worker, as the README tells a user to run it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.demo.serve import MANIFEST, VENUE
from tests.flows.stack import REPO, Stack, postgres
from tests.helpers import behaviours as b
from tests.helpers.program import run
from tests.helpers.server import Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The demo venue, and papers made from it."""
    with Site() as server:
        server.add("/venue/*", b.folder(VENUE))
        yield server


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Server and worker."""
    with Stack(tmp_path_factory.mktemp("stack") / "data") as running:
        yield running


def _cards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def _demo(site: Site, folder: Path, **more: Any) -> dict[str, Any]:
    return {"venue": "demo", "manifest": site.url(f"/venue/{MANIFEST}"), "policy": "strict", "out": str(folder), **more}


def _by_program(site: Site, folder: Path) -> dict[str, bytes]:
    """What the command line makes of the same venue."""
    done = run(
        *("ingest", "demo", "--manifest", site.url(f"/venue/{MANIFEST}"), "--policy", "strict", "--out", "cards"),
        cwd=folder,
    )
    assert done.code == 0, done.err
    return _cards(folder / "cards")


def test_a_deployment_run_makes_the_cards_that_the_command_line_makes(site: Site, stack: Stack, tmp_path: Path) -> None:
    """`prefect deployment run` ends well, and every card, document and verdict is the same to the byte."""
    given = [f"{key}={value}" for key, value in _demo(site, tmp_path / "flow").items()]
    options = [word for pair in given for word in ("-p", pair)]
    prefect = str(REPO / ".venv/bin/prefect")
    stack.command(prefect, "deployment", "run", "ingest-venue/local", *options, "--watch")
    assert _cards(tmp_path / "flow") == _by_program(site, tmp_path)
    assert len(_cards(tmp_path / "flow")) == 12


def test_artifacts_tell_what_lies_in_the_store(site: Site, stack: Stack, tmp_path: Path) -> None:
    """Progress ends at 100, the funnel has a row per rule, and the failures name the paper that is gone."""
    manifest = tmp_path / "lost.csv"
    rows = [("found", "Warm turns", site.url("/venue/warm-turns.pdf")), ("lost", "Lost", site.url("/venue/lost.pdf"))]
    manifest.write_text("id,title,pdf_url\n" + "".join(f"{','.join(row)}\n" for row in rows))
    state = stack.run(manifest=str(manifest), policy="strict", out=str(tmp_path / "cards"), batch_size=1)
    assert (state["type"], state["message"]) == ("COMPLETED", "2 papers: 1 screened, 1 cannot be had or read, 0 left")
    assert json.loads(json.dumps(stack.artifacts("progress-lost")[0]["data"])) == 100
    failures = json.loads(stack.artifacts("failures-lost")[0]["data"])
    assert [(row["paper"], row["stage"], row["state"]) for row in failures] == [("lost", "fetch", "failed")]
    assert "404" in failures[0]["reason"]
    funnel = json.loads(stack.artifacts("funnel-lost")[0]["data"])
    verdict = json.loads((tmp_path / "cards" / "found.verdict.json").read_text())
    assert [row["rule"] for row in funnel] == [rule["rule"] for rule in verdict["rules"]]
    assert "2 papers: 1 screened" in stack.artifacts("summary-lost")[0]["data"]


def test_a_second_run_asks_for_no_paper(site: Site, stack: Stack, tmp_path: Path) -> None:
    """What stands is not fetched again, whoever fetched it."""
    wanted = _demo(site, tmp_path, venue="again")
    assert stack.run(**wanted)["type"] == "COMPLETED"
    before = site.count("/venue/warm-turns.pdf")
    assert stack.run(**wanted)["type"] == "COMPLETED"
    assert site.count("/venue/warm-turns.pdf") == before


def test_dask_makes_the_same_cards(site: Site, stack: Stack, tmp_path: Path) -> None:
    """Batches in processes of a Dask cluster: the same bytes."""
    state = stack.run(**_demo(site, tmp_path / "flow", venue="by-dask", runner="dask", batch_size=2))
    assert state["type"] == "COMPLETED", state
    assert _cards(tmp_path / "flow") == _by_program(site, tmp_path)


def test_a_wrong_use_is_told_in_the_state(stack: Stack) -> None:
    """An unknown task runner ends the flow with the names of those that there are."""
    state = stack.run(venue="acl-2022", runner="threads")
    assert state["type"] == "FAILED"
    assert "no task runner 'threads': name one of thread" in state["message"]


def test_nothing_is_told_to_anyone(stack: Stack) -> None:
    """The server runs without analytics."""
    assert stack.api("admin/settings")["server"]["analytics_enabled"] is False
    environment = Path(f"/proc/{stack.process('worker-1')}/environ").read_bytes().split(b"\0")
    assert os.fsencode("DO_NOT_TRACK=1") in environment


def test_postgres_serves_as_well(site: Site, tmp_path: Path) -> None:
    """The same flow where Prefect's server keeps its state in PostgreSQL."""
    with postgres() as database, Stack(tmp_path / "data", database=database) as running:
        state = running.run(**_demo(site, tmp_path / "flow"))
        assert state["type"] == "COMPLETED", state
        assert not list((tmp_path / "data" / "prefect").glob("*.db"))
        assert len(running.artifacts("funnel-demo")) == 1
    assert _cards(tmp_path / "flow") == _by_program(site, tmp_path)

"""`extract --engine model` as a user runs it: money, keys, recordings, caps and kills."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.demo.serve import VENUE
from tests.helpers.behaviours import in_turn, silent
from tests.helpers.model_server import asked, error, fills, says, serve_model
from tests.helpers.program import Ended, run, start, tree
from tests.helpers.server import Site

KEY = "sk-test-0123456789abcdefghij"
PAPERS = [path.stem for path in sorted(VENUE.glob("*.pdf"))]
NOTHING = fills({})


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's papers, fetched, converted and extracted by rules."""
    folder = tmp_path_factory.mktemp("converted")
    rows = [f"{name},{name},{VENUE / name}.pdf" for name in PAPERS]
    (folder / "v.csv").write_text("\n".join(["id,title,pdf_url", *rows]))
    assert run("ingest", "--manifest", "v.csv", cwd=folder).code == 0
    return folder


@pytest.fixture
def site() -> Iterator[Site]:
    """A stand-in for the model's server."""
    with Site() as made:
        yield made


@pytest.fixture
def folder(converted: Path, tmp_path: Path) -> Path:
    """A copy of the converted venue, for one test; cards are in `cards`."""
    for name, data in tree(converted).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data.replace(str(converted).encode(), str(tmp_path).encode()))
    return tmp_path


def settings(site: Site, **more: str) -> dict[str, str]:
    """How to reach the stand-in."""
    reach = {"llm_base_url": site.url("/v1"), "llm_model": "gpt-4o-mini", "llm_api_key": KEY, "retries": "0"}
    return {**reach, **more}


def extract(folder: Path, reach: dict[str, str], *options: str) -> Ended:
    """`extract --engine model` with what it prints as JSON."""
    return run("extract", "v", "--engine", "model", "--json", *options, cwd=folder, **reach)


def cards(folder: Path) -> dict[str, Any]:
    """The cards by paper."""
    return {p.name.partition(".")[0]: json.loads(p.read_text()) for p in sorted(folder.rglob("*.card.json"))}


def test_without_consent_nothing_is_asked(folder: Path, site: Site) -> None:
    """The estimate is told; nobody is there to agree, so it ends as wrongly used."""
    serve_model(site, NOTHING)
    ended = extract(folder, settings(site))
    assert ended.code == 2
    assert "12 questions" in ended.err and "USD" in ended.err and "--yes" in ended.err
    assert asked(site) == []


def test_an_unpriced_model_is_an_error_until_it_is_allowed(folder: Path, site: Site) -> None:
    """Then it counts as free, and nobody has to agree."""
    serve_model(site, NOTHING)
    reach = settings(site, llm_model="homemade")
    refused = extract(folder, reach)
    assert (refused.code, asked(site)) == (2, [])
    assert "no price is known for model 'homemade'" in refused.err
    assert extract(folder, reach, "--price-unknown-ok").code == 0
    assert len(asked(site)) == 12


def test_the_same_question_is_never_paid_for_twice(folder: Path, site: Site) -> None:
    """A rerun does nothing; cards that were lost are made again, to the same bytes, without asking."""
    serve_model(site, NOTHING)
    assert extract(folder, settings(site), "--yes").data["stages"]["extract"] == {"done": 4}
    before = cards(folder)
    assert {card["provenance"]["tokens_in"] for card in before.values()} == {3000}
    assert all(card["provenance"]["cost_usd"] > 0 for card in before.values())
    assert extract(folder, settings(site)).data["stages"]["extract"] == {"skipped": 4}
    for path in folder.rglob("*.card.json"):
        path.unlink()
    assert extract(folder, settings(site)).data["stages"]["extract"] == {"done": 4}
    assert cards(folder) == before
    assert len(asked(site)) == 12


def test_the_key_is_nowhere(folder: Path, site: Site) -> None:
    """Not in the log, a card, the cache, the recording, the ledger or what is printed, though servers repeat it."""
    serve_model(site, in_turn(error(400, f"odd request with {KEY}"), says(f'{{"hint": "{KEY}"}}')))
    first = extract(folder, settings(site), "--yes", "--record", "r")
    serve_model(site, error(500, f"your key {KEY} broke me"))
    second = extract(folder, settings(site, llm_model="gpt-4o"), "--yes")
    assert (first.code, second.code) == (0, 1)
    assert any(name.endswith(".log") for name in tree(folder))
    assert [name for name, data in tree(folder).items() if KEY.encode() in data] == []
    assert KEY not in first.out + first.err + second.out + second.err


def test_recordings_are_replayed_without_a_server(folder: Path, site: Site) -> None:
    """The same cards, but for nothing; a changed question is broken with the reason."""
    serve_model(site, NOTHING)
    assert extract(folder, settings(site), "--yes").code == 0
    before, count = cards(folder), len(asked(site))
    assert extract(folder, settings(site), "--record", "r").code == 0
    assert len(list((folder / "r").iterdir())) == 12
    replayed = run("extract", "v", "--replay", "r", "--json", cwd=folder)
    assert replayed.data["stages"]["extract"] == {"done": 4}
    assert (cards(folder), len(asked(site))) == (before, count)
    smaller = run("extract", "v", "--replay", "r", "--json", cwd=folder, llm_max_tokens="99")
    assert smaller.data["stages"]["extract"] == {"broken": 4}
    assert "was not recorded" in smaller.err


def test_rendering_asks_nobody(folder: Path, site: Site) -> None:
    """Messages and schemas are written; there is no need of a server, a key or a price."""
    ended = run("extract", "v", "--render", "out", "--json", cwd=folder)
    assert (ended.code, ended.data["stages"]["extract"]) == (0, {"skipped": 4})
    assert run("extract", "v", "--json", cwd=folder).data["stages"]["extract"] == {"skipped": 4}, "the cards stand"
    kept = [json.loads(path.read_text()) for path in (folder / "out").iterdir()]
    assert len(kept) == 12
    assert all(one["messages"] and one["answer_schema"]["properties"] and one["answer"] is None for one in kept)


def test_a_run_at_its_cap_leaves_the_rest_for_later(folder: Path, site: Site) -> None:
    """Papers beyond the cap are broken with the reason, what was paid for is kept, and with more money the rest is done."""
    serve_model(site, NOTHING)
    poor = settings(site, llm_max_usd_run="0.004", llm_jobs="1", jobs="1")
    ended = extract(folder, poor, "--yes")
    stages = ended.data["stages"]["extract"]
    paid = len(asked(site))
    assert ended.code == 1
    assert stages["broken"] >= 1
    assert 0 < paid < 12
    assert all("money cap reached" in one["reason"] for one in ended.data["troubled"])
    assert ledger(folder) <= 0.004
    again = extract(folder, poor, "--yes")
    assert again.data["stages"]["extract"]["broken"] >= 1
    assert ledger(folder) <= 0.004
    assert extract(folder, settings(site), "--yes").code == 0
    assert len(asked(site)) == 12


def test_a_killed_run_goes_on_where_it_was(folder: Path, site: Site) -> None:
    """Answers paid for before the kill are not asked for again; the call under way counts as spent at its most."""
    serve_model(site, in_turn(*[NOTHING] * 5, silent))
    one = settings(site, llm_jobs="1", jobs="1", llm_timeout_s="60")
    with start("extract", "v", "--engine", "model", "--yes", cwd=folder, **one) as process:
        _until(lambda: len(site.requests("/v1/chat/completions")) == 6)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)
    held = ledger(folder)
    assert held > 5 * (1000 * 0.15 + 100 * 0.6) / 1e6
    serve_model(site, NOTHING)
    ended = extract(folder, settings(site, lease_s="2"), "--yes")
    assert (ended.code, len(asked(site))) == (0, 6 + 7)
    assert not [name for name in tree(folder) if name.endswith(".tmp")]


def test_options_that_exclude_each_other(folder: Path, site: Site) -> None:
    """The message says which, and a missing model is named by its settings."""
    assert "neither" in run("extract", "v", "--replay", "r", "--render", "s", cwd=folder).err
    assert "PAPER2TASK_LLM_BASE_URL" in run("extract", "v", "--engine", "model", cwd=folder).err
    assert "PAPER2TASK_ENGINE" in run("extract", "v", "--engine", "oracle", cwd=folder).err


def ledger(folder: Path) -> float:
    """US dollars that the ledger says are spent."""
    [path] = folder.rglob("spend.jsonl")
    return round(sum(json.loads(line)["usd"] for line in path.read_text().splitlines()), 9)


def _until(ready: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it did not come so far"
        time.sleep(0.05)

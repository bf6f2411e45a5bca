"""Looking behind links, exporting the funnel and asking what if, as a user does."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.demo.serve import MANIFEST, VENUE
from tests.helpers.program import run, tree
from tests.helpers.repositories import MIT, make

NAME = Path(MANIFEST).stem


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo venue was ingested."""
    folder = tmp_path_factory.mktemp("screening")
    assert run("ingest", "--manifest", str(VENUE / MANIFEST), cwd=folder).code == 0
    return folder


def test_an_empty_repository_turns_the_verdict(ingested: Path, tmp_path: Path) -> None:
    """Shortlisted by its words, a paper is rejected once its repository turns out empty; one with code stays."""
    before = run("screen", NAME, "--json", cwd=ingested).data["verdicts"]
    owner = tmp_path / "paper2task-demo"
    make(owner / "debiased-shrinkage", {"README.md": "Code coming soon.\n"})
    make(owner / "rarity-curriculum", {"train.py": "x = 1\n" * 2000, "LICENSE": MIT})
    found = run("repositories", NAME, "--mirror", str(tmp_path), cwd=ingested)
    assert found.code == 0 and "coming soon" in found.out and "MIT" in found.out
    after = run("screen", NAME, "--json", cwd=ingested).data["verdicts"]
    assert {paper for paper in after if after[paper] != before[paper]} == {"debiased-shrinkage"}
    assert (before["debiased-shrinkage"], after["debiased-shrinkage"]) == ("shortlisted", "rejected")
    again = run("repositories", NAME, "--mirror", str(tmp_path), cwd=ingested)
    assert again.code == 0 and run("screen", NAME, "--json", cwd=ingested).data["verdicts"] == after


def test_what_if_changes_nothing(ingested: Path, tmp_path: Path) -> None:
    """A policy that wants everything human moves papers on the screen and no byte on disk."""
    policy = tmp_path / "mine.toml"
    rule = 'name="x"\nfield="paper_kind"\ntest="none_of"\nvalue=["method"]\nunknown="human"\nreason="no methods"\n'
    policy.write_text(f'name="mine"\ndescription="d"\n[[rules]]\n{rule}')
    before = tree(ingested / "task_cards")
    told = run("screen", NAME, "--what-if", str(policy), "--json", cwd=ingested)
    assert told.code == 0 and told.data["policy"] == "mine" and told.data["changes"]
    assert all(change["before"] != change["after"] for change in told.data["changes"])
    assert tree(ingested / "task_cards") == before
    assert run("screen", NAME, "--what-if", str(policy), "--policy", "strict", cwd=ingested).code == 2


def test_the_funnel_is_exported(ingested: Path, tmp_path: Path) -> None:
    """One command writes several files; a file of another kind is refused before anything is done."""
    files = [tmp_path / "funnel.csv", tmp_path / "funnel.svg"]
    made = run("screen", NAME, *(part for file in files for part in ("--export", str(file))), cwd=ingested)
    assert made.code == 0 and all(file.stat().st_size for file in files)
    assert files[0].read_text().startswith("place,rule,fails,humans,unknown,removed_in_order,left\n1,empirical,")
    refused = run("screen", NAME, "--export", str(tmp_path / "funnel.xlsx"), cwd=ingested)
    assert refused.code == 2 and ".parquet" in refused.err


def test_a_draft_is_written_or_refused(ingested: Path) -> None:
    """A paper with a main table gives an instruction beside its card; the exit code says when it does not."""
    made = run("draft", "debiased-shrinkage", cwd=ingested)
    assert made.code == 0 and "| Your method |" in made.out and "DSS" not in made.out
    assert (
        ingested / "task_cards" / NAME / "debiased-shrinkage.instruction.md"
    ).read_text() == made.out.rstrip() + "\n"

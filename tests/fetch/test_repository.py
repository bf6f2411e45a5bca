"""What is said of the repository behind a link: from a mirror, from a host, and of hosts that do not answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import Skip
from pipeline.fetch.repository import project_of, repository, with_facts
from pipeline.records.card import Card, CardFields, Provenance, Value
from pipeline.records.repository import RepositoryFacts
from pipeline.screen.policies import load_policy
from pipeline.screen.stage import screen
from tests.helpers.behaviours import serve, status
from tests.helpers.repositories import MIT, make, served
from tests.helpers.server import Site, quick_web

CODE = {"train.py": "x = 1\n" * 2000, "run.sh": "python train.py\n", "LICENSE": MIT, "README.md": "# Code\n"}


def mirrored(tmp_path: Path, files: dict[str, str], url: str = "https://github.com/ann/tool") -> RepositoryFacts:
    """The facts of a repository `ann/tool` that holds the files."""
    make(tmp_path / "mirror" / "ann" / "tool", files)
    return repository(paper_id="p", url=url, web=None, mirror=tmp_path / "mirror").facts


def test_a_mirrored_repository_tells_everything(tmp_path: Path) -> None:
    """Licence, commit, day, size and languages come from the copy."""
    facts = mirrored(tmp_path, CODE)
    assert facts.usable and facts.exists and facts.origin == "mirror"
    assert (facts.licence, facts.last_change, facts.files) == ("MIT", "2024-03-05", 4)
    assert [language.name for language in facts.languages] == ["Python", "Shell"]
    assert len(facts.commit) == 40 and facts.bytes == sum(map(len, CODE.values()))


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"README.md": "# Nothing yet\n"},
        {"README.md": "Code coming soon!\n", "LICENSE": MIT},
        {"README.md": "The code will be released upon acceptance.\n", "utils.py": "x = 1\n"},
    ],
)
def test_empty_and_promised_repositories_are_not_usable(files: dict[str, str], tmp_path: Path) -> None:
    """No commit, no code, or a stub beside a promise is no code that can be had."""
    facts = mirrored(tmp_path, files)
    assert facts.exists and not facts.usable


def test_a_promise_of_more_does_not_spoil_code(tmp_path: Path) -> None:
    """A README that promises weights beside real code leaves the code usable."""
    facts = mirrored(tmp_path, {**CODE, "README.md": "Stay tuned for the weights.\n"})
    assert facts.usable and facts.unfinished == "Stay tuned"


@pytest.mark.parametrize("folder", ["ann/tool", "ann+tool", "ann/tool.git", "ann+tool/repo"])
def test_a_mirror_may_be_laid_out_in_four_ways(folder: str, tmp_path: Path) -> None:
    """Owner and name may be folders or joined, with `.git` or one folder deeper."""
    make(tmp_path / folder, CODE)
    found = repository(paper_id="p", url="https://github.com/ann/tool/tree/main/x", web=None, mirror=tmp_path)
    assert found.facts.usable


def test_without_network_nothing_is_guessed(tmp_path: Path) -> None:
    """A repository that the mirror lacks is skipped with the reason, and so is everything when asking is off."""
    with pytest.raises(Skip, match="does not hold ann/tool"):
        repository(paper_id="p", url="https://github.com/ann/tool", web=None, mirror=tmp_path)
    with pytest.raises(Skip, match="asking hosts is off"):
        repository(paper_id="p", url="https://github.com/ann/tool", web=None, mirror=None)


@pytest.mark.parametrize(
    ("url", "owner", "name"),
    [
        ("https://github.com/ann/tool.git", "ann", "tool"),
        ("github.com/ann/tool/", "ann", "tool"),
        ("https://www.github.com/ann/tool/tree/main", "ann", "tool"),
        ("https://gitlab.com/group/sub/tool/-/tree/main", "group/sub", "tool"),
    ],
)
def test_addresses_of_projects(url: str, owner: str, name: str) -> None:
    """Whatever page of a project is named, the project is found."""
    project = project_of(url)
    assert project is not None and (project.owner, project.name) == (owner, name)


@pytest.mark.parametrize(
    "url",
    [
        "https://ann.github.io/tool",
        "https://github.com/ann",
        "https://github.com/ann/..",
        "https://github.com/a b/c",
        "https://huggingface.co/datasets/ann/tool",
        "https://[",
        "",
        "https://github.com/-x/--upload-pack=id",
    ],
)
def test_addresses_that_are_no_projects(url: str) -> None:
    """Pages of people, data sets, other sites and paths that lead elsewhere are no repositories."""
    assert project_of(url) is None


def test_a_host_is_asked_and_its_repository_copied(tmp_path: Path) -> None:
    """The page is there, the API adds what a copy cannot say, and the copy gives the rest."""
    make(tmp_path / "root" / "ann" / "tool", {"a.py": "x = 1\n" * 2000})
    with served(tmp_path / "root") as git, Site() as site:
        said = json.dumps({"archived": True, "license": {"spdx_id": "ISC"}}).encode()
        row = {
            "host": "127.0.0.1",
            "archived": "archived",
            "licence": "license.spdx_id",
            "git": git + "/{owner}/{name}",
        }
        for key, path, answer in (("page", "/ann/tool", b"<html>a page</html>"), ("api", "/api/ann/tool", said)):
            row[key] = site.add(path, serve(answer)).replace("ann/tool", "{owner}/{name}")
        url = "http://127.0.0.1/ann/tool"
        facts = repository(paper_id="p", url=url, web=quick_web(), mirror=None, hosts=[row]).facts
    assert facts.usable and facts.origin == "git" and facts.archived is True and facts.licence == "ISC"


def test_a_dead_link_turns_the_verdict() -> None:
    """A link whose page is gone makes the repository rule fail, with a reason; a page that answers passes."""
    with Site() as site:
        gone, there = site.add("/gone", status(404)), site.add("/there", serve(b"hello"))
        dead = repository(paper_id="p", url=gone, web=quick_web(), mirror=None)
        alive = repository(paper_id="p", url=there, web=quick_web(), mirror=None)
        with pytest.raises(Skip, match="403"):
            repository(paper_id="p", url=site.add("/shut", status(403)), web=quick_web(), mirror=None)
    assert (dead.facts.exists, alive.facts.exists) == (False, True)
    for known, outcome in ((dead, "fail"), (alive, "pass")):
        fields = CardFields(code_link=Value[str](value=known.facts.url))
        card = with_facts(
            Card(paper_id="p", document_digest="", fields=fields, provenance=Provenance(engine="x")), known
        )
        assert card.fields.repository.source == "repository"
        verdict = screen(card=card, policy=load_policy("researchgym"), card_digest="", policy_digest="")
        assert {r.rule: r.outcome for r in verdict.rules}["code_reachable"] == outcome


def test_facts_about_another_link_are_left_out() -> None:
    """When a card's link changes, what was known of the old one does not stay."""
    with Site() as site:
        known = repository(paper_id="p", url=site.add("/a", serve(b"x")), web=quick_web(), mirror=None)
    fields = CardFields(code_link=Value[str](value="https://github.com/ann/tool"))
    card = Card(paper_id="p", document_digest="", fields=fields, provenance=Provenance(engine="x"))
    assert with_facts(card, known) is card
    assert with_facts(card, None) is card

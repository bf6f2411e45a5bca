"""Exceptions have reasons, nothing is left for later, and no machine's paths are in the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.source import REPO, expect_none, plant
from tests.contract.waivers import (
    configured_exception_violations,
    exception_violations,
    leftover_violations,
    machine_path_violations,
)

LATER = "TO" + "DO"


def test_this_repository_explains_its_exceptions() -> None:
    """Every exception from lint and types in our code says why, and no test is skipped."""
    expect_none(exception_violations(REPO))


def test_this_repository_explains_its_configured_exceptions() -> None:
    """Every exception in pyproject.toml says why."""
    expect_none(configured_exception_violations(REPO))


def test_this_repository_leaves_nothing_for_later() -> None:
    """No note to self stands in our files."""
    expect_none(leftover_violations(REPO))


def test_this_repository_names_no_machine() -> None:
    """No path of somebody's machine stands in our files."""
    expect_none(machine_path_violations(REPO))


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # noqa",
        "x = 1  # noqa: E501",
        "x = 1  # noqa: E501 - ",
        "x = 1  # noqa - it is long",
        "x = 1  # type: ignore",
        "x = 1  # type: ignore[assignment]",
        "x = 1  # pragma: no cover",
        "# ruff: noqa",
        "# mypy: ignore-errors",
    ],
)
def test_an_exception_without_reason_is_found(tmp_path: Path, line: str) -> None:
    """An exception without code or reason, or for a whole file, breaks the rule once."""
    assert len(exception_violations(plant(tmp_path, {"pipeline/ids.py": line + "\n"}))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # noqa: E501, S101 - the address is one word",
        "x = 1  # type: ignore[assignment]  # the stub is wrong",
        "x = 1  # type: ignore[assignment] - the stub is wrong",
        "x = '# noqa'",
        "# a comment about types",
    ],
)
def test_an_explained_exception_is_left_alone(tmp_path: Path, line: str) -> None:
    """An exception with its code and reason, or the word in a string, is nothing to find."""
    assert exception_violations(plant(tmp_path, {"pipeline/ids.py": line + "\n"})) == []


@pytest.mark.parametrize(
    "text", ["pytest.skip('x')", "@pytest.mark.skipif(True)\ndef test(): ...", "pytest.importorskip('x')"]
)
def test_a_skipped_test_is_found(tmp_path: Path, text: str) -> None:
    """Skipping breaks the rule everywhere but in conftest.py."""
    tree = {"tests/test_ids.py": f"import pytest\n{text}\n", "tests/conftest.py": f"import pytest\n{text}\n"}
    assert [line.split(":")[0] for line in exception_violations(plant(tmp_path, tree))] == ["tests/test_ids.py"]


def test_a_configured_exception_without_reason_is_found(tmp_path: Path) -> None:
    """Of each pair of listed exceptions, the one without a comment is named."""
    text = '[tool.ruff.lint]\nignore = [\n  "S101", # why\n  "E501",\n]\n'
    text += '[tool.ruff.lint.per-file-ignores]\n"a.py" = ["S"]\n"b.py" = ["S"] # why\n'
    text += '[[tool.mypy.overrides]]\nmodule = ["a"]\nx = true\n[[tool.mypy.overrides]]\nmodule = ["b"] # why\n'
    found = configured_exception_violations(plant(tmp_path, {"pyproject.toml": text}))
    assert [line.split(":")[1] for line in found] == ["4", "7", "10"]


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("pipeline/ids.py", f"# {LATER}: later\n", 1),
        ("pipeline/ids.py", f'def f():\n    """{LATER}."""\n', 1),
        ("README.md", f"- {LATER}\n", 1),
        ("pipeline/ids.py", f"PLACEHOLDERS = ['{LATER}']\n", 0),
        ("README.md", "todo lists are fine\n", 0),
    ],
)
def test_what_is_left_for_later_is_found(tmp_path: Path, path: str, text: str, count: int) -> None:
    """A note to self is found in comments, docstrings and other text, and a string that is data is not one."""
    assert len(leftover_violations(plant(tmp_path, {path: text}))) == count


@pytest.mark.parametrize("folder", ["home", "Users", "work", "root", "tmp"])
def test_a_path_of_a_machine_is_found(tmp_path: Path, folder: str) -> None:
    """An absolute path breaks the rule wherever it stands; an address and a relative path do not."""
    bad = {"a.md": f"see /{folder}/me/x\n", "b.py": f"X = 'file:///{folder}/x'\n"}
    good = {"a.md": f"see https://example.org/{folder}/x and ../{folder}/x and {folder}/x\n"}
    assert len(machine_path_violations(plant(tmp_path / "bad", bad))) == 2
    assert machine_path_violations(plant(tmp_path / "good", good)) == []


def test_a_template_may_name_a_containers_temporary_folder(tmp_path: Path) -> None:
    """Inside a container `tmp` is nobody's machine; a home is."""
    tree = {"templates/a.sh": "cd /" + "tmp/x\n", "templates/b.sh": "cd /" + "home/me/x\n"}
    assert [line.split(":")[0] for line in machine_path_violations(plant(tmp_path, tree))] == ["templates/b.sh"]

"""Modules and functions are small, and the top level is fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.shape import FUNCTION_LINES, MODULE_LINES, size_violations, top_level_violations
from tests.contract.source import REPO, expect_none, plant


def test_this_repository_is_made_of_small_pieces() -> None:
    """No module or function of ours, tests included, is too long."""
    expect_none(size_violations(REPO))


def test_this_repository_has_a_fixed_top_level() -> None:
    """Nothing new stands beside the README."""
    expect_none(top_level_violations(REPO))


def function(lines: int, head: str = "def f():") -> str:
    """A function of so many lines."""
    return head + "\n" + "    pass\n" * (lines - 1)


@pytest.mark.parametrize("path", ["pipeline/ids.py", "flows/ingest.py", "tests/helpers/tree.py"])
def test_sizes_are_held_to_the_line(tmp_path: Path, path: str) -> None:
    """The longest allowed module and function pass; one line more does not, wherever it stands."""
    longest = function(FUNCTION_LINES) + "\n" * (MODULE_LINES - FUNCTION_LINES)
    assert size_violations(plant(tmp_path / "good", {path: longest})) == []
    assert len(size_violations(plant(tmp_path / "module", {path: longest + "\n"}))) == 1
    assert len(size_violations(plant(tmp_path / "function", {path: function(FUNCTION_LINES + 1)}))) == 1
    nested = "class C:\n" + function(FUNCTION_LINES + 1, "    async def f(self):").replace(
        "\n    pass", "\n        pass"
    )
    assert len(size_violations(plant(tmp_path / "method", {path: nested}))) == 1


def test_a_new_name_at_the_top_is_found(tmp_path: Path) -> None:
    """A stray file or folder is named; what git ignores is not."""
    tree = {
        "README.md": "",
        ".gitignore": "dist/\n*.log\n",
        "dist/x.whl": "",
        "a.log": "",
        "notes.txt": "",
        "src/a.py": "",
    }
    found = top_level_violations(plant(tmp_path, tree))
    assert [line.split(":")[0] for line in found] == ["notes.txt", "src"]

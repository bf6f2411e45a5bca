"""Rules 5 and 8: small modules and functions, and a fixed top level."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.contract.source import FUNCTIONS, PRODUCT, repository_files, sources

MODULE_LINES = 300
FUNCTION_LINES = 60

TOP_LEVEL = {
    *("pyproject.toml", "requirements.lock", "Makefile", "prefect.yaml", "LICENSE"),
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *("pipeline", "flows", "prompts", "templates", "task_cards", "curated_tasks", "tests"),
    *(".gitignore", ".gitattributes", ".dockerignore", ".ci", ".github"),
}


def size_violations(root: Path) -> list[str]:
    """Modules and functions that are too long; a function counts from `def` to its last line."""
    found = []
    for file in sources(root, (*PRODUCT, "tests")):
        lines = len(file.text.splitlines())
        if lines > MODULE_LINES:
            found.append(file.at(1, f"{lines} lines: a module has at most {MODULE_LINES}"))
        for node in ast.walk(file.tree):
            if isinstance(node, FUNCTIONS):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    found.append(file.at(node.lineno, f"{node.name}: {lines} lines, at most {FUNCTION_LINES}"))
    return found


def top_level_violations(root: Path) -> list[str]:
    """Names at the top of the repository that are not in the fixed list."""
    names = sorted({path.split("/")[0] for path in repository_files(root)})
    return [f"{name}: has no place at the top of the repository" for name in names if name not in TOP_LEVEL]

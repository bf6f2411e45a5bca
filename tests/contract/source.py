"""What every contract rule reads: the parsed modules below a root, and the dotted names that each of them uses.

A rule is a function `root -> list of violations`; a violation is one line, `path:line: what is wrong`. The tests run
each rule on the repository, where it must find nothing, and on small trees made to break it and to obey it.
"""

from __future__ import annotations

import ast
import io
import os
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property, lru_cache
from pathlib import Path, PurePosixPath

import pytest

REPO = Path(__file__).resolve().parent.parent.parent
PRODUCT = ("pipeline", "flows")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Source:
    """One Python file; `path` is relative to the root, with forward slashes."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed file."""
        return ast.parse(self.text, self.path)

    @property
    def is_package(self) -> bool:
        """True for an `__init__.py`."""
        return self.path.endswith("/__init__.py")

    @property
    def name(self) -> str:
        """The dotted name under which the file is imported."""
        parts = PurePosixPath(self.path).with_suffix("").parts
        return ".".join(parts[:-1] if self.is_package else parts)

    def at(self, line: int, message: str) -> str:
        """A violation in this file."""
        return f"{self.path}:{line}: {message}"


@lru_cache(maxsize=64)
def sources(root: Path, folders: tuple[str, ...] = PRODUCT) -> tuple[Source, ...]:
    """The Python files of the folders, sorted by path; `before/` and `after/` under tests are data, not code."""
    found = []
    for folder in folders:
        for file in sorted((root / folder).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            if not ({"before", "after"} & set(path.split("/")) and path.startswith("tests/")):
                found.append(Source(path, file.read_text(encoding="utf-8")))
    return tuple(found)


def repository_files(root: Path) -> Iterator[str]:
    """Paths of all files below root that git would keep: all but `.git` and what the root's `.gitignore` names."""
    ignore = root / ".gitignore"
    lines = ignore.read_text(encoding="utf-8").splitlines() if ignore.is_file() else []
    patterns = [line.strip("/") for line in lines if line and not line.startswith("#")] + [".git"]

    def ignored(path: str) -> bool:
        name = path.rpartition("/")[2]
        return any(
            fnmatchcase(name, p) or fnmatchcase(path, p) or fnmatchcase(path, p.replace("**/", "")) for p in patterns
        )

    for folder, folders, names in os.walk(root):
        below = Path(folder).relative_to(root)
        folders[:] = sorted(name for name in folders if not ignored((below / name).as_posix()))
        yield from (path for name in sorted(names) if not ignored(path := (below / name).as_posix()))


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a Python file with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def plant(root: Path, files: Mapping[str, str]) -> Path:
    """Write a small tree of files below root and return root."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def expect_none(violations: Sequence[str]) -> None:
    """Fail the test with one violation a line."""
    if violations:
        pytest.fail(f"{len(violations)} found\n" + "\n".join(violations), pytrace=False)


def lies_in(path: str, places: tuple[str, ...]) -> bool:
    """Whether a path is one of the places: a file's path, or a folder's ending in `/`."""
    return any(path.startswith(place) if place.endswith("/") else path == place for place in places)


@cache
def matches(dotted: str, patterns: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of the patterns or stands below one: `os.environ` covers `os.environ.get`."""
    return any(fnmatchcase(dotted, pattern) or fnmatchcase(dotted, f"{pattern}.*") for pattern in patterns)


@cache
def uses(source: Source) -> tuple[tuple[int, str], ...]:
    """Every name that a file imports or reaches through an import, as `(line, dotted name)`, under its own name.

    Built-in functions come as `builtins.open`, attributes of anything else as `?.name`; `getattr` with a constant name
    counts as the attribute. Imports of our own code by relative path are left out.
    """
    return tuple(sorted(set(_uses(source))))


def _uses(source: Source) -> Iterator[tuple[int, str]]:
    aliases: dict[str, str] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
                top = alias.name.split(".")[0]
                aliases[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
                aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute):
            yield node.lineno, f"{_dotted(node.value, aliases)}.{node.attr}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.lineno, aliases.get(node.id, f"builtins.{node.id}")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
            owner, *rest = node.args
            if rest and isinstance(rest[0], ast.Constant):
                yield node.lineno, f"{_dotted(owner, aliases)}.{rest[0].value!s}"


def _dotted(node: ast.expr, aliases: Mapping[str, str]) -> str:
    if isinstance(node, ast.Name):
        return aliases.get(node.id, "?")
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, aliases)
        return owner if owner == "?" else f"{owner}.{node.attr}"
    return "?"

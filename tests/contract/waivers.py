"""Rules 9 and 10: no exception without its reason, nothing left for later, no path of somebody's machine."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.contract.source import FUNCTIONS, PRODUCT, comments, lies_in, matches, repository_files, sources, uses

_REASON = r"\s+(-|#)\s+\S.{4,}"
_EXCEPTION = re.compile(r"#\s*(noqa|type:\s*ignore|pragma|nosec|pylint|pyright)", re.I)
_CODES = r"(noqa:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*|type:\s*ignore\[[a-z-]+(,\s*[a-z-]+)*\]|pragma: no cover)"
_EXPLAINED = re.compile(rf"#\s*{_CODES}{_REASON}")
_WHOLE_FILE = re.compile(r"#\s*(ruff|flake8|mypy|isort|pylint):\s*\S", re.I)
_LATER = re.compile(
    r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"
)  # split, so that this file does not break its own rule
_SKIPS = (
    "pytest.skip",
    "pytest.xfail",
    "pytest.importorskip",
    "pytest.mark.skip",
    "pytest.mark.skipif",
    "pytest.mark.xfail",
)

# Homes and work folders of a machine; `tmp` is a fine place inside a container, which is what templates describe.
_MACHINE = re.compile(r"(^|[^A-Za-z0-9_.])/(home|Users|work|farm|root|tmp)/", re.M)
_MACHINE_IN_TEMPLATES = re.compile(r"(^|[^A-Za-z0-9_.])/(home|Users|work|farm)/", re.M)


def exception_violations(root: Path) -> list[str]:
    """Lint, type and coverage exceptions without a code or a reason, exceptions for whole files, and skipped tests.

    Only `tests/conftest.py` may skip: it knows when the papers beside the checkout are missing.
    """
    found = []
    for file in sources(root, (*PRODUCT, "tests")):
        for line, comment in comments(file.text):
            if _WHOLE_FILE.search(comment):
                found.append(file.at(line, f"{comment}: an exception for a whole file"))
            elif _EXCEPTION.search(comment) and not _EXPLAINED.search(comment):
                found.append(file.at(line, f"{comment}: needs its codes and ` - why`"))
        if file.path.startswith("tests/") and not lies_in(file.path, ("tests/conftest.py",)):
            skips = sorted({line for line, dotted in uses(file) if matches(dotted, _SKIPS)})
            found += [file.at(line, "skips a test: mark it `shared` or let it fail") for line in skips]
    return found


def configured_exception_violations(root: Path) -> list[str]:
    """Exceptions in `pyproject.toml` (ruff's ignore lists, mypy overrides) whose line has no comment that says why."""
    found = []
    section, in_list = "", False
    for number, line in enumerate((root / "pyproject.toml").read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("["):
            section, in_list = line, False
        elif re.match(r"(extend-)?ignore = \[", line):
            in_list = "]" not in line
            continue
        elif line.startswith("]"):
            in_list = False
        listed = in_list or section == "[tool.ruff.lint.per-file-ignores]"
        override = section == "[[tool.mypy.overrides]]" and line.startswith("module")
        if ((listed and line.strip() and not line.startswith(("[", "#"))) or override) and "#" not in line:
            found.append(f"pyproject.toml:{number}: {line.strip()}: an exception without its reason")
    return found


def leftover_violations(root: Path) -> list[str]:
    """Work left for later, in comments and docstrings of Python and anywhere in other text."""
    found = []
    for path, text in _texts(root):
        pieces = [(1, text)]
        if path.endswith(".py") and _LATER.search(text):
            tree = ast.parse(text, path)
            nodes = [n for n in ast.walk(tree) if isinstance(n, (ast.Module, ast.ClassDef, *FUNCTIONS))]
            pieces = [*comments(text), *((getattr(n, "lineno", 1), ast.get_docstring(n) or "") for n in nodes)]
        found += [f"{path}:{line}: {m[0]}: do it or leave it" for line, piece in pieces if (m := _LATER.search(piece))]
    return found


def machine_path_violations(root: Path) -> list[str]:
    """Absolute paths into homes, work folders and temporary folders."""
    found = []
    for path, text in _texts(root):
        pattern = _MACHINE_IN_TEMPLATES if path.startswith("templates/") else _MACHINE
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.end()) + 1
            found.append(f"{path}:{line}: {text[match.start() : match.end() + 20]!r} is a path of one machine")
    return found


def _texts(root: Path) -> list[tuple[str, str]]:
    """Path and text of each file that is text; `requirements.lock` and licences are others' words."""
    found = []
    for path in repository_files(root):
        data = (root / path).read_bytes()
        if b"\0" not in data[:8192] and path not in ("requirements.lock", "LICENSE"):
            found.append((path, data.decode("utf-8", "replace")))
    return found

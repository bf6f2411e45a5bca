"""Rule 7: what a user or a reader meets is described, in the code and in the documents."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic_settings import BaseSettings

from tests.contract.source import FUNCTIONS, Source, repository_files, sources

DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")


def documents(root: Path, names: Iterable[str] = DOCUMENTS) -> str:
    """The text of the named documents; one that is missing is empty, so that what should stand in it is found missing."""
    return "\n".join((root / name).read_text(encoding="utf-8") for name in names if (root / name).is_file())


def names_in(text: str, word: str) -> bool:
    """Whether the word stands in the text as a whole: `run` does not stand in `runs` or `dry-run`."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command and group below a Click command, with the words that call it; duck-typed, since Typer bundles Click."""
    for name, child in sorted(getattr(command, "commands", {}).items()):
        yield " ".join((*path, name)), child
        yield from commands(child, (*path, name))


def command_violations(command: Any, readme: str) -> list[str]:
    """Commands without help, options without help, and commands that the README names neither after `paper2task` nor as code."""
    found = []
    for words, child in commands(command):
        if not (child.help or "").strip():
            found.append(f"paper2task {words}: has no help")
        if not (names_in(readme, f"paper2task {words}") or f"`{words}`" in readme):
            found.append(f"paper2task {words}: is not in README.md")
        found += [
            f"paper2task {words} {option.opts[0]}: has no help"
            for option in child.params
            if option.name != "help" and not (getattr(option, "help", None) or "").strip()
        ]
    return found


def setting_violations(settings: type[BaseSettings], text: str) -> list[str]:
    """Settings without description, and settings whose environment name the documents do not give."""
    found = []
    for name, field in settings.model_fields.items():
        variable = f"{settings.model_config.get('env_prefix', '')}{name}".upper()
        if isinstance(field.validation_alias, str):
            variable = field.validation_alias.upper()
        if not field.description:
            found.append(f"setting {name}: has no description")
        if not names_in(text, variable):
            found.append(f"setting {name}: {variable} is in none of the documents")
    return found


def architecture_violations(root: Path, verbs: Sequence[str]) -> list[str]:
    """Stages, modules and folders of `pipeline/` that ARCHITECTURE.md does not name (`folder/` or `module.py`)."""
    text = documents(root, ("ARCHITECTURE.md",))
    found = [f"stage {verb}: is not in ARCHITECTURE.md" for verb in verbs if not names_in(text, verb)]
    places = {file.path.split("/")[1] for file in sources(root, ("pipeline",))} - {"__init__.py"}
    for place in sorted(places):
        word = place if place.endswith(".py") else f"{place}/"
        if word not in text:
            found.append(f"pipeline/{word}: is not in ARCHITECTURE.md")
    return found


def resource_violations(root: Path) -> list[str]:
    """Prompt folders without a described `prompt.toml`, and templates that no document names by their path."""
    files = list(repository_files(root))
    found = []
    for folder in sorted({path.split("/")[1] for path in files if path.startswith("prompts/") and path.count("/") > 1}):
        card = root / "prompts" / folder / "prompt.toml"
        if not card.is_file():
            found.append(f"prompts/{folder}: has no prompt.toml")
        elif not str(tomllib.loads(card.read_text(encoding="utf-8")).get("description", "")).strip():
            found.append(f"prompts/{folder}/prompt.toml: has no description")
    text = documents(root, (*DOCUMENTS, "templates/README.md"))
    for path in files:
        name = path.removeprefix("templates/")
        if path.startswith("templates/") and name != "README.md" and name not in text:
            found.append(f"{path}: no document names it")
    return found


def docstring_violations(root: Path) -> list[str]:
    """Public modules, classes, functions and methods without a docstring."""
    found = []
    for file in sources(root):
        if not ast.get_docstring(file.tree):
            found.append(file.at(1, "the module has no docstring"))
        found += [
            file.at(node.lineno, f"{node.name} has no docstring") for node in _public(file.tree.body) if not _doc(node)
        ]
    return found


def undescribed_test_violations(root: Path) -> list[str]:
    """Tests without a docstring of one line that says what must hold."""
    return [
        file.at(node.lineno, f"{node.name} needs a docstring of one line")
        for file in sources(root, ("tests",))
        for node in _tests(file)
        if not _doc(node) or "\n" in _doc(node)
    ]


_Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _doc(node: _Named) -> str:
    return ast.get_docstring(node) or ""


def _public(body: list[ast.stmt]) -> Iterator[_Named]:
    """Public classes and functions of a body, and public methods of those classes."""
    for node in body:
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body)
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _public(node.body)


def _tests(file: Source) -> Iterator[_Named]:
    is_test_file = file.path.rpartition("/")[2].startswith("test_")
    for node in ast.walk(file.tree):
        if is_test_file and isinstance(node, FUNCTIONS) and node.name.startswith("test"):
            yield node

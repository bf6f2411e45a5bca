"""What a user or a reader meets is described.

The program is imported inside the tests: should it not import, these fail and say why, and the other rules still run.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict
from typer.main import get_command

from tests.contract.documented import (
    architecture_violations,
    command_violations,
    docstring_violations,
    documents,
    resource_violations,
    setting_violations,
    undescribed_test_violations,
)
from tests.contract.source import REPO, expect_none, plant


def test_every_command_is_described() -> None:
    """Every command and option has help, and every command stands in the README."""
    from pipeline.cli.app import app

    expect_none(command_violations(get_command(app), documents(REPO, ("README.md",))))


def test_every_setting_is_described() -> None:
    """Every setting has a description, and its environment name stands in a document."""
    from pipeline.settings import Settings

    expect_none(setting_violations(Settings, documents(REPO)))


def test_every_stage_and_folder_is_described() -> None:
    """Every stage, module and folder of `pipeline/` stands in ARCHITECTURE.md."""
    from pipeline.stages import STAGES

    expect_none(architecture_violations(REPO, [stage.verb for stage in STAGES]))


def test_every_prompt_and_template_is_described() -> None:
    """Every prompt says what it is for, and every template stands in a document."""
    expect_none(resource_violations(REPO))


def test_everything_public_has_a_docstring() -> None:
    """Every public module, class, function and method of ours has a docstring."""
    expect_none(docstring_violations(REPO))


def test_every_test_says_what_must_hold() -> None:
    """Every test has a docstring of one line."""
    expect_none(undescribed_test_violations(REPO))


def tiny_app(help_text: str | None, option_help: str | None) -> typer.Typer:
    """A program with `paper2task status` and `paper2task cards show`."""
    program, group = typer.Typer(), typer.Typer(help="Cards.")

    @program.command(help=help_text)
    def status() -> None: ...

    @group.command(help="Show.")
    def show(wide: bool = typer.Option(False, help=option_help)) -> None: ...

    program.add_typer(group, name="cards")
    return program


def test_an_undescribed_command_is_found() -> None:
    """Missing help, a missing option's help and a command that the README leaves out are each found."""
    readme = "paper2task status, the group `cards` and paper2task cards show"
    assert command_violations(get_command(tiny_app("Status.", "Wide.")), readme) == []
    found = command_violations(get_command(tiny_app(None, None)), readme.replace("cards show", "cards showing"))
    assert [line.rpartition(": ")[2] for line in found] == ["is not in README.md", "has no help", "has no help"]


class TinySettings(BaseSettings):
    """Two settings, one of them described."""

    model_config = SettingsConfigDict(env_prefix="TINY_")

    jobs: int = Field(default=1, description="How many.")
    cpus: int = 1


def test_an_undescribed_setting_is_found() -> None:
    """A setting without description, and one whose variable no document names, are found."""
    assert setting_violations(TinySettings, "TINY_JOBS and TINY_CPUS_MAX") == [
        "setting cpus: has no description",
        "setting cpus: TINY_CPUS is in none of the documents",
    ]


def test_an_undescribed_folder_is_found(tmp_path: Path) -> None:
    """A stage, a module and a folder that ARCHITECTURE.md leaves out are found; the others are not."""
    tree = {"pipeline/ids.py": "", "pipeline/web.py": "", "pipeline/fetch/__init__.py": "", "pipeline/llm/a.py": ""}
    plant(tmp_path, {**tree, "ARCHITECTURE.md": "fetch: the folder fetch/, and ids.py. Prefetching is another word.\n"})
    assert architecture_violations(tmp_path, ["fetch", "run"]) == [
        "stage run: is not in ARCHITECTURE.md",
        "pipeline/llm/: is not in ARCHITECTURE.md",
        "pipeline/web.py: is not in ARCHITECTURE.md",
    ]


def test_an_undescribed_prompt_or_template_is_found(tmp_path: Path) -> None:
    """A prompt without description or without its file, and a template that nobody names, are found."""
    tree = {
        "prompts/card/prompt.toml": 'description = "Asks for a card."\n',
        "prompts/mute/prompt.toml": 'description = " "\n',
        "prompts/bare/system.txt": "",
        "templates/report/page.html.j2": "",
        "templates/bundle/grade.sh.j2": "",
        "README.md": "The report comes from `report/page.html.j2`.\n",
    }
    assert resource_violations(plant(tmp_path, tree)) == [
        "prompts/bare: has no prompt.toml",
        "prompts/mute/prompt.toml: has no description",
        "templates/bundle/grade.sh.j2: no document names it",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 1),
        ('"""Doc."""\n\n\ndef f(): ...\n', 1),
        ('"""Doc."""\n\n\nclass C:\n    x = 1\n\n    def m(self): ...\n', 2),
        ('"""Doc."""\n\n\nasync def f(): ...\n', 1),
        ('"""Doc."""\n\n\ndef _f(): ...\n\n\nclass _C:\n    def m(self): ...\n', 0),
        ('"""Doc."""\n\n\nclass C:\n    """Doc."""\n\n    def __init__(self): ...\n', 0),
    ],
)
def test_a_missing_docstring_is_found(tmp_path: Path, text: str, count: int) -> None:
    """Each public module, class, function and method without a docstring is found, private ones are left alone."""
    assert len(docstring_violations(plant(tmp_path, {"pipeline/ids.py": text}))) == count


def test_a_test_that_does_not_say_what_must_hold_is_found(tmp_path: Path) -> None:
    """No docstring, or one of several lines, is found in a test file; helpers are left alone."""
    one, two = '    """One."""\n\n\n', '    """One.\n\n    Two."""\n\n\n'
    text = f"def test_a(): ...\n\n\ndef test_b():\n{two}def test_c():\n{one}def helper(): ...\n"
    found = undescribed_test_violations(plant(tmp_path, {"tests/test_ids.py": text, "tests/helpers/test.py": text}))
    assert [line.split()[1] for line in found] == ["test_a", "test_b"]

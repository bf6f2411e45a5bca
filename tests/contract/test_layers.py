"""Imports go one way, have no cycles and stand at the top of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.layers import LAYERS, buried_import_violations, cycle_violations, layer_violations
from tests.contract.source import REPO, expect_none, plant


def test_imports_of_this_repository_go_one_way() -> None:
    """No file of ours belongs to no layer or imports from above or beside."""
    expect_none(layer_violations(REPO))


def test_this_repository_has_no_import_cycle() -> None:
    """No two modules of ours import each other, not even for type checkers."""
    expect_none(cycle_violations(REPO))


def test_this_repository_imports_its_own_code_at_the_top() -> None:
    """No function of ours imports our own code."""
    expect_none(buried_import_violations(REPO))


def test_no_name_stands_in_two_layers() -> None:
    """The table of layers gives each name one place."""
    names = [name for layer in LAYERS.values() for name in layer]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pipeline/helpers.py", ""),
        ("pipeline/odd/__init__.py", ""),
        ("pipeline/__init__.py", "from pipeline import ids\n"),
        ("pipeline/records/card.py", "from pipeline.ids import slug\n"),
        ("pipeline/records/card.py", "from pipeline import ids\n"),
        ("pipeline/records/card.py", "from ..ids import slug\n"),
        ("pipeline/store.py", "import pipeline.fetch.pdf\n"),
        ("pipeline/llm/rules/gpu.py", "from ...extract import extract\n"),
        ("pipeline/fetch/pdf.py", "from pipeline.discover import LISTINGS\n"),
        ("pipeline/fetch/__init__.py", "from pipeline.stages import STAGES\n"),
        ("pipeline/fetch/pdf.py", "if TYPE_CHECKING:\n    from pipeline.convert import CONVERTERS\n"),
        ("pipeline/ingest.py", "from pipeline.cli.console import show\n"),
        ("pipeline/stages.py", "from flows.ingest import ingest_flow\n"),
        ("pipeline/demo/serve.py", "from pipeline.cli import app\n"),
        ("pipeline/cli/app.py", "import flows.ingest\n"),
        ("flows/ingest.py", "from pipeline.cli.app import app\n"),
        ("pipeline/paths.py", "from pipeline.unheard_of import x\n"),
    ],
)
def test_an_import_from_above_or_beside_is_found(tmp_path: Path, path: str, text: str) -> None:
    """A tree with one import in the wrong direction, or one homeless file, breaks the rule once."""
    known = {"pipeline/__init__.py": "", "pipeline/ids.py": "", "pipeline/discover/__init__.py": ""}
    assert len(layer_violations(plant(tmp_path, {**known, path: text}))) == 1


def test_imports_that_go_one_way_are_left_alone(tmp_path: Path) -> None:
    """A small tree with one file per layer, each importing all that it may, passes all three rules."""
    tree = {
        "pipeline/__init__.py": '__version__ = "1"\n',
        "pipeline/ids.py": "import hashlib\n",
        "pipeline/records/base.py": "import pydantic\n",
        "pipeline/records/card.py": "from pipeline.records.base import Record\nfrom . import base\n",
        "pipeline/store.py": "from pipeline import __version__, ids\nfrom pipeline.records.card import Card\n",
        "pipeline/fetch/pdf.py": "from pipeline.store import read\n",
        "pipeline/fetch/__init__.py": "from pipeline.fetch.pdf import fetch\nfrom .pdf import fetch\n",
        "pipeline/stages.py": "from pipeline.fetch import fetch\n",
        "pipeline/ingest.py": "from pipeline.stages import STAGES\n",
        "pipeline/demo/serve.py": "from pipeline import ingest\n",
        "pipeline/cli/app.py": "from pipeline.demo.serve import serve\nfrom pipeline.ingest import ingest\n",
        "flows/ingest.py": "import prefect\nfrom pipeline.ingest import ingest\n",
    }
    plant(tmp_path, tree)
    assert layer_violations(tmp_path) + cycle_violations(tmp_path) + buried_import_violations(tmp_path) == []


@pytest.mark.parametrize("guard", ["", "if TYPE_CHECKING:\n    "])
def test_a_cycle_is_found_even_when_only_for_type_checkers(tmp_path: Path, guard: str) -> None:
    """Three modules in a circle are one cycle, and the message names them all."""
    tree = {
        "pipeline/ids.py": "from pipeline import paths\n",
        "pipeline/paths.py": "import pipeline.store\n",
        "pipeline/store.py": f"{guard}from pipeline.ids import slug\n",
    }
    assert cycle_violations(plant(tmp_path, tree)) == [
        "import cycle: pipeline.ids -> pipeline.paths -> pipeline.store -> pipeline.ids"
    ]


@pytest.mark.parametrize(
    "body",
    [
        "from pipeline.ids import slug",
        "import pipeline.ids",
        "from . import ids",
        "importlib.import_module('pipeline.ids')",
        "__import__('pipeline')",
        "importlib.import_module(name)",
    ],
)
def test_an_import_inside_a_function_is_found(tmp_path: Path, body: str) -> None:
    """Our own code imported in a function, by statement or by name, breaks the rule once."""
    tree = {"pipeline/ids.py": "", "pipeline/store.py": f"import importlib\n\n\ndef read(name):\n    {body}\n"}
    assert len(buried_import_violations(plant(tmp_path, tree))) == 1


def test_other_peoples_code_may_be_imported_inside_a_function(tmp_path: Path) -> None:
    """An optional library may be imported where it is needed."""
    body = "    import lxml\n    importlib.import_module('openai')\n"
    tree = {"pipeline/store.py": f"import importlib\n\n\ndef read():\n{body}"}
    assert buried_import_violations(plant(tmp_path, tree)) == []

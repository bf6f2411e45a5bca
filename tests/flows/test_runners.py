"""Task runners by name, and what is said where one, or Prefect itself, is not there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from flows.runners import RUNNERS, task_runner
from pipeline.errors import UsageError
from tests.flows.stack import REPO


def test_the_names_are_those_of_the_documents() -> None:
    """README.md of the flows names them all."""
    text = (REPO / "flows" / "README.md").read_text()
    assert all(f"`{name}`" in text for name in RUNNERS)


@pytest.mark.parametrize("name", ["thread", "process"])
def test_runners_of_this_machine(name: str) -> None:
    """They are there with Prefect, and refuse an address."""
    assert task_runner(name, at_once=2).name
    with pytest.raises(UsageError, match="takes no address"):
        task_runner(name, at_once=2, address="tcp://host:1")


def test_an_unknown_name_is_told_with_those_that_there_are() -> None:
    """A slip of the pen is a usage error."""
    with pytest.raises(UsageError, match="name one of thread, process, dask, ray"):
        task_runner("threads", at_once=2)


@pytest.mark.parametrize(("name", "module"), [("dask", "prefect_dask.task_runners"), ("ray", "prefect_ray")])
def test_a_runner_that_is_not_installed_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    """The extra is named."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UsageError, match=rf"pip install 'paper2task\[{name}\]'"):
        task_runner(name, at_once=2)


def test_without_prefect_the_message_names_the_extra() -> None:
    """Importing a flow where Prefect is missing is one clear error of ours."""
    program = (
        "import sys; sys.modules['prefect'] = None\n"
        "from pipeline.errors import UsageError\n"
        "try:\n    import flows.ingest\nexcept UsageError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=REPO, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "flows need Prefect: pip install 'paper2task[flows]'", done.stderr

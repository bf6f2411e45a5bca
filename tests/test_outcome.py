"""The boundary around one unit: which error means which state, and when a unit stands."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import store
from pipeline.errors import InputError, RefusedError, ServiceError, Skip, StorageError, UsageError
from pipeline.ids import sha256_bytes
from pipeline.outcome import Job, attempt, standing


def job(folder: Path, run: Callable[[], str], inputs: str = "in") -> Job:
    """A job of stage `s` for unit `u` in the folder."""
    return Job("s", "u", inputs, folder / "u.out", folder / "stamps" / "u.json", run)


def raising(error: Exception) -> Callable[[], str]:
    """Work that ends with the error."""

    def run() -> str:
        raise error

    return run


def writing(folder: Path, text: str = "result") -> Callable[[], str]:
    """Work that writes its output."""

    def run() -> str:
        store.write_bytes(folder / "u.out", text.encode())
        return sha256_bytes(text.encode())

    return run


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (InputError("bad pdf"), "failed"),
        (RefusedError("a bomb"), "failed"),
        (ServiceError("server down"), "broken"),
        (StorageError("disk full"), "broken"),
        (OSError(errno.ENOSPC, "No space left on device"), "broken"),
        (Skip("not fetched yet"), "skipped"),
    ],
)
def test_each_error_has_its_state_and_keeps_its_words(tmp_path: Path, error: Exception, state: str) -> None:
    """The reason is one line for a person."""
    outcome = attempt(job(tmp_path, raising(error)))
    assert outcome.state == state
    assert outcome.reason
    assert "\n" not in outcome.reason


@pytest.mark.parametrize("error", [UsageError("no such policy"), ZeroDivisionError()])
def test_usage_errors_and_bugs_are_not_a_units_fate(tmp_path: Path, error: Exception) -> None:
    """They end the run: the next unit would meet them too."""
    with pytest.raises(type(error)):
        attempt(job(tmp_path, raising(error)))


def test_a_done_unit_stands_until_its_input_or_output_changes(tmp_path: Path) -> None:
    """The same digest and the same bytes: nothing to do. Anything else: again."""
    done = job(tmp_path, writing(tmp_path))
    assert standing(done) is None
    assert attempt(done).state == "done"
    assert standing(done) is not None
    assert standing(job(tmp_path, done.run, inputs="other")) is None
    (tmp_path / "u.out").write_text("edited")
    assert standing(done) is None
    (tmp_path / "u.out").unlink()
    assert standing(done) is None


def test_a_second_file_must_be_there_too(tmp_path: Path) -> None:
    """A record without its PDF does not count as fetched."""
    beside = tmp_path / "u.pdf"
    whole = Job("s", "u", "in", tmp_path / "u.out", tmp_path / "u.json", writing(tmp_path), beside)
    assert attempt(whole).state == "done"
    assert standing(whole) is None
    beside.write_bytes(b"%PDF")
    assert standing(whole) is not None


def test_failed_stands_and_broken_does_not(tmp_path: Path) -> None:
    """An input at fault stays at fault; a service at fault may be back."""
    attempt(job(tmp_path, raising(InputError("bad"))))
    before = standing(job(tmp_path, writing(tmp_path)))
    assert before is not None
    assert before.state == "failed"
    attempt(job(tmp_path, raising(ServiceError("down"))))
    assert standing(job(tmp_path, writing(tmp_path))) is None


def test_a_stamp_that_cannot_be_written_makes_the_unit_broken(tmp_path: Path) -> None:
    """Then the next run does it again; the output is whole all the same."""
    (tmp_path / "stamps").write_text("a file in the way")
    outcome = attempt(job(tmp_path, writing(tmp_path)))
    assert (outcome.state, outcome.output) == ("broken", "")
    assert (tmp_path / "u.out").read_text() == "result"


def test_a_full_disk_breaks_units_and_a_rerun_completes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store meets ENOSPC: broken with what to do; with space again the same job is done."""

    def full(path: Path, data: bytes) -> None:
        raise store.storage_error(OSError(errno.ENOSPC, "No space left on device"), path)

    with monkeypatch.context() as patched:
        patched.setattr(store, "write_bytes", full)
        outcome = attempt(job(tmp_path, writing(tmp_path)))
    assert outcome.state == "broken"
    assert "free some space and run the same command again" in outcome.reason
    assert list(tmp_path.rglob("*.out")) == []
    assert attempt(job(tmp_path, writing(tmp_path))).state == "done"

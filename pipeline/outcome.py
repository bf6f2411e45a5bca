"""One unit at a time: the error boundary around a stage, and how a finished unit is recognised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pipeline import store
from pipeline.errors import InputError, Paper2TaskError, ServiceError, Skip, UsageError
from pipeline.log import get_logger
from pipeline.records.outcome import Outcome, State

_LOG = get_logger(__name__)


@dataclass(frozen=True)
class Job:
    """One stage for one unit: `inputs` is the digest of all that the output follows from."""

    stage: str
    unit: str
    inputs: str
    output: Path
    stamp: Path
    run: Callable[[], str]
    """Does the work, writes `output`, gives its sha256."""
    beside: Path | None = None
    """A second file that the stage leaves (the PDF beside its record); it need only be there."""


def standing(job: Job) -> Outcome | None:
    """How the job ended before, where that still holds: the same inputs, and the output untouched or the input at fault."""
    before = store.load_or_none(Outcome, job.stamp)
    if before is None or before.inputs != job.inputs:
        return None
    if before.state == "failed":
        return before
    if before.state != "done" or (job.beside is not None and not job.beside.is_file()):
        return None
    return before if store.file_digest(job.output) == before.output else None


def attempt(job: Job) -> Outcome:
    """Do the job. Our errors become its state; a bug of ours is not caught here."""
    state: State
    reason = output = ""
    try:
        output = job.run()
        state = "done"
    except UsageError:
        raise
    except Skip as skip:
        state, reason = "skipped", str(skip)
    except InputError as error:
        state, reason = "failed", str(error)
    except Paper2TaskError as error:
        state, reason = "broken", str(error)
    except OSError as error:
        state, reason = "broken", str(store.storage_error(error, job.output))
    outcome = Outcome(stage=job.stage, unit=job.unit, state=state, reason=reason, inputs=job.inputs, output=output)
    if state != "done":
        _LOG.warning("%s %s %s: %s", job.stage, job.unit, state, reason)
    return _kept(outcome, job.stamp)


def _kept(outcome: Outcome, stamp: Path) -> Outcome:
    """Write the outcome beside its siblings; a disk that takes no stamp makes the unit broken, so that a rerun does it again."""
    try:
        store.save(outcome, stamp)
    except ServiceError as error:
        return outcome.model_copy(update={"state": "broken", "reason": str(error), "output": ""})
    return outcome

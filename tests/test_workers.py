"""Workers: records come back, errors come back as they were, and a crash costs one unit."""

from __future__ import annotations

import os
import signal
import time

import pytest

from pipeline.errors import InputError, ServiceError
from pipeline.records.download import Download
from pipeline.workers import WorkerBugError, Workers


def answer(*, text: str) -> Download:
    """A stage function that works."""
    return Download(paper_id=text, url="http://x", sha256="0", bytes=os.getpid())


def refuse(*, text: str) -> Download:
    """A stage function whose input is at fault."""
    raise InputError(f"{text} is bad")


def bug(*, text: str) -> Download:
    """A stage function with a bug."""
    return answer(text=text[99])


def die(*, text: str) -> Download:
    """A stage function that takes its process down, as a damaged file may."""
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError(text)


def hang(*, text: str) -> Download:
    """A stage function that does not end."""
    time.sleep(60)
    raise AssertionError(text)


def grow(*, text: str) -> Download:
    """A stage function that wants more memory than it may have."""
    return answer(text=text * (2 << 30))


def test_workers_answer_refuse_and_survive() -> None:
    """One worker meets everything in turn and still answers in the end, in a fresh process after each crash."""
    with Workers(1, timeout_s=20, memory_mb=1024) as workers:
        first = workers.call(answer, Download, text="a")
        assert first.paper_id == "a"
        assert first.bytes != os.getpid()
        with pytest.raises(InputError, match="b is bad"):
            workers.call(refuse, Download, text="b")
        with pytest.raises(WorkerBugError, match="IndexError"):
            workers.call(bug, Download, text="c")
        with pytest.raises(InputError, match="more memory"):
            workers.call(grow, Download, text="d")
        with pytest.raises(ServiceError, match="SIGSEGV"):
            workers.call(die, Download, text="e")
        assert workers.call(answer, Download, text="f").bytes != first.bytes


def test_a_job_that_hangs_is_stopped() -> None:
    """The time limit holds and the next job is done."""
    with Workers(1, timeout_s=6, memory_mb=1024) as workers:
        workers.call(answer, Download, text="warm")
        with pytest.raises(ServiceError, match="longer than 6 s"):
            workers.call(hang, Download, text="a")

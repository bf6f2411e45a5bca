"""Running stage functions in worker processes: all cores are used, and a hostile file can crash only a worker."""

from __future__ import annotations

import importlib
import json
import queue
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from pipeline import errors, store
from pipeline.errors import Paper2TaskError
from pipeline.records.base import Stored
from pipeline.shell import Worker

S = TypeVar("S", bound=Stored)


class WorkerBugError(Exception):
    """A bug of ours that showed in a worker; the message is the worker's traceback."""


class Workers:
    """A fixed number of workers; `call` may be used from many threads and waits for a free one."""

    def __init__(self, count: int, *, timeout_s: float, memory_mb: int) -> None:
        self._timeout_s = timeout_s
        self._all = [Worker(_handle, memory_mb=memory_mb) for _ in range(count)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._free.put(worker)

    def call(self, function: Callable[..., S], kind: type[S], **arguments: Any) -> S:
        """The record that `function(**arguments)` gives, computed in a worker.

        Raises what the function raised of our errors, ServiceError where the worker died, WorkerBugError for anything else.
        """
        worker = self._free.get()
        try:
            answer = worker((function.__module__, function.__qualname__, arguments), timeout_s=self._timeout_s)
        finally:
            self._free.put(worker)
        head, _, body = answer.partition(b"\n")
        if head == b"record":
            return store.decode(kind, body, f"the answer of {function.__name__}")
        raised = json.loads(body)
        if head == b"error":
            raise getattr(errors, raised["class"])(raised["message"])
        raise WorkerBugError(raised["message"])

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._all:
            worker.stop()


def _handle(job: tuple[str, str, dict[str, Any]]) -> bytes:
    """In the worker: call the function, answer with JSON whatever happens."""
    module, name, arguments = job
    try:
        record = getattr(importlib.import_module(module), name)(**arguments)
        return b"record\n" + store.encode(record)
    except Paper2TaskError as error:
        return b"error\n" + json.dumps({"class": type(error).__name__, "message": str(error)}).encode()
    except MemoryError:
        message = "needs more memory than PAPER2TASK_CONVERT_MEMORY_MB allows"
        return b"error\n" + json.dumps({"class": "InputError", "message": message}).encode()
    except Exception:  # noqa: BLE001 - a bug must reach the parent as text, not kill the worker in silence
        return b"bug\n" + json.dumps({"message": traceback.format_exc()}).encode()

"""Task runners by name: where the batches of a flow run. What a runner needs is imported only when it is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from prefect.task_runners import ProcessPoolTaskRunner, TaskRunner, ThreadPoolTaskRunner

from pipeline.errors import UsageError

Runner = TaskRunner[Any]


def _thread(at_once: int, address: str) -> Runner:
    _no_address("thread", address)
    return ThreadPoolTaskRunner(max_workers=at_once)


def _process(at_once: int, address: str) -> Runner:
    _no_address("process", address)
    return ProcessPoolTaskRunner(max_workers=at_once)


def _dask(at_once: int, address: str) -> Runner:
    try:
        import dask
        from prefect_dask.task_runners import DaskTaskRunner
    except ImportError as error:
        raise _missing("dask") from error
    if address:
        return DaskTaskRunner(address=address)
    # our batches start processes of their own, which Dask's workers may only do when they are no daemons
    dask.config.set({"distributed.worker.daemon": False})
    cluster = {"n_workers": at_once, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    return DaskTaskRunner(cluster_kwargs=cluster)


def _ray(at_once: int, address: str) -> Runner:
    try:
        from prefect_ray import RayTaskRunner
    except ImportError as error:
        raise _missing("ray") from error
    local = {} if address else {"num_cpus": at_once, "include_dashboard": False}
    runner: Runner = RayTaskRunner(address=address or None, init_kwargs=local)
    return runner


def _missing(name: str) -> UsageError:
    return UsageError(f"task runner {name!r} is not installed here: pip install 'paper2task[{name}]'")


def _no_address(name: str, address: str) -> None:
    if address:
        raise UsageError(
            f"task runner {name!r} runs on this machine and takes no address: leave it out, or name dask or ray"
        )


RUNNERS: dict[str, Callable[[int, str], Runner]] = {
    "thread": _thread,
    "process": _process,
    "dask": _dask,
    "ray": _ray,
}
"""(batches at once, address of a cluster or nothing) -> the runner. UsageError where it is not installed."""


def task_runner(name: str, *, at_once: int, address: str = "") -> Runner:
    """The runner of that name, not started yet. UsageError where there is none, or where it is not installed."""
    if name not in RUNNERS:
        raise UsageError(f"no task runner {name!r}: name one of {', '.join(RUNNERS)}")
    return RUNNERS[name](at_once, address)

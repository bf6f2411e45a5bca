"""The flow `ingest-venue`: a conference's papers from its listing to cards and verdicts, in batches.

One Prefect task run per batch, not per paper: a server on SQLite records about 18 a second. Inside a batch threads do the work
and the store keeps the results, so that a flow that is run again goes on, whatever became of the one before. Nothing is
counted from Prefect.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

from prefect import flow, get_run_logger, task
from prefect.artifacts import (
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.context import TaskRunContext
from prefect.futures import as_completed
from prefect.runtime import flow_run
from prefect.states import Completed, Failed
from pydantic import Field

from flows.batches import Order, close_tools, portions, turned, work
from flows.runners import Runner, task_runner
from flows.summary import Summary, artifact_key, summarise
from pipeline.errors import ServiceError, UsageError
from pipeline.log import open_log
from pipeline.paths import DataFolder, VenuePaths
from pipeline.prepare import Wanted, discovered
from pipeline.records.paper import Listing
from pipeline.screen.policies import DEFAULT_POLICY, load_policy
from pipeline.settings import load_settings


def _worth_another_try(_task: Any, _run: Any, state: State[Any]) -> bool:
    """Whether a tool or service was at fault; a bug of ours, or a wrong use, is the same the next time."""
    return isinstance(state.data, ServiceError) or isinstance(getattr(state.data, "value", None), ServiceError)


@task(
    name="discover",
    retries=2,
    retry_delay_seconds=[30, 120],
    retry_condition_fn=_worth_another_try,
    cache_policy=NO_CACHE,
)
def list_papers(data: Path, wanted: Wanted, out: Path | None, policy: str) -> tuple[VenuePaths, Listing]:
    """The candidates, kept in the data folder; what is wrong with the listing goes to the log."""
    paths, listing = discovered(load_settings(data=data), wanted, out=out, policy=policy)
    for finding in listing.findings:
        if finding.severity != "info":
            get_run_logger().warning("%s: %s", finding.severity, finding.message)
    return paths, listing


@task(name="batch", retry_condition_fn=_worth_another_try, cache_policy=NO_CACHE, persist_result=False)
def work_on(order: Order, ids: tuple[str, ...], last_try: int) -> None:
    """Take a batch through all stages; while there are tries left, papers for which a tool or service failed get another."""
    tally = work(order, ids)
    broken = [outcome for outcome in tally.outcomes if outcome.state == "broken"]
    for outcome in tally.troubled:
        get_run_logger().warning("%s %s %s: %s", outcome.stage, outcome.unit, outcome.state, outcome.reason)
    context = TaskRunContext.get()
    if broken and context is not None and context.task_run.run_count < last_try:
        raise ServiceError(
            f"{len(broken)} of {len(ids)} papers met a fault of a tool or service, first {broken[0].reason}"
        )


@flow(name="ingest-venue", validate_parameters=True)
def ingest_venue(
    venue: str | None = None,
    manifest: str | None = None,
    listing: str | None = None,
    award: str = "",
    policy: str = DEFAULT_POLICY,
    out: str | None = None,
    data: str | None = None,
    converter: str | None = None,
    use_outline: bool = True,
    refresh: bool = False,
    retry_failed: bool = False,
    batch_size: Annotated[int, Field(ge=1, le=1000)] = 48,
    batches_at_once: Annotated[int, Field(ge=1, le=256)] = 2,
    runner: str = "thread",
    runner_address: str = "",
    retries: Annotated[int, Field(ge=0, le=10)] = 2,
    retry_delay_s: Annotated[float, Field(ge=0)] = 60.0,
    batch_limit_s: Annotated[float, Field(gt=0)] = 4 * 3600.0,
) -> State[Any]:
    """Ingest a venue that the program knows, or a manifest: a card and a verdict for each paper. Run it again to go on.

    Args:
        venue: A name of `venues.toml`, or a name of your own beside a manifest or listing.
        manifest: File or address of a CSV or JSON with id, title and pdf_url.
        listing: File that takes the place of the venue's listing.
        award: Tiers, separated by commas; empty for all.
        policy: A policy's name or the path of its TOML file.
        out: Folder for the cards; `task_cards/<venue>` where empty.
        data: Data folder; that of the worker's settings where empty.
        converter: auto, embedded or grobid.
        use_outline: Whether the embedded converter may look at the PDF's outline.
        refresh: Ask for the listing again.
        retry_failed: Try papers again whose input was at fault.
        batch_size: Papers per task run.
        batches_at_once: Task runs at once, or Dask's or Ray's processes.
        runner: thread, process, dask or ray.
        runner_address: Address of a Dask scheduler or Ray cluster; empty for one on the worker's machine.
        retries: How often a batch is tried again when a tool or service failed.
        retry_delay_s: Seconds before that.
        batch_limit_s: Seconds that a batch may take.
    """
    settings = load_settings(data=data, converter=converter)
    open_log(DataFolder(settings.data).log)
    load_policy(policy)  # a mistake in it is said before anything is asked for
    _check_engine(settings.engine)
    chosen = task_runner(runner, at_once=batches_at_once, address=runner_address)
    wanted = Wanted(venue or None, manifest or None, listing or None, award, refresh)
    paths, found = list_papers(settings.data, wanted, Path(out) if out else None, policy)
    share = batches_at_once if runner == "thread" else 1
    order = Order(paths.name, policy, str(settings.data.absolute()), converter, use_outline, retry_failed, share)
    batch = work_on.with_options(retries=retries, retry_delay_seconds=retry_delay_s, timeout_seconds=batch_limit_s)
    try:
        bugs = _run_batches(order, found, chosen, batch_size, batch, retries + 1)
    finally:
        close_tools()
    made = summarise(paths, found.papers)
    _publish(made, paths)
    message = "; ".join([made.sentence, *bugs])
    return Failed(message=message) if bugs or made.left else Completed(message=message)


def _check_engine(engine: str) -> None:
    """UsageError for a model: a flow has nobody who could agree to what it costs."""
    if engine != "rules":
        raise UsageError(
            "a flow fills cards by the rules: nobody is here to agree to what a model costs; unset PAPER2TASK_ENGINE, and "
            "ask the model afterwards: paper2task extract VENUE --engine model"
        )


def _run_batches(order: Order, found: Listing, chosen: Runner, size: int, batch: Any, last_try: int) -> list[str]:
    """Run them all, each to its end; gives a line per batch that ended in a bug of ours or out of time."""
    ids = turned(portions(found.papers, size), str(flow_run.id))
    key = artifact_key("progress", order.venue)
    progress = create_progress_artifact(0.0, key=key, description=f"{order.venue}: {len(found.papers)} papers")
    assert isinstance(progress, UUID)  # a coroutine only inside an event loop
    bugs, through = [], 0
    with chosen as started:
        futures = {started.submit(batch, {"order": order, "ids": each, "last_try": last_try}): each for each in ids}
        for future in as_completed(list(futures)):
            future.wait()  # gives the future its state
            through += len(futures[future])
            state = future.state
            if not state.is_completed():
                bugs.append(f"batch from {futures[future][0]}: {state.name}: {state.message}")
            update_progress_artifact(
                progress,
                100.0 * through / len(found.papers),
                description=f"{order.venue}: {through} of {len(found.papers)} papers",
            )
    return bugs


def _publish(made: Summary, paths: VenuePaths) -> None:
    """The run's tables, as artifacts of the flow run."""
    create_markdown_artifact(
        made.markdown(), key=artifact_key("summary", paths.name), description=f"cards: {paths.cards}"
    )
    tables = {"stages": made.stages(), "funnel": made.funnel(), "failures": made.failures()}
    for what, rows in tables.items():
        create_table_artifact(rows, key=artifact_key(what, paths.name), description=f"{what} of {paths.name}")

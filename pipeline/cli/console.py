"""All that is printed: results to standard output, everything else to standard error; no colour or bars without a terminal."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from pipeline.records.outcome import Outcome

# a table that goes to a file or a pipe is not folded to a terminal's width
_OUT = Console(soft_wrap=True, highlight=False, width=None if sys.stdout.isatty() else 200)
_ERR = Console(stderr=True, soft_wrap=True, highlight=False)

STYLE = {
    "done": "green",
    "skipped": "dim",
    "failed": "yellow",
    "broken": "red",
    "pass": "green",
    "human": "yellow",
    "fail": "red",
    "shortlisted": "green",
    "needs_human": "yellow",
    "rejected": "red",
}


def styled(word: str) -> str:
    """A state or verdict in its colour; the word itself says everything, so that no colour is needed."""
    return f"[{STYLE[word]}]{word}[/]" if word in STYLE else escape(word)


def data(value: Any) -> None:
    """Print a value as JSON, for `--json`."""
    _OUT.print(json.dumps(value, ensure_ascii=False, indent=1), markup=False)


def text(line: str = "") -> None:
    """Print a line of the result; text that comes from a paper must be passed through `escape` by the caller."""
    _OUT.print(line)


def plain(block: str) -> None:
    """Print text as it is, no mark-up understood."""
    _OUT.print(block, markup=False)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[str] = ()) -> None:
    """Print a table; cells are escaped, states and verdicts coloured."""
    grid = Table(
        title=title or None, title_justify="left", header_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for column in columns:
        grid.add_column(column, justify="right" if column in numeric else "left", overflow="fold")
    for row in rows:
        grid.add_row(*(styled(cell) for cell in row))
    _OUT.print(grid, soft_wrap=False)


def note(line: str) -> None:
    """Tell the person something beside the result."""
    _ERR.print(escape(line))


def error(line: str) -> None:
    """One line: what is wrong and what to do."""
    _ERR.print(f"[red]error[/]: {escape(line)}")


def next_command(command: str) -> None:
    """The command to type now, as the last line."""
    _ERR.print(f"[bold]next[/]: {escape(command)}")


def trouble(outcome: Outcome) -> None:
    """One line for a unit that failed or broke."""
    _ERR.print(f"{styled(outcome.state)} {outcome.stage} {escape(outcome.unit)}: {escape(outcome.reason)}")


def key() -> str:
    """One key of the person: read at once from a terminal, else the next letter of standard input; empty at its end."""
    if sys.stdin.isatty():
        try:
            return typer.getchar()
        except EOFError:
            return ""
    while (letter := sys.stdin.read(1)).isspace():
        pass
    return letter


@contextmanager
def bars(stages: Sequence[str], total: int) -> Iterator[Callable[[Outcome], None]]:
    """One bar per stage while the block runs; yields what is to be called with each outcome."""
    columns = (
        TextColumn("{task.description:<8}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[bad]}"),
    )
    with Progress(*columns, console=_ERR, disable=not _ERR.is_terminal) as progress:
        tasks: dict[str, TaskID] = {stage: progress.add_task(stage, total=total, bad="") for stage in stages}
        bad = dict.fromkeys(stages, 0)

        def watch(outcome: Outcome) -> None:
            if outcome.state in ("failed", "broken"):
                bad[outcome.stage] += 1
                trouble(outcome)
                # what does not get through a stage does not reach the later ones
                for later in stages[list(stages).index(outcome.stage) + 1 :]:
                    progress.update(tasks[later], total=(progress.tasks[tasks[later]].total or 1) - 1)
            label = f"{bad[outcome.stage]} not" if bad[outcome.stage] else ""
            progress.update(tasks[outcome.stage], advance=1, bad=label)

        yield watch


def leave(code: int) -> NoReturn:
    """End the process at once: threads that wait for a server are not waited for, and a reader that has gone is no error."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)

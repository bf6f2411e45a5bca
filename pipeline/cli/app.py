"""The program `paper2task`: its commands, and the one error boundary."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Annotated

import typer
from typer.exceptions import Abort, Exit, TyperException

from pipeline import __version__
from pipeline.cli import (
    audit,
    console,
    demo,
    discovery,
    doctor,
    draft,
    ingest,
    repository,
    review,
    schemas,
    screen,
    show,
    stages,
    status,
)
from pipeline.errors import Paper2TaskError, UsageError
from pipeline.log import close_log, get_logger, open_log
from pipeline.paths import DataFolder
from pipeline.settings import load_settings

OK, UNIT_FAILED, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes, stable: done; some unit failed or a check has findings; used wrongly; a bug of ours; interrupted."""

app = typer.Typer(
    name="paper2task",
    help="From a conference's award papers to runnable, leak-free, calibrated research tasks for AI agents.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _program(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.", is_eager=True)] = False,
) -> None:
    if version:
        console.plain(f"paper2task {__version__}")
        raise typer.Exit


for register in (
    ingest,
    discovery,
    stages,
    screen,
    repository,
    show,
    review,
    audit,
    draft,
    status,
    doctor,
    schemas,
    demo,
):
    register.add_to(app)


def main() -> None:
    """Run the program and end the process with one of the exit codes above."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        log = DataFolder(load_settings().data).log
        open_log(log)
        code = _run(str(log))
    except UsageError as error:
        console.error(str(error))
        code = USAGE
    if code == INTERRUPTED:
        console.note("interrupted; nothing is lost: run the same command again to go on")
        console.leave(code)  # everything written so far is whole
    close_log()
    sys.exit(code)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _run(log: str) -> int:
    try:
        result = app(standalone_mode=False)
        return result if isinstance(result, int) else OK
    except Exit as error:
        return error.exit_code
    except TyperException as error:
        console.error(error.format_message())
        return USAGE
    except UsageError as error:
        console.error(str(error))
        return USAGE
    except Paper2TaskError as error:
        console.error(str(error))
        return UNIT_FAILED
    except (KeyboardInterrupt, Abort):
        return INTERRUPTED
    except BrokenPipeError:
        console.leave(OK)  # the reader of our output is gone (`| head`): nothing is left to say
    except Exception:  # noqa: BLE001 - the one boundary: a bug becomes a message, a log entry and exit code 3
        get_logger(__name__).exception("bug")
        console.error(f"this is a bug in paper2task, not yours; what happened stands in {log}")
        return BUG

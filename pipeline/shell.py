"""Starting processes, and the only place that does: commands with limits, and workers that do one job after another."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import platform
import re
import resource
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pipeline.errors import ServiceError


def host_name() -> str:
    """This machine's name, safe inside a file name."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", platform.node()) or "localhost"


def process_alive(process: int) -> bool:
    """Whether a process of this machine with that id is running (a zombie is not)."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return True


@dataclass(frozen=True)
class Completed:
    """How a command ended; output is decoded with replacement."""

    code: int
    out: str
    err: str


def run(
    command: Sequence[str], *, timeout_s: float, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Completed:
    """Run a command without a shell and without standard input. ServiceError where it is missing or takes too long."""
    try:
        done = subprocess.run(
            list(command),
            cwd=cwd,
            env=env,
            timeout=timeout_s,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise ServiceError(f"{command[0]} is not installed") from error
    except subprocess.TimeoutExpired as error:
        raise ServiceError(f"{command[0]} did not end within {timeout_s:g} s") from error
    return Completed(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


Handler = Callable[[Any], bytes]
"""What a worker does with a job: takes the pickled job, gives bytes (never a pickle: a worker handles hostile files)."""

_CONTEXT = multiprocessing.get_context("spawn")


class Worker:
    """One child process that does one job after another, with a time limit per job and a memory limit for good.

    A job that crashes the child, or takes too long, ends as ServiceError; the next job gets a fresh child.
    """

    def __init__(self, handler: Handler, *, memory_mb: int) -> None:
        self._handler, self._memory_mb = handler, memory_mb
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def __call__(self, job: Any, *, timeout_s: float) -> bytes:
        """Do the job in the child. ServiceError where the child dies or does not answer in `timeout_s` seconds."""
        pipe = self._started()
        try:
            pipe.send(job)
            if not pipe.poll(timeout_s):
                self.close()
                raise ServiceError(f"took longer than {timeout_s:g} s and was stopped")
            return pipe.recv_bytes()
        except (EOFError, OSError) as error:
            code = self._end()
            raise ServiceError(f"the process that worked on it died ({_ending(code)})") from error

    def _started(self) -> Connection:
        with self._lock:
            if self._stopped:
                raise ServiceError("stopped before it was done")
            if self._pipe is None or self._process is None or not self._process.is_alive():
                self._close()
                self._process, self._pipe = self._start()
            return self._pipe

    def _start(self) -> tuple[multiprocessing.process.BaseProcess, Connection]:
        pipe, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_serve, args=(theirs, self._handler, self._memory_mb), daemon=True)
        # the child must not die of Ctrl-C with a traceback before it can ignore it: it inherits this thread's mask
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return process, pipe

    def _end(self) -> int | None:
        """The exit code of a child that has gone, None where it was closed meanwhile."""
        with self._lock:
            process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(ValueError):  # closed by another thread
                process.join(1)
                code = process.exitcode
        self.close()
        return code

    def close(self) -> None:
        """Stop the child at once; the next job gets a fresh one."""
        with self._lock:
            self._close()

    def stop(self) -> None:
        """Stop the child at once and for good. Safe to call from any thread."""
        with self._lock:
            self._stopped = True
            self._close()

    def _close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _ending(code: int | None) -> str:
    if code is None:
        return "it was stopped"
    if code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"


def _serve(pipe: Connection, handler: Handler, memory_mb: int) -> None:
    """The child's life: one job after another until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send_bytes(handler(job))
        except BrokenPipeError:
            return

"""A real Prefect server with workers, started as a user starts them, and a PostgreSQL server for it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.shell import process_alive

REPO = Path(__file__).resolve().parents[2]
_ENDED = {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"}


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Stack:
    """`make up` in a data folder of its own; `settings` are the environment of server and workers without `PAPER2TASK_`."""

    data: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    workers: int = 1
    database: str = ""
    port: int = field(default_factory=free_port)

    def __enter__(self) -> Stack:
        self.up()
        return self

    def __exit__(self, *_: object) -> None:
        runs = self.flow_processes()
        self.make("down")
        assert not any(process_alive(run) for run in runs), "make down leaves flow runs behind"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of everything that is started."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PAPER2TASK_", "PREFECT_"))}
        quick = {"converter": "embedded", "host_interval_s": "0", "timeout_s": "2", "retries": "2", "cpus": "2"}
        ours = {f"PAPER2TASK_{k.upper()}": v for k, v in {**quick, **self.settings, "data": str(self.data)}.items()}
        database = {"PREFECT_API_DATABASE_CONNECTION_URL": self.database} if self.database else {}
        prefect = {"PREFECT_HOME": str(self.data / "prefect"), "PREFECT_API_URL": f"{self.url}/api"}
        polls = {"PREFECT_WORKER_QUERY_SECONDS": "1"}
        numbers = {"PORT": str(self.port), "WORKERS": str(self.workers)}
        return {**kept, **ours, **database, **prefect, **polls, **numbers, "DO_NOT_TRACK": "1"}

    @property
    def url(self) -> str:
        """The server's address."""
        return f"http://127.0.0.1:{self.port}"

    def up(self) -> None:
        """Start what does not run."""
        self.make("up")

    def make(self, target: str) -> str:
        """`make <target>`; what it printed."""
        return self.command("make", "--silent", target)

    def command(self, *command: str, timeout: float = 300) -> str:
        """Run a command as a user would beside this server; what it printed. Fails the test where it fails."""
        done = subprocess.run(
            command, cwd=REPO, env=self.environment, capture_output=True, text=True, timeout=timeout, check=False
        )
        assert done.returncode == 0, f"{command}: {done.stdout}\n{done.stderr}\n{self.logs()}"
        return done.stdout

    def logs(self) -> str:
        """The ends of the logs of server and workers."""
        return "\n".join(f"{path.name}: {path.read_text()[-2000:]}" for path in sorted(self.data.glob("prefect/*.log")))

    def api(self, path: str, body: Any = None) -> Any:
        """Ask the server's own interface: GET, or POST where there is a body.

        A server on SQLite answers 503 while its database is locked; like Prefect's own client, this asks again.
        """
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/{path}", data, {"Content-Type": "application/json"})
        for _ in range(30):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                error.close()
                if error.code != 503:
                    raise
                time.sleep(1)
        raise AssertionError(f"the server stays busy\n{self.logs()}")

    def begin(self, **parameters: Any) -> str:
        """Ask for a flow run; gives its id."""
        deployment = self.api("deployments/name/ingest-venue/local")["id"]
        made = self.api(f"deployments/{deployment}/create_flow_run", {"parameters": parameters})
        return str(made["id"])

    def state(self, run: str) -> dict[str, Any]:
        """The state of a flow run: `type`, `name`, `message`."""
        state: dict[str, Any] = self.api(f"flow_runs/{run}")["state"]
        return state

    def wait(self, run: str, types: set[str] | None = None, seconds: float = 240) -> dict[str, Any]:
        """Wait until the flow run has ended, or is in a state of these types; gives the state."""
        until = time.monotonic() + seconds
        while (state := self.state(run))["type"] not in (types or _ENDED):
            assert time.monotonic() < until, f"flow run is {state['name']} after {seconds} s\n{self.logs()}"
            time.sleep(0.2)
        return state

    def run(self, **parameters: Any) -> dict[str, Any]:
        """A flow run from its begin to its end; gives its last state."""
        return self.wait(self.begin(**parameters))

    def artifacts(self, key: str) -> list[dict[str, Any]]:
        """The artifacts of a key, the newest first."""
        wanted = {"artifacts": {"key": {"any_": [key]}}, "sort": "CREATED_DESC"}
        found: list[dict[str, Any]] = self.api("artifacts/filter", wanted)
        return found

    def process(self, name: str) -> int:
        """The id of `server` or `worker-1`."""
        return int((self.data / "prefect" / f"{name}.pid").read_text())

    def flow_processes(self) -> list[int]:
        """The processes of flow runs under way: the children of the workers."""
        found = []
        for path in (self.data / "prefect").glob("worker-*.pid"):
            found += children(int(path.read_text()))
        return found

    def kill(self, kind: str) -> bool:
        """`kill -9` of the flow, a worker or the server; False where there is none at the moment."""
        processes = (
            self.flow_processes() if kind == "flow" else [self.process("worker-1" if kind == "worker" else kind)]
        )
        for process in processes:
            os.kill(process, signal.SIGKILL)
        return bool(processes)


def children(process: int) -> list[int]:
    """The direct children of a process, whichever of its threads started them (Linux)."""
    found: list[int] = []
    for path in sorted(Path(f"/proc/{process}/task").glob("*/children")):
        with suppress(OSError):  # the thread, or the process, has ended meanwhile
            found += [int(one) for one in path.read_text().split()]
    return found


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL cluster of Debian's package, run by a user other than root; gives the address as Prefect takes it."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert programs, "Debian's PostgreSQL is needed: apt-get install postgresql"
    folder = Path(tempfile.mkdtemp(prefix="paper2task-postgres-"))
    port = free_port()
    root = os.geteuid() == 0
    if root:
        shutil.chown(folder, "postgres", "postgres")

    def call(program: str, *arguments: str) -> None:
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if root else []
        command = [*as_user, str(programs[-1] / program), *arguments]
        subprocess.run(command, check=True, cwd=folder, timeout=120, stdout=subprocess.DEVNULL)

    cluster = str(folder / "cluster")
    call("initdb", "--auth=trust", "--username=paper2task", "--pgdata", cluster)
    call(
        "pg_ctl",
        "--pgdata",
        cluster,
        "--wait",
        "--log",
        str(folder / "log"),
        "--options",
        f"-p {port} -k {folder}",
        "start",
    )
    try:
        call("createdb", "-h", "127.0.0.1", "-p", str(port), "-U", "paper2task", "prefect")
        yield f"postgresql+asyncpg://paper2task@127.0.0.1:{port}/prefect"
    finally:
        call("pg_ctl", "--pgdata", cluster, "--mode", "immediate", "stop")
        shutil.rmtree(folder)

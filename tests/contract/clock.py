"""Rule 6: the same input gives the same bytes."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.contract.source import lies_in, matches, sources, uses

# `time.monotonic`, `time.perf_counter` and `time.sleep` measure and wait; they may be used anywhere.
CLOCK_AND_CHANCE = (
    *("datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today", "datetime.date.today"),
    *("time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "time.asctime", "time.strftime"),
    *("random", "secrets", "uuid.uuid1", "uuid.uuid4", "os.urandom", "numpy.random", "np.random"),
)

# Who may ask for the time of day or draw at random, and what for.
MAY_ASK = {
    "pipeline/leases.py": "how long a lease was silent, and a name for its owner",
    "pipeline/pace.py": "moments that processes of several machines agree on",
    "pipeline/web.py": "pauses between tries that do not fall together",
    "pipeline/web_limits.py": "a server's Retry-After date",
    "pipeline/cli/": "told to a person, never to a record",
    "flows/": "told to Prefect, never to a record",
}

_LISTINGS = ("iterdir", "glob", "rglob", "iglob", "listdir", "scandir")
_ORDER_FREE = ("sorted", "any", "all", "len", "sum", "min", "max", "set", "frozenset")


def clock_violations(root: Path) -> list[str]:
    """Uses of the time of day and of chance outside of the few files that may."""
    found = {
        file.at(line, f"{dotted}: what is emitted must not depend on the clock or on chance")
        for file in sources(root)
        if not lies_in(file.path, tuple(MAY_ASK))
        for line, dotted in uses(file)
        if matches(dotted, CLOCK_AND_CHANCE)
    }
    return sorted(found)


def order_violations(root: Path) -> list[str]:
    """Folder listings whose order, which the file system chooses, is used: they must stand inside `sorted(...)`."""
    found = []
    for file in sources(root):
        free: set[int] = set()
        for node in ast.walk(file.tree):
            order_free = isinstance(node, ast.Call) and ast.unparse(node.func) in _ORDER_FREE
            if order_free or isinstance(node, ast.SetComp):
                free |= {id(below) for below in ast.walk(node)}
        for call in (n for n in ast.walk(file.tree) if isinstance(n, ast.Call) and id(n) not in free):
            name = ast.unparse(call.func).split(".")[-1]
            if name in _LISTINGS:
                found.append(file.at(call.lineno, f"{name}(...) comes in any order: sort it"))
    return found

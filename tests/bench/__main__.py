"""`python -m tests.bench [name ...]`: run the named benchmarks, or all, in the order of the dictionary."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.bench import convert, kill, tokens, venue

BENCHMARKS: dict[str, Callable[[], None]] = {
    "convert": convert.main,
    "venue": venue.main,
    "kill": kill.main,
    "tokens": tokens.main,
}


def main(names: list[str]) -> int:
    """Run the benchmarks called `names`, all where there are none; 2 when a name is not known."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark is called {', '.join(unknown)}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or list(BENCHMARKS):
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

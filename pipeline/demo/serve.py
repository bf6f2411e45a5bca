"""Serving the demo venue to this machine only, so that the demo fetches as from a real site."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

VENUE = Path(__file__).resolve().parent / "venue"
MANIFEST = "manifest.csv"
"""The listing. Its `pdf_url` column holds names relative to its own address."""


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the files of one folder, lists no folder, and logs nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Say nothing."""

    def list_directory(self, path: object) -> None:  # noqa: ARG002 - the library's signature
        """Refuse: a venue is read by its listing."""
        self.send_error(404)


@contextmanager
def serve(folder: Path = VENUE) -> Iterator[str]:
    """Serve the folder on 127.0.0.1 at a free port while the block runs; gives the base address, which ends in `/`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.05}, name="demo venue", daemon=True
    )
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""Git repositories made from a dictionary of files, and a server that lets them be copied over HTTP."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_ENV = {
    **os.environ,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2024-03-05T12:00:00 +0000",
    "GIT_COMMITTER_DATE": "2024-03-05T12:00:00 +0000",
}

MIT = (
    "MIT License\n\nPermission is hereby granted, free of charge, to any person. The above copyright notice and this\n"
    "permission notice shall be included in all copies.\n"
)


def git(folder: Path, *arguments: str) -> str:
    """Run git in the folder with an identity and a date of the tests' own."""
    done = subprocess.run(["git", *arguments], cwd=folder, env=_ENV, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def make(folder: Path, files: Mapping[str, str]) -> Path:
    """A repository with one commit that holds the files; without files, one without commits."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    if files:
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "-m", "all of it")
    return folder


class _Backend(BaseHTTPRequestHandler):
    """Answers as git's own server does, through its CGI program."""

    root = Path()

    def do_GET(self) -> None:
        """Hand the request to `git http-backend`."""
        path, _, query = self.path.partition("?")
        length = int(self.headers.get("Content-Length") or 0)
        variables = {
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
        }
        made = subprocess.run(
            ["git", "http-backend"], env={**_ENV, **variables}, input=self.rfile.read(length), capture_output=True
        ).stdout
        head, _, body = made.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines())
        self.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """As a GET."""
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The address below which the repositories of a folder can be copied."""
    handler = type("Backend", (_Backend,), {"root": root})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()

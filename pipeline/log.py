"""The log: one rotating file in the data folder, secrets blacked out. Nothing of it reaches the screen."""

from __future__ import annotations

import logging
import logging.handlers
import re
from pathlib import Path

_SECRET = re.compile(
    r"(?i)(\b(?:api[_-]?key|token|secret|password|authorization|bearer)\b[\"']?\s*[:=]?\s*(?:bearer\s+)?)[\"']?[^\s\"',;&]{6,}"
)
_USERINFO = re.compile(r"(?i)\b(https?://)[^/\s:@]+:[^/\s@]+@")


def redacted(text: str) -> str:
    """The text with keys, tokens and passwords blacked out."""
    return _SECRET.sub(r"\1***", _USERINFO.sub(r"\1***@", text))


class _Redacting(logging.Formatter):
    """Redacts after formatting, so that arguments and tracebacks are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))


def get_logger(name: str) -> logging.Logger:
    """The logger of a module; below `paper2task`, so that one handler serves all."""
    return logging.getLogger(f"paper2task.{name.removeprefix('pipeline.')}")


def open_log(path: Path) -> None:
    """Send the log to this file (5 MB, three old ones kept). A folder that cannot be written silences the log, no more."""
    root = logging.getLogger("paper2task")
    root.setLevel(logging.INFO)
    root.propagate = False
    close_log()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=5_000_000, backupCount=3, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(_Redacting("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)


def close_log() -> None:
    """Close the log's file."""
    root = logging.getLogger("paper2task")
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()

"""The log keeps what happened and no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.log import close_log, get_logger, open_log, redacted


@pytest.mark.parametrize(
    "line",
    [
        "api_key=sk-abcdef123456",
        "Authorization: Bearer sk-abcdef123456",
        'token: "sk-abcdef123456"',
        "GET https://me:sk-abcdef123456@host/x",
        "https://host/x?api_key=sk-abcdef123456&page=2",
    ],
)
def test_secrets_are_blacked_out(line: str) -> None:
    """However it is written, the secret does not stand in the log."""
    assert "sk-abcdef123456" not in redacted(line)


def test_ordinary_lines_stay() -> None:
    """Words about keys are not secrets."""
    line = "the tokenizer reads 12 tokens; the secretary's key point stands"
    assert redacted(line) == line


def test_a_traceback_is_redacted_too(tmp_path: Path) -> None:
    """What an exception carries goes through the same filter."""
    open_log(tmp_path / "logs" / "a.log")
    try:
        raise ValueError("password=hunter2hunter2")
    except ValueError:
        get_logger("pipeline.x").exception("failed")
    close_log()
    text = (tmp_path / "logs" / "a.log").read_text()
    assert "ValueError" in text
    assert "hunter2" not in text

"""What is refused, and in which words."""

from __future__ import annotations

import pytest

from pipeline.errors import Paper2TaskError
from pipeline.web import Web

MB = 1 << 20


def refusal(web: Web, url: str, kind: type[Paper2TaskError], max_bytes: int = MB) -> str:
    """The message of the error that asking for the address gives; it is one line."""
    with pytest.raises(kind) as caught:
        web.get_bytes(url, max_bytes=max_bytes)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    return str(caught.value)

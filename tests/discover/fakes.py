"""A web of answers in memory, and parts of listings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pipeline.discover.entries import Part
from pipeline.errors import InputError, RefusedError

FIXTURES = Path(__file__).parent / "fixtures"


class FakeWeb:
    """Answers by address: bytes, or an error to raise; what is not there is a 404. Remembers what it was asked."""

    def __init__(self, answers: Mapping[str, bytes | Exception]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        self.headers: list[Mapping[str, str]] = []

    def get_bytes(self, url: str, *, max_bytes: int, headers: Mapping[str, str] | None = None) -> bytes:
        """The answer, under the same cap as the real thing."""
        self.asked.append(url)
        self.headers.append(headers or {})
        answer = self.answers.get(url, InputError(f"the server says 404 for {url}: check the address"))
        if isinstance(answer, Exception):
            raise answer
        if len(answer) > max_bytes:
            raise RefusedError(f"the answer is larger than {max_bytes} bytes")
        return answer


def part(text: str | bytes, name: str = "list", base: str = "") -> Part:
    """A part of a listing."""
    return Part(name, text.encode() if isinstance(text, str) else text, base)


def fixture(name: str, base: str = "") -> Part:
    """A fixture as a part."""
    return Part(name, (FIXTURES / name).read_bytes(), base)

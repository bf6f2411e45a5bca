"""Answers as files: paid for once, recorded, replayed, or only rendered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.errors import ServiceError, Skip, UsageError
from pipeline.llm.keepers import Kept, Recorded, Render, Replay
from pipeline.llm.model import Question
from pipeline.records.exchange import Message
from tests.llm.fakes import FakeModel, answer

QUESTION = Question("p 1", (Message(role="user", content="Hi"),), {"type": "object"}, {"max_tokens": 9})
OTHER = Question("p 1", (Message(role="user", content="Ho"),), {"type": "object"}, {"max_tokens": 9})


def test_the_same_question_is_asked_once(tmp_path: Path) -> None:
    """A second process with the same folder gets the answer without asking; another question is asked."""
    model = FakeModel(lambda _: answer("A"))
    assert not Kept(model, tmp_path).has(QUESTION)
    assert Kept(model, tmp_path).ask(QUESTION) == Kept(model, tmp_path).ask(QUESTION)
    assert Kept(model, tmp_path).has(QUESTION)
    Kept(model, tmp_path).ask(OTHER)
    assert model.asked == [QUESTION, OTHER]


def test_the_digest_covers_all_that_matters() -> None:
    """Model, words, schema and parameters each make another question."""
    changed = Question("p 1", QUESTION.messages, QUESTION.schema, {"max_tokens": 8})
    shaped = Question("p 1", QUESTION.messages, {}, QUESTION.parameters)
    digests = {QUESTION.digest("m"), QUESTION.digest("n"), OTHER.digest("m"), changed.digest("m"), shaped.digest("m")}
    assert len(digests) == 5


def test_a_recording_is_replayed(tmp_path: Path) -> None:
    """The file is named by the digest, holds messages, schema and answer, and answers without the model."""
    model = FakeModel(lambda _: answer("A"))
    Recorded(Kept(model, tmp_path / "cache"), tmp_path / "r").ask(QUESTION)
    [path] = (tmp_path / "r").iterdir()
    kept = json.loads(path.read_text())
    assert path.stem == QUESTION.digest("fake") == kept["digest"]
    assert kept["messages"] == [{"role": "user", "content": "Hi"}]
    assert (kept["answer_schema"], kept["answer"]["text"]) == ({"type": "object"}, "A")
    replay = Replay(tmp_path / "r", "p 1")
    assert (replay.ask(QUESTION).text, replay.name) == ("A", "fake")
    with pytest.raises(ServiceError, match="was not recorded"):
        replay.ask(OTHER)


def test_a_kept_answer_is_recorded_too(tmp_path: Path) -> None:
    """Recording after the fact costs nothing."""
    model = FakeModel(lambda _: answer("A"))
    kept = Kept(model, tmp_path / "cache")
    kept.ask(QUESTION)
    Recorded(kept, tmp_path / "r").ask(QUESTION)
    assert len(model.asked) == 1
    assert Replay(tmp_path / "r", "p 1").has(QUESTION)


def test_an_empty_or_old_recording_is_named(tmp_path: Path) -> None:
    """No recording, or one of another prompt's version, is told before any paper is looked at."""
    with pytest.raises(UsageError, match="no recorded answer"):
        Replay(tmp_path, "p 1")
    Recorded(FakeModel(lambda _: answer("A")), tmp_path).ask(QUESTION)
    with pytest.raises(UsageError, match="record it anew"):
        Replay(tmp_path, "p 2")


def test_rendering_asks_nobody(tmp_path: Path) -> None:
    """The question is written down without an answer, and the unit is skipped."""
    with pytest.raises(Skip, match="nobody was asked"):
        Render(tmp_path, "m").ask(QUESTION)
    [path] = tmp_path.iterdir()
    assert json.loads(path.read_text())["answer"] is None

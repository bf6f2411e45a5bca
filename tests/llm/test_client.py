"""The client against a stand-in server: retries are bounded, forms fall back, and the key stays here."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pipeline.errors import ServiceError, UsageError
from pipeline.llm.client import Endpoint, OpenAIModel
from pipeline.llm.model import Question
from pipeline.llm.pace import Pace
from pipeline.records.exchange import Message
from tests.helpers.behaviours import broken_off, in_turn, raw, silent, status, web_page
from tests.helpers.model_server import asked, error, says, serve_model, without
from tests.helpers.server import Behaviour, FakeClock, Site

KEY = "sk-very-secret-key-0123456789"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 9}}, "required": ["a"]}
QUESTION = Question("p 1", (Message(role="system", content="S"),), SCHEMA, {"temperature": 0, "max_tokens": 50})
GOOD = says('{"a": "x"}')


@pytest.fixture
def site() -> Iterator[Site]:
    """A server for one test."""
    with Site() as made:
        yield made


def model(site: Site, behaviour: Behaviour, clock: FakeClock | None = None, retries: int = 2) -> OpenAIModel:
    """A client of the stand-in that waits in no real time."""
    fake = (clock or FakeClock()).clock
    endpoint = Endpoint(serve_model(site, behaviour), "m", KEY, timeout_s=0.3, retries=retries)
    return OpenAIModel(endpoint, Pace(at_once=2, per_minute=0, clock=fake), fake)


def test_an_answer_and_its_count(site: Site) -> None:
    """Text, reason for stopping and tokens come back; the schema went along, strictly."""
    answer = model(site, GOOD).ask(QUESTION)
    assert (answer.text, answer.finish, answer.tokens_in, answer.tokens_out) == ('{"a": "x"}', "stop", 1000, 100)
    [body] = asked(site)
    assert body["response_format"]["json_schema"] == {"name": "p", "strict": True, "schema": SCHEMA}
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0, 50)


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_busy_server_is_asked_again(site: Site, code: int) -> None:
    """After its Retry-After, and not sooner."""
    clock = FakeClock()
    answer = model(site, in_turn(status(code, {"Retry-After": "7"}), GOOD), clock).ask(QUESTION)
    assert answer.finish == "stop"
    assert max(clock.slept) == 7


@pytest.mark.parametrize("behaviour", [silent, broken_off(b"", 0), status(500)])
def test_tries_are_bounded(site: Site, behaviour: Behaviour) -> None:
    """A server that stalls, hangs up or fails for good is asked three times, and the error says so."""
    with pytest.raises(ServiceError, match=r"tried 3 times"):
        model(site, behaviour).ask(QUESTION)
    assert len(asked(site)) == 3


def test_no_quota_is_final(site: Site) -> None:
    """An account without money is not asked again."""
    with pytest.raises(ServiceError, match="exceeded your quota"):
        model(site, error(429, "You exceeded your quota", "insufficient_quota")).ask(QUESTION)
    assert len(asked(site)) == 1


@pytest.mark.parametrize(
    ("refused", "form"),
    [
        (("maxLength",), "json_schema"),
        (("json_schema",), "json_object"),
        (("json_schema", "json_object"), None),
    ],
)
def test_a_server_without_schemas(site: Site, refused: tuple[str, ...], form: str | None) -> None:
    """The next form is used, the words then hold the schema, and the next question starts with that form."""
    behaviour = GOOD
    for one in refused:
        behaviour = without(one, behaviour)
    asking = model(site, behaviour)
    assert asking.ask(QUESTION).text == '{"a": "x"}'
    before = len(asked(site))
    asking.ask(QUESTION)
    bodies = asked(site)
    assert len(bodies) == before + 1
    assert bodies[-1].get("response_format", {}).get("type") == form
    assert (json.dumps(SCHEMA) in bodies[-1]["messages"][0]["content"]) is (form != "json_schema")


def test_a_server_that_takes_nothing(site: Site) -> None:
    """When every form is refused, the server's words are in the error."""
    with pytest.raises(ServiceError, match="no such thing"):
        model(site, error(400, "no such thing")).ask(QUESTION)


def test_renamed_parameters(site: Site) -> None:
    """A model that wants `max_completion_tokens` and no temperature gets them so."""
    first = error(400, "Unsupported parameter: 'max_tokens' is not supported, use 'max_completion_tokens'")
    second = error(400, "Unsupported value: 'temperature' does not support 0")
    model(site, in_turn(first, second, GOOD)).ask(QUESTION)
    last = asked(site)[-1]
    assert last["max_completion_tokens"] == 50
    assert {"max_tokens", "temperature"}.isdisjoint(last)
    assert last["response_format"]["type"] == "json_schema"


def test_a_question_too_long(site: Site) -> None:
    """The error names the setting."""
    with pytest.raises(ServiceError, match="PAPER2TASK_LLM_CONTEXT"):
        model(site, error(400, "maximum context length is 10 tokens")).ask(QUESTION)


@pytest.mark.parametrize(("code", "words"), [(401, "LLM_API_KEY"), (403, "LLM_API_KEY"), (404, "no model 'm'")])
def test_a_wrong_key_or_model_stops_the_run(site: Site, code: int, words: str) -> None:
    """It is the caller's to change, and no other paper would fare better."""
    with pytest.raises(UsageError, match=words):
        model(site, error(code, f"Incorrect key {KEY}")).ask(QUESTION)


@pytest.mark.parametrize("behaviour", [web_page("Login"), raw(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")])
def test_something_else_answers(site: Site, behaviour: Behaviour) -> None:
    """A page or other JSON is no answer."""
    with pytest.raises(ServiceError, match="no chat completion"):
        model(site, behaviour).ask(QUESTION)


@pytest.mark.parametrize(
    ("behaviour", "finish"),
    [
        (says("", refusal="I cannot help"), "refused"),
        (says("x", "content_filter"), "refused"),
        (says("x", "length"), "length"),
    ],
)
def test_why_it_stopped(site: Site, behaviour: Behaviour, finish: str) -> None:
    """Refusals and cut-off answers are told apart from whole ones."""
    assert model(site, behaviour).ask(QUESTION).finish == finish


def test_tokens_without_a_count(site: Site) -> None:
    """A server that counts nothing: characters stand in, and it is said."""
    answer = model(site, says("x" * 40, usage=False)).ask(QUESTION)
    assert (answer.counted, answer.tokens_out) == (False, 10)


def test_the_key_is_sent_and_never_comes_back(site: Site) -> None:
    """It is in the request's header, and blacked out where a server repeats it in an answer or an error."""
    assert KEY not in model(site, says(f"your key is {KEY}")).ask(QUESTION).text
    assert site.requests("/v1/chat/completions")[0].headers["authorization"] == f"Bearer {KEY}"
    with pytest.raises(ServiceError) as raised:
        model(site, error(400, f"bad request by {KEY}")).ask(QUESTION)
    assert KEY not in str(raised.value)
    assert KEY not in repr(Endpoint("u", "m", KEY))


def test_text_that_is_no_unicode(site: Site) -> None:
    """Half a surrogate pair can be kept."""
    assert model(site, says("a\ud800b")).ask(QUESTION).text == "a?b"

"""A model behind any server that speaks OpenAI's chat completions; retries, time-outs and the shape of answers are ours."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

from pipeline.errors import ServiceError, UsageError
from pipeline.llm.model import Question, tokens
from pipeline.llm.pace import Pace
from pipeline.log import redacted
from pipeline.records.base import Json
from pipeline.records.exchange import Answer, Finish
from pipeline.web_limits import Clock, WebLimits, public_url, retry_after, status_text

FORMS = ("schema", "plain-schema", "object", "text")
"""How an answer's shape is asked for, best first; a server that refuses one with status 400 or 422 is asked in the next.
`plain-schema` leaves out the bounds on lengths, which strict servers do not know."""
_AGAIN = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
_FINISH: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "refused"}
_TOO_LONG = re.compile(
    r"context[ _](?:length|size|window)|maximum context|too many tokens|exceeds? the available", re.I
)
_MOST_CHARACTERS = 1_000_000
_BOUNDS = ("maxLength", "minLength", "maxItems", "minItems", "minimum", "maximum")


@dataclass(frozen=True)
class Endpoint:
    """Where a model is and how it is asked; the key is never shown."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout_s: float = 120.0
    retries: int = 4


class _RefusedFormError(Exception):
    """The server does not take the question in this form."""


class OpenAIModel:
    """Asks the server; safe to be used from many threads."""

    def __init__(self, endpoint: Endpoint, pace: Pace, clock: Clock | None = None) -> None:
        self._endpoint, self._pace, self._clock = endpoint, pace, clock or Clock()
        self._limits = WebLimits(retries=endpoint.retries)
        self._openai = _library()
        # the library wants a key; servers on one's own machine want none
        self._client = self._openai.OpenAI(
            base_url=endpoint.base_url, api_key=endpoint.key or "none", timeout=endpoint.timeout_s, max_retries=0
        )
        self._lock = threading.Lock()
        self._form = 0
        self._renamed: dict[str, str | None] = {}

    @property
    def name(self) -> str:
        """As the server knows it."""
        return self._endpoint.model

    def ask(self, question: Question) -> Answer:
        """The answer, in the best form that the server takes. UsageError for a wrong key or model, ServiceError for the rest."""
        start = self._form
        for place in range(start, len(FORMS)):
            try:
                answer = self._patiently(question, FORMS[place])
            except _RefusedFormError as error:
                if place + 1 == len(FORMS):
                    raise ServiceError(f"{self._place} does not take the question: {error}") from error
                continue
            with self._lock:
                self._form = max(self._form, place)
            return answer
        raise AssertionError("the last form answers or raises")  # for the type checker: the loop is never empty

    @property
    def _place(self) -> str:
        return f"the model server at {public_url(self._endpoint.base_url)}"

    def _patiently(self, question: Question, form: str) -> Answer:
        """One form, tried again after what passes; the number of tries is bounded and the server's wish is heard."""
        failures = 0
        while True:
            with self._pace.turn():
                came = self._try(question, form)
            if isinstance(came, Answer):
                return came
            trouble = came
            if trouble.final or failures >= self._limits.retries:
                tries = f" (tried {failures + 1} times)" if failures else ""
                raise ServiceError(f"{self._place}: {trouble.text}{tries}; run the same command again later")
            failures += 1
            wait = self._limits.wait(failures, trouble.wait)
            if trouble.wait is not None:
                self._pace.pause(wait)
            self._clock.sleep(wait)

    def _once(self, question: Question, form: str) -> Answer:
        named = {key: self._renamed.get(key, key) for key in question.parameters}
        parameters: dict[str, Any] = {new: question.parameters[key] for key, new in named.items() if new}
        if (response_format := _response_format(question, form)) is not None:
            parameters["response_format"] = response_format
        said = [message.model_dump() for message in question.messages]
        if form in ("object", "text"):  # then the words have to say what the shape is
            said[0]["content"] += f"\nThe JSON Schema of the answer:\n{json.dumps(question.schema)}\n"
        raw = self._client.chat.completions.with_raw_response.create(
            model=self._endpoint.model, messages=said, **parameters
        )
        return self._read(raw.http_response.content, question)

    def _read(self, body: bytes, question: Question) -> Answer:
        """The answer in the body. ServiceError where it is no chat completion."""
        try:
            parsed = json.loads(body)
            choice, usage = parsed["choices"][0], parsed.get("usage") or {}
            message = choice["message"]
            text, refusal = str(message.get("content") or ""), message.get("refusal")
            counts = [usage.get(key) for key in ("prompt_tokens", "completion_tokens")]
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
            raise ServiceError(f"{self._place} answers with something that is no chat completion") from error
        whole = [count for count in counts if isinstance(count, int) and count >= 0]
        counted = len(whole) == len(counts)
        tokens_in, tokens_out = whole if counted else [question.size(), tokens(text)]
        finish: Finish = "refused" if refusal else _FINISH.get(str(choice.get("finish_reason")), "other")
        return Answer(
            text=self._clean(text or str(refusal or "")),
            finish=finish,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            counted=counted,
        )

    def _clean(self, text: str) -> str:
        """The text as it may be kept: without our key, should a server repeat it, in UTF-8, and not without end."""
        text = text.encode("utf-8", "replace").decode()[:_MOST_CHARACTERS]
        return text.replace(self._endpoint.key, "***") if self._endpoint.key else text

    def _try(self, question: Question, form: str) -> Answer | _Trouble:
        """One try: the answer, or what passes. The library's other errors become ours."""
        try:
            return self._once(question, form)
        except self._openai.APITimeoutError:
            return _Trouble(f"said nothing for {self._endpoint.timeout_s:g} s")
        except self._openai.APIConnectionError:
            return _Trouble("cannot be reached or broke the connection off")
        except self._openai.APIStatusError as error:
            return self._status(error)

    def _status(self, error: Any) -> _Trouble:
        status, said = int(error.status_code), self._clean(_said(error))
        text = f"{status_text(status)}{said and ': ' + redacted(said)}"
        if status in _AGAIN:
            wait = retry_after(error.response.headers.get("retry-after") or "", self._clock.wall())
            return _Trouble(text, wait, final=status == 429 and "insufficient_quota" in (error.code, error.type))
        if status in (401, 403):
            raise UsageError(f"{self._place} refuses the key: check PAPER2TASK_LLM_API_KEY") from None
        if status == 404:
            raise UsageError(f"{self._place} has no model {self.name!r}, or is no such server ({text})") from None
        if status not in (400, 422):
            return _Trouble(text, final=True)
        if _TOO_LONG.search(said):
            return _Trouble(f"{text}; set PAPER2TASK_LLM_CONTEXT to fewer tokens", final=True)
        if self._adapted(said):
            return _Trouble(text, wait=0.0)
        raise _RefusedFormError(text) from None

    def _adapted(self, said: str) -> bool:
        """Whether a parameter that the server names can be asked for in another way; newer models renamed two of them."""
        with self._lock:
            for old, new in (("max_tokens", "max_completion_tokens"), ("temperature", None)):
                if old in said and re.search("support", said) and old not in self._renamed:
                    self._renamed[old] = new
                    return True
        return False


@dataclass
class _Trouble:
    """Why a try came to nothing; `wait` is what the server asks for, in seconds, `final` says that another is no use."""

    text: str
    wait: float | None = None
    final: bool = False


def _library() -> ModuleType:
    try:
        return import_module("openai")
    except ModuleNotFoundError as error:
        raise UsageError("asking a model needs the OpenAI client: pip install 'paper2task[llm]'") from error


def _said(error: Any) -> str:
    """The server's own words, on one line and cut; empty where it said nothing readable."""
    body = error.body if isinstance(error.body, dict) else {}
    text = body.get("message") or ""
    return "".join(c for c in " ".join(str(text).split()) if c.isprintable())[:200]


def _response_format(question: Question, form: str) -> Json | None:
    if form == "text":
        return None
    if form == "object":
        return {"type": "json_object"}
    shape = question.schema if form == "schema" else _unbounded(question.schema)
    name = question.prompt.partition(" ")[0]
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": shape}}


def _unbounded(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _unbounded(value) for key, value in schema.items() if key not in _BOUNDS}
    return [_unbounded(value) for value in schema] if isinstance(schema, list) else schema

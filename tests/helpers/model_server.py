"""A stand-in for a model's server on loopback: OpenAI's chat completions, answered well or badly.

    with Site() as site:
        base = serve_model(site, fills({"gpu_count": told(8, "8 GPUs")}))

A behaviour is one of `tests.helpers.behaviours`, so `in_turn(busy...)`, `silent` and `status` work here, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tests.helpers.server import Behaviour, Request, Site

PATH = "/v1/chat/completions"
Asked = dict[str, Any]
"""The JSON of a request."""


def serve_model(site: Site, behaviour: Behaviour) -> str:
    """Put the behaviour where chat completions are asked for; gives the base URL."""
    site.add(PATH, behaviour)
    return site.url("/v1")


def asked(site: Site) -> list[Asked]:
    """The requests so far, as JSON."""
    return [json.loads(one.body) for one in site.requests(PATH)]


def says(text: str, finish: str = "stop", refusal: str | None = None, usage: bool = True) -> Behaviour:
    """This text, whatever is asked."""
    return replies(lambda _: text, finish, refusal, usage)


def replies(
    reply: Callable[[Asked], str], finish: str = "stop", refusal: str | None = None, usage: bool = True
) -> Behaviour:
    """A text made from the request; 1000 tokens in, 100 out."""

    def behave(request: Request, before: int) -> None:
        text = reply(_body(request, before))
        message = {"role": "assistant", "content": None if refusal else text, "refusal": refusal}
        answer: dict[str, Any] = {"id": "1", "object": "chat.completion", "created": 0, "model": "stand-in"}
        answer["choices"] = [{"index": 0, "message": message, "finish_reason": finish}]
        if usage:
            answer["usage"] = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
        request.answer(json.dumps(answer).encode(), headers={"Content-Type": "application/json"})

    return behave


def told(value: Any, *quotes: str, derivation: str | None = None) -> dict[str, Any]:
    """A field's answer."""
    return {"value": value, "quotes": list(quotes), "derivation": derivation}


def filled(table: Mapping[str, dict[str, Any]]) -> Callable[[Asked], str]:
    """Text that answers the asked fields from the table, null where it has none."""
    return lambda body: json.dumps({key: table.get(key, told(None)) for key in keys_of(body)})


def fills(table: Mapping[str, dict[str, Any]]) -> Behaviour:
    """Answers the asked fields from the table, null where it has none."""
    return replies(filled(table))


def keys_of(body: Asked) -> list[str]:
    """The fields that a request asks for: from its schema, wherever it stands."""
    if (form := body.get("response_format", {})).get("type") == "json_schema":
        return list(form["json_schema"]["schema"]["properties"])
    marker = "The JSON Schema of the answer:\n"
    return list(json.loads(body["messages"][0]["content"].partition(marker)[2])["properties"])


def without(form: str, then: Behaviour) -> Behaviour:
    """400 for a `response_format` of this type (`json_schema`, `json_object`), else the behaviour; `maxLength` is a form, too."""

    def behave(request: Request, before: int) -> None:
        wanted = _body(request, before).get("response_format", {})
        if wanted.get("type") == form or (form == "maxLength" and form in json.dumps(wanted)):
            refuse(request, 400, f"Invalid parameter: {form} is not supported by this server")
        else:
            then(request, before)

    return behave


def error(status: int, message: str, code: str | None = None, headers: Mapping[str, str] | None = None) -> Behaviour:
    """An error as such servers give it."""
    return lambda request, before: refuse(request, status, message, code, headers)


def refuse(
    request: Request, status: int, message: str, code: str | None = None, headers: Mapping[str, str] | None = None
) -> None:
    """Answer one request with an error."""
    body = json.dumps({"error": {"message": message, "type": code, "code": code, "param": None}}).encode()
    request.answer(body, status, {"Content-Type": "application/json", **(headers or {})})


def _body(request: Request, before: int) -> Asked:
    body: Asked = json.loads(request.server.site.requests(request.path)[before].body)
    return body

"""The JSON Schema of an answer, made from the card's own record: bounded, every key required, nothing else allowed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter

from pipeline.llm.prompts import FieldAsk
from pipeline.records.base import Json, Record
from pipeline.records.card import CardFields

MOST_QUOTES = 3
LONGEST_QUOTE = 400
LONGEST_DERIVATION = 120
_BOUNDS = ("minLength", "maxLength", "minItems", "maxItems")


@cache
def adapter(key: str) -> TypeAdapter[Any]:
    """Checks and makes the values of a card field (without None)."""
    value = CardFields.model_fields[key].annotation
    assert value is not None
    kind = value.model_fields["value"].annotation
    return TypeAdapter(next(part for part in get_args(kind) if part is not type(None)))


def answer_schema(fields: dict[str, FieldAsk]) -> Json:
    """What an answer on these fields must look like: each an object with `value`, `quotes` and perhaps `derivation`."""
    quote = {"type": "string", "maxLength": LONGEST_QUOTE}
    parts = {
        "quotes": {"type": "array", "items": quote, "maxItems": MOST_QUOTES},
        "derivation": {"anyOf": [{"type": "string", "maxLength": LONGEST_DERIVATION}, {"type": "null"}]},
    }
    shapes = {key: _field(key, ask) for key, ask in fields.items()}
    # said once: the schema is sent with every question
    texts = [json.dumps(shape) for shape in shapes.values()]
    alike = {text: f"f{at}" for at, text in enumerate(dict.fromkeys(t for t in texts if texts.count(t) > 1), 1)}
    defs = {name: part for name, part in parts.items() if name == "quotes" or any(a.derived for a in fields.values())}
    defs |= {name: json.loads(text) for text, name in alike.items()}
    properties = {
        key: {"$ref": f"#/$defs/{alike[text]}"} if text in alike else shapes[key]
        for key, text in zip(shapes, texts, strict=True)
    }
    return {**_object(properties), "$defs": defs}


def record_schema(record: type[Record]) -> Json:
    """What an answer that is such a record must look like; bounds are the record's own."""
    schema = record.model_json_schema()
    return _strict(schema, schema.get("$defs", {}))


def _strict(schema: Json, defs: Json) -> Json:
    """A record's schema with references filled in, every key required, and without what only people read."""
    if "$ref" in schema:
        return _strict(defs[schema["$ref"].rpartition("/")[2]], defs)
    if schema["type"] == "object":
        return _object({key: _strict(one, defs) for key, one in schema["properties"].items()})
    kept = {key: schema[key] for key in ("type", *_BOUNDS) if key in schema}
    return {**kept, "items": _strict(schema["items"], defs)} if schema["type"] == "array" else kept


def _field(key: str, ask: FieldAsk) -> Json:
    plain = adapter(key).json_schema()
    value = _bounded(plain, plain.get("$defs", {}), ask)
    if set(value) <= {"type", "maxLength"}:
        value = {**value, "type": [value["type"], "null"]}
    else:
        value = {"anyOf": [value, {"type": "null"}]}
    parts: Json = {"value": value, "quotes": {"$ref": "#/$defs/quotes"}}
    if ask.derived:
        parts["derivation"] = {"$ref": "#/$defs/derivation"}
    return _object(parts)


def _object(properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _bounded(schema: Json, defs: Json, ask: FieldAsk) -> Json:
    """The schema with references filled in, bounds set, and without what only people read."""
    if "$ref" in schema:
        return _bounded(defs[schema["$ref"].rpartition("/")[2]], defs, ask)
    if "anyOf" in schema:
        return {"anyOf": [_bounded(one, defs, ask) for one in schema["anyOf"]]}
    kind = schema.get("type")
    if kind == "object":
        return _object({key: _bounded(one, defs, ask) for key, one in schema["properties"].items()})
    if kind == "array":
        return {"type": "array", "items": _bounded(schema["items"], defs, ask), "maxItems": ask.items}
    if kind == "string" and "enum" not in schema:
        return {"type": "string", "maxLength": ask.longest}
    return {key: schema[key] for key in ("type", "enum") if key in schema}

"""What every record has in common: frozen, strict, and (when it is a file of its own) a schema version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

Json = dict[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in PDF points (1/72 inch); the origin is the top left corner of the upright page."""

SourceName = Literal["model", "rules", "listing", "repository", "curator"]
"""Who said it: a language model, the offline rules, the venue's listing, the code's repository, or a person."""


class Record(BaseModel):
    """A noun of the program: cannot be changed, accepts no unknown key and converts no type in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Stored(Record):
    """A record that is a file of its own.

    `schema_version` counts the shapes that were ever written. `upgrades` maps an older version to a function that takes
    the parsed JSON of that version and returns that of the next one; `store.py` applies them in turn.
    """

    kind: ClassVar[str]
    upgrades: ClassVar[dict[int, Callable[[Json], Json]]] = {}

    schema_version: Literal[1] = 1

"""The rules' tables: TOML files that lie beside them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The parsed file `<name>.toml` of this package; callers must not change it."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))

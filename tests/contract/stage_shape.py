"""A stage function takes explicit keyword parameters and returns its record."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Protocol, get_type_hints


class Row(Protocol):
    """What the rule reads of a row of the table of stages."""

    @property
    def verb(self) -> str:
        """The stage's name."""

    @property
    def produces(self) -> type[Any]:
        """The record that it hands on."""

    @property
    def function(self) -> Callable[..., Any]:
        """What does the work."""


def stage_violations(stages: Iterable[Row]) -> list[str]:
    """Stages whose function takes positional or open-ended parameters, returns another record, or stands in another package."""
    found = []
    for stage in stages:
        parameters = inspect.signature(stage.function).parameters.values()
        wrong = [str(p) for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        found += [f"{stage.verb}: {parameter} must be a parameter that is given by name" for parameter in wrong]
        hints = get_type_hints(stage.function, stage.function.__globals__)
        if hints.get("return") is not stage.produces:
            found.append(f"{stage.verb}: returns {hints.get('return')}, the table says {stage.produces.__name__}")
        if not stage.function.__module__.startswith(f"pipeline.{stage.verb}."):
            found.append(f"{stage.verb}: its function stands in {stage.function.__module__}")
    return found

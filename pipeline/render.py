"""Jinja environments, and the only place that builds them: strict about names, sandboxed, the same bytes for the same input."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pipeline.paths import resource


@cache
def _environment(folder: Path, html: bool) -> ImmutableSandboxedEnvironment:
    # a template sees text of papers: it may be shown, never run, and HTML is escaped
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, variables: Mapping[str, Any], folder: str = "templates") -> str:
    """A template of `templates/` or `prompts/` (by its path there) with these variables; an unknown variable is an error."""
    name = template.removesuffix(".j2")
    return _environment(resource(folder), name.endswith(".html")).get_template(template).render(variables)

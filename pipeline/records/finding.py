"""Finding: something a person should know about a unit; it never stops the unit by itself."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.records.base import Box, Record


class Finding(Record):
    """One observation, with the place where it can be seen."""

    code: str = Field(description="Stable name in kebab case, such as `hidden-text` or `table-unreadable`.")
    severity: Literal["info", "warning", "error"] = "warning"
    message: str = Field(description="One sentence for a person.")
    page: int | None = Field(default=None, description="1-based page, where the finding has a place.")
    box: Box | None = None
    quote: str | None = Field(default=None, description="The text concerned, cut to 300 characters.", max_length=300)

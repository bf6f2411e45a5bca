"""Download: a file that was fetched, and proof of what it is."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from pipeline.records.base import Stored


class Download(Stored):
    """A fetched PDF. Its bytes stand beside the record; `sha256` says which bytes."""

    kind: ClassVar[str] = "download"

    paper_id: str
    url: str = Field(description="The address that was asked for, credentials removed.")
    sha256: str
    bytes: int = Field(ge=1)
    media_type: str = Field(default="application/pdf", description="By content, not by the server's word.")

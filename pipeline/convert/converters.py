"""The converters by name, and which one is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pipeline.convert.embedded.converter import ENGINE, convert_pdf
from pipeline.records.document import Document

Converter = Callable[[Path, str, bool], Document]
"""(PDF, paper id, whether the PDF's outline may be used) -> the document. Raises InputError and ServiceError."""


def _embedded(pdf: Path, paper_id: str, use_outline: bool) -> Document:
    return convert_pdf(pdf, paper_id, use_outline=use_outline)


CONVERTERS: dict[str, Converter] = {"embedded": _embedded}

IDENTITY: dict[str, str] = {"embedded": ENGINE}
"""What of a converter decides its output besides our own code: part of a document's input digest."""

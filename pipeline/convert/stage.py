"""Convert one fetched PDF to a document with the converter of that name."""

from __future__ import annotations

from pathlib import Path

from pipeline.convert.converters import CONVERTERS
from pipeline.records.document import Document


def convert(*, pdf: Path, paper_id: str, converter: str, use_outline: bool = True) -> Document:
    """The document of the PDF. InputError where the PDF is at fault, ServiceError where the converter is."""
    return CONVERTERS[converter](pdf, paper_id, use_outline)

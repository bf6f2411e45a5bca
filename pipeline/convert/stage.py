"""Convert one fetched PDF to a document with the converter of that name."""

from __future__ import annotations

from pathlib import Path

from pipeline.convert.converters import CONVERTERS, Choice
from pipeline.records.document import Document


def convert(*, pdf: Path, paper_id: str, choice: Choice) -> Document:
    """The document of the PDF. InputError where the PDF is at fault, ServiceError where the converter is."""
    return CONVERTERS[choice.name](pdf, paper_id, choice)

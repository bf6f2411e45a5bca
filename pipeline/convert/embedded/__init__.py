"""A PDF's own text layer as a Document: no service, no model, one dependency (pypdfium2)."""

from __future__ import annotations

from pipeline.convert.embedded.converter import ENGINE, convert_pdf

__all__ = ["ENGINE", "convert_pdf"]

"""Converting one paper with a GROBID server."""

from __future__ import annotations

from pathlib import Path

from pipeline.convert.grobid.client import GrobidClientLike
from pipeline.convert.grobid.merge import with_tables
from pipeline.convert.grobid.tei import read_tei
from pipeline.errors import InputError
from pipeline.ids import sha256_bytes
from pipeline.records.document import Document


def convert_with_grobid(pdf: Path, paper_id: str, *, embedded: Document, client: GrobidClientLike) -> Document:
    """The document of a PDF: GROBID's structure, completed from what the embedded converter read in the same file.

    Raises InputError where the file cannot be read, is not the one that `embedded` was made of, or gives GROBID nothing;
    ServiceError where the server is at fault.
    """
    try:
        data = pdf.read_bytes()
    except OSError as error:
        raise InputError(f"{pdf.name} cannot be read: {error.strerror}") from error
    sha256 = sha256_bytes(data)
    if sha256 != embedded.source_sha256:
        raise InputError(f"{pdf.name} changed while it was converted: fetch and convert it again")
    answer = client.fulltext(data, paper_id)
    tei = read_tei(answer, paper_id=paper_id, source_sha256=sha256, pages=embedded.pages, server_version=client.version)
    if not (tei.title or tei.abstract or tei.sections):
        raise InputError(f"GROBID extracted nothing from {paper_id}: use the embedded converter, or check the PDF")
    return with_tables(tei, embedded)

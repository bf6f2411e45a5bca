"""Extract one card from one document with the offline rules."""

from __future__ import annotations

from pathlib import Path

from pipeline import store
from pipeline.ids import sha256_bytes
from pipeline.llm.injection import set_aside
from pipeline.llm.rules.engine import ENGINE, apply_rules
from pipeline.records.card import Card, Provenance
from pipeline.records.document import Document
from pipeline.records.paper import Paper


def extract(*, document_path: Path, paper: Paper) -> Card:
    """The card of the document at `document_path`; `paper` is its entry in the listing. InputError on a damaged document."""
    data = store.read_bytes(document_path)
    document = store.decode(Document, data, str(document_path))
    trusted, orders = set_aside(document)
    answers = apply_rules(trusted, paper)
    return Card(
        paper_id=paper.id,
        title=document.title or paper.title,
        document_digest=sha256_bytes(data),
        fields=answers.fields,
        findings=(*document.findings, *orders, *answers.findings),
        provenance=Provenance(engine=ENGINE),
    )

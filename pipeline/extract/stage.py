"""Extract one card from one document: by the offline rules, and where a model is asked, by both, each checking the other."""

from __future__ import annotations

from pathlib import Path

from pipeline import store
from pipeline.ids import sha256_bytes
from pipeline.llm.asker import Asker
from pipeline.llm.injection import set_aside
from pipeline.llm.merge import checked
from pipeline.llm.rules.engine import ENGINE, apply_rules
from pipeline.records.card import Card, Provenance
from pipeline.records.document import Document
from pipeline.records.paper import Paper


def extract(*, document_path: Path, paper: Paper, asker: Asker | None = None, by_rules: Card | None = None) -> Card:
    """The card of the document at `document_path`; `paper` is its entry in the listing. InputError on a damaged document.

    Without `asker` the rules alone fill it. With one, `by_rules` may bring the rules' card, where they ran elsewhere; what the
    model raises is passed on: UsageError, ServiceError (its server, or the cap on money), Skip (questions only rendered).
    """
    data = store.read_bytes(document_path)
    document = store.decode(Document, data, str(document_path))
    trusted, orders = set_aside(document)
    if by_rules is None:
        answers = apply_rules(trusted, paper)
        by_rules = Card(
            paper_id=paper.id,
            title=document.title or paper.title,
            document_digest=sha256_bytes(data),
            fields=answers.fields,
            findings=(*document.findings, *orders, *answers.findings),
            provenance=Provenance(engine=ENGINE),
        )
    if asker is None:
        return by_rules
    asked = asker.ask(trusted, by_rules.fields.method_names.value or ())
    fields, differing = checked(asked.values, asked.failed, by_rules.fields)
    return by_rules.model_copy(
        update={
            "fields": fields,
            "findings": (*by_rules.findings, *asked.findings, *differing),
            "provenance": asked.provenance.model_copy(update={"engine": f"model and {by_rules.provenance.engine}"}),
        }
    )

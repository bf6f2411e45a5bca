"""What asking about some papers would take: said before the first call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.llm.asker import Asker
from pipeline.llm.form import Form
from pipeline.llm.models import Source
from pipeline.records.document import Document


@dataclass(frozen=True)
class Estimate:
    """First questions without repairs, in tokens and US dollars; `most_usd` has every answer at its longest and repaired twice."""

    papers: int
    unread: int
    """Of these, papers that are not converted yet: a typical paper stands in for each."""
    questions: int
    tokens_in: int
    tokens_out: int
    usd: float
    most_usd: float


def estimate(asker: Asker, source: Source, documents: Iterable[Document], unread: int) -> Estimate:
    """The estimate for documents and so many papers that are not converted yet; answers that are here cost nothing."""
    typical, price = asker.prompt.file.typical, source.price
    groups = len(asker.prompt.file.groups)
    papers = questions = tokens_in = 0
    for document in documents:
        papers += 1
        for question in asker.questions(document):
            if not source.known(question):
                questions += 1
                tokens_in += question.size()
    questions += unread * groups
    tokens_in += unread * typical.tokens_in
    tokens_out = questions * typical.tokens_out // groups
    longest = questions * int(asker.parameters["max_tokens"])
    return Estimate(
        papers=papers + unread,
        unread=unread,
        questions=questions,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=price.usd(tokens_in, tokens_out) if price else 0.0,
        most_usd=3 * price.usd(tokens_in, longest) if price else 0.0,
    )


def estimate_form(form: Form[Any], variables: Mapping[str, object], source: Source) -> Estimate:
    """The estimate for one form; nothing where the answer is here already."""
    question = form.question(variables)
    asked = 0 if source.known(question) else 1
    tokens_in, tokens_out = asked * question.size(), asked * form.prompt.file.typical.tokens_out
    return Estimate(
        papers=1,
        unread=0,
        questions=asked,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=source.price.usd(tokens_in, tokens_out) if source.price else 0.0,
        most_usd=3 * source.price.usd(tokens_in, question.max_tokens) if source.price and asked else 0.0,
    )

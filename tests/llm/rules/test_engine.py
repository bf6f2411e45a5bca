"""The engine keeps what the document proves and drops the rest with a finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pipeline.llm.reading import Reading
from pipeline.llm.rules.engine import apply_rules
from pipeline.records.card import CardFields, Evidence, Value
from pipeline.records.document import Block, Document, Section


def document(text: str) -> Document:
    """A document of one paragraph."""
    section = Section(blocks=(Block(text=text, page=1),))
    return Document(paper_id="p", engine="test", source_sha256="0", pages=1, sections=(section,))


def says(quote: str) -> Mapping[str, Value[Any]]:
    """What a rule would answer that found this quote."""
    return {"gpu_count": Value[int](value=8, evidence=(Evidence(quote=quote, page=1),), confidence=0.9)}


def test_a_value_with_its_quote_is_kept() -> None:
    """A quote that differs in white space and hyphenation only is the same quote."""
    answers = apply_rules(
        document("We used 8 GPUs for pre- training."), rules={"r": lambda _: says("8 GPUs for pretraining")}
    )
    assert answers.fields.gpu_count.value == 8
    assert answers.findings == ()


def test_a_value_without_its_quote_is_dropped() -> None:
    """An invented quote costs the value and leaves a finding that names rule, key and quote."""
    answers = apply_rules(document("We used GPUs."), rules={"r": lambda _: says("We used 8 GPUs.")})
    assert answers.fields == CardFields()
    [finding] = answers.findings
    assert (finding.code, finding.quote) == ("quote-not-found", "We used 8 GPUs.")
    assert "rule r" in finding.message and "gpu_count" in finding.message


def test_a_bug_in_a_rule_is_not_hidden() -> None:
    """A rule that raises stops the engine: a card with silent holes would be worse."""

    def broken(_: Reading) -> Mapping[str, Value[Any]]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        apply_rules(document("Text."), rules={"broken": broken})


def test_two_rules_may_not_answer_one_key() -> None:
    """The order of the rules must not decide a value."""
    with pytest.raises(AssertionError, match="gpu_count"):
        apply_rules(document("8 GPUs"), rules={"a": lambda _: says("8 GPUs"), "b": lambda _: says("8 GPUs")})


def test_an_empty_document_gives_no_proven_value() -> None:
    """Nothing is made up from nothing, and nothing breaks."""
    empty = Document(paper_id="p", engine="test", source_sha256="0", pages=0)
    fields = apply_rules(empty).fields
    assert all(not getattr(fields, key).evidence for key in CardFields.model_fields)

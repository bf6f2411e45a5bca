"""The largest model that the authors trained or ran, in parameters; and sizes of other people's models and of data."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.engine import apply_rules
from pipeline.llm.rules.scale import scale
from pipeline.records.card import Value
from pipeline.records.document import Document, Table
from tests.llm.rules.documents import document

WE_PROPOSE = "We propose WidgetNet, a model of widgets. WidgetNet is small. WidgetNet is fast."


def parameters(paper: Document) -> Value[float]:
    """The rule's answer after the engine checked the quotes."""
    answers = apply_rules(paper, rules={"scale": scale})
    assert answers.findings == ()
    return answers.fields.model_scale


OWN = [
    ("We fine-tune LLaMA 7B model using the pairs.", 7e9),
    ("We use Foo-2.5-Coder-Instruct (Foo et al., 2024a) 7B, 14B, and 32B variants as our base models.", 32e9),
    ("We use Llama2-7b-chat as the inference model.", 7e9),
    ("Our model has 213M parameters.", 213e6),
    ("We train a network with 1.5 billion parameters.", 1.5e9),
    ("Further, our efforts to scale up to 145B parameters show its performance comparable with Foo 670B.", 145e9),
    ("We experiment by directly fine-tuning the already aligned Llama-2-7B-Chat model.", 7e9),
    ("Our large model has 144.6B total parameters, with the number of activated parameters around 22.2B.", 144.6e9),
    ("WidgetNet 13B outperforms LLaMA 65B on all tasks.", 13e9),
]


@pytest.mark.parametrize(("sentence", "expected"), OWN)
def test_own_models(sentence: str, expected: float) -> None:
    """Trained, fine-tuned or run by the authors, with any unit; of several the largest; total before activated."""
    value = parameters(document(WE_PROPOSE, sentence))
    assert value.value == expected
    assert value.evidence[0].quote == sentence


NOT_OWN = [
    "We compare with GPT-3 175B.",
    "It outperforms models such as LLaMA 65B.",
    "Existing models have 70B parameters.",
    "We use a baseline with 70B parameters.",
    "Our judge is Foo-70B-Instruct, a strong judge.",
    "We train on 26.7M tokens and 3.1B tokens of text.",
    "We train with 1.4M examples and 100B training tokens.",
    "There are over 250B units worldwide.",
    "Figure 3a shows the loss and Figure 3b plots the gradient of our trained model.",
    "Tune all hyperparameters of our models on 32K papers.",
    "In a year, the largest pretrained transformer grew from 110 million parameters to 8.3 billion.",
    "Foo et al. report that their 70B model is better.",
    "In future work we could train models with 70B parameters.",
]


@pytest.mark.parametrize("sentence", NOT_OWN)
def test_sizes_of_something_else(sentence: str) -> None:
    """Baselines, judges, other people's models, plans, data: the paper does not say."""
    assert parameters(document(WE_PROPOSE, sentence)).value is None


def test_a_size_told_once_among_many_is_doubted() -> None:
    """Three sentences on 32B models, one on 34B: a misprint does not make the card."""
    paper = document(
        "We train a 32B model.",
        "We use the 32B model for search.",
        "Our 32B model is best.",
        "We use LoRA for the 34B model.",
    )
    assert parameters(paper).value == 32e9


def test_own_column_of_a_table() -> None:
    """Methods in columns: the cell of the own column under the row of parameter counts."""
    shown = Table(
        label="Table 2",
        page=6,
        caption="Results.",
        columns=("Metric", "FooNet", "WidgetNet"),
        rows=(("# Total Params", "70B", "16.4B"), ("# Activated Params", "70B", "2.8B"), ("Score", "10.1", "20.2")),
    )
    value = parameters(document(WE_PROPOSE, tables=(shown,)))
    assert (value.value, value.derivation) == (16.4e9, "16.4B under # Total Params in Table 2")


def test_own_row_with_the_unit_in_the_head() -> None:
    """Methods in rows: the head gives the power of ten or the letter."""
    for head, cell, expected in (("params ×10^6", "213", 213e6), ("Params (M)", "340", 340e6), ("#Params", "7B", 7e9)):
        shown = Table(
            label="Table 3",
            page=6,
            caption="Results.",
            columns=("Model", head),
            rows=(("FooNet", "900"), ("WidgetNet", cell)),
        )
        assert parameters(document(WE_PROPOSE, tables=(shown,))).value == expected


def test_variations_of_the_own_model() -> None:
    """A table of variations of the own model holds only own rows."""
    shown = Table(
        label="Table 3",
        page=6,
        caption="Variations on the WidgetNet architecture.",
        columns=("", "layers", "params ×106"),
        rows=(("base", "6", "65"), ("big", "6", "213")),
    )
    assert parameters(document(WE_PROPOSE, tables=(shown,))).value == 213e6


def test_models_that_training_is_performed_on() -> None:
    """What fine-tuning is performed on is run by the authors."""
    assert parameters(document("SFT is performed on Foo2-VL-Instruct-7B for two epochs.")).value == 7e9

"""Closed models and services that the work calls, and for what; and names that are only mentioned."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.apis import apis
from pipeline.llm.rules.engine import apply_rules
from pipeline.records.card import Api
from pipeline.records.document import Document, Table
from tests.llm.rules.documents import document


def found(paper: Document) -> tuple[tuple[str, str], ...]:
    """Names and roles, after the engine checked the quotes."""
    answers = apply_rules(paper, rules={"apis": apis})
    assert answers.findings == ()
    return tuple((api.name, api.role) for api in answers.fields.api_requirements.value or ())


CALLS = [
    ("We use GPT-4o as the large language model.", ("GPT-4o", "method")),
    ("Our agents are powered by Claude 3.5 Sonnet.", ("Claude 3.5 Sonnet", "method")),
    ("We prompt gpt-4o-mini to plan the next step.", ("gpt-4o-mini", "method")),
    ("We translate the texts using Google Translate.", ("Google Translate", "method")),
    ("We use GPT-4 as a judge to evaluate whether outputs are safe.", ("GPT-4", "judge")),
    (
        "We pass pairs to the GPT-4-Turbo model and prompt it to evaluate the harmfulness of the output.",
        ("GPT-4-Turbo", "judge"),
    ),
    ("We generate harmful answers for these instructions using GPT-3.5-Turbo.", ("GPT-3.5-Turbo", "data")),
    ("These trajectories are sampled from gpt-4o-2024-08-06.", ("gpt-4o-2024-08-06", "data")),
    ("As baselines, we consider Gemini 1.5 Pro and others.", ("Gemini 1.5 Pro", "baseline")),
    ("We also choose OpenAI Text-Davinci-003 as the baseline.", ("Text-Davinci-003", "baseline")),
    ("We recruit raters on Amazon Mechanical Turk to rate fluency.", ("Amazon Mechanical Turk", "judge")),
    ("We collect ten questions per image with MTurk.", ("Amazon Mechanical Turk", "data")),
]


@pytest.mark.parametrize(("sentence", "expected"), CALLS)
def test_calls(sentence: str, expected: tuple[str, str]) -> None:
    """A sentence in which the authors act gives name and role."""
    assert expected in found(document(sentence))
    assert {name for name, _ in found(document(sentence))} == {expected[0]}


MENTIONS = [
    "Large models such as GPT-4 changed the field.",
    "Claude now has an interface to support prefilling.",
    "The clips were described by Amazon Mechanical Turks.",
    "Unlike ChatGPT, our model is small.",
    "We do not use GPT-4 in any experiment.",
    "We look at widgets from another perspective.",
    "We apply the theory of Claude Shannon.",
    "We use AMT models that transcribe music, and score them.",
    "Our work is prolific, and we use a gemini telescope.",
    "As with GPT-3, we discussed misuse with experts.",
    "We fine-tune GPT-3 175B with our method.",
    "The optimum o1 is what we compute.",
]


@pytest.mark.parametrize("sentence", MENTIONS)
def test_mentions(sentence: str) -> None:
    """Named in passing, refused, another sense of the word, somebody else's use: no requirement."""
    assert found(document(sentence)) == ()


def test_backbone_and_baselines_in_one_sentence() -> None:
    """One model that is both what the method runs on and what it is compared with has both roles."""
    text = "We use GPT-4o as the backbone model for all agents and LLM-based baselines."
    assert set(found(document(text))) == {("GPT-4o", "method"), ("GPT-4o", "baseline")}


def test_backbone_that_also_makes_data() -> None:
    """A backbone stays the method, whatever else the sentence has it do."""
    text = "We use GPT-3.5 as our reasoning backbone, and it generates drawing instructions."
    assert set(found(document(text))) == {("GPT-3.5", "data"), ("GPT-3.5", "method")}


def test_spellings_of_one_name_are_one() -> None:
    """`GPT4o` and `GPT-4o` are one model."""
    assert found(document("We use GPT-4o as our planner.", "We use GPT4o as our agent.")) == (("GPT-4o", "method"),)


def test_rows_of_a_result_table() -> None:
    """A closed model that heads a row of results was run as a baseline; in the own row it is part of the method."""
    shown = Table(
        label="Table 1",
        page=4,
        caption="Accuracy.",
        columns=("Method", "A", "B"),
        rows=(("GPT-4", "70.1", "60.2"), ("Foo", "50.0", "40.0"), ("Ours (Claude 3 Opus)", "80.1", "75.2")),
    )
    assert found(document("We study widgets.", tables=(shown,))) == (("GPT-4", "baseline"), ("Claude 3 Opus", "method"))


def test_none_named() -> None:
    """A paper that names none needs none; a document without text says nothing."""
    fields = apply_rules(document("We study widgets."), rules={"apis": apis}).fields
    assert fields.api_requirements.value == ()
    assert apply_rules(document(), rules={"apis": apis}).fields.api_requirements.value is None


def test_api_record() -> None:
    """The value is a tuple of `Api` records."""
    value = apply_rules(document("We use GPT-4o as our planner."), rules={"apis": apis}).fields.api_requirements.value
    assert value == (Api(name="GPT-4o", role="method"),)


@pytest.mark.parametrize(
    ("heading", "sentence", "role"),
    [
        ("In-depth analysis", "We use GPT-4o to classify the behaviors of the agents.", "judge"),
        ("Curating data", "We prompt GPT-4 to identify false statements.", "data"),
        ("Method", "We use GPT-4o to classify the behaviors of the agents.", "method"),
        ("In-depth analysis", "We use GPT-4o as the backbone of the planner.", "method"),
        ("Setup", "We use GPT-4 to filter out problems that cannot be solved.", "data"),
    ],
)
def test_role_by_the_section(heading: str, sentence: str, role: str) -> None:
    """A call that is told of where results or data are the subject is no part of the method, unless it is its backbone."""
    assert [r for _, r in found(document(sentence, heading=heading))] == [role]


def test_an_architecture_is_no_service() -> None:
    """A model that is trained in the size of a closed one is not called."""
    assert found(document("We train a GPT-3 XL model.", "We compare speed on a GPT-3 layer.")) == ()

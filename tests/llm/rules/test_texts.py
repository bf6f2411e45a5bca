"""The card's texts are printed sentences, and three of them never name the paper's work."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.texts import masked, names_to_mask, texts
from tests.llm.rules.sample import reading, unquotable

ABSTRACT = (
    "Graph matching is an important task in many applications. "
    "However, existing methods are limited to small graphs and fail on others. "
    "We propose FooNet, a network based on local matching that scales to large graphs. "
    "The key idea of FooNet is to match neighbours before matching whole graphs. FooNet outperforms others by 12.5 points."
)
SECTIONS = {
    "Introduction": "Many applications require the matching of graphs, which is crucial for search. "
    "The need for fast matching is growing because graphs become larger. In this paper, we introduce FooNet for them.",
    "Method": "FooNet consists of two modules, a matcher and a merger. First, the matcher compares the neighbours of each node. "
    "Then, the merger combines the local matches into one. The loss is defined over both modules together.",
    "Experiments": "We train on CIFAR-10 with a batch size of 64 for 200 epochs. The learning rate is 0.001 for all runs.",
    "Appendix A Training details": "All baselines use the same 3 seeds and the Adam optimizer for training.",
}


def test_every_text_is_quoted_and_in_its_range() -> None:
    """Problem and motivation 2 to 4 sentences, methodology 4 to 8, hint 2 to 3; all stand in the paper."""
    made = reading(SECTIONS, title="FooNet: Matching Graphs", abstract=ABSTRACT)
    values = texts(made)
    assert unquotable(made, values) == []
    sentences = {key: len(value.evidence) for key, value in values.items()}
    assert sentences["problem_statement"] in (2, 3, 4)
    assert sentences["motivation"] in (2, 3, 4)
    assert 4 <= sentences["methodology"] <= 8
    assert sentences["hint"] in (2, 3)
    assert "The matcher compares" in values["methodology"].value.replace("First, the", "The")


def test_three_texts_do_not_name_the_work() -> None:
    """Neither name nor title, and the hint holds no number and no result."""
    values = texts(reading(SECTIONS, title="FooNet: Matching Graphs", abstract=ABSTRACT))
    for key in ("problem_statement", "motivation", "hint"):
        assert "foonet" not in values[key].value.lower()
        assert "matching graphs" not in values[key].value.lower()
    assert "key idea of the method" in values["hint"].value
    assert not any(c.isdigit() for c in values["hint"].value)
    assert "FooNet" in values["methodology"].value


def test_settings_are_whole_sentences_of_the_experiments_and_the_appendix() -> None:
    """Numbers and units as printed; the introduction has no settings."""
    settings = texts(reading(SECTIONS, title="FooNet: Matching Graphs", abstract=ABSTRACT))[
        "experimental_settings"
    ].value
    assert settings == (
        "We train on CIFAR-10 with a batch size of 64 for 200 epochs.",
        "The learning rate is 0.001 for all runs.",
        "All baselines use the same 3 seeds and the Adam optimizer for training.",
    )


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("We propose FooNet, a net.", "We propose the method, a net."),
        ("FooNet's loss is low.", "The method loss is low."),
        ("FOONET is fast. FooNet wins.", "The method is fast. The method wins."),
        ("The Foo Bar Net (FBN) model learns.", "The method learns."),
        ("A novel F OO N ET helps.", "The method helps."),
        ("We propose an approach, named FooNet, that learns.", "We propose an approach, that learns."),
        ("We propose an automated method FooNet.", "We propose an automated method."),
        ("FooNetwork is another.", "FooNetwork is another."),
        ("A net of foo.", "A net of foo."),
    ],
)
def test_masking(text: str, plain: str) -> None:
    """Any case, possessives, an acronym behind its long form, small capitals that broke apart; other words stay."""
    assert masked(text, ["Foo Bar Net", "FooNet", "FBN"]) == plain


def test_the_title_is_masked_too() -> None:
    """A sentence that repeats the title does not give it away."""
    made = reading({"Introduction": "x"}, title="Matching Graphs Locally")
    assert masked("This is Matching Graphs Locally again.", names_to_mask(made)) == "This is the method again."


def test_an_empty_paper_says_nothing() -> None:
    """No sentences, no texts."""
    assert texts(reading()) == {}

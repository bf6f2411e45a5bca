"""The lists of well-known measures and data sets, and how text is matched against them."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.known import datasets, direction_of, metrics


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Accuracy", "higher"),
        ("Acc. (%)", "higher"),
        ("Pile (Loss)", "lower"),
        ("Loss ↑", "higher"),
        ("Foo ↓", "lower"),
        ("Foo (lower is better)", "lower"),
        ("WER", "lower"),
        ("RMSE", "lower"),
        ("BLEU-4", "higher"),
        ("mIoU", "higher"),
        ("Foo", None),
        ("A ↑ / B ↓", None),
        ("losses of others", None),
    ],
)
def test_direction_comes_from_an_arrow_or_the_name(text: str, direction: str | None) -> None:
    """An arrow wins over the name; both arrows or neither leave it open."""
    assert direction_of(text) == direction


def test_case_matters_where_a_word_means_something_else() -> None:
    """`MAP` is a measure and `map` is not; `acc` inside a longer word is none; the longest spelling wins."""
    found = [entry.name for _, entry in metrics().find("a map of MAP, accord, top-1 accuracy and R@10")]
    assert found == ["MAP", "accuracy", "Recall@k"]


def test_datasets_have_spellings_and_access() -> None:
    """Different spellings are one data set; plain words are marked as such."""
    found = [(e.name, e.access, e.ordinary) for _, e in datasets().find("CIFAR100, ImageNet-1k, MIMIC-III and Traffic")]
    assert found == [
        ("CIFAR-100", "public", False),
        ("ImageNet", "registration", False),
        ("MIMIC-III", "gated", False),
        ("Traffic", "public", True),
    ]

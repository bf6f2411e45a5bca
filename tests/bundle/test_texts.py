"""What a text that somebody else writes may hold before it goes into an instruction."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.bundle.texts import MetricText, Texts, text_problems

NOTES = "Trained for 50 epochs on 10,000 folds with ResNet-18; p < 0.05.\nThree splits."


def texts(**values: Any) -> Texts:
    """Good texts; `values` take the place of some."""
    return Texts(**{"goal": "Fold widgets.", "settings": (), "data": (), "metrics": (), **values})


@pytest.mark.parametrize(
    "values",
    [
        {"goal": "Fold 10000 wet widgets [1] in\n50 epochs, p < 0.05, with ResNet-18."},
        {"settings": ("3 splits are used.", "Paper-thin folds are left out.")},
        {"metrics": (MetricText(metric="accuracy", definition="Folds that hold, of all."),)},
    ],
)
def test_plain_sentences_pass(values: dict[str, Any]) -> None:
    """Numbers of the notes in another form, small ones, brackets and comparisons are no trouble."""
    assert text_problems(texts(**values), NOTES, ["accuracy"]) == {}


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({"goal": "# Goal"}, "goal", "markup"),
        ({"goal": "Fold.\n\n| Your method | 99 |"}, "goal", "markup"),
        ({"settings": ("Run `x`.",)}, "settings", "markup"),
        ({"data": ("Get it from https://folds.example/x.",)}, "data", "address"),
        ({"data": ("It lies at github.com/keeper.",)}, "data", "address"),
        ({"data": ("<b>Bold</b> folds.",)}, "data", "markup"),
        ({"goal": "Fold wi\u200bdgets."}, "goal", "do not show"),
        ({"goal": "We fold widgets."}, "goal", "authors"),
        ({"goal": "This paper folds."}, "goal", "paper"),
        ({"settings": ("Trained for 60 epochs.",)}, "settings", "number 60"),
        ({"metrics": (MetricText(metric="speed", definition="Folds."),)}, "metrics", "'speed'"),
        ({"metrics": (MetricText(metric="accuracy", definition="At least 0.75."),)}, "metrics", "0.75"),
    ],
)
def test_what_is_no_plain_sentence_of_the_notes_is_told(values: dict[str, Any], field: str, reason: str) -> None:
    """Structure, addresses, hidden characters, the paper's voice, and what the notes do not hold: each with its field."""
    problems = text_problems(texts(**values), NOTES, ["accuracy"])
    assert list(problems) == [field] and reason in problems[field]

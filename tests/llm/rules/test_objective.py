"""Is the evaluation computed, or judged by people or models?"""

from __future__ import annotations

import pytest

from pipeline.llm.rules.objective import evaluation_is_objective
from tests.llm.rules.sample import reading, table, unquotable

METHOD = "We propose FooNet, a network. FooNet is good."
TABLE = table(["", "Accuracy"], ["A", "70"], ["FooNet", "80"], caption="Comparison.")


@pytest.mark.parametrize(
    ("abstract", "text", "objective"),
    [
        (METHOD, "FooNet wins.", True),
        ("This paper reviews foo. We survey foo.", "It reports accuracy.", False),
        ("We prove tight lower bounds. We prove more.", "We report accuracy.", False),
        # a side study beside a computed main table
        (METHOD, "FooNet wins. We also conduct a human evaluation of style. We ask annotators to rate style.", True),
        # the abstract announces it
        (
            f"{METHOD} Human evaluation shows that it wins.",
            "FooNet wins. We ask annotators to rate the answers. We conduct a human evaluation.",
            False,
        ),
        # the main table's own measure is judged
        (
            METHOD,
            "FooNet wins. We use GPT-4 as a judge. Its accuracy is the share of good answers. GPT-4 as a judge works.",
            False,
        ),
        # people wrote the data, and wishes of people are a training signal
        (METHOD, "FooNet wins. RLHF aligns with human preferences. Crowdworkers wrote the questions.", True),
    ],
)
def test_who_decides(abstract: str, text: str, objective: bool) -> None:
    """False where judging is what the results rest on."""
    made = reading({"Experiments": text}, abstract=abstract, tables=[TABLE])
    values = evaluation_is_objective(made)
    assert values["evaluation_is_objective"].value is objective
    assert unquotable(made, values) == []


def test_judging_without_a_computed_headline_is_not_objective() -> None:
    """Nothing computed stands against two statements of judging."""
    text = (
        "We ask human annotators to label each extracted mention. We use CrowdFlower where annotators judge the label."
    )
    assert evaluation_is_objective(reading({"Approaches": text}))["evaluation_is_objective"].value is False


def test_prompts_and_data_making_do_not_count() -> None:
    """A template that says "judge", and annotators who make the data."""
    prompts = "You are an expert. GPT-4 as a judge rates. ChatGPT as a judge rates."
    making = "We ask annotators to rate each question. We conduct a human annotation of it."
    made = reading({"Appendix A": prompts, "Dataset Construction": making}, abstract=METHOD, tables=[TABLE])
    assert evaluation_is_objective(made)["evaluation_is_objective"].value is True


def test_nothing_reported_is_unknown() -> None:
    """No measure and no judge: the paper does not say."""
    assert evaluation_is_objective(reading({"Introduction": "It rains."})) == {}


@pytest.mark.parametrize(
    ("caption", "objective"),
    [
        ("Mean ratings by three annotators on a scale from 1 to 5.", False),
        ("Share of human comparisons won (%); higher is better.", False),
        ("Mean opinion scores of the voices.", False),
        ("Correlation with human judgments of each measure.", True),
        ("Human-normalized scores on 26 games.", True),
        ("Accuracy on questions written by experts.", True),
    ],
)
def test_a_main_table_of_ratings_is_judged(caption: str, objective: bool) -> None:
    """What its caption says people said is no computed result; how a measure relates to it is."""
    made = reading(
        {"Experiments": "FooNet wins. We report the accuracy of FooNet."},
        abstract=METHOD,
        tables=[table(["", "Accuracy"], ["A", "70"], ["FooNet", "80"], caption=caption)],
    )
    values = evaluation_is_objective(made)
    assert values["evaluation_is_objective"].value is objective
    assert not unquotable(made, values)


def test_an_evaluation_by_studies_with_participants() -> None:
    """Where the abstract tells of studies with participants and no computed measure leads, people judge."""
    abstract = "We present a reading tool. In a lab study, it helped. A field study with participants agreed."
    made = reading({"Study": "People read papers."}, abstract=abstract, title="A reading tool")
    assert evaluation_is_objective(made)["evaluation_is_objective"].value is False


def test_observational_studies_are_data() -> None:
    """Studies whose data a method works on judge nothing."""
    abstract = (
        "We falsify observational studies. Our method uses observational studies and trials. Participants differ."
    )
    made = reading({"Experiments": "FooNet wins."}, abstract=abstract, title="Observational studies", tables=[TABLE])
    assert evaluation_is_objective(made)["evaluation_is_objective"].value is True


def test_results_without_a_well_known_measure() -> None:
    """What experiments show of performance is computed, unless people or models judge it; outside of them nothing is shown."""
    text = "We run the agents. Our agent performs better than theirs."
    assert evaluation_is_objective(reading({"Experiments": text}))["evaluation_is_objective"].value is True
    assert evaluation_is_objective(reading({"Motivation": text})) == {}

"""What the experiments run on."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.dataset_names import abbreviations, names_in, own_data, tidy
from pipeline.llm.rules.datasets import datasets
from tests.llm.rules.sample import reading, table, unquotable


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We test on the FooQA dataset.", ["FooQA"]),
        ("Results on the FooBar safety benchmark are good.", ["FooBar"]),
        ("We use three datasets: FooQA (Li et al., 2020), BarNet [12], and Quux-2.", ["FooQA", "BarNet", "Quux-2"]),
        ("Datasets such as FooQA and BarNet are used.", ["FooQA", "BarNet"]),
        ("We evaluate on FooQA (Li et al., 2020).", ["FooQA"]),
        ("FooQA [3] is a large benchmark.", ["FooQA"]),
        ("There is no existing dataset for it.", []),
        ("We evaluate on a single GPU.", []),
        ("The dataset has 30K rows.", []),
        ("Knowledge-intensive domains such as Law and History suffer.", []),
        ("Across three evaluation datasets, FooNet methods win.", []),
        ("We use standard datasets FooQA [3] and BarNet [4].", ["FooQA", "BarNet"]),
    ],
)
def test_names_in_a_sentence(text: str, names: list[str]) -> None:
    """Beside the noun, in a list behind it, after "evaluate on" with a reference."""
    assert list(names_in(text)) == names


def test_a_data_section_lists_by_reference() -> None:
    """Where data is described, a name with a reference is enough."""
    text = "For reading, we take FooQA [3] and BarNet (Li et al., 2020)."
    assert list(names_in(text, listing=True)) == ["FooQA", "BarNet"]
    assert list(names_in(text)) == []


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("FooQA [12]", "FooQA"),
        ("the FooQA", "FooQA"),
        ("Move (n=4)", "Move"),
        ("Average", ""),
        ("30K", ""),
        ("D", ""),
        ("12.5", ""),
        ("Foo 7B", ""),
        ("VLMs", ""),
        ("Supervised Fine-Tuning", ""),
        ("Experiments", ""),
    ],
)
def test_tidy(cell: str, name: str) -> None:
    """References, articles and settings go; counts, symbols and averages are no names."""
    assert tidy(cell) == name


def test_short_forms_and_own_data() -> None:
    """`Name (SF)`, and what a sentence calls a data set."""
    assert list(abbreviations("Riverland (RL): a domain. Use the (XY) one.")) == [("Riverland", "RL")]
    assert list(own_data("We present FooBench, a new challenging benchmark.")) == ["FooBench"]


@pytest.mark.parametrize(
    ("section", "text", "found"),
    [
        ("Experiments", "We train on CIFAR-10.", [("CIFAR-10", "public")]),
        ("Experiments", "Our features are pretrained on ImageNet.", []),
        ("Experiments", "We use MIMIC-III.", [("MIMIC-III", "gated")]),
        ("Experiments", "Traffic is heavy. Traffic again.", []),
        ("Experiments", "We use the Traffic dataset. The Traffic dataset is hourly.", [("Traffic", "public")]),
        ("Introduction", "Existing datasets such as APPS and FooQA lack tests. FooQA is small.", []),
        ("Related Work", "They train on CIFAR-10 and the FooQA dataset. FooQA is big.", []),
        ("Datasets", "FooQA [3] has 10,000 questions. FooQA is available upon request.", [("FooQA", "unknown")]),
        ("Datasets", "The FooQA dataset is available upon request. FooQA is big.", [("FooQA", "gated")]),
        ("Training", "We fine-tune on our in-house dialogue data.", [("in-house dialogue data", "private")]),
        ("Training", "Commercial models are trained on proprietary web data.", []),
        ("Training", "We reach it without proprietary data.", []),
        ("Introduction", "Our field depends on proprietary data.", []),
        ("Experiments", "We train on CIFAR-10 and need no proprietary model.", [("CIFAR-10", "public")]),
    ],
)
def test_statements(section: str, text: str, found: list[tuple[str, str]]) -> None:
    """Used by the authors, in an experiment; access from the paper's words first, else from general knowledge."""
    made = reading({section: text})
    values = datasets(made)
    assert [(d.name, d.access) for v in values.values() for d in v.value or ()] == found
    assert unquotable(made, values) == []


def test_one_statement_makes_all_public() -> None:
    """ "These datasets are publicly available" speaks for every set whose access is not known."""
    text = "The FooQA dataset and the BarNet dataset are used. FooQA is big. BarNet is small."
    assert {d.access for d in datasets(reading({"Data": text}))["datasets"].value or ()} == {"unknown"}
    made = reading({"Data": f"{text} These datasets are publicly available."})
    assert {d.access for d in datasets(made)["datasets"].value or ()} == {"public"}


def test_a_size_is_the_one_behind_the_name() -> None:
    """As printed, with its unit; a number of something else is none."""
    text = "The FooQA dataset consists of about 1.2M short video clips. FooQA is large. "
    text += "On the BarNet dataset, we ran 5 seeds. BarNet is small."
    found = datasets(reading({"Data": text}))["datasets"].value or ()
    assert [(d.name, d.size) for d in found] == [("FooQA", "about 1.2M short video clips"), ("BarNet", "")]


def test_a_dataset_column_names_them() -> None:
    """Cells under `Dataset`, when the text speaks of them; averages are none."""
    rows = table(["Dataset", "A", "Ours"], ["FooQA [1]", "1", "2"], ["BarNet", "1", "2"], ["Average", "1", "2"])
    made = reading(
        {"Experiments": "FooQA is hard. We see that FooQA and BarNet differ. BarNet is easy."}, tables=[rows]
    )
    values = datasets(made)
    assert [d.name for d in values["datasets"].value or ()] == ["BarNet", "FooQA"]
    assert unquotable(made, values) == []


def test_short_heads_stand_for_the_long_name() -> None:
    """`RIV` over a column is the Riverland that the text introduces."""
    heads = table(["Algorithm", "RIV", "POP"], ["A", "1", "2"], ["Ours", "2", "3"], caption="Mean return.")
    made = reading({"Domains": "Riverland (RIV): This is a river. Population (POP): This grows."}, tables=[heads])
    assert [d.name for d in datasets(made)["datasets"].value or ()] == ["Riverland", "Population"]


def test_short_heads_of_measures_are_no_data_sets() -> None:
    """`ASR` over a column is the attack success rate that the text introduces."""
    heads = table(["", "ASR", "FR"], ["A", "1", "2"], ["Ours", "2", "3"], caption="Results.")
    text = "We report the Attack Success Rate (ASR) and the Failure Rate (FR). ASR is low. FR is low."
    assert datasets(reading({"Experiments": text}, tables=[heads])) == {}


def test_the_papers_own_benchmark_is_a_data_set_but_its_method_is_none() -> None:
    """A name of the paper counts only where a sentence calls it data."""
    text = "We propose FooNet, a network. FooNet runs. FooNet is evaluated on the FooBench benchmark. FooBench is new."
    made = reading(
        {"Experiments": f"{text} We introduce FooBench, a benchmark of 500 tasks. FooBench is hard. FooNet wins."}
    )
    assert [(d.name, d.size) for d in datasets(made)["datasets"].value or ()] == [("FooBench", "500 tasks")]


@pytest.mark.parametrize(
    "text",
    [
        "We run experiments on METEOR (Foo et al., 2019) benchmarks. METEOR is old. METEOR is a benchmark.",
        "We study benchmarks (Fooling et al., 2017), as Fooling et al. did. We follow Fooling et al. here.",
        "We test out-of-distribution (OOD) inputs. We report results on the OOD dataset. OOD datasets are hard. OOD wins.",
        "Does the dataset have labels? Does the dataset have noise? We use the dataset.",
    ],
)
def test_what_is_no_data_set(text: str) -> None:
    """Measures, authors, short forms of plain words and questions are no names of data."""
    assert datasets(reading({"Datasets": text})) == {}

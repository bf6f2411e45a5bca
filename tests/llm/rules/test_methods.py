"""The paper's names for its own work."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.methods import method_names, own_names, spelled_out, title_name
from tests.llm.rules.sample import reading, unquotable


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("We propose FooNet, a network for graphs.", ["FooNet"]),
        ("We propose a new simple architecture, the Foonetter, based on graphs.", ["Foonetter"]),
        ("In this paper, we introduce the FooNet framework for graphs.", ["FooNet"]),
        ("We develop an automatic evaluator: FooEval.", ["FooEval"]),
        ("We derive a bound and propose FooNet, which meets it.", ["FooNet"]),
        ("We propose an approach to captions, named Foo Bar Networks (FBN).", ["Foo Bar Networks", "FBN"]),
        ("We propose the Foo Bar Quux (FBQ) framework.", ["Foo Bar Quux", "FBQ"]),
        ("We develop a novel depth-first search-based decision tree (DFSDT).", ["DFSDT"]),
        ("We propose a novel Foo Control Net (Foo CtrlNet), which explores.", ["Foo Control Net", "Foo CtrlNet"]),
        ("We introduce Foo Extension and Bar Elimination to grow parts.", ["Foo Extension", "Bar Elimination"]),
        ("A-GNN, B-GNN and C-GNN represent well, with A-GNN, B-GNN and C-GNN as our proposed approaches.",
         ["A-GNN", "B-GNN", "C-GNN"]),
    ],
)  # fmt: skip
def test_a_name_behind_a_proposal_is_found(sentence: str, names: list[str]) -> None:
    """Directly, in apposition, after "named", with its acronym, or as "our approach"."""
    made = reading({"Introduction": " ".join([sentence, *(f"Then {n} helps. And {n} works." for n in names)])})
    assert list(own_names(made)) == names
    assert unquotable(made, method_names(made)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose to see it as an instance of Online Foo Matching (OFM), a known one. OFM is hard. OFM is old.",
        "We devise an objective inspired by Kahn Foo Optimization (KFO) [3]. KFO is old. KFO is known.",
        "We develop GPU kernels. GPU kernels are fast. The GPU waits.",
        "The problem is called FooProblem. FooProblem is hard. FooProblem is old.",
        "We introduce FooNet (Smith, 2019) and FooNet [4] first. FooNet is old.",
        "We propose FooNet, mentioned once.",
        "Unlike the search used in ABC, our approach is fast. ABC is slow. ABC is old.",
        "Moreover, our methods transfer well. Moreover, they scale. Moreover, they hold.",
    ],
)
def test_what_is_not_the_papers_own_is_left_out(sentence: str) -> None:
    """A known problem, a cited method, a general acronym, a passing capital and an adverb are no names."""
    assert method_names(reading({"Introduction": sentence})) == {}


def test_what_the_abstract_starts_from_is_not_proposed() -> None:
    """A notion that stands in the abstract before the proposal is older than the paper."""
    made = reading(
        {"Model": "We construct the FMDP by sampling. The FMDP is solved. The FMDP is large."},
        abstract="An FMDP is a model. We propose BarSolve, a solver of FMDPs. BarSolve is fast. BarSolve is new.",
    )
    assert list(own_names(made)) == ["BarSolve"]


def test_related_work_names_nobodys_own() -> None:
    """The same words in a related work section are about others."""
    text = "We propose FooNet, they said. FooNet is old. FooNet is known."
    assert list(own_names(reading({"Related Work": text}))) == []
    assert list(own_names(reading({"Method": text}))) == ["FooNet"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("FooNet: Learning Graphs", "FooNet"),
        ("Foo CtrlNet: Learning Graphs", "Foo CtrlNet"),
        ("Towards Foo: Learning Graphs", ""),
        ("Learning Graphs", ""),
        ("Everything You Wanted to Know: Graphs", ""),
    ],
)
def test_the_title_gives_the_name_before_its_colon(title: str, name: str) -> None:
    """Few words with a capital; phrases that open a talk are none."""
    assert title_name(title) == name


def test_a_title_spells_its_acronym_out() -> None:
    """`FBN: Foo Bar Networks for Graphs` names both forms."""
    made = reading({"Introduction": "FBN learns. FBN is new. FBN works."}, title="FBN: Foo Bar Networks for Graphs")
    assert list(own_names(made)) == ["FBN", "Foo Bar Networks"]


def test_a_title_word_counts_only_when_the_text_uses_it() -> None:
    """A pun before the colon is no name."""
    assert list(own_names(reading({"Introduction": "Some text."}, title="Lost Graphs: Learning"))) == []


@pytest.mark.parametrize(
    ("words", "short", "long"),
    [
        ("a novel Stable Policy Update", "SPU", "Stable Policy Update"),
        ("reinforcement learning from feedback", "RLF", "reinforcement learning from feedback"),
        ("several things", "XYZ", ""),
        ("thing", "T", ""),
    ],
)
def test_letters_decide_what_an_acronym_spells(words: str, short: str, long: str) -> None:
    """The long form is the end of the words whose initials hold the letters in order."""
    assert spelled_out(words, short) == long

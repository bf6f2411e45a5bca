"""Which link is the authors' own released code, and which only looks like it."""

from __future__ import annotations

import pytest

from pipeline.llm.rules.code import code
from pipeline.llm.rules.engine import Answers, apply_rules
from pipeline.records.document import Block, Document, Heading, Link, Section
from pipeline.records.paper import Paper
from tests.llm.rules.documents import document

OWN = "https://github.com/lab/widget-study"


def answers(paper: Document, listed: Paper | None = None) -> Answers:
    """What the rule says, after the engine checked the quotes."""
    return apply_rules(paper, listed, rules={"code": code})


OWN_CODE = [
    "Our code is available at https://github.com/lab/widget-study.",
    "Code is available at: https://github.com/lab/widget-study.",
    "The code we used to train and evaluate our models is available at https://github.com/ lab/widget-study.",
    "The source code is available at https: //github.com/lab/widget-study.",
    "Algorithms were implemented in Julia 1.7, and the source code is available at https://github.com/lab/widget-study.",
    "The codes, trained models, and demo are publicly available at https://github.com/lab/widget-study.",
    "Our implementation is publicly accessible at https://github.com/lab/widget-study.",
    "We release all code, data and models at https://github.com/lab/widget-study",
    "Code: https://github.com/lab/widget-study",
    "Code and data: https://github.com/lab/widget-study",
    "Codes and data are provided at https://github.com/lab/widget-study.",
    "We open-source our implementation (https://github.com/lab/widget-study).",
    "All code to reproduce our experiments can be found at https://github.com/lab/widget-study",
    "All experiments can be found in https://github.com/lab/widget-study",
    "As always, all the code is online at https://github.com/lab/widget-study.",
    "See https://github.com/lab/widget-study for code.",
    "We added a folder to our Widgets.jl repository with the code necessary to reproduce the figures: "
    "https://github.com/lab/widget-study",
    "We have made our code public (https://github.com/lab/widget-study), together with the data.",
    "Our PyTorch code, which builds on a public library, is available at https://github.com/lab/widget-study.",
]


@pytest.mark.parametrize("sentence", OWN_CODE)
def test_own_code(sentence: str) -> None:
    """A sentence that says where the own code is, with the link; addresses broken by print are joined."""
    fields = answers(document(sentence)).fields
    assert fields.code_availability.value is True
    assert fields.code_link.value == OWN
    assert fields.code_link.evidence[0].quote in sentence


NOT_OWN = [
    "Our codes are implemented with Python 3.7 and a popular library.",
    "We use the official code of FooNet at https://github.com/foo/foonet.",
    "FooNet and BarNet are implemented with reference to https://github.com/foo/bar.",
    "We use an open-source implementation of FooNet from https://github.com/foo/foonet/tree/main.",
    "For FooNet we run the model released by the authors: https://github.com/foo/foonet.",
    "The code of FooNet is available at https://github.com/foo/foonet.",
    "Their code is available at https://github.com/foo/foonet.",
    "The official code is available at https://github.com/foo/foonet.",
    "We build on the library of Foo et al. (2020), which is available at https://github.com/foo/foolib.",
    "For the baselines, code is available at https://github.com/foo/foonet.",
    "Statistics are computed with a package (https://github.com/foo/foostats).",
    "Our implementation is based on FooLib, available at https://github.com/foo/foolib.",
    "Our Foo implementation is based on the open-source repository https://github.com/foo/foonet.",
    "Our implementation is based on the open-sourced implementation in https://github.com/foo/foonet.",
    "The evaluation is performed with the toolkit available at https://github.com/foo/foolib.",
    "FooNet (Foo et al., 2020) https://github.com/foo/foonet",
    "Our dataset is available at https://github.com/lab/some-data.",
    "We release the annotations at https://github.com/lab/some-annotations.",
    "Project page: https://lab.github.io/widgets.",
    "Code will be released at https://github.com/lab/widget-study.",
    "Our code will be made publicly available upon acceptance.",
    "Code is available at https://anonymous.4open.science/r/widget-1234.",
    "Code is available at https://github.com/anonymous/widget-study.",
    "Code is available at https://github.com/.",
    "The model is at https://huggingface.co/datasets/lab/widgets.",
    "We parse text with https://spacy.io.",
]


@pytest.mark.parametrize("sentence", NOT_OWN)
def test_not_own_code(sentence: str) -> None:
    """Baselines, libraries, data, project pages, promises and placeholders are no release: not available, no link."""
    fields = answers(document(sentence)).fields
    assert fields.code_availability.value is False
    assert fields.code_link.value is None


def test_a_promise_is_the_proof() -> None:
    """Where code is only promised, the promise is quoted."""
    sentence = "The code will be released upon acceptance."
    value = answers(document("We study widgets.", sentence)).fields.code_availability
    assert (value.value, [e.quote for e in value.evidence]) == (False, [sentence])


def test_nothing_is_said_of_a_document_without_text() -> None:
    """A paper that could not be read is not a paper without code."""
    assert answers(document()).fields.code_availability.value is None


def test_footnote_of_a_release_sentence() -> None:
    """The sentence points to a footnote that holds nothing but the link; marks of other notes lead elsewhere."""
    notes = (
        Block(kind="footnote", n="7", text=OWN, page=5),
        Block(kind="footnote", n="8", text="https://github.com/foo/foonet", page=5),
    )
    paper = document(
        "We provide an implementation using FooLib (Foo et al., 2019) on GitHub7 . We compare with FooNet.8",
        footnotes=notes,
    )
    fields = answers(paper).fields
    assert fields.code_link.value == OWN
    assert len(fields.code_link.evidence) == 2


def test_raised_marks_go_before_level_ones() -> None:
    """A raised mark leads to its note; the same digit in the running text, or in a longer mark, does not."""
    notes = (Block(kind="footnote", n="1", text=OWN, page=5),)
    text = "We use FooNet, 1 of many. We adapt BarNet.¹² Our implementation is public.¹ We study widgets."
    fields = answers(document(text, footnotes=notes)).fields
    assert [e.quote for e in fields.code_link.evidence] == ["Our implementation is public.¹", OWN]


def test_level_digits_that_are_no_marks() -> None:
    """`Step 1` and `Table 1` lead to no footnote; the digit at the end of the sentence does."""
    notes = (Block(kind="footnote", n="1", text="https://github.com/lab/wheels", page=5),)
    text = "We use FooNet as in Step 1. The dataset is introduced in Table 1. Code for our method is available here 1."
    assert answers(document(text, footnotes=notes)).fields.code_link.value == "https://github.com/lab/wheels"


def test_footnote_of_a_baseline() -> None:
    """A link in a footnote of a sentence about somebody else's model is not the own code."""
    notes = (Block(kind="footnote", n="2", text="https://github.com/foo/foonet", page=5),)
    assert answers(document("We use FooNet2 as the encoder.", footnotes=notes)).fields.code_availability.value is False


def test_link_alone_on_the_first_page() -> None:
    """A repository under the e-mail addresses, without a word, is the authors'."""
    paper = document("{ann, bob}@lab.org https://github.com/lab/widget-study", heading="Widgets", page=1)
    assert answers(paper).fields.code_link.value == OWN


def test_link_alone_on_a_later_page() -> None:
    """Elsewhere a bare link counts only where the project carries the work's name."""
    assert answers(document("https://github.com/foo/bar")).fields.code_link.value is None
    assert (
        answers(document("https://github.com/lab/Widgets")).fields.code_link.value == "https://github.com/lab/Widgets"
    )


def test_the_annotation_gives_the_whole_address() -> None:
    """A footnote mark glued to an address, or an address cut at a line's end, is mended by the link behind it."""
    links = (Link(url=OWN, page=1),)
    glued = document("Code is available at github.com/lab/widget-study1", links=links, page=1)
    assert answers(glued).fields.code_link.value == OWN


def test_a_hyphen_lost_at_a_line_end() -> None:
    """Where the printed address and the link differ by a hyphen, the joined line end lost it."""
    links = (Link(url="https://github.com/lab/widgetstudy", page=5),)
    assert answers(document(f"Code is available at {OWN}.", links=links)).fields.code_link.value == OWN


def test_a_link_of_a_footnote_elsewhere() -> None:
    """A link whose text is only its own address says nothing of whose it is."""
    links = (Link(url="https://github.com/foo/foonet", page=3, text="github.com/foo/foonet"),)
    assert answers(document("We study widgets.", links=links)).fields.code_link.value is None


def test_a_project_named_from_the_title() -> None:
    """Two words of the title, in full or cut short, make a project's name; one word, or another's name, does not."""
    title = "Regularization in Overparametrized Models via Noise Injection"
    notes = (Block(kind="footnote", n="2", text="https://github.com/ann/noise_injection_overparam", page=7),)
    assert answers(document("We show evidence.", title=title, footnotes=notes)).fields.code_availability.value is True
    notes = (Block(kind="footnote", n="2", text="https://github.com/foo/noise-maker", page=7),)
    assert answers(document("We show evidence.", title=title, footnotes=notes)).fields.code_availability.value is False


def test_the_value_can_be_opened() -> None:
    """Print leaves the scheme out; the value has it."""
    assert answers(document("Code: github.com/lab/widget-study")).fields.code_link.value == OWN


def test_a_word_that_is_a_link() -> None:
    """`Code` on the first page with a link behind it, and no printed address."""
    paper = document("We study widgets.", links=(Link(url=OWN, page=1, text="Code"),))
    assert answers(paper).fields.code_link.value == OWN


def test_links_of_the_reference_list_do_not_count() -> None:
    """A link that is only in a reference is a citation."""
    paper = document("We study widgets.", links=(Link(url="https://github.com/foo/foonet", page=9),))
    assert answers(paper).fields.code_link.value is None


def test_related_work_does_not_count() -> None:
    """A bare link in related work is somebody else's, whatever its name."""
    paper = document("See https://github.com/foo/widgets for a tool.", heading="Related Work")
    assert answers(paper).fields.code_link.value is None


def test_own_beats_foreign() -> None:
    """Among several links the one that is said to be the own code is taken, wherever it stands."""
    paper = document(
        "We use the code of FooNet (https://github.com/foo/foonet).",
        "Our data is at https://github.com/lab/some-data.",
        "Our code is at https://github.com/lab/widget-study.",
    )
    assert answers(paper).fields.code_link.value == OWN


def test_one_sentence_with_code_and_data() -> None:
    """Two links in one sentence: each is judged by its own words."""
    paper = document(
        "Our data is at https://github.com/lab/some-data and our code is at https://github.com/lab/widget-study."
    )
    assert answers(paper).fields.code_link.value == OWN


def test_the_listing_says_it() -> None:
    """Where the paper prints nothing, the venue's listing is asked, and named as the source."""
    listed = Paper(id="p", title="Widgets", code_url=OWN)
    fields = answers(document("We study widgets."), listed).fields
    assert (fields.code_link.value, fields.code_link.source) == (OWN, "listing")
    printed = answers(document("Our code is at https://github.com/lab/other."), listed).fields
    assert (printed.code_link.value, printed.code_link.source) == ("https://github.com/lab/other", "rules")


def test_among_equals_the_project_that_the_text_names() -> None:
    """Several own repositories are released: the one whose name the paper uses most is the code."""
    heading = Heading(text="Release", level=1, page=3)
    notes = tuple(
        Block(kind="footnote", n=n, text=f"https://github.com/lab/{name}", page=3)
        for n, name in (("4", "plotter"), ("5", "wheel-maker"))
    )
    text = (
        "We release models for plots,4 and models for wheels,5 among others. WheelMaker is fast. WheelMaker is small."
    )
    section = Section(heading=heading, blocks=(Block(text=text, page=3),))
    paper = document().model_copy(update={"sections": (section,), "footnotes": notes})
    assert answers(paper).fields.code_link.value == "https://github.com/lab/wheel-maker"


def test_footnote_right_behind_the_own_name() -> None:
    """The mark behind the work's name on the first pages leads to it; behind another's it does not."""
    note = Block(kind="footnote", n="1", text="https://github.com/lab/rooms", page=1)

    def link(text: str) -> str | None:
        paper = document(text, page=1, footnotes=(note,), title="Reasoning over notes", heading="Introduction")
        return answers(paper).fields.code_link.value

    named = "We propose WidgetBase, a dataset. WidgetBase is new. WidgetBase is big. "
    assert link(named + "We evaluate it using WidgetBase,¹ a novel dataset.") == "https://github.com/lab/rooms"
    assert link(named + "We evaluate it in the introduction using OtherBase,¹ a dataset.") is None


def test_project_called_by_initials() -> None:
    """A project whose name is made of the title's initials is the paper's."""
    note = Block(kind="footnote", n="", text="https://github.com/lab/SWRP", page=2)
    paper = document("We like it.", footnotes=(note,), title="Learning for Stochastic Widget Routing Problems")
    assert answers(paper).fields.code_link.value == "https://github.com/lab/SWRP"
    assert answers(paper.model_copy(update={"title": "On Trees"})).fields.code_link.value is None


def test_shared_by_somebody_who_is_thanked() -> None:
    """Code for which somebody is thanked is not the authors'."""
    text = "We thank Ann Other for sharing code to run the wind experiments, which is available at https://github.com/ann/wind."
    assert answers(document(text)).fields.code_link.value is None


def test_see_for_an_implementation() -> None:
    """A footnote that points to an implementation without `our` is the authors'."""
    note = Block(
        kind="footnote", n="1", text="For a reference implementation see: https://github.com/lab/rooms", page=6
    )
    assert answers(document("We like it.", footnotes=(note,))).fields.code_link.value == "https://github.com/lab/rooms"

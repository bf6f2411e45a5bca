"""The draft of an instruction: what it holds, and that it gives the paper away to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.bundle.draft import draft
from pipeline.bundle.draft_check import check_draft
from pipeline.bundle.own import mentions, own_of, telling
from pipeline.errors import InputError
from pipeline.records.card import (
    Card,
    CardFields,
    Dataset,
    Metric,
    Provenance,
    ResultColumn,
    ResultRow,
    ResultTable,
    Score,
    Value,
)
from pipeline.records.document import Document
from pipeline.records.paper import Paper

TITLE = "WidgetNet: Folding Widgets by Spectral Shrinkage"
PAPER = Paper(id="p", title=TITLE, authors=("Ada Keeper",))
DOCUMENT = Document(
    paper_id="p", engine="by hand", source_sha256="", pages=1, title=TITLE, authors=("Bo Wang-Visitor", "Li Xu")
)


def row(name: str, *values: float, own: bool = False) -> ResultRow:
    """A row whose cells are printed as they are."""
    return ResultRow(name=name, is_own=own, printed=(name, *map(str, values)), numbers=(None, *values))


ROWS = (
    row("Plain fold [3]", 61.25, 2.5),
    row("Crease (Miller et al., 2020)", 70.5, 2.0),
    row("WidgetNet", 83.17, 1.125, own=True),
    row("w/o shrinkage", 75.5, 1.5),
    row("WidgetNetB", 84.625, 1.0),
)
TABLE = ResultTable(
    label="Table 2",
    page=5,
    caption="Comparison on the test set. WidgetNet shrinks every direction.",
    main=True,
    columns=(
        ResultColumn(name="Method"),
        ResultColumn(name="Accuracy", direction="higher"),
        ResultColumn(name="Error"),
    ),
    rows=ROWS,
)


def card(**values: Any) -> Card:
    """A card with all that a draft needs; `values` take the place of some."""
    made: dict[str, Any] = {
        "problem_statement": "Widgets fold badly when wet. We propose WidgetNet, which shrinks them.",
        "motivation": "Bad folds are costly (Miller et al., 2020). Our method reaches 83.17 on all widgets.",
        "experimental_settings": (
            "All models are trained for 10 epochs with a learning rate of 0.1.",
            "We evaluate WidgetNet on three splits.",
            "WidgetNet first decomposes the folds and then shrinks them.",
            "The accuracy improves from 70.5% to 83.2% with more folds.",
            "This follows from the lemma.",
        ),
        "evaluation_metrics": (Metric(name="accuracy", direction="higher", definition="Folds that hold, of all."),),
        "primary_metric": "Accuracy",
        "datasets": (
            Dataset(name="WetFolds", access="public", size="10,000 folds", link="https://folds.example/wet"),
            Dataset(name="WidgetNet-Data", access="public"),
            Dataset(name="DryFolds", link="https://github.com/keeper/widgetnet/data"),
        ),
        "method_names": ("WidgetNet", "Spectral Shrinkage"),
        "code_link": "https://github.com/keeper/foldcode",
        "result_tables": (TABLE,),
        "best_own": Score(method="WidgetNetB", metric="Accuracy", value=84.625),
        **values,
    }
    fields = CardFields(**{key: Value(value=value) for key, value in made.items()})
    return Card(paper_id="p", title=TITLE, document_digest="", fields=fields, provenance=Provenance(engine="by hand"))


OWN = own_of(card(), DOCUMENT, PAPER)
DRAFT = draft(card=card(), own=OWN)


def test_a_draft_says_what_to_reach_and_how_it_is_measured() -> None:
    """Goal, settings, metrics with direction and definition, data, baselines, and a place for the reader's own result."""
    for said in (
        "Widgets fold badly when wet.",
        "Bad folds are costly.",
        "- All models are trained for 10 epochs with a learning rate of 0.1.",
        "- We evaluate the method on three splits.",
        "- accuracy (higher is better): Folds that hold, of all.",
        "The result that counts: Accuracy.",
        "- WetFolds, 10,000 folds (public): https://folds.example/wet",
        "- DryFolds\n",
        "Comparison on the test set.\n",
        "| Method | Accuracy | Error |\n|---|---|---|\n| Plain fold | 61.25 | 2.5 |\n| Crease | 70.5 | 2.0 |\n"
        "| Your method | – | – |\n",
    ):
        assert said in DRAFT
    assert check_draft(DRAFT, OWN) == ()


@pytest.mark.parametrize(
    "kept_back",
    ["WidgetNet", "propose", "83.17", "84.625", "75.5", "83.2", "decomposes", "lemma", "keeper", "Miller", "shrink"],
)
def test_a_draft_keeps_back_how_the_paper_did_it(kept_back: str) -> None:
    """Own rows, variants, results, the proposal, hanging sentences, citations and the authors' addresses are left out."""
    assert kept_back not in DRAFT


def test_methods_in_columns() -> None:
    """Where methods stand in columns the paper's own goes, and the reader's is a column of dashes."""
    table = TABLE.model_copy(
        update={
            "methods_in_columns": True,
            "own_columns": (3,),
            "columns": tuple(ResultColumn(name=name) for name in ("Task", "Fold", "Crease", "Ours")),
            "rows": (row("wet", 1.25, 2.25, 3.125), row("dry", 4.25, 5.25, 6.125)),
        }
    )
    made = card(result_tables=(table,), best_own=Score(method="Ours", metric="wet", value=3.125))
    own = own_of(made, DOCUMENT, PAPER)
    text = draft(card=made, own=own)
    assert "| Task | Fold | Crease | Your method |\n|---|---|---|---|\n| wet | 1.25 | 2.25 | – |" in text
    assert "3.125" not in text and check_draft(text, own) == ()


@pytest.mark.parametrize(
    ("added", "code"),
    [
        (TITLE, "draft-names-title"),
        ("folding widgets by\nspectral shrinkage", "draft-names-title"),
        ("the widgetnet paper", "draft-names-method"),
        ("WidgetNetC", "draft-names-method"),
        ("spectral-shrinkage", "draft-names-method"),
        ("as Ada Keeper says", "draft-names-author"),
        ("Wang-Visitor (2024)", "draft-names-author"),
        ("an accuracy of 83.17", "draft-tells-number"),
        ("see https://github.com/keeper/foldcode", "draft-names-code"),
    ],
)
def test_a_draft_that_gives_the_paper_away_is_refused(added: str, code: str) -> None:
    """Title, names in any spelling, authors, own numbers and own code are each found where they stand."""
    assert code in {finding.code for finding in check_draft(f"{DRAFT}\n{added}\n", OWN)}


def test_a_draft_without_a_place_for_the_result_is_refused() -> None:
    """Somebody who took the row of dashes out is told."""
    text = DRAFT.replace("| Your method | – | – |\n", "")
    assert [finding.code for finding in check_draft(text, OWN)] == ["draft-has-no-place"]


@pytest.mark.parametrize(
    "values",
    [
        {"result_tables": None},
        {"result_tables": (TABLE.model_copy(update={"main": False}),)},
        {"result_tables": (TABLE.model_copy(update={"rows": ROWS[2:]}),)},
        {"problem_statement": "We propose WidgetNet.", "motivation": None},
    ],
)
def test_without_table_baseline_or_goal_there_is_no_draft(values: dict[str, Any]) -> None:
    """What an instruction needs is not made up."""
    made = card(**values)
    with pytest.raises(InputError):
        draft(card=made, own=own_of(made, DOCUMENT, PAPER))


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("MuVI", "the MuVIU variant", True),
        ("FNC", "the FNCs", True),
        ("FNC", "a function FNCX", False),
        ("Layers", "two layers", False),
        ("Layers", "with Layers", True),
        ("Chain-of-Folds", "chain of folds", True),
        ("RMN", "the arm network", False),
    ],
)
def test_names_are_words(name: str, text: str, found: bool) -> None:
    """Case, spaces and joined letters do not hide a name, and everyday words are none."""
    assert mentions(name, text) is found


def test_numbers_that_tell() -> None:
    """Three digits or more; years, round thousands, single percents and parts of names tell nothing."""
    assert telling("83.17 of 2024, 10,000 and 1000, -0.125, 12 %, v1.25x GPT-4") == {"83.17", "0.125"}

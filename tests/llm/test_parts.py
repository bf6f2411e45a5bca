"""Which parts of a paper are sent: those that say something on the fields, wherever they stand."""

from __future__ import annotations

import pytest

from pipeline.llm.model import CAREFUL_CHARACTERS_PER_TOKEN, tokens
from pipeline.llm.parts import chunks, rendered, select, whole_text
from pipeline.llm.prompts import Group, load_prompt
from pipeline.llm.shapes import adapter, answer_schema
from pipeline.records.card import CardFields
from pipeline.records.document import Block, Document, Table
from tests.llm.fakes import paper

PROMPT = load_prompt("card")
GROUPS = {group.name: group for group in PROMPT.file.groups}
PLAIN = "The weather was fine and nothing of note was written down that day. " * 8


def long_paper(*extra: tuple[str, str]) -> Document:
    """Forty pages of nothing, then what is given."""
    return paper(*[("Thoughts", PLAIN)] * 40, *extra)


def sent(document: Document, group: Group) -> str:
    """The text that would be sent."""
    return rendered(select(document, group))


@pytest.mark.parametrize(
    ("group", "text"),
    [
        ("resources", "Training took 3 days on four V100 GPUs."),
        ("resources", "Our code is available at https://github.com/someone/widgets."),
        ("resources", "Experiments ran on an Intel processor with 32 GB of RAM."),
        ("evaluation", "We use the Widget dataset and report accuracy against five baselines."),
        ("idea", "In this paper we propose a method that counts widgets by their shadows."),
    ],
)
def test_what_matters_is_sent_from_the_last_page(group: str, text: str) -> None:
    """A sentence on the fields at the end of an appendix is sent with its place; pages of nothing are not."""
    out = sent(long_paper(("B More details", text)), GROUPS[group])
    assert text in out
    assert "[p. 41, B More details]" in out
    assert len(out) < 0.25 * len(whole_text(long_paper()))


def test_one_thing_said_often_does_not_crowd_out_the_others() -> None:
    """A hundred sentences on services leave room for the one on hours."""
    crowd = [("Use of services", f"We call the OpenAI API for the {n}th time.") for n in range(100)]
    assert "took 11 hours" in sent(long_paper(*crowd, ("Z Notes", "Everything took 11 hours.")), GROUPS["resources"])


def test_tables_and_notes_are_sent() -> None:
    """A result table goes whole, with its head; a footnote with the code's address goes, too."""
    table = Table(label="Table 2", page=7, caption="Main results.", columns=("Model", "F1"), rows=(("Ours", "91.0"),))
    note = Block(kind="footnote", text="https://github.com/someone/widgets", page=2)
    document = long_paper().model_copy(update={"tables": (table,), "footnotes": (note,)})
    assert "Table 2: Main results.\nModel | F1\nOurs | 91.0" in sent(document, GROUPS["evaluation"])
    assert "github.com/someone/widgets" in sent(document, GROUPS["resources"])


def test_runs_fit_and_lose_nothing() -> None:
    """Cut to a small context, every part is in one of the runs, and each run fits and names the paper."""
    document = paper(*[("Experiments", f"We train model {n} on {n} GPUs for {n} hours. " * 30) for n in range(9)])
    parts = select(document, GROUPS["evaluation"])
    runs = chunks(parts, 500)
    assert len(runs) > 1
    assert all(tokens(rendered(run), CAREFUL_CHARACTERS_PER_TOKEN) <= 500 for run in runs)
    assert all(run[0].kind == "title" for run in runs)
    together = " ".join(part.text for run in runs for part in run if part.kind != "title")
    assert together.split() == " ".join(part.text for part in parts if part.kind != "title").split()


def test_every_card_field_is_asked_or_computed() -> None:
    """Fields that no group asks for are those that are read from tables, or from the code's repository."""
    asked = {key for group in PROMPT.file.groups for key in group.fields}
    assert set(CardFields.model_fields) - asked == {"result_tables", "gap", "repository"}


@pytest.mark.parametrize("group", GROUPS.values(), ids=lambda group: group.name)
def test_schemas_are_bounded_and_closed(group: Group) -> None:
    """Every text and list has a bound, every object names its keys, requires all and allows no other."""
    seen = []

    def walk(schema: object) -> None:
        if isinstance(schema, list):
            for one in schema:
                walk(one)
        elif isinstance(schema, dict):
            if schema.get("type") in ("string", ["string", "null"]):
                assert "enum" in schema or "maxLength" in schema
            if schema.get("type") == "array":
                assert "maxItems" in schema
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
                assert schema["required"] == list(schema["properties"])
                seen.append(schema)
            for one in schema.values():
                walk(one)

    walk(answer_schema({key: PROMPT.file.fields[key] for key in group.fields}))
    assert seen


def test_values_follow_the_record() -> None:
    """The check is that of the card's own types."""
    assert adapter("gpu_count").validate_json("8", strict=True) == 8
    assert adapter("datasets").validate_json('[{"name": "A"}]', strict=True)[0].access == "unknown"

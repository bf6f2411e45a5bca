"""Tokens that a card takes, beside sending the whole paper once with all questions; counted, nobody is asked.

Tokens are characters divided by 4 on both sides (`pipeline.llm.model.tokens`), messages and schemas included. That what matters is
sent is measured on the quotes of the hand-made truth: how many of those that stand in the document are in what is sent for their
field.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pipeline.convert.embedded.converter import convert_pdf
from pipeline.llm.asker import Asker
from pipeline.llm.model import Question, tokens
from pipeline.llm.parts import rendered, select, whole_text
from pipeline.llm.prompts import load_prompt
from pipeline.llm.shapes import answer_schema
from pipeline.quotes import QuoteIndex, folded
from pipeline.records.document import Document
from pipeline.records.exchange import Answer

SHARED = Path(__file__).resolve().parents[3] / "shared"
GOAL = 0.45
_NAMES = {"gpu_memory_gb": "gpu_memory_required", "model_scale_params": "model_scale"}
_NUMBERS = (
    "code_link",
    "gpu_count",
    "gpu_models",
    "gpu_memory_required",
    "gpu_required",
    "runtime_hours",
    "model_scale",
)


class Nobody:
    """A model that is never asked."""

    name = "nobody"

    def ask(self, question: Question) -> Answer:
        """Never called: the questions are only counted."""
        raise AssertionError(question)


def whole_question(asker: Asker, document: Document) -> int:
    """Tokens of one question that holds the whole paper and asks for all fields."""
    groups = asker.prompt.file.groups
    everything = groups[0].model_copy(update={"fields": tuple(key for group in groups for key in group.fields)})
    words = asker.prompt.system(everything).content + asker.prompt.user(everything, whole_text(document)).content
    return tokens(words) + tokens(
        json.dumps(answer_schema({key: asker.prompt.file.fields[key] for key in everything.fields}))
    )


def quotes_sent(asker: Asker, document: Document, truth: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """By field: quotes of the truth in what is sent for it, of those that stand in the document."""
    index = QuoteIndex(document)
    sent = {
        key: folded(rendered(select(document, group)).replace("|", " "))
        for group in asker.prompt.file.groups
        for key in group.fields
    }
    found: dict[str, tuple[int, int]] = {}
    for name, quotes in truth.get("evidence", {}).items():
        key = _NAMES.get(name, name)
        known = [quote["quote"] for quote in quotes if key in sent and index.find(quote["quote"]) is not None]
        found[key] = (sum(folded(quote) in sent[key] for quote in known), len(known))
    return found


def main() -> None:
    """Print a row per paper, the share over all, and how much of the evidence is sent."""
    if not (SHARED / "data" / "papers").is_dir():
        print(f"tokens: {SHARED} is not there: the papers and their truth are needed")
        return
    asker = Asker(Nobody(), load_prompt("card"), context=1_000_000)
    print(f"{'paper':34s} {'whole':>7s} {'ours':>7s} {'share':>6s}")
    ours_in_all = whole_in_all = 0
    hits: dict[str, list[int]] = {}
    for path in sorted((SHARED / "gold" / "cards").glob("*.json")):
        document = convert_pdf(SHARED / "data" / "papers" / f"{path.stem}.pdf", path.stem)
        ours, whole = sum(question.size() for question in asker.questions(document)), whole_question(asker, document)
        ours_in_all, whole_in_all = ours_in_all + ours, whole_in_all + whole
        print(f"{path.stem:34s} {whole:7d} {ours:7d} {ours / whole:6.2f}", flush=True)
        for key, (hit, known) in quotes_sent(asker, document, json.loads(path.read_text(encoding="utf-8"))).items():
            row = hits.setdefault(key, [0, 0])
            row[0], row[1] = row[0] + hit, row[1] + known
    print(f"{'all':34s} {whole_in_all:7d} {ours_in_all:7d} {ours_in_all / whole_in_all:6.2f}   (goal: at most {GOAL})")
    for name, keys in (("links, GPUs, numbers", _NUMBERS), ("all fields", tuple(hits))):
        hit, known = (sum(hits.get(key, [0, 0])[at] for key in keys) for at in (0, 1))
        print(f"evidence sent, {name}: {hit} of {known}")

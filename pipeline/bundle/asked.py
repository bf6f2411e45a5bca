"""A draft whose prose a language model wrote from notes on the card; everything else comes from the card, and is checked alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pipeline.bundle.draft import draft, grid_of, main_table, metric_names, named, nothing_stated, plain, reaches, told
from pipeline.bundle.draft_check import check_draft
from pipeline.bundle.own import Own
from pipeline.bundle.texts import Texts, text_problems
from pipeline.ids import digest
from pipeline.llm.form import Form
from pipeline.records.card import Card, Provenance
from pipeline.records.finding import Finding

_LONGEST_NOTE = 1500  # characters
_MOST_NOTES = 30
_EMPTY = Texts(goal="–", settings=(), data=(), metrics=())


@dataclass(frozen=True)
class Asked:
    """The draft, empty where it is refused; why it is; and what asking took, None where nobody had to be asked."""

    text: str
    findings: tuple[Finding, ...]
    provenance: Provenance | None


def variables(*, card: Card, own: Own) -> Mapping[str, object]:
    """What the prompt is rendered with. InputError as `draft`."""
    notes = _notes(card, own)
    return {"notes": notes, "tag": f"notes-{digest([notes])[:12]}"}  # a mark that the notes cannot hold themselves


def _notes(card: Card, own: Own) -> dict[str, list[str]]:
    """The card's problem, settings, metrics, data and baselines; names made neutral, the paper's results left out."""
    fields = card.fields
    grid = grid_of(main_table(card), own)
    problem = told([fields.problem_statement.value or "", fields.motivation.value or ""], own, reaches)
    if not problem:
        raise nothing_stated(card)
    metrics = [
        name
        + (f" ({metric.direction} is better)" if metric.direction else "")
        + "".join(f": {text}" for text in told([metric.definition], own, reaches))
        for name, metric in metric_names(card, own)
    ]
    data = [
        ", ".join(filter(None, (plain(entry.name, own), plain(entry.size, own), entry.access)))
        for entry in fields.datasets.value or ()
        if not named(entry.name, own)
    ]
    notes = {
        "The problem": problem,
        "Experimental settings": told(fields.experimental_settings.value or (), own, reaches),
        "Metrics": metrics,
        "Data": data,
        "Results of the baselines": [
            *filter(None, [grid.caption]),
            *(" | ".join(row) for row in (grid.head, *grid.rows)),
        ],
    }
    return {
        heading: [line[:_LONGEST_NOTE] for line in lines[:_MOST_NOTES]] for heading, lines in notes.items() if lines
    }


def ask_draft(*, card: Card, own: Own, form: Form[Texts]) -> Asked:
    """Ask for the texts until the draft with them can be used, as often as `Form` does.

    Nobody is asked where the card's own part of the draft is refused already. Raises what `draft` and the form raise.
    """
    given = variables(card=card, own=own)
    if findings := check_draft(draft(card=card, own=own, texts=_EMPTY), own):
        return Asked("", findings, None)
    filled = form.ask(given, partial(_problems, card=card, own=own))
    if filled.record is None:
        findings = tuple(
            Finding(code="draft-no-answer", severity="error", message=f"the model's {where}: {why}")
            for where, why in filled.problems.items()
        )
        return Asked("", findings, filled.provenance)
    return Asked(draft(card=card, own=own, texts=filled.record), (), filled.provenance)


def _problems(texts: Texts, *, card: Card, own: Own) -> Mapping[str, str]:
    """What is wrong with the texts, and with the draft that they make."""
    notes = "\n".join(line for lines in _notes(card, own).values() for line in lines)
    found = text_problems(texts, notes, [name for name, _ in metric_names(card, own)])
    for finding in check_draft(draft(card=card, own=own, texts=texts), own):
        said = finding.message + (f" (“{finding.quote}”)" if finding.quote else "")
        found["draft"] = "; ".join(filter(None, (found.get("draft"), said)))
    return found

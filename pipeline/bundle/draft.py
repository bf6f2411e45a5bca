"""A draft of a task's instruction, made from the card: what to reach and how it is measured, not how the paper did it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.bundle.own import Own, is_own_row, mentions, own_columns, telling
from pipeline.bundle.texts import Texts, one_line
from pipeline.errors import InputError
from pipeline.llm.rules.texts import masked
from pipeline.records.card import Card, Dataset, Metric, ResultTable
from pipeline.render import render

YOURS = "Your method"
DASH = "–"
_CITATION = re.compile(
    r"\s*[\[(](?:[^\[\]()]*\b(?:19|20)\d\d[a-z]?|\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)[^\[\]()]*[\])]"
    r"|(?:\b[A-Z][\w’'-]+ (?:et al\.?|and [A-Z][\w’'-]+),? ?(?:\((?:19|20)\d\d[a-z]?\))?)"
)
# a citation that is taken out leaves the word that led to it
_DANGLING = re.compile(r"(?:,?\s+(?:following|as in|from|by|of|in|see|with|to))+\s*(?=[.,;)]|$)")
# a pointer into the paper, which the reader does not have
_POINTER = re.compile(
    r"\s*\((?:see |cf\. )?(?:also )?(?:Tab(?:le|\.)|Fig(?:ure|\.)|Sec(?:tion|\.)|App(?:endix|\.)|Eqn?\.?|§)[^()]*\)"
    r"|^(?:(?:As|In) (?:\w+ ){0,4})?(?:Table|Figure|Section|Appendix|§) ?[\w.]+,\s+"
)
_OWN_WORK = r"(?:the method|our (?:\w+ )?(?:methods?|models?|approach|framework|system|work|algorithm|objective|loss))"
_PROPOSAL = re.compile(
    r"\b(?:we|this (?:paper|work)|" + _OWN_WORK + r")\b[^.]{0,60}"
    r"\b(?:propos|introduc|present|develop|devis|design|call|name|argue|examine|show that|opt for)\w*",
    re.I,
)
_REACHED = re.compile(
    r"\b(?:outperform|surpass|improv|achiev|exceed|increas|decreas|reduc|drop(?!out)|ris(?:e|ing)|gain|higher|lower|better|best"
    r"|(?:win|success|error|resolve) rate of|score of|hurts?|significant|performance)\w*",
    re.I,
)
_MEASURING = re.compile(r"\b(?:evaluat|compar|test|assess|measur|apply|run|train|repeat|averag|tun)\w*", re.I)
# without the sentence before it, nobody knows what is meant
_HANGING = re.compile(r"^(?:This|These|Those|Such|It|They|Similarly|Using (?:this|these))\b")
_ABOUT_RESULTS = re.compile(
    r"\b(?:compar|result|perform|score|accura|evaluat|test|average|metric|report|benchmark|denote|mean|error|higher|lower)\w*",
    re.I,
)
_EXACT = re.compile(r"\d\s?%|\d\.\d")


@dataclass(frozen=True)
class Grid:
    """The results table as it is shown: head and rows of equal length; `label` and `caption` as printed."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def draft(*, card: Card, own: Own, texts: Texts | None = None) -> str:
    """The instruction as Markdown; its prose is `texts`, else chosen sentences of the card.

    InputError where the card has no main table, no baseline in it, or no goal to state.
    """
    fields = card.fields
    main = main_table(card)
    names = metric_names(card, own)
    if texts is None:
        goal = told([fields.problem_statement.value or "", fields.motivation.value or ""], own)
        settings = told((s for s in fields.experimental_settings.value or () if not _HANGING.search(s)), own)
        definitions = [" ".join(told([metric.definition], own)) for _, metric in names]
    else:
        goal = [one_line(texts.goal)]
        settings = [one_line(text) for text in texts.settings]
        written = {one.metric: one_line(one.definition) for one in texts.metrics}
        definitions = [written.get(name, "") for name, _ in names]
    if not goal:
        raise nothing_stated(card)
    return render(
        "instruction.md.j2",
        {
            "goal": goal,
            "settings": settings,
            "metrics": [
                {"name": name, "direction": metric.direction, "definition": definition}
                for (name, metric), definition in zip(names, definitions, strict=True)
            ],
            "primary": plain(fields.primary_metric.value or "", own),
            "data": [_data(entry, own) for entry in fields.datasets.value or () if not named(entry.name, own)],
            "data_notes": [one_line(text) for text in texts.data] if texts else [],
            "table": grid_of(main, own),
            "yours": YOURS,
        },
    )


def main_table(card: Card) -> ResultTable:
    """The table that the headline rests on. InputError where the card has none."""
    main = next((table for table in card.fields.result_tables.value or () if table.main), None)
    if main is None:
        raise InputError(f"the card of {card.paper_id} has no main results table: an instruction needs one")
    return main


def metric_names(card: Card, own: Own) -> list[tuple[str, Metric]]:
    """The card's metrics by the names that an instruction gives them; those named after the paper's work are left out."""
    metrics = card.fields.evaluation_metrics.value or ()
    return [(plain(metric.name, own), metric) for metric in metrics if not named(metric.name, own)]


def nothing_stated(card: Card) -> InputError:
    """The error for a card without a goal."""
    return InputError(f"nothing in the card of {card.paper_id} states the problem without telling the paper's own way")


def tells(sentence: str, own: Own) -> bool:
    """Whether a sentence, names made neutral, tells how the paper's way works or what it reaches."""
    if _PROPOSAL.search(sentence) or reaches(sentence, own):
        return True
    own_work = re.search(rf"\b{_OWN_WORK}\b", sentence, re.I)
    return bool(own_work) and bool(_REACHED.search(sentence) or not _MEASURING.search(sentence))


def reaches(sentence: str, own: Own) -> bool:
    """Whether a sentence, names made neutral, tells a result of the paper's, or still has a name in it."""
    if own.numbers & telling(sentence) or named(sentence, own):
        return True
    return bool(_REACHED.search(sentence) and _EXACT.search(sentence))


def told(texts: Iterable[str], own: Own, left_out: Callable[[str, Own], bool] = tells) -> list[str]:
    """The texts, names made neutral, without the sentences that are `left_out`; empty ones are left out."""
    found = []
    for text in texts:
        sentences = [plain(s, own) for s in re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", text)]
        found.append(" ".join(sentence for sentence in sentences if sentence and not left_out(sentence, own)))
    return list(dict.fromkeys(text for text in found if text))


def plain(text: str, own: Own) -> str:
    """The text without citations and pointers into the paper, and with the paper's own names made neutral, on one line."""
    bare = _DANGLING.sub("", _POINTER.sub("", _CITATION.sub("", text)))
    bare = re.sub(r"\s+([.,;:])(?=\s|$)", r"\1", " ".join(masked(bare, own.names).split()))
    return bare[:1].upper() + bare[1:] if bare and text[:1].isupper() else bare


def named(text: str, own: Own) -> bool:
    """Whether one of the paper's own names stands in the text."""
    return any(mentions(name, text) for name in own.names)


def _data(entry: Dataset, own: Own) -> dict[str, str]:
    """A data set as it is listed; an address that leads to the authors is left out."""
    link = "" if named(re.sub(r"[/._?=&]", " ", entry.link), own) else entry.link
    return {"name": plain(entry.name, own), "access": entry.access, "size": entry.size, "link": link}


def grid_of(table: ResultTable, own: Own) -> Grid:
    """The table without the paper's own rows or columns, with a place of dashes for the reader's. InputError without a baseline."""
    columns = own_columns(table, own.names)
    places = [place for place in range(len(table.columns)) if place not in columns]
    head = [_cell(table.columns[place].name, own) or "Method" for place in places]
    kept = [row for row in table.rows if not is_own_row(row, own.names) and row.printed != ()]
    rows = [[_cell(_at(row.printed, place), own) for place in places] for row in kept]
    numbers = sum(bool(re.search(r"\d", cell)) for row in rows for cell in row[1:])
    if not numbers:
        raise InputError(f"{table.label} holds no baseline besides the paper's own rows: an instruction needs one")
    if table.methods_in_columns:
        head.append(YOURS)
        rows = [[*row, DASH] for row in rows]
    else:
        rows.append([YOURS, *[DASH] * (len(head) - 1)])
    return Grid(_caption(table.caption, own), tuple(head), tuple(tuple(row) for row in rows))


def _caption(text: str, own: Own) -> str:
    """The caption's sentences about results: others tell of the method."""
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", text)
    return " ".join(told((s for s in sentences if _ABOUT_RESULTS.search(s) and not re.search(r"\bEq", s)), own))


def _at(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _cell(text: str, own: Own) -> str:
    """A cell of a Markdown table."""
    return plain(text, own).replace("|", "\\|")

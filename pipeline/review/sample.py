"""Which values an auditor is shown: a sample that has some of every field under every verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.errors import UsageError
from pipeline.ids import digest
from pipeline.records.card import Card, CardFields, Value
from pipeline.records.decision import Judgement
from pipeline.records.verdict import Verdict, VerdictName

VERDICT = "verdict"
"""The verdict is audited like a field."""
FIELDS = (VERDICT, *(key for key in CardFields.model_fields if key != "repository"))


@dataclass(frozen=True)
class Item:
    """One value to judge: `value` is that of the card (for the field `verdict`, none: look at `verdict`)."""

    paper: str
    field: str
    verdict: Verdict
    value: Value[Any]

    @property
    def said(self) -> bool:
        """Whether there is a value."""
        return self.field == VERDICT or self.value.value is not None

    @property
    def value_digest(self) -> str:
        """Of what is judged: a judgement holds as long as this stays."""
        if self.field == VERDICT:
            return digest([VERDICT, self.verdict.verdict])
        return digest([self.field, self.value.model_dump(mode="json", include={"value"})])


def items(pairs: Iterable[tuple[Card, Verdict]], fields: Sequence[str] = FIELDS) -> list[Item]:
    """Everything that could be judged. UsageError for a field that is none."""
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise UsageError(f"no field {unknown[0]!r}: name some of {', '.join(FIELDS)}")
    return [
        Item(card.paper_id, field, verdict, Value() if field == VERDICT else getattr(card.fields, field))
        for card, verdict in pairs
        for field in fields
    ]


def sample(everything: Sequence[Item], size: int) -> list[Item]:
    """`size` items, as many of each stratum (verdict and field) as there are, in turn; sorted by paper, then field.

    Strata and items come in the order of a digest: as good as chance, and the same each time.
    """
    strata: dict[tuple[VerdictName, str], list[Item]] = {}
    for item in everything:
        strata.setdefault((item.verdict.verdict, item.field), []).append(item)
    queues = [
        sorted(strata[key], key=lambda item: digest(["item", item.paper, item.field]))
        for key in sorted(strata, key=lambda key: digest(["stratum", *key]))
    ]
    taken = [
        queue[place] for place in range(max(map(len, queues), default=0)) for queue in queues if place < len(queue)
    ]
    order = {field: place for place, field in enumerate(FIELDS)}
    return sorted(taken[:size], key=lambda item: (item.paper, order[item.field]))


def left_to_judge(sampled: Sequence[Item], judgements: Iterable[Judgement], by: str) -> list[Item]:
    """The items that this auditor has not judged, or whose value has changed since."""
    done = {(j.paper_id, j.field, j.value_digest) for j in judgements if j.by == by}
    return [item for item in sampled if (item.paper, item.field, item.value_digest) not in done]

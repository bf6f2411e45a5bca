"""Review one card: a person's decision, checked and bound to the card that was looked at."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.errors import UsageError
from pipeline.ids import checked_id
from pipeline.records.decision import Choice, Decision
from pipeline.records.verdict import Verdict

_LONGEST = 2000


def review(
    *,
    paper_id: str,
    choice: Choice,
    by: str,
    why: str,
    seconds: float | None,
    card_digest: str,
    verdict: Verdict | None,
) -> Decision:
    """The decision as it is kept. UsageError without a reason, InputError for a name that is no id."""
    reason = " ".join(why.split())
    if not reason or len(reason) > _LONGEST:
        raise UsageError(f"say why in 1 to {_LONGEST:,} characters: --why TEXT")
    return Decision(
        paper_id=paper_id,
        choice=choice,
        by=checked_id(by, "name"),
        why=reason,
        seconds=seconds,
        card_digest=card_digest,
        verdict=verdict.verdict if verdict else None,
    )


def standing(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """The decision that counts for each paper: the last one."""
    return {decision.paper_id: decision for decision in decisions}

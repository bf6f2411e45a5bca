"""An auditor's session: one value after the other, one key each. What is shown and where keys come from is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.records.decision import Judgement, Mark
from pipeline.review.sample import Item

KEYS: dict[str, Mark] = {"r": "right", "w": "wrong", "m": "missing"}
SKIP, QUIT = "s", "q"
HELP = "r right, w wrong, m missing (the card is silent, the paper is not), s skip, q quit"


@dataclass(frozen=True)
class Ended:
    """How a session ended: values judged and skipped, and how many are left."""

    judged: int
    skipped: int
    left: int


def session(
    waiting: Sequence[Item],
    by: str,
    *,
    show: Callable[[Item, int, int], None],
    key: Callable[[], str],
    keep: Callable[[Judgement], None],
    refuse: Callable[[str], None],
    clock: Callable[[], float],
) -> Ended:
    """Ask about each item and keep each judgement at once, so that a killed session loses none.

    `show(item, place, of)`; `key()` gives one character, or nothing at the end of input, which quits; `refuse` is told why a
    key does not fit; `clock` gives seconds.
    """
    judged = skipped = 0
    for place, item in enumerate(waiting, 1):
        show(item, place, len(waiting))
        started = clock()
        pressed = _asked(item, key, refuse)
        if pressed == QUIT:
            break
        if pressed == SKIP:
            skipped += 1
            continue
        judged += 1
        keep(
            Judgement(
                paper_id=item.paper,
                field=item.field,
                mark=KEYS[pressed],
                said=item.said,
                by=by,
                verdict=item.verdict.verdict,
                value_digest=item.value_digest,
                seconds=round(clock() - started, 1),
            )
        )
    return Ended(judged, skipped, len(waiting) - judged - skipped)


def _asked(item: Item, key: Callable[[], str], refuse: Callable[[str], None]) -> str:
    """The first key that fits the item."""
    while True:
        pressed = key().lower() or QUIT
        if pressed in (SKIP, QUIT, "r"):
            return pressed
        if pressed not in KEYS:
            refuse(HELP)
        elif KEYS[pressed] == ("missing" if item.said else "wrong"):
            refuse("there is a value: r or w" if item.said else "there is no value: r or m")
        else:
            return pressed

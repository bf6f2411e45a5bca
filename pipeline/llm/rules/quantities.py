"""Numbers in words, lengths of time and parameter counts, as papers print them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = {
    "a": 1, "an": 1, "one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "sixteen": 16, "twenty": 20, "thirty-two": 32, "sixty-four": 64,
    "half": 0.5, "half a": 0.5, "half an": 0.5,
}  # fmt: skip
NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|thirty-two|sixty-four|sixteen|twenty|eleven|twelve|seven|eight|three"
    r"|four|five|nine|one|two|six|ten)"
)
"""A number in digits (with thousands separators) or as an English word; no groups."""

_HOURS = {"s": 1 / 3600, "m": 1 / 60, "h": 1.0, "d": 24.0, "w": 168.0, "month": 720.0}
_UNIT = (
    r"(?P<unit>hours?|hrs?|(?-i:(?<=\d)h|(?<=\d )h(?=[.,;)]|$| on\b| for\b))|days?"
    r"|minutes?|mins?(?!\s*[(\[{])|seconds?|secs?|(?-i:(?<=\d)s)"
    r"|weeks?|months?)"
)


def number(text: str) -> float:
    """The value of a `NUMBER`, or of `a`, `single`, `half an`; KeyError for anything else."""
    plain = text.strip().lower().replace(",", "")
    return float(plain) if re.fullmatch(r"\d+(?:\.\d+)?", plain) else float(_WORDS[plain])


@dataclass(frozen=True)
class Duration:
    """A length of time in hours; of a range, the upper end. `start` and `end` are its place in the text."""

    hours: float
    start: int
    end: int
    printed: str


_SPAN = re.compile(
    rf"(?<![\w.$\-])(?<!Fig\. )(?<!Figure )(?<!Table )(?<!Sec\. )"
    rf"(?:(?P<low>{NUMBER})\s*(?:{_UNIT.replace('unit', 'low_unit')})?\s*(?:-|–|—|~|to|or)\s*)?"
    rf"(?P<high>{NUMBER}|half an?|an?(?= (?:single )?(?:day|hour|week)\b))"
    rf"(?:\s*(?:±|\+/-)\s*\d+(?:\.\d+)?)?(?P<gap>\s*-?\s*(?:single |full |whole )?){_UNIT}\b(?!\s*/(?!\s*(?:epoch|run|seed)))",
    re.I,
)
_AND = r"(?:\s*,?\s*(?:and\s+)?)"
_CLOCK = re.compile(
    rf"(?<![\w.])(?:(?P<d>\d+)\s?d(?:ays?)?{_AND})?(?:(?P<h>\d+)\s?h(?:rs?|ours?)?{_AND})?"
    rf"(?:(?P<m>\d+)\s?m(?:ins?|inutes?)?{_AND})?(?:(?P<s>\d+)\s?s(?:ecs?|econds?)?)?(?!\w)"
)


def unit_hours(unit: str) -> float:
    """How many hours one of the unit is: `min` 1/60, `days` 24."""
    low = unit.lower()
    return _HOURS["month" if low.startswith("month") else low[0]]


def durations(text: str) -> Iterator[Duration]:
    """Every length of time in the text: `3.5 days`, `1-2 days`, `4 hours to 10 hours`, `22h12m35s`, `twelve hours`.

    A clock time of several units comes once as a whole, and its last unit may come once more by itself.
    """
    for clock in _CLOCK.finditer(text):
        parts = {unit: int(count) for unit, count in clock.groupdict().items() if count}
        if len(parts) >= 2:
            hours = sum(count * _HOURS[unit] for unit, count in parts.items())
            yield Duration(hours, clock.start(), clock.end(), clock[0].strip())
    for match in _SPAN.finditer(text):
        decade = match["unit"] == "s" and re.fullmatch(r"(?:1[5-9]|20)\d0", match["high"])
        if not decade and (match["gap"] or match["high"][-1].isdigit()):
            yield Duration(number(match["high"]) * unit_hours(match["unit"]), match.start(), match.end(), match[0])

"""The numbers of headings: reading them, and whether one can follow another."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERED = re.compile(
    r"(?:(?P<word>Appendix|APPENDIX|Section)\s+)?(?P<n>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}|[IVX]{2,5})"
    r"(?P<end>\s*[.:)]|\s*[-–—|]|)\s+(?P<title>\S.*)"
)
_MOST_SECTIONS = 40


def split_number(text: str) -> tuple[str, str]:
    """A heading's number without a final dot, and its text; the number is empty where there is none."""
    match = _NUMBERED.fullmatch(text)
    if match is None:
        return "", text
    lettered = match["word"] is None and len(match["n"]) == 1 and match["n"].isalpha()
    if lettered and (match["end"].strip() in ("-", "–", "—") or match["title"][0].islower()):
        return "", text  # an article or a name, not an appendix
    return match["n"], match["title"]


def steps(number: str) -> tuple[int, ...]:
    """The parts of a number as integers, letters counted from 101 so that appendices follow sections."""
    head, *rest = number.split(".")
    if head.isdecimal():
        first = int(head)
    elif len(head) > 1:
        first = _roman(head)
    else:
        first = 101 + ord(head) - ord("A")
    return (first, *(int(part) for part in rest))


def _roman(text: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[c] for c in text]
    return sum(-v if any(w > v for w in values[i + 1 :]) else v for i, v in enumerate(values))


def all_steps(numbers: Sequence[str]) -> list[tuple[int, ...]]:
    """The parts of each of a document's heading numbers; in the style `II.`, `A.` letters number the parts of a section."""
    if not {"II", "III"} <= set(numbers):
        return [steps(number) for number in numbers]
    found: list[tuple[int, ...]] = []
    section = 0
    for number in numbers:
        if not number.isalpha():
            found.append(steps(number))
        elif set(number) <= set("IVX") and (len(number) > 1 or section < _roman(number) <= section + 2):
            section = _roman(number)
            found.append((section,))
        else:
            found.append((section, ord(number[0]) - ord("A") + 1))
    return found


def follows(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Whether a heading with this number can stand after one numbered `last`; up to two numbers may have been missed."""
    if number[0] > 100:
        if last and last[0] > 100:
            return _advances(number, last)
        return number[0] <= 102
    if number[0] > _MOST_SECTIONS or (last and last[0] > 100):
        return False
    return _advances(number, last or (0,))


def _advances(number: tuple[int, ...], last: tuple[int, ...]) -> bool:
    for depth, part in enumerate(number):
        before = last[depth] if depth < len(last) else 0
        if part != before:
            # everything deeper starts anew after a step
            return before < part <= before + 3 and all(p <= 3 for p in number[depth + 1 :])
    return False

"""Raised figures in the text, marks of footnotes and exponents, become superscript characters: `10⁶`, not 106."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.convert.embedded.footnotes import note_mark
from pipeline.convert.embedded.formulas import is_math
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Sheet
from pipeline.convert.embedded.words import Word

_RAISED = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")


def settle_marks(sheets: Sequence[Sheet]) -> None:
    """Writes the marks of footnotes and the powers of numbers as superscripts; they fold back to plain digits."""
    notes = (line for sheet in sheets for line in sheet.lines if line.role == "footnote")
    marks = {mark for line in notes if (mark := note_mark(line))}
    for sheet in sheets:
        for line in sheet.lines:
            if line.role in ("text", "caption"):
                _settle(line, marks)


def _settle(line: Line, marks: set[str]) -> None:
    kept: list[Word] = []
    changed = False
    for word in line.words:
        raised = word.size < 0.85 * line.size and word.baseline < line.baseline - 0.15 * line.size
        before = kept[-1] if kept else None
        if not raised or before is None or word.space_before:
            kept.append(word)
        elif (before.text[-1].isdigit() or _is_mark(word, before, marks)) and word.text.translate(_RAISED) != word.text:
            kept.append(replace(word, text=word.text.translate(_RAISED)))
            changed = True
        else:
            kept.append(word)
    if changed:
        line.words = kept
        line.settle()


def _is_mark(word: Word, before: Word, marks: set[str]) -> bool:
    parts = word.text.replace(" ", "").split(",")
    if not all(part in marks for part in parts if part):
        return False
    # x with a raised 2 is a power, not a note; a note hangs on a word or a stop
    return not is_math(before) and (len(before.text) > 1 or not before.text.isalnum())

"""From glyphs to words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipeline.convert.embedded.frame import Frame
from pipeline.convert.embedded.glyphs import Glyph, Run
from pipeline.convert.embedded.spelling import LIGATURES, SOFT_HYPHEN, spelled, symbol
from pipeline.convert.embedded.words import Word
from pipeline.records.base import Box

# shares of the font size: a justified line shrinks its spaces to about 0.17 em, pair kerning stays under 0.1 em, and the
# box of an italic f reaches 0.15 em into the space after it
_GAP, _GAP_AT_SPACE, _GAP_AT_SPACE_OF_EQUALS, _BACKWARDS = 0.2, 0.12, 0.05, -0.6
_FIRST_RIGHT_TO_LEFT, _LAST_RIGHT_TO_LEFT = "\u0590", "\u08ff"
"""Hebrew, Arabic and their neighbours."""
_ASCENT, _DESCENT = 0.75, 0.22


@dataclass(slots=True)
class _Open:
    """A word being built, in the frame in which its text runs left to right."""

    run: Run
    baseline: float
    x0: float
    x1: float
    space_before: bool
    mirrored: bool
    """Right-to-left text: x is counted from the right, negative, so that it runs the other way."""
    chars: list[str] = field(default_factory=list)


class Tokenizer:
    """Builds the words of one page; `frame` is the upright page."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._runs: dict[int, tuple[Frame, float, int]] = {}

    def words(self, glyphs: Iterable[Glyph]) -> Iterator[tuple[Word, Run]]:
        """Each word with the run that tells how it is painted."""
        open_word: _Open | None = None
        broken, last_box = True, None
        for glyph in glyphs:
            run = glyph.run
            if run is None or glyph.char.isspace():
                broken = True
                continue
            char, _, box = glyph
            if run.font.symbols:
                char = symbol(char, run.font.symbols)
            text = char if char.isalnum() and char < LIGATURES else spelled(char)
            if not text:
                continue
            frame, baseline, _ = self._runs.get(run.handle) or self._place(run)
            x0, _, x1, y1 = frame.box(*box)
            mirrored = _FIRST_RIGHT_TO_LEFT <= char <= _LAST_RIGHT_TO_LEFT
            if mirrored:
                x0, x1 = -x1, -x0
            if open_word is not None and mirrored is not open_word.mirrored:
                yield self._close(open_word), open_word.run
                open_word = None
            if open_word is not None and run is open_word.run and not broken and box != last_box:
                gap = x0 - open_word.x1
                if -0.15 * run.size < gap < _GAP * run.size:
                    open_word.chars.append(text)
                    open_word.x1, last_box = x1, box
                    continue
            if run.angle % 90:
                baseline = y1
            if open_word is not None and box == last_box and not broken:
                open_word.chars.append(text)  # PDFium has spread one ligature over several characters
            elif open_word is not None and self._continues(open_word, run, baseline, x0, broken):
                self._append(open_word, text, x0, x1)
            else:
                spaced = open_word is None or self._spaced(open_word, run, baseline, x0, broken)
                if open_word is not None and open_word.chars:
                    yield self._close(open_word), open_word.run
                open_word = _Open(run, baseline, x0, x1, spaced, mirrored, [text])
            broken, last_box = False, box
        if open_word is not None and open_word.chars:
            yield self._close(open_word), open_word.run

    def _place(self, run: Run) -> tuple[Frame, float, int]:
        known = self._runs.get(run.handle)
        if known is None:
            angle = (run.angle - self._frame.turn) % 360
            frame = self._frame.turned(angle) if angle in (90, 180, 270) else self._frame
            known = self._runs[run.handle] = (frame, frame.point(*run.origin)[1], angle)
        return known

    def _spaced(self, word: _Open, run: Run, baseline: float, x0: float, broken: bool) -> bool:
        if run.angle != word.run.angle or abs(baseline - word.baseline) > 0.7 * max(run.size, word.run.size):
            return True
        size = max(min(run.size, word.run.size), 1.0)
        gap = (x0 - word.x1) / size
        if gap > _GAP or gap < _BACKWARDS:
            return True
        if not broken or run is word.run:
            return broken
        alike = abs(run.size - word.run.size) < 0.06 * size
        return gap > (_GAP_AT_SPACE_OF_EQUALS if alike else _GAP_AT_SPACE)

    def _continues(self, word: _Open, run: Run, baseline: float, x0: float, broken: bool) -> bool:
        old = word.run
        if run is not old and (
            run.angle != old.angle
            or abs(run.size - old.size) > 0.06 * old.size
            or abs(baseline - word.baseline) > 0.08 * old.size
            or run.font.bold != old.font.bold
            or run.font.italic != old.font.italic
            or run.colour != old.colour
        ):
            return False
        return not self._spaced(word, run, baseline, x0, broken)

    def _append(self, word: _Open, text: str, x0: float, x1: float) -> None:
        word.chars.append(text)
        word.x1 = max(word.x1, x1)
        word.x0 = min(word.x0, x0)

    def _close(self, word: _Open) -> Word:
        run = word.run
        frame, _, angle = self._place(run)
        if word.mirrored:
            word.x0, word.x1 = -word.x1, -word.x0
        box: Box = (word.x0, word.baseline - _ASCENT * run.size, word.x1, word.baseline + _DESCENT * run.size)
        if frame is not self._frame:  # sideways text: its box as the page shows it
            box = self._frame.box(*frame.user_box(box))
        text = _closed("".join(word.chars), alone=word.space_before)
        baseline = word.baseline if frame is self._frame else box[3]
        font = run.font
        return Word(text, box, baseline, run.size, font.name, font.bold, font.italic, angle, word.space_before)


def _closed(text: str, *, alone: bool) -> str:
    """A hyphen that stands alone or first has broken no word: it is a minus or a bullet."""
    if alone and text.startswith(SOFT_HYPHEN):
        return "-" + text[1:]
    return text

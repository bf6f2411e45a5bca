"""Glyphs of a page in the order PDFium gives them, with what their text object says of them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.convert.embedded import native
from pipeline.convert.embedded.fonts import Font, Fonts
from pipeline.convert.embedded.spelling import SOFT_HYPHEN

_HYPHEN_CODES = (0x02, 0xFFFE)
"""How PDFium writes a hyphen at a line's end; fonts of symbols use the first for a bracket."""
_AXIS = 0.25
"""Height of the axis of mathematics over the baseline, in font sizes (TeX's parameter 22 of CMSY10)."""
_SUSPICIOUS = 3.0
"""Points; a smaller font size is compared with the height of its glyphs."""
_SAMPLE = 3_000
_TALL, _TOO_TALL = 0.7, 1.6
_TEXT_FILLS = {0, 2, 4, 6}
_TEXT_STROKES = {1, 2, 5, 6}


@dataclass(frozen=True, slots=True)
class Run:
    """What the glyphs of one text object share; coordinates in user space points, the angle counter-clockwise."""

    handle: int
    font: Font
    size: float
    angle: int
    origin: tuple[float, float]
    mode: int
    colour: tuple[int, int, int]
    alpha: int


class Glyph(NamedTuple):
    """One character; `run` is None for a break that PDFium inserted. The box is left, bottom, right, top in user space."""

    char: str
    run: Run | None
    box: tuple[float, float, float, float]


class _Runs:
    """Text objects of one page, read once each."""

    def __init__(self, text_page: int, count: int) -> None:
        self._page, self._count = text_page, count
        self._units: dict[str, float] = {}
        self.known: dict[int, Run] = {}
        self._fonts = Fonts()
        self._matrix, self._origin, self._colour = native.floats(), native.doubles(), native.uints()

    def of(self, handle: int, index: int) -> Run:
        run = self.known.get(handle)
        if run is None:
            run = self.known[handle] = self._read(handle, index)
        return run

    def _read(self, handle: int, index: int) -> Run:
        at = native.buffer_address(self._matrix)
        if not native.text_matrix(self._page, index, at):
            self._matrix[0:4] = [1.0, 0.0, 0.0, 1.0]
        a, b, c, d = self._matrix[0:4]
        size = abs(native.text_font_size(self._page, index) * math.hypot(c, d))
        angle = round(math.degrees(math.atan2(b, a))) % 360 if a or b else 0
        at = native.buffer_address(self._origin)
        native.text_origin(self._page, index, at, at + 8)
        mode = native.object_render_mode(handle)
        colour = self._paint(handle, stroke=mode in _TEXT_STROKES and mode not in _TEXT_FILLS)
        font = self._fonts.of(handle)
        if 0 < size < _SUSPICIOUS:
            size *= self._unit(font)
        origin = self._origin[0], self._origin[1]
        if font.symbols == "cmex":
            origin = self._hung(index, size, origin)
        return Run(handle, font, size, angle, origin, mode, colour[:3], colour[3])

    def _unit(self, font: Font) -> float:
        """By what a font's glyphs are larger than its size says: bitmap fonts (Type 3) may count in dots of a printer.

        The tall letters of a font are about 0.7 of its size high.
        """
        known = self._units.get(font.name)
        if known is None:
            known = self._units[font.name] = self._measured(font)
        return known

    def _measured(self, font: Font) -> float:
        shares = []
        at = native.buffer_address(self._origin)
        for index in range(min(_SAMPLE, self._count)):
            handle = native.text_object(self._page, index)
            if handle and self._fonts.of(handle) == font:
                native.text_matrix(self._page, index, native.buffer_address(self._matrix))
                size = abs(native.text_font_size(self._page, index) * math.hypot(*self._matrix[2:4]))
                if size and native.text_char_box(self._page, index, at, at + 8, at + 16, at + 24):
                    shares.append(abs(self._origin[3] - self._origin[2]) / size)
        tall = sorted(shares)[len(shares) * 9 // 10] if shares else 0.0
        return tall / _TALL if tall > _TOO_TALL else 1.0

    def _hung(self, index: int, size: float, origin: tuple[float, float]) -> tuple[float, float]:
        """The baseline of a large bracket or operator: its font hangs it below its origin, around the axis of the line."""
        at = native.buffer_address(self._origin)
        if not native.text_char_box(self._page, index, at, at + 8, at + 16, at + 24):
            return origin
        left, _, bottom, top = self._origin
        return left, (bottom + top) / 2 - _AXIS * size

    def _paint(self, handle: int, *, stroke: bool) -> tuple[int, int, int, int]:
        at = native.buffer_address(self._colour)
        ask = native.object_stroke if stroke else native.object_fill
        if not ask(handle, at, at + 4, at + 8, at + 12):
            return 0, 0, 0, 255
        red, green, blue, alpha = self._colour
        return red, green, blue, alpha


def read_glyphs(text_page: int, count: int) -> Iterator[Glyph]:
    """The glyphs of a text page (its address), surrogate pairs joined; `count` is PDFium's number of characters."""
    runs = _Runs(text_page, count)
    known = runs.known
    rect = native.floats()
    at = native.buffer_address(rect)
    unicode_of, object_of, box_of = native.text_unicode, native.text_object, native.text_loose_box
    high = 0
    for index in range(count):
        code = unicode_of(text_page, index)
        if 0xD800 <= code <= 0xDBFF:
            high = code
            continue
        if 0xDC00 <= code <= 0xDFFF:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0xFFFD
        high = 0
        if code in _HYPHEN_CODES:
            code = ord(SOFT_HYPHEN) if native.text_is_hyphen(text_page, index) == 1 else 0
        handle = object_of(text_page, index)
        box_of(text_page, index, at)
        left, top, right, bottom, _, _ = rect
        run = (known.get(handle) or runs.of(handle, index)) if handle else None
        yield Glyph(chr(code) if code < 0x110000 else "\ufffd", run, (left, bottom, right, top))

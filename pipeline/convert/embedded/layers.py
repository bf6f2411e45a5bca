"""Text on layers of a page, which a reader may have switched off: what shows is seen only by drawing the page."""

from __future__ import annotations

import ctypes
from functools import cached_property

import pypdfium2 as pdfium

from pipeline.convert.embedded import native
from pipeline.convert.embedded.frame import Frame
from pipeline.records.base import Box

_SCALE = 2
"""Pixels per point: print of 5 points is 10 pixels high."""
_LARGEST = 4000.0
"""Points; a page that is larger than a poster is not drawn."""
_FAINT = 24
"""Grey levels (of 255) that the eye does not tell apart on paper."""


def is_layered(handle: int) -> bool:
    """Whether an object (its address) belongs to optional content (ISO 32000-1, 8.11): it is marked `OC`."""
    buffer, size = ctypes.create_string_buffer(16), ctypes.c_ulong()
    at, needed = native.buffer_address(buffer), native.buffer_address(size)
    for index in range(max(0, native.object_marks(handle))):
        mark = native.object_mark(handle, index)
        if mark and native.mark_name(mark, at, 16, needed) and buffer.raw[: size.value] == "OC\0".encode("utf-16-le"):
            return True
    return False


class Layers:
    """Draws a page when it is first asked, with the layers that a reader sees."""

    def __init__(self, page: pdfium.PdfPage, frame: Frame) -> None:
        self._page, self._frame = page, frame

    def hides(self, box: Box) -> bool:
        """Whether nothing shows in a box of the upright page; what cannot be drawn counts as shown."""
        if max(self._frame.size) > _LARGEST:
            return False
        width, height, stride, pixels = self._drawn
        left, right = (max(0, min(width, round(x * _SCALE))) for x in (box[0], box[2]))
        top, bottom = (max(0, min(height, round(y * _SCALE))) for y in (box[1], box[3]))
        if left >= right or top >= bottom:
            return False
        rows = [pixels[y * stride + left : y * stride + right] for y in range(top, bottom)]
        return max(map(max, rows)) - min(map(min, rows)) < _FAINT

    @cached_property
    def _drawn(self) -> tuple[int, int, int, bytes]:
        """Width, height, bytes per row, and a byte of grey for each pixel."""
        turn = (self._frame.turn - self._page.get_rotation()) % 360
        bitmap = self._page.render(scale=_SCALE, rotation=turn, grayscale=True, draw_annots=False)
        try:
            return bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer)
        finally:
            bitmap.close()

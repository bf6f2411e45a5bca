"""Why a reader of the page does not see a word that the text layer holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pipeline.convert.embedded.glyphs import Run
from pipeline.convert.embedded.layers import Layers
from pipeline.convert.embedded.objects import Drawing, Paint, intersection
from pipeline.convert.embedded.words import Word
from pipeline.records.base import Box

_INVISIBLE_MODE, _CLIP_ONLY_MODE = 3, 7
_TINY = 1.5
"""Points; the smallest legible print, a subscript's subscript, is 4 points high."""
_NEAR = 24
"""Largest difference per colour channel (of 255) that the eye does not see on paper."""
_OPAQUE = 250
_SCAN_SHARE, _SCAN_WORDS = 0.6, 0.95
_CELL = 25.0
"""Points; side of the squares by which paints are looked up."""
OCR = ("invisible", "covered")
"""How the words of a scan are kept from showing beside their picture."""
Colour = tuple[int, int, int]
_PAPER: Colour = (255, 255, 255)


class Visibility:
    """Judges the words of one page."""

    def __init__(self, drawing: Drawing, width: float, height: float, layers: Layers) -> None:
        self._drawing, self._layers = drawing, layers
        self._size = (width, height)
        # only what lies at a word's middle can cover nine tenths of it: a plot's thousands of marks are not all looked at
        self._paints: dict[tuple[int, int], list[Paint]] = defaultdict(list)
        for paint in (p for p in drawing.paints if p.alpha >= _OPAQUE):
            x0, y0, x1, y1 = intersection(paint.box, (0.0, 0.0, width, height))
            for x in range(int(x0 // _CELL), int(x1 // _CELL) + 1):
                for y in range(int(y0 // _CELL), int(y1 // _CELL) + 1):
                    self._paints[x, y].append(paint)

    def why_hidden(self, run: Run, box: Box) -> str:
        """`invisible`, `replaced`, `tiny`, `off-page`, `clipped`, `layer`, `covered`, `background`; empty for a word that shows."""
        if run.mode in (_INVISIBLE_MODE, _CLIP_ONLY_MODE) or run.alpha <= 5:
            return "invisible"
        if run.handle in self._drawing.replaced:
            return "replaced"
        if run.size < _TINY:
            return "tiny"
        width, height = self._size
        inside = box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height
        if not inside and _overlap(box, (0.0, 0.0, width, height)) < 0.1 * _area(box):
            return "off-page"
        clip = self._drawing.clips.get(run.handle)
        if clip is not None and _overlap(box, clip) < 0.05 * _area(box):
            return "clipped"
        if run.handle in self._drawing.layered and self._layers.hides(box):
            return "layer"
        return self._by_paint(run, box)

    def _by_paint(self, run: Run, box: Box) -> str:
        order = self._drawing.text_order.get(run.handle)
        if order is None:
            return ""
        grounds: list[Colour | None] = [_PAPER]
        middle = int((box[0] + box[2]) / 2 // _CELL), int((box[1] + box[3]) / 2 // _CELL)
        for paint in self._paints.get(middle, ()):
            if _overlap(box, paint.box) < 0.9 * _area(box):
                continue
            if paint.order < order:
                # what is not a rectangle may or may not lie behind the word: both grounds stay possible
                grounds = [paint.colour] if paint.solid else [*grounds, paint.colour]
            elif paint.solid:
                return "covered"
        if all(ground is not None and _alike(run.colour, ground) for ground in grounds):
            return "background"
        return ""


def is_scan(drawing: Drawing, width: float, height: float, words: Sequence[Word]) -> bool:
    """Whether a page is a picture of text with the words that OCR found drawn invisibly over it, or beneath it: a reader
    sees these."""
    picture = any(p.colour is None and _area(p.box) > _SCAN_SHARE * width * height for p in drawing.paints)
    unseen = sum(word.hidden in OCR for word in words)
    return picture and unseen > _SCAN_WORDS * len(words)


def _alike(a: Colour, b: Colour) -> bool:
    return all(abs(x - y) <= _NEAR for x, y in zip(a, b, strict=True))


def _area(box: Box) -> float:
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _overlap(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0

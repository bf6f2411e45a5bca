"""What is drawn on a page besides text: rules, drawings, and what lies over what."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.convert.embedded import native
from pipeline.convert.embedded.beside import is_replaced
from pipeline.convert.embedded.frame import Frame
from pipeline.convert.embedded.layers import is_layered
from pipeline.records.base import Box

_TEXT, _PATH, _IMAGE, _SHADING, _FORM = 1, 2, 3, 4, 5
_MOST_OBJECTS = 100_000
_DEEPEST_FORM = 6
_THIN = 3.0
"""Points; a rule in a table is 0.3 to 2 points thick, and PDFium's bounds of a stroke are up to a point wider."""
_SHORTEST = 4.0
"""Points; in a table a vertical rule is drawn in pieces as high as a line."""
_MOST_SEGMENTS = 200
_SMALLEST_COVER = 20.0
"""Square points; smaller marks, of which a plot has thousands, can neither cover nor carry a word."""
_PAGE_SHARE, _MOST_ON_PAGE = 0.4, 12
"""A form that covers this share of the page is the page itself, where at most so many text objects stand outside it."""

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Paint:
    """A filled area: where in the drawing order, what colour (None: an image), how opaque (0 to 255).

    `solid` is True where the whole box is painted: a rectangle.
    """

    order: int
    box: Box
    colour: tuple[int, int, int] | None
    alpha: int
    solid: bool


@dataclass(slots=True)
class Drawing:
    """All that is drawn on one page, boxes on the upright page."""

    rulings: list[Box] = field(default_factory=list)
    graphics: list[Box] = field(default_factory=list)
    paints: list[Paint] = field(default_factory=list)
    text_order: dict[int, int] = field(default_factory=dict)
    """Text object handle -> place in the drawing order."""
    figure_text: set[int] = field(default_factory=set)
    """Handles of text objects inside a form that is smaller than the page."""
    replaced: set[int] = field(default_factory=set)
    """Handles of text objects that stand for other words than those drawn."""
    layered: set[int] = field(default_factory=set)
    """Handles of text objects on layers that may be switched off."""
    clips: dict[int, Box] = field(default_factory=dict)
    """Text object handle -> box of its clip path, where it has one."""


def _multiplied(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def intersection(a: Box, b: Box) -> Box:
    """What two boxes have in common; without area where they do not meet."""
    left, top = max(a[0], b[0]), max(a[1], b[1])
    return left, top, max(left, min(a[2], b[2])), max(top, min(a[3], b[3]))


class _Walker:
    """Walks the objects of a page in drawing order, into its forms."""

    def __init__(self, frame: Frame, handles: list[int]) -> None:
        self.drawing = Drawing()
        self._frame = frame
        self._order = 0
        self._text_outside = _text_count(handles)
        self._values, self._colour, self._modes = native.floats(), native.uints(), native.ints()

    def walk(self, handles: list[int], matrix: Matrix, *, in_figure: bool, depth: int) -> None:
        for handle in handles:
            self._order += 1
            if self._order > _MOST_OBJECTS:
                return
            kind = native.object_type(handle)
            if kind == _TEXT:
                self._text(handle, matrix, in_figure=in_figure)
            elif kind == _PATH:
                self._path(handle, matrix, in_figure=in_figure)
            elif kind in (_IMAGE, _SHADING):
                box = self._bounds(handle, matrix)
                solid = kind == _IMAGE and not native.object_transparent(handle)
                self._fill(handle, matrix, box, None, 255, solid=solid)
                self._graphic(box)
            elif kind == _FORM:
                self._form(handle, matrix, in_figure=in_figure, depth=depth)

    def _bounds(self, handle: int, matrix: Matrix) -> Box:
        at = native.buffer_address(self._values)
        if not native.object_bounds(handle, at, at + 4, at + 8, at + 12):
            return 0.0, 0.0, 0.0, 0.0
        left, bottom, right, top = self._values[0:4]
        return self._placed([(left, bottom), (right, bottom), (left, top), (right, top)], matrix)

    def _placed(self, points: list[tuple[float, float]], m: Matrix) -> Box:
        if m is not _IDENTITY:
            points = [(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in points]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return self._frame.box(min(xs), min(ys), max(xs), max(ys))

    def _text(self, handle: int, matrix: Matrix, *, in_figure: bool) -> None:
        self.drawing.text_order[handle] = self._order
        if in_figure:
            self.drawing.figure_text.add(handle)
        if is_replaced(handle):
            self.drawing.replaced.add(handle)
        if is_layered(handle):
            self.drawing.layered.add(handle)
        clip = self._clip(handle, matrix)
        if clip is not None:
            self.drawing.clips[handle] = clip

    def _clip(self, handle: int, matrix: Matrix) -> Box | None:
        """The box common to all clip paths of an object; a form's own bounds are the first of them."""
        clip = native.object_clip(handle)
        common: Box | None = None
        at = native.buffer_address(self._values)
        for path in range(max(0, native.clip_paths(clip) if clip else 0)):
            points: list[tuple[float, float]] = []
            for index in range(max(0, min(_MOST_SEGMENTS, native.clip_segments(clip, path)))):
                segment = native.clip_segment(clip, path, index)
                if segment and native.segment_point(segment, at, at + 4):
                    points.append((self._values[0], self._values[1]))
            if len(points) >= 3:
                box = self._placed(points, matrix)
                common = box if common is None else intersection(common, box)
        return common

    def _path(self, handle: int, matrix: Matrix, *, in_figure: bool) -> None:
        box = self._bounds(handle, matrix)
        width, height = box[2] - box[0], box[3] - box[1]
        if min(width, height) <= _THIN:
            if max(width, height) > _SHORTEST and not in_figure:
                self.drawing.rulings.append(box)
            return
        at = native.buffer_address(self._modes)
        native.path_draw_mode(handle, at, at + 4)
        if self._modes[0]:
            at = native.buffer_address(self._colour)
            native.object_fill(handle, at, at + 4, at + 8, at + 12)
            red, green, blue, alpha = self._colour
            solid = native.path_segments(handle) <= 6  # only a rectangle is sure to cover its box
            self._fill(handle, matrix, box, (red, green, blue), alpha, solid=solid)
        if not in_figure and not (self._modes[1] and self._grid(handle, matrix)):
            self._graphic(box)

    def _fill(
        self, handle: int, matrix: Matrix, box: Box, colour: tuple[int, int, int] | None, alpha: int, *, solid: bool
    ) -> None:
        if (box[2] - box[0]) * (box[3] - box[1]) < _SMALLEST_COVER:
            return
        clip = self._clip(handle, matrix)
        shown = intersection(box, clip) if clip else box
        self.drawing.paints.append(Paint(self._order, shown, colour, alpha, solid))

    def _grid(self, handle: int, matrix: Matrix) -> bool:
        """Whether a stroked path is made of horizontal and vertical lines only; they become rulings."""
        count = native.path_segments(handle)
        if not 0 < count <= _MOST_SEGMENTS:
            return False
        at = native.buffer_address(self._values)
        lines: list[Box] = []
        previous: tuple[float, float] | None = None
        for index in range(count):
            segment = native.path_segment(handle, index)
            if not segment or not native.segment_point(segment, at, at + 4):
                return False
            point = (self._values[0], self._values[1])
            kind = native.segment_type(segment)
            if kind == 1:
                return False
            if kind == 0 and previous is not None:
                line = self._placed([previous, point], matrix)
                if min(line[2] - line[0], line[3] - line[1]) > _THIN:
                    return False
                lines.append(line)
            previous = point
        self.drawing.rulings += [line for line in lines if max(line[2] - line[0], line[3] - line[1]) > _SHORTEST]
        return True

    def _graphic(self, box: Box) -> None:
        width, height = self._frame.size
        if (box[2] - box[0]) * (box[3] - box[1]) < 0.7 * width * height:
            self.drawing.graphics.append(box)

    def _form(self, handle: int, matrix: Matrix, *, in_figure: bool, depth: int) -> None:
        if depth >= _DEEPEST_FORM:
            return
        at = native.buffer_address(self._values)
        inner = matrix
        if native.object_matrix(handle, at):
            a, b, c, d, e, f = self._values[0:6]
            inner = _multiplied((a, b, c, d, e, f), matrix)
        box = self._bounds(handle, matrix)
        width, height = self._frame.size
        share = (box[2] - box[0]) * (box[3] - box[1]) / max(1.0, width * height)
        drawn = in_figure or share < _PAGE_SHARE or self._text_outside > _MOST_ON_PAGE
        if drawn and not in_figure:
            self._graphic(box)
        count = native.form_object_count(handle)
        handles = [found for n in range(max(0, min(count, _MOST_OBJECTS))) if (found := native.form_object(handle, n))]
        outside = self._text_outside
        if not drawn:
            self._text_outside = _text_count(handles)
        self.walk(handles, inner, in_figure=drawn, depth=depth + 1)
        self._text_outside = outside


def _text_count(handles: list[int]) -> int:
    return sum(native.object_type(handle) == _TEXT for handle in handles)


def read_drawing(page: int, frame: Frame) -> Drawing:
    """What is drawn on a page (its address); at most 100,000 objects are looked at."""
    count = native.page_object_count(page)
    handles = [found for n in range(max(0, min(count, _MOST_OBJECTS))) if (found := native.page_object(page, n))]
    walker = _Walker(frame, handles)
    walker.walk(handles, _IDENTITY, in_figure=False, depth=0)
    return walker.drawing

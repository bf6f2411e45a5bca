"""From PDF user space (origin bottom left, page rotation pending) to the upright page (origin top left)."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.records.base import Box


@dataclass(frozen=True, slots=True)
class Frame:
    """The visible part of a page in user space, and by how many degrees clockwise it is turned to stand upright."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the upright page in points."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turn in (90, 270) else (width, height)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A user space point on the upright page."""
        if self.turn == 0:
            return x - self.left, self.top - y
        if self.turn == 90:
            return y - self.bottom, x - self.left
        if self.turn == 180:
            return self.right - x, y - self.bottom
        return self.top - y, self.right - x

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """A user space rectangle on the upright page."""
        if self.turn == 0:
            return left - self.left, self.top - top, right - self.left, self.top - bottom
        x0, y0 = self.point(left, bottom)
        x1, y1 = self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def turned(self, degrees: int) -> Frame:
        """The same page turned further clockwise."""
        return Frame(self.left, self.bottom, self.right, self.top, (self.turn + degrees) % 360)

    def user_box(self, box: Box) -> Box:
        """A rectangle of the upright page back in user space: left, bottom, right, top."""
        xs, ys = [], []
        for x, y in ((box[0], box[1]), (box[2], box[3])):
            if self.turn == 0:
                ux, uy = x + self.left, self.top - y
            elif self.turn == 90:
                ux, uy = y + self.left, x + self.bottom
            elif self.turn == 180:
                ux, uy = self.right - x, y + self.bottom
            else:
                ux, uy = self.right - y, self.top - x
            xs.append(ux)
            ys.append(uy)
        return min(xs), min(ys), max(xs), max(ys)

"""Words with their place and style, page by page: what everything after the glyphs is built on.

Coordinates are PDF points, origin at the top left of the page as it is read: the page's own rotation is undone, and a page
whose text mostly runs sideways is turned until it is upright (`Page.turn`). A word ends at white space, at a visible
gap, and where size, weight, slant, baseline or colour of the text object change; `space_before` tells the two apart.
A superscript is therefore a word of its own: smaller, its baseline raised, `space_before` False.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.records.base import Box

CaptionKind = Literal["table", "figure", "algorithm", "listing"]


@dataclass(frozen=True, slots=True)
class Word:
    """Printed characters without a visible gap, all of one style."""

    text: str
    """A trailing U+00AD stands for the hyphen of a word broken at the line's end."""
    box: Box
    baseline: float
    size: float
    font: str
    bold: bool
    italic: bool
    angle: int
    space_before: bool
    hidden: str = ""
    """Why a reader does not see it, as `hidden.Visibility` tells; empty when it shows."""
    in_figure: bool = False
    """It belongs to an embedded drawing (a form object smaller than the page), not to the text of the page."""

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.box[0]

    @property
    def x1(self) -> float:
        """Right edge."""
        return self.box[2]


@dataclass(frozen=True, slots=True)
class Target:
    """The area of a link annotation and the address it opens."""

    url: str
    box: Box


@dataclass(frozen=True, slots=True)
class Page:
    """One page; words in the order of the PDF's content stream."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rulings: tuple[Box, ...] = ()
    """Horizontal and vertical line segments as thin boxes."""
    graphics: tuple[Box, ...] = ()
    """Boxes of images, drawings and embedded forms, those as large as the page left out."""
    targets: tuple[Target, ...] = ()
    turn: int = 0

    def printed(self) -> Iterator[Word]:
        """The upright words that a reader sees, without those of embedded drawings, in stream order."""
        return (w for w in self.words if not w.hidden and not w.in_figure and w.angle == 0)


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption of a float: `label` as printed (`Table 2`), `text` without it, the box of all its lines."""

    label: str
    text: str
    page: int
    box: Box
    kind: CaptionKind


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box around some boxes (at least one)."""
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def joined(words: Iterable[Word]) -> str:
    """Words as text, a space where one shows."""
    parts: list[str] = []
    for word in words:
        if word.space_before and parts:
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)

"""A page laid out: its lines in reading order, each with a role."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.convert.embedded.abreast import split_abreast
from pipeline.convert.embedded.columns import gutters, ordered_lines
from pipeline.convert.embedded.fonts import is_monospaced
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.margins import without_line_numbers
from pipeline.convert.embedded.words import Page


@dataclass(slots=True, eq=False)
class Sheet:
    """One page; `edges` gives each side's usual left and right edge of text, `leading` the distance of its baselines."""

    page: Page
    lines: list[Line]
    gutter: float | None = None
    edges: dict[int, tuple[float, float]] = field(default_factory=dict)

    def text(self) -> list[Line]:
        """The lines of the running text, in order."""
        return [line for line in self.lines if line.role == "text"]

    def edge(self, side: int) -> tuple[float, float]:
        """Left and right edge of a column; of the whole page where the column has no text."""
        return self.edges.get(side) or self.edges.get(0) or (0.0, self.page.width)


@dataclass(frozen=True, slots=True)
class Body:
    """What the running text of a document looks like."""

    size: float
    font: str
    leading: float
    """Distance of baselines in points."""


def sheets_of(pages: Sequence[Page]) -> list[Sheet]:
    """All pages laid out; every line has the role `text`."""
    sheets = []
    for page, gutter in zip(pages, gutters(pages), strict=True):
        lines = split_abreast(ordered_lines(page, without_line_numbers(page), gutter))
        sheets.append(Sheet(page, lines, gutter))
    body = body_of(sheet.lines for sheet in sheets)
    for sheet in sheets:
        _find_edges(sheet, body)
    return sheets


def body_of(pages: Iterable[Sequence[Line]]) -> Body:
    """The style that most characters of proportional type have; the leading is the commonest distance of its lines."""
    styles: Counter[tuple[float, str]] = Counter()
    leadings: Counter[tuple[float, float]] = Counter()
    for lines in pages:
        for line in lines:
            if not is_monospaced(line.font):
                styles[round(line.size, 1), line.font] += len(line.text)
        for above, below in itertools.pairwise(lines):
            step = round((below.baseline - above.baseline) * 2) / 2
            if above.side == below.side and 0 < step < 3 * below.size:
                leadings[round(below.size, 1), step] += 1
    if not styles:
        return Body(10.0, "", 12.0)
    sizes: Counter[float] = Counter()
    for (size, _), count in styles.items():
        sizes[size] += count
    size = max(sizes, key=lambda s: (sizes[s], s))
    font = max((key for key in styles if key[0] == size), key=lambda key: (styles[key], key[1]))[1]
    steps = {step: n for (of, step), n in leadings.items() if of == size}
    return Body(size, font, max(steps, key=lambda s: (steps[s], -s)) if steps else 1.2 * size)


def _find_edges(sheet: Sheet, body: Body) -> None:
    """The commonest edges of long body lines; two columns also give the whole page its edges."""
    for side in {line.side for line in sheet.lines}:
        lines = [
            n for n in sheet.lines if n.side == side and abs(n.size - body.size) < 0.06 * body.size and len(n.words) > 3
        ]
        if len(lines) >= 3:
            left = Counter(round(n.x0) for n in lines).most_common()
            right = Counter(round(n.x1) for n in lines).most_common()
            # a page of short paragraphs has many indented lines: of the frequent left edges the outermost counts
            frequent = [x for x, n in left if n >= 0.4 * left[0][1]]
            sheet.edges[side] = float(min(frequent)), float(right[0][0])
        elif side > 2:  # a block beside another: its own lines are all there is
            blocks = [n.box for n in sheet.lines if n.side == side]
            sheet.edges[side] = min(b[0] for b in blocks), max(b[2] for b in blocks)
    columns = [edge for side, edge in sheet.edges.items() if side in (1, 2)]
    if columns:
        sheet.edges[0] = min(e[0] for e in columns), max(e[1] for e in columns)

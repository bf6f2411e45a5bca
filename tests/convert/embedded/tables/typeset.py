"""Sets words and rules on a page the way a typesetter does, so that a test can show the shape of its table."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.convert.embedded.tables.reading import find_tables
from pipeline.convert.embedded.words import Caption, Page, Word
from pipeline.records.base import Box
from pipeline.records.document import Table
from pipeline.records.finding import Finding

SPACE = 0.28
"""Width of a space in font sizes; a letter is half a font size wide."""
PROSE = "the method of this section is trained on all of the data that we have and it is run for a long time after that"

XS = [80.0, 220.0, 290.0, 360.0]
BODY = [["Ours", "91.2", "88.4", "0.5"], ["Baseline", "85.0", "80.1", "1.5"], ["No memory", "70.3", "69.9", "0.2"]]
CELLS = tuple(tuple(row) for row in BODY)


@dataclass
class Sheet:
    """One page of 612 by 792 points with what was put on it."""

    number: int = 1
    words: list[Word] = field(default_factory=list)
    rulings: list[Box] = field(default_factory=list)
    graphics: list[Box] = field(default_factory=list)
    captions: list[Caption] = field(default_factory=list)

    def put(self, x: float, baseline: float, text: str, size: float = 9.0, *, glued: bool = False) -> float:
        """Set a phrase from x on; `glued` joins it to what stands before. Gives the x after it."""
        for at, part in enumerate(text.split()):
            width = 0.5 * size * len(part)
            box = (x, baseline - 0.75 * size, x + width, baseline + 0.22 * size)
            spaced = not (glued and at == 0)
            self.words.append(
                Word(part, box, baseline, size, "Serif", bold=False, italic=False, angle=0, space_before=spaced)
            )
            x += width + SPACE * size
        return x - SPACE * size

    def middle(self, x: float, baseline: float, text: str, size: float = 9.0) -> None:
        """Set a phrase centred on x."""
        self.put(x - width(text, size) / 2, baseline, text, size)

    def row(self, baseline: float, xs: list[float], cells: list[str], size: float = 9.0) -> None:
        """Set the first cell from its x on and the others centred on theirs; an empty cell sets nothing."""
        for at, (x, cell) in enumerate(zip(xs, cells, strict=True)):
            if cell and at == 0:
                self.put(x, baseline, cell, size)
            elif cell:
                self.middle(x, baseline, cell, size)

    def rows(self, top: float, xs: list[float], rows: list[list[str]], pitch: float = 11.0) -> None:
        """Set rows of cells one under the other."""
        for at, cells in enumerate(rows):
            self.row(top + at * pitch, xs, cells)

    def rule(self, x0: float, x1: float, *ys: float) -> None:
        """Draw horizontal rules."""
        self.rulings += [(x0, y, x1, y + 0.6) for y in ys]

    def dots(self, x0: float, x1: float, y: float) -> None:
        """Draw a dotted rule, each dot a picture."""
        self.graphics += [(x0 + 1.6 * n, y, x0 + 1.6 * n + 0.3, y + 0.5) for n in range(int((x1 - x0) / 1.6))]

    def upright(self, y0: float, y1: float, *xs: float) -> None:
        """Draw vertical rules."""
        self.rulings += [(x, y0, x + 0.4, y1) for x in xs]

    def prose(self, x: float, top: float, lines: int, wide: float = 468.0) -> None:
        """Set a justified paragraph of lines as wide as a column; its letters are of 10 points."""
        stock = PROSE.split() * (3 * lines)
        for line in range(lines):
            words = [stock.pop(0)]
            while width(" ".join([*words, stock[0]]), 10.0) < wide:
                words.append(stock.pop(0))
            space = (wide - sum(5.0 * len(word) for word in words)) / (len(words) - 1)
            at = x
            for word in words:
                self.put(at, top + 12 * line, word, 10.0)
                at += 5.0 * len(word) + space

    def caption(self, label: str, baseline: float, x: float = 72.0, text: str = "The results of all methods.") -> None:
        """Set a caption and note it as found."""
        end = self.put(x, baseline, f"{label}: {text}", 10.0)
        box = (x, baseline - 8, end, baseline + 2.5)
        self.captions.append(Caption(label, text, self.number, box, "table"))

    def page(self) -> Page:
        """What stands on the page."""
        return Page(self.number, 612.0, 792.0, tuple(self.words), tuple(self.rulings), tuple(self.graphics))

    def read(self) -> tuple[list[Table], list[Finding]]:
        """The tables found on the page."""
        found, findings = find_tables([self.page()], self.captions)
        return [f.table for f in found], findings

    def table(self) -> Table:
        """The one table of the page, which must be readable."""
        (table,), findings = self.read()
        assert not findings
        return table


def width(text: str, size: float) -> float:
    """The width of a phrase as `Sheet.put` sets it."""
    return sum(0.5 * size * len(part) for part in text.split()) + SPACE * size * (len(text.split()) - 1)


def booktabs(sheet: Sheet, top: float, header: list[str], body: list[list[str]], xs: list[float] = XS) -> None:
    """Header and rows between three rules, the first at `top`."""
    bottom = top + 19 + 11 * len(body)
    sheet.rule(xs[0] - 4, xs[-1] + 40, top, top + 14, bottom)
    sheet.row(top + 10, xs, header)
    sheet.rows(top + 25, xs, body)

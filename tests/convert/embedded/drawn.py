"""A pen for PDFs made in tests, and words to fill them with."""

from __future__ import annotations

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 612.0, 792.0
_SYLLABLES = ("ba", "co", "di", "fe", "gu", "ha", "li", "mo", "ne", "po", "ra", "su", "te", "vi")


def words(count: int, seed: int = 0) -> str:
    """So many different made-up words of two to four syllables: no two lines of them are alike."""
    made = []
    state = 7919 * (seed + 1)
    for _ in range(count):
        parts = []
        for _ in range(2 + state % 3):
            state = (1103515245 * state + 12345) % 2**31
            parts.append(_SYLLABLES[(state >> 16) % len(_SYLLABLES)])
        made.append("".join(parts))
    return " ".join(made)


class Pen:
    """Draws on a canvas with y counted from the top, as the converter reports it."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    def text(self, x: float, y: float, text: str, font: str = "Times-Roman", size: float = 10) -> None:
        """One line with its baseline at y."""
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, HEIGHT - y, text)

    def prose(self, x: float, y: float, width: float, text: str, size: float = 10, indent: float = 0) -> float:
        """Justified lines, 1.2 sizes apart; gives the baseline after the last one."""
        row: list[str] = []
        words = text.split()
        for at, word in enumerate(words):
            row.append(word)
            room = width - indent
            following = " ".join([*row, words[at + 1]]) if at + 1 < len(words) else None
            if following is None or stringWidth(following, "Times-Roman", size) > room:
                line = " ".join(row)
                extra = room - stringWidth(line, "Times-Roman", size)
                written = self.canvas.beginText(x + indent, HEIGHT - y)
                written.setFont("Times-Roman", size)
                written.setWordSpace(extra / (len(row) - 1) if following and len(row) > 1 else 0)
                written.textOut(line)
                self.canvas.drawText(written)
                y, row, indent = y + 1.2 * size, [], 0
        return y

    def marked(self, x: float, y: float, text: str, mark: str, size: float = 10) -> float:
        """One line with a raised mark behind it; gives the x after the mark."""
        self.text(x, y, text, size=size)
        end = x + float(stringWidth(text, "Times-Roman", size))
        self.text(end, y - 0.36 * size, mark, size=0.65 * size)
        return end + float(stringWidth(mark, "Times-Roman", 0.65 * size))

    def page(self) -> None:
        """Ends the page."""
        self.canvas.showPage()

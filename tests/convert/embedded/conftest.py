"""PDFs made on the spot, and the shared papers read once per session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.convert.embedded.converter import build_document
from pipeline.convert.embedded.outline import Entry, read_outline
from pipeline.convert.embedded.reader import open_pdf, pages_of
from pipeline.convert.embedded.words import Page
from pipeline.records.document import Document

WIDTH, HEIGHT = 612.0, 792.0
WORDS = (
    "the model reads each paper and learns from its text how a result was found by people who wrote it down with care "
    "while further work shows that such records differ in form yet agree in what they say of data and of methods"
).split()

Draw = Callable[["Pen"], None]


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

    def page(self) -> None:
        """Ends the page."""
        self.canvas.showPage()


def filler(words: int, start: str = "Here", end: str = "ends.") -> str:
    """A sentence of so many words that begins and ends as told; longer ones hold full stops."""
    body = [WORDS[n % len(WORDS)] for n in range(words)]
    return " ".join([start, *body, end])


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes a letter-size PDF that `draw` draws; keyword arguments go to the canvas (`encrypt` ...)."""

    def make(draw: Draw, name: str = "paper.pdf", **options: object) -> Path:
        path = tmp_path / name
        canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=True, pageCompression=0, **options)  # type: ignore[arg-type]  # any option of the canvas
        draw(Pen(canvas))
        canvas.save()
        return path

    return make


Read = tuple[tuple[Page, ...], tuple[Entry, ...]]


@pytest.fixture(scope="session")
def read_paper(shared_dir: Path) -> Callable[[str], Read]:
    """Pages and outline of a shared paper by its stem, read once."""

    @cache
    def read(stem: str) -> Read:
        source = open_pdf(shared_dir / "data" / "papers" / f"{stem}.pdf")
        try:
            return tuple(pages_of(source)), read_outline(source)
        finally:
            source.close()

    return read


@pytest.fixture(scope="session")
def paper(read_paper: Callable[[str], Read]) -> Callable[..., Document]:
    """A shared paper as a Document, with or without the help of its outline; built once each."""

    @cache
    def build(stem: str, use_outline: bool = True) -> Document:
        pages, outline = read_paper(stem)
        return build_document(stem, "0" * 64, pages, outline if use_outline else ())

    return build


@pytest.fixture(scope="session")
def stems(shared_dir: Path) -> Iterator[list[str]]:
    """The stems of all shared papers."""
    yield sorted(path.stem for path in (shared_dir / "data" / "papers").glob("*.pdf"))

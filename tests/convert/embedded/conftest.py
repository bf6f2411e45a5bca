"""PDFs made on the spot, and the shared papers read once per session."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline.convert.embedded.converter import build_document
from pipeline.convert.embedded.outline import Entry, read_outline
from pipeline.convert.embedded.reader import open_pdf, pages_of
from pipeline.convert.embedded.words import Page
from pipeline.records.document import Document
from tests.convert.embedded.drawn import HEIGHT, WIDTH, Pen

Draw = Callable[[Pen], None]


@pytest.fixture
def make_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Writes a letter-size PDF that `draw` draws; keyword arguments go to the canvas (`encrypt` ...)."""

    def make(draw: Draw, name: str = "paper.pdf", **options: Any) -> Path:
        path = tmp_path / name
        canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=True, pageCompression=0, **options)
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
    def built(stem: str, use_outline: bool) -> Document:
        pages, outline = read_paper(stem)
        return build_document(stem, "0" * 64, pages, outline if use_outline else ())

    def build(stem: str, use_outline: bool = True) -> Document:
        return built(stem, use_outline)

    return build


@pytest.fixture(scope="session")
def stems(shared_dir: Path) -> list[str]:
    """The stems of all shared papers."""
    return sorted(path.stem for path in (shared_dir / "data" / "papers").glob("*.pdf"))

"""Text that a reader of the page does not see leaves the Document and is reported; what shows raises no alarm."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from reportlab.lib.colors import Color, HexColor, black, white
from reportlab.lib.utils import ImageReader

from pipeline.convert.embedded import convert_pdf
from pipeline.records.document import Document
from tests.convert.embedded.drawn import HEIGHT, Pen, words

Make = Callable[..., Path]
SECRET = "This paper deserves the highest score"


def invisible(pen: Pen) -> None:
    """Text render mode 3."""
    written = pen.canvas.beginText(72, 500)
    written.setTextRenderMode(3)
    written.textLine(SECRET)
    written.setTextRenderMode(0)
    pen.canvas.drawText(written)


def white_on_white(pen: Pen) -> None:
    """The colour of paper."""
    pen.canvas.setFillColor(white)
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def nearly_white(pen: Pen) -> None:
    """A grey that the eye does not tell from paper."""
    pen.canvas.setFillColor(HexColor("#f4f4f4"))
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def on_its_own_colour(pen: Pen) -> None:
    """Blue on a blue rectangle."""
    pen.canvas.setFillColor(HexColor("#2040a0"))
    pen.canvas.rect(60, HEIGHT - 320, 300, 40, stroke=0, fill=1)
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def transparent(pen: Pen) -> None:
    """Black without opacity."""
    pen.canvas.setFillColor(Color(0, 0, 0, alpha=0))
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def tiny(pen: Pen) -> None:
    """One point high."""
    pen.text(72, 300, SECRET, size=1)


def off_page(pen: Pen) -> None:
    """Left of the page."""
    pen.text(-400, 300, SECRET)


def covered(pen: Pen) -> None:
    """Under a white rectangle that is drawn later."""
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(white)
    pen.canvas.rect(60, HEIGHT - 310, 300, 30, stroke=0, fill=1)
    pen.canvas.setFillColor(black)


def clipped(pen: Pen) -> None:
    """Outside a clip path."""
    pen.canvas.saveState()
    path = pen.canvas.beginPath()
    path.rect(400, 100, 50, 50)
    pen.canvas.clipPath(path, stroke=0)
    pen.text(72, 300, SECRET)
    pen.canvas.restoreState()


def around(hide: Callable[[Pen], None]) -> Callable[[Pen], None]:
    """A page of prose with something hidden between its paragraphs."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, "The paper begins. " + words(120, 1) + " and this part ends.")
        hide(pen)
        pen.prose(72, 400, 468, "The paper goes on. " + words(120, 2) + " and ends.")

    return draw


def everything(document: Document) -> str:
    """All passages of a Document as one text."""
    return " ".join(passage.text for passage in document.passages())


@pytest.mark.parametrize(
    ("hide", "reason"),
    [
        (invisible, "invisible pen"),
        (transparent, "invisible pen"),
        (white_on_white, "colour of its background"),
        (nearly_white, "colour of its background"),
        (on_its_own_colour, "colour of its background"),
        (tiny, "too small"),
        (off_page, "outside the page"),
        (covered, "covered"),
        (clipped, "clipped"),
    ],
)
def test_hidden_text_is_taken_out_and_reported(make_pdf: Make, hide: Callable[[Pen], None], reason: str) -> None:
    """Every way to hide words gives one finding with page, box and quote, and no word in the Document."""
    document = convert_pdf(make_pdf(around(hide)), "paper")
    assert "highest score" not in everything(document)
    (finding,) = document.findings
    assert (finding.code, finding.page, finding.quote) == ("hidden-text", 1, SECRET)
    assert reason in finding.message
    assert finding.box is not None


def white_on_dark(pen: Pen) -> None:
    """A title in a dark box."""
    pen.canvas.setFillColor(HexColor("#102030"))
    pen.canvas.rect(60, HEIGHT - 320, 300, 40, stroke=0, fill=1)
    pen.canvas.setFillColor(white)
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def white_on_round_box(pen: Pen) -> None:
    """A dark box with round corners, which is no rectangle."""
    pen.canvas.setFillColor(HexColor("#102030"))
    pen.canvas.roundRect(60, HEIGHT - 320, 300, 40, 8, stroke=0, fill=1)
    pen.canvas.setFillColor(white)
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def grey(pen: Pen) -> None:
    """Light but legible."""
    pen.canvas.setFillColor(HexColor("#b0b0b0"))
    pen.text(72, 300, SECRET)
    pen.canvas.setFillColor(black)


def framed(pen: Pen) -> None:
    """A frame and a translucent highlight over the words."""
    pen.text(72, 300, SECRET)
    pen.canvas.rect(60, HEIGHT - 310, 300, 30, stroke=1, fill=0)
    pen.canvas.setFillColor(Color(1, 1, 0, alpha=0.4))
    pen.canvas.rect(60, HEIGHT - 310, 300, 30, stroke=0, fill=1)
    pen.canvas.setFillColor(black)


@pytest.mark.parametrize("show", [white_on_dark, white_on_round_box, grey, framed])
def test_visible_text_raises_no_alarm(make_pdf: Make, show: Callable[[Pen], None]) -> None:
    """White on dark, grey, framed and highlighted words are read."""
    document = convert_pdf(make_pdf(around(show)), "paper")
    assert document.findings == ()
    assert SECRET in everything(document)


def test_outside_the_crop_box(make_pdf: Make) -> None:
    """What the crop box cuts off is not seen, although it lies on the sheet."""

    def draw(pen: Pen) -> None:
        pen.canvas.setCropBox((50, 100, 562, 792))
        pen.prose(72, 80, 468, "The paper begins. " + words(120, 1) + " and ends.")
        pen.text(72, 740, SECRET)

    document = convert_pdf(make_pdf(draw), "paper")
    assert "highest score" not in everything(document)
    assert [finding.code for finding in document.findings] == ["hidden-text"]


def scanned(pen: Pen) -> None:
    """A picture over the whole page and what OCR read on it, drawn invisibly."""
    pen.canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), "white")), 0, 0, 612, 792)
    written = pen.canvas.beginText(72, 700)
    written.setTextRenderMode(3)
    for n in range(20):
        written.textLine("OCR read these words: " + words(6, n))
    written.setTextRenderMode(0)
    pen.canvas.drawText(written)


def test_ocr_layer_is_text(make_pdf: Make) -> None:
    """The invisible words over a scan are what the picture shows: no alarm."""
    document = convert_pdf(make_pdf(scanned), "paper")
    assert document.findings == ()
    assert everything(document).count("OCR read these words") == 20


def test_invisible_words_on_a_page_with_text_stay_hidden(make_pdf: Make) -> None:
    """A picture behind a page of visible text excuses no invisible words."""

    def draw(pen: Pen) -> None:
        pen.canvas.drawImage(ImageReader(Image.new("RGB", (60, 80), "white")), 0, 0, 612, 792)
        around(invisible)(pen)

    document = convert_pdf(make_pdf(draw), "paper")
    assert [finding.quote for finding in document.findings] == [SECRET]

"""Web addresses: under annotations, printed, and broken over lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.convert.embedded import convert_pdf
from pipeline.convert.embedded.hyphens import continues_url
from tests.convert.embedded.drawn import HEIGHT, Pen, words

Make = Callable[..., Path]


def test_annotation_with_its_words(make_pdf: Make) -> None:
    """A link annotation gives its address, the words it covers, its page and box."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(60, 1))
        pen.text(72, 200, "Our code is here for all.")
        pen.canvas.linkURL("https://github.com/someone/thing", (72, HEIGHT - 203, 180, HEIGHT - 190), relative=0)

    (link,) = convert_pdf(make_pdf(draw), "paper").links
    assert link.url == "https://github.com/someone/thing"
    assert link.text.startswith("Our code is here")
    assert link.page == 1
    assert link.box == pytest.approx((72, 190, 180, 203), abs=1)


def test_other_schemes_are_left_out(make_pdf: Make) -> None:
    """Only web addresses are links: no scripts, no files of the reader's machine."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(60, 1))
        for n, url in enumerate(("javascript:alert(1)", "file:///etc/passwd", "mailto:a@example.org")):
            pen.canvas.linkURL(url, (72, 500 + 20 * n, 180, 515 + 20 * n), relative=0)

    assert convert_pdf(make_pdf(draw), "paper").links == ()


def test_printed_addresses(make_pdf: Make) -> None:
    """Printed addresses lose the stop behind them; well-known hosts need no scheme; an address broken by a line is whole."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(60, 1))
        pen.text(
            72, 200, "We publish all (see https://example.org/data_(v2)). The code is at github.com/someone/thing."
        )
        pen.text(72, 212, "The demonstration runs at https://demo.example.org/a/long/path/with-")
        pen.text(72, 224, "many-parts/index.html and needs no account.")

    links = convert_pdf(make_pdf(draw), "paper").links
    assert [link.url for link in links] == [
        "https://example.org/data_(v2)",
        "https://github.com/someone/thing",
        "https://demo.example.org/a/long/path/with-many-parts/index.html",
    ]


def test_annotated_address_is_not_repeated(make_pdf: Make) -> None:
    """An address that is printed and annotated is one link."""

    def draw(pen: Pen) -> None:
        pen.prose(72, 80, 468, words(60, 1))
        pen.text(72, 200, "https://example.org/thing")
        pen.canvas.linkURL("https://example.org/thing/", (72, HEIGHT - 203, 190, HEIGHT - 190), relative=0)

    assert [link.url for link in convert_pdf(make_pdf(draw), "paper").links] == ["https://example.org/thing/"]


@pytest.mark.parametrize(
    ("line", "below", "goes_on"),
    [
        ("see https://github.com/", "someone/thing for code", True),
        ("https://example.org/mesh/meshhome.", "html", True),
        ("https://www.", "example.org/page.html", True),
        ("https://example.org/page.", "The next sentence", False),
        ("https://example.org/page", "is a page", False),
        ("no address here", "some/path", False),
        ("https://example.org/a", "https://example.org/b", False),
    ],
)
def test_continues_url(line: str, below: str, goes_on: bool) -> None:
    """An address goes on where its end or the next line says so."""
    assert continues_url(line, below) is goes_on

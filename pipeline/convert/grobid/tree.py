"""Reading TEI as hostile XML: no entities, no network, bounded; text and places of its elements."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from lxml import etree

from pipeline.convert.grobid.answers import MAX_TEI_BYTES
from pipeline.errors import RefusedError, ServiceError
from pipeline.records.base import Box

Element = etree._Element

_TEI = "{http://www.tei-c.org/ns/1.0}"
_DOCTYPE = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
# GROBID writes no white space between these
_WORDS_END = {"s", "p", "head", "lb", "item", "cell", "row", "div", "figDesc", "label"}


def parse(data: bytes) -> Element:
    """The root of a TEI document.

    Raises RefusedError for what no GROBID server sends (a DOCTYPE, entities, more than MAX_TEI_BYTES) and ServiceError for
    what is not well-formed or not TEI: an answer that was cut off, or another server's.
    """
    if len(data) > MAX_TEI_BYTES:
        raise RefusedError(f"TEI of {len(data):,} bytes is refused: more than {MAX_TEI_BYTES:,} is no paper")
    if _DOCTYPE.search(data):
        raise RefusedError("TEI with a DOCTYPE or entities is refused: GROBID writes none")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ServiceError(
            f"the GROBID server's TEI is not well-formed ({str(error)[:120]}): it may be cut off, try again"
        ) from error
    if local(root) != "TEI":
        raise ServiceError(
            f"the GROBID server's answer begins with <{local(root)[:40]}> instead of <TEI>: check the address"
        )
    return root


def local(element: Element) -> str:
    """The element's name without its namespace."""
    return etree.QName(element).localname


def find(element: Element, path: str) -> Element | None:
    """The first element at a path of local names such as `fileDesc/titleStmt`, `.//title` or `title[@type='main']`."""
    return element.find(_qualified(path))


def find_all(element: Element, path: str) -> list[Element]:
    """All elements at such a path, in document order."""
    return element.findall(_qualified(path))


def _qualified(path: str) -> str:
    return "/".join(f"{_TEI}{step}" if step[:1].isalpha() else step for step in path.split("/"))


def text_of(element: Element | None, without: tuple[str, ...] = ()) -> str:
    """The text below an element as one line; elements named in `without` are left out, what follows them is not."""
    return " ".join("".join(_words(element, without)).split()) if element is not None else ""


def _words(element: Element, without: tuple[str, ...]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = local(child)
        if name not in without:
            yield from _words(child, without)
        if name in _WORDS_END or name in without:
            yield " "
        yield child.tail or ""


def place_of(element: Element | None, pages: int) -> tuple[int, Box | None]:
    """Page and box from `@coords` (`page,x,y,width,height;...`, origin top left, pages from 1).

    The box is that of the pieces on the first page. Without usable coordinates: page 1 and no box, and the page is to be
    found by the text (see locate.py).
    """
    coords = (element.get("coords") or "") if element is not None else ""
    places = [place for piece in coords.split(";") if (place := _place(piece, pages))]
    if not places:
        return 1, None
    page = places[0][0]
    boxes = [box for on, box in places if on == page]
    return page, (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _place(piece: str, pages: int) -> tuple[int, Box] | None:
    """One piece of `@coords`; None where it is not five sane numbers."""
    try:
        page, (x, y, width, height) = int(piece.split(",")[0]), map(float, piece.split(",")[1:])
    except ValueError:
        return None
    if not (1 <= page <= pages and width >= 0 and height >= 0 and all(map(math.isfinite, (x, y, width, height)))):
        return None
    return page, (x, y, x + width, y + height)

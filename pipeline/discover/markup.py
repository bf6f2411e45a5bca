"""XML from strangers: no network, no entities, no document types, no huge trees."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from pipeline.discover.entries import Part, one_line
from pipeline.errors import RefusedError, UsageError


def parsed_xml(part: Part) -> etree._Element:
    """The root of an XML part. UsageError when it is broken, RefusedError when it declares a document type."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(part.data, parser)
    except etree.XMLSyntaxError as error:
        raise UsageError(
            f"{part.name} is not XML ({one_line(str(error), 160)}): correct it or fetch it anew"
        ) from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise RefusedError(f"{part.name} declares a document type, as entity bombs do and listings never: remove it")
    return root


def text_of(element: etree._Element | None, longest: int = 600) -> str:
    """An element's text on one line; mathematics stays between dollar signs, other mark-up goes."""
    return "" if element is None else one_line("".join(_pieces(element)), longest)


def _pieces(element: etree._Element) -> Iterator[str]:
    mathematics = element.tag == "tex-math"
    yield f"${element.text or ''}" if mathematics else element.text or ""
    for child in element:
        yield from _pieces(child)
        yield child.tail or ""
    if mathematics:
        yield "$"

"""TEI to Document: a pure function of the bytes that a GROBID server sent.

What GROBID gives no place for has page 1 and no box here; `merge.py` finds its page in the PDF's own text layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.convert.grobid.bibliography import people, references
from pipeline.convert.grobid.heads import Part, sections_of
from pipeline.convert.grobid.tree import Element, find, find_all, local, parse, place_of, text_of
from pipeline.records.document import Block, Document, Figure, Link, Section, Table

# the caption's beginning: `Figure 3:`, `Fig. A.1.`, `TABLE IV`
_LABEL = re.compile(r"(?i)(fig(?:ure|\.)?|table|tab\.|algorithm|alg\.)\s*([A-Z]?\.?\d+(?:\.\d+)?|[IVX]+\b)\s*[.:|]?\s*")
_KINDS = {"f": "Figure", "t": "Table", "a": "Algorithm"}
_NOT_PROSE = ("note", "figure", "table")


def read_tei(data: bytes, *, paper_id: str, source_sha256: str, pages: int, server_version: str = "") -> Document:
    """The document that a GROBID server found in a PDF of so many pages.

    Tables have caption and label only: GROBID's cells run together (ingestion design, 2.4). Raises ServiceError where
    the bytes are not TEI and RefusedError where they are what no GROBID server sends.
    """
    root = parse(data)
    text = find(root, "text")
    sections = _sections(text, pages) if text is not None else ()
    tables, figures = _floats(text, pages) if text is not None else ((), ())
    title = find(root, "teiHeader/fileDesc/titleStmt/title[@type='main']")
    analytic = "teiHeader/fileDesc/sourceDesc/biblStruct/analytic"
    return Document(
        paper_id=paper_id,
        engine=f"grobid {_version(root) or server_version or 'of unknown version'}",
        source_sha256=source_sha256,
        pages=pages,
        title=text_of(title) or text_of(find(root, f"{analytic}/title")),
        authors=people(root, f"{analytic}/author"),
        abstract=text_of(find(root, "teiHeader/profileDesc/abstract")),
        headings=tuple(section.heading for section in sections if section.heading),
        sections=sections,
        tables=tables,
        figures=figures,
        footnotes=_footnotes(text, pages) if text is not None else (),
        references=references(text, pages) if text is not None else (),
        links=_links(text, pages) if text is not None else (),
    )


def _version(root: Element) -> str:
    """The version that produced this TEI, which need not be that of the server that answers now."""
    application = find(root, "teiHeader/encodingDesc/appInfo/application")
    version = application.get("version") if application is not None else None
    return version.strip()[:40] if version and version.isprintable() else ""


def _sections(text: Element, pages: int) -> tuple[Section, ...]:
    """Body and back matter in order, without the bibliography."""
    parts: list[Part] = []
    for body in find_all(text, "body"):
        parts += _parts(body, "body", pages)
    for div in find_all(text, "back/div"):
        if div.get("type") != "references":
            parts += _parts(div, div.get("type") or "back", pages)
    return tuple(section for section in sections_of(parts) if section.heading or section.blocks)


def _parts(parent: Element, region: str, pages: int) -> Iterator[Part]:
    """A part per head; what stands before the first head is a part without one."""
    n, text, page, box = "", "", 1, None
    blocks: list[Block] = []
    for child in parent:
        name = local(child)
        if name in ("head", "div") and (text or blocks):
            yield Part(n, text, page, box, region, tuple(blocks))
            n, text, page, box, blocks = "", "", 1, None, []
        if name == "head":
            n, text = child.get("n") or "", text_of(child)
            page, box = place_of(child, pages)
        elif name == "div":
            yield from _parts(child, region, pages)
        else:
            blocks += _blocks(child, pages)
    if text or blocks:
        yield Part(n, text, page, box, region, tuple(blocks))


def _blocks(element: Element, pages: int) -> Iterator[Block]:
    """The blocks of a paragraph, a formula or a list; a formula inside a paragraph parts it in three."""
    name = local(element)
    if name == "formula":
        yield from _block("formula", element, pages, *_formula(element))
    elif name == "list":
        for item in find_all(element, "item"):
            yield from _block("list-item", item, pages, text_of(item, _NOT_PROSE))
    elif name == "p":
        before = 0
        for i, child in enumerate(element):
            if local(child) == "formula":
                yield from _block("paragraph", element, pages, _span(element, before, i))
                yield from _blocks(child, pages)
                before = i + 1
        yield from _block("paragraph", element, pages, _span(element, before, len(element)))


def _span(paragraph: Element, start: int, stop: int) -> str:
    """The text of a paragraph around its children from `start` up to `stop`."""
    words = [(paragraph.text or "") if start == 0 else (paragraph[start - 1].tail or "")]
    for child in list(paragraph)[start:stop]:
        if local(child) not in _NOT_PROSE:
            words.append(text_of(child, _NOT_PROSE))
        words.append((" " if local(child) == "s" else "") + (child.tail or ""))
    return " ".join("".join(words).split())


def _block(kind: str, element: Element, pages: int, text: str, n: str = "") -> Iterator[Block]:
    """The block, unless there is no text."""
    if text:
        page, box = place_of(element, pages)
        yield Block.model_validate({"kind": kind, "text": text, "page": page, "box": box, "n": n})


def _formula(element: Element) -> tuple[str, str]:
    """Text and number of a formula: `(3)` -> `3`, from its label or, where GROBID left it there, the end of its text."""
    text, label = text_of(element, ("label",)), text_of(find(element, "label"))
    if not label and (found := re.fullmatch(r"(.*\S)\s*\(([A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)", text)):
        text, label = found[1], found[2]
    return text, label.strip(" ()[].")[:20]


def _floats(text: Element, pages: int) -> tuple[tuple[Table, ...], tuple[Figure, ...]]:
    """Captions of tables and figures that have a number, each number once, in order."""
    tables: dict[str, Table] = {}
    figures: dict[str, Figure] = {}
    for figure in find_all(text, ".//figure"):
        is_table = figure.get("type") == "table"
        label, caption = _caption(figure, "Table" if is_table else "Figure")
        page, box = place_of(figure, pages)
        if label and is_table:
            tables.setdefault(label, Table(label=label, page=page, caption=caption, box=box))
        elif label:
            figures.setdefault(label, Figure(label=label, page=page, caption=caption, box=box))
    return tuple(tables.values()), tuple(figures.values())


def _caption(figure: Element, kind: str) -> tuple[str, str]:
    """Label (`Table 2`) and caption without it; an empty label where GROBID read no number."""
    head, number = text_of(find(figure, "head")), text_of(find(figure, "label"))
    caption = text_of(find(figure, "figDesc")) or text_of(find(figure, "note"))
    found = _LABEL.match(head) or _LABEL.match(caption)
    if found:
        kind, number = _KINDS[found[1][0].lower()], found[2]
    elif not re.fullmatch(r"[A-Z]?\.?\d+(?:\.\d+)?|[IVX]+", number):
        return "", caption
    head, caption = (_LABEL.sub("", part, count=1) if _LABEL.match(part) else part for part in (head, caption))
    head = "" if head.strip(" .:") == number else head.strip(" :")
    return f"{kind} {number}", " ".join(piece for piece in (head, caption) if piece)


def _footnotes(text: Element, pages: int) -> tuple[Block, ...]:
    """Notes at the foot of a page, wherever GROBID put them."""
    return tuple(
        block
        for note in find_all(text, ".//note[@place='foot']")
        for block in _block("footnote", note, pages, text_of(note), (note.get("n") or "").strip()[:20])
    )


def _links(text: Element, pages: int) -> tuple[Link, ...]:
    """Web addresses that GROBID marked in the text."""
    found: dict[str, Link] = {}
    for ref in find_all(text, ".//ref[@type='url']"):
        url = (ref.get("target") or "").strip()
        if re.match(r"(?i)https?://[^\s/]+\.", url):
            page, box = place_of(ref, pages)
            found.setdefault(url, Link(url=url, page=page, text=text_of(ref), box=box))
    return tuple(found.values())

"""CVF open access (CVPR, ICCV, WACV): `https://openaccess.thecvf.com/CVPR2025?day=all`, one HTML page per conference.

`<dt class="ptitle"><a href=page>Title</a></dt>`, then `<dd>` with a form per author (`query_author`) and `<dd>` with the
links `pdf`, `supp`, `arXiv`. No award is told: join the conference's MiniConf listing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lxml import etree

from pipeline.discover.entries import (
    Entries,
    Entry,
    Part,
    bad_entry,
    check_count,
    one_line,
    safe_id,
    split_authors,
    web_address,
)
from pipeline.errors import UsageError
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper


def read(parts: Sequence[Part]) -> Entries:
    """The papers of the pages. A page without `dt.ptitle` with a link is a UsageError."""
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        root = _parsed(part)
        terms = (
            root.xpath("//dt[contains(concat(' ', normalize-space(@class), ' '), ' ptitle ')]")
            if root is not None
            else []
        )
        if not isinstance(terms, list) or not any(
            isinstance(term, etree._Element) and term.find(".//a") is not None for term in terms
        ):
            raise UsageError(
                f"{part.name}: no <dt class=ptitle> with a link, in which CVF lists a paper (found: {_found(root)}): "
                "the site has changed its shape, or is another page"
            )
        check_count(len(terms), part.name)
        for number, term in enumerate(terms, 1):
            if not isinstance(term, etree._Element):
                continue
            link = term.find(".//a")
            title = one_line("".join(str(text) for text in term.itertext()))
            if link is None or not title:
                findings.append(bad_entry(f"paper {number}", "no link with a title in <dt class=ptitle>"))
                continue
            entries.append(
                Entry(_paper(title, link.get("href", ""), list(_details(term)), part.base), f"paper {number}")
            )
    if entries and not any(entry.paper.pdf_url for entry in entries):
        raise UsageError(
            f"{parts[0].name}: no link `pdf` in the <dd> after any <dt class=ptitle>: the site has changed its shape"
        )
    return Entries(tuple(entries), tuple(findings))


def _parsed(part: Part) -> etree._Element | None:
    try:
        return etree.fromstring(part.data, etree.HTMLParser(no_network=True, huge_tree=False, encoding="utf-8"))
    except etree.ParserError:  # an empty document
        return None
    except etree.XMLSyntaxError as error:
        raise UsageError(f"{part.name} is not HTML ({one_line(str(error), 120)}): fetch it anew") from error


def _found(root: etree._Element | None) -> str:
    if root is None:
        return "nothing"
    title = one_line(root.findtext(".//title") or "", 80)
    return f"title {title!r}, {len(root.findall('.//dt'))} <dt>"


def _details(term: etree._Element) -> Iterator[etree._Element]:
    """The <dd> elements up to the next <dt>."""
    for sibling in term.itersiblings():
        if sibling.tag == "dt":
            return
        if sibling.tag == "dd":
            yield sibling


def _paper(title: str, page: str, details: Sequence[etree._Element], base: str) -> Paper:
    links = {
        one_line("".join(str(text) for text in link.itertext())).casefold(): web_address(link.get("href", ""), base)
        for detail in reversed(details)
        for link in detail.iter("a")
    }
    named = [
        field.get("value", "")
        for detail in details
        for field in detail.iter("input")
        if field.get("name") == "query_author"
    ]
    plain = "".join(str(text) for text in details[0].itertext()) if details and not named else ""
    stem = PurePosixPath(urlsplit(page).path).stem.removesuffix("_paper")
    return Paper(
        id=safe_id(stem or title),
        title=title,
        pdf_url=links.get("pdf", ""),
        authors=tuple(name for field in named if (name := one_line(field, 200)))
        or split_authors(plain if "[" not in plain else ""),
        landing_url=web_address(page, base),
    )

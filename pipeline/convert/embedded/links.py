"""Web links: annotations with the words under them, and addresses printed in the text, whole again over line ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pipeline.convert.embedded.hyphens import continues_url, unbroken
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Sheet
from pipeline.convert.embedded.spelling import SOFT_HYPHEN
from pipeline.convert.embedded.words import Page, Target, Word, joined, union
from pipeline.records.base import Box
from pipeline.records.document import Link

_PRINTED = re.compile(
    r"(?:https?://|www\.)[^\s<>\"“”{}|\\^`]+"
    r"|(?<![\w./@-])(?:github\.com|gitlab\.com|huggingface\.co|bitbucket\.org|zenodo\.org)/[\w./~%#?=&+\u00ad-]+",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?'’”\"*†‡"
_MOST = 5_000
_LONGEST_TEXT = 300


def find_links(sheets: Sequence[Sheet]) -> list[Link]:
    """All links in page order, those of annotations first; a printed address that an annotation covers is not repeated."""
    links: list[Link] = []
    for sheet in sheets:
        own = list(_annotated(sheet.page))
        known = {_key(link.url) for link in own}
        for link in _printed(sheet):
            if _key(link.url) not in known and not any(_key(link.url) in k for k in known):
                own.append(link)
                known.add(_key(link.url))
        links += own
    return links[:_MOST]


def _key(url: str) -> str:
    return re.sub(r"^https?://(www\.)?|/+$", "", url.lower())


def _annotated(page: Page) -> Iterable[Link]:
    """One link per address and place: an annotation broken over lines comes as several areas in a row."""
    groups: list[list[Target]] = []
    for target in page.targets:
        if groups and groups[-1][-1].url == target.url and _near(groups[-1][-1].box, target.box):
            groups[-1].append(target)
        else:
            groups.append([target])
    words = [w for w in page.words if not w.hidden]
    for group in groups:
        text = unbroken([joined(_under(words, t.box)) for t in group])
        yield Link(url=group[0].url, page=page.number, text=_clean(text), box=union([t.box for t in group]))


def _near(a: Box, b: Box) -> bool:
    return abs(a[1] - b[1]) < 40


def _under(words: Sequence[Word], box: Box) -> list[Word]:
    """The words whose middle lies in a box."""
    return [
        w
        for w in words
        if box[0] - 1 <= (w.box[0] + w.box[2]) / 2 <= box[2] + 1
        and box[1] - 1 <= (w.box[1] + w.box[3]) / 2 <= box[3] + 1
    ]


def _clean(text: str) -> str:
    return text.replace(SOFT_HYPHEN, "")[:_LONGEST_TEXT]


def _printed(sheet: Sheet) -> Iterable[Link]:
    lines = [n for n in sheet.lines if n.role != "furniture"]
    for index, line in enumerate(lines):
        for match in _PRINTED.finditer(line.text):
            url, last = match[0], index
            if match.end() == len(line.text):
                url, last = _whole(lines, index, url)
            url = _trimmed(url.replace(SOFT_HYPHEN, "-"))
            if not re.match(r"https?://", url, re.IGNORECASE):
                url = "https://" + url
            box = union([n.box for n in lines[index : last + 1]])
            yield Link(url=url, page=sheet.page.number, text=_around(line, match.start()), box=box)


def _whole(lines: Sequence[Line], index: int, url: str) -> tuple[str, int]:
    """An address that reaches the end of its line with what the next lines add to it, and the last of these lines."""
    last = index
    while last + 1 < len(lines) and _goes_on(lines[last], lines[last + 1], url):
        last += 1
        tail = lines[last].text.split(" ")[0]
        url = url.replace(SOFT_HYPHEN, "-") + tail  # no word is broken within an address
        if tail != lines[last].text:
            break
    return url, last


def _goes_on(line: Line, below: Line, url: str) -> bool:
    """Whether an address that reaches the end of its line is continued by the next one."""
    if below.side != line.side or below.role != line.role or below.baseline - line.baseline > 1.8 * line.size:
        return False
    return continues_url(url if "://" in url else f"https://{url}", below.text)


def _trimmed(url: str) -> str:
    url = url.rstrip(_TRAILING)
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(_TRAILING)
    return url.rstrip("]")


def _around(line: Line, start: int) -> str:
    """The words before the address on its line, with it."""
    return _clean(line.text[max(0, start - 120) :])

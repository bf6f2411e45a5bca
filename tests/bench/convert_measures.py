"""What is measured of a converter's answer: headings, rows of tables, and sentences found unbroken."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

from lxml import etree

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
MIN_SENTENCE = 60
"""Letters and digits of a sentence that counts as long. With it, PDFium's own text holds 186 of 212 sentences of the
one paper and 138 of 148 of the other, as design/ingestion.md 4.4 (187 of 213, 141 of 151) says within three."""


def norm(text: object) -> str:
    """Letters a-z and digits only: the fold of `gold/score_cards.py`."""
    return re.sub(r"[^a-z0-9]+", "", str(text).lower())


def heading_key(text: str) -> str:
    """A heading without number, case and punctuation: `3.1 Set-Up` and `Set up` are the same."""
    return norm(
        re.sub(r"^\s*(appendix\s+)?([0-9]+|[A-Z]|[IVX]+)(\.[0-9]+)*[.:]?\s+(?=\S)", "", plain(text), flags=re.I)
    ) or norm(text)


def plain(markdown: str) -> str:
    """Markdown without tags, link targets and marks of emphasis."""
    text = re.sub(r"</?[a-zA-Z][^>]*>", "", markdown)
    return re.sub(r"[*_`]+", "", re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text))


def markdown_headings(markdown: str) -> list[str]:
    """Lines that Markdown marks as headings, and lines that are bold as a whole."""
    lines = (line.strip() for line in markdown.splitlines())
    marked = (re.match(r"#{1,6}\s+(.+?)\s*#*$", line) or re.match(r"\*\*([^*]+)\*\*$", line) for line in lines)
    return [plain(found.group(1)) for found in marked if found]


def markdown_rows(markdown: str) -> list[list[str]]:
    """The cells of every row of a Markdown or HTML table."""
    piped = [line.strip().strip("|") for line in markdown.splitlines() if line.strip().startswith("|")]
    rows = [[plain(cell.replace("<br>", " ")) for cell in re.split(r"(?<!\\)\|", line)] for line in piped]
    tagged = re.findall(r"<tr\b.*?</tr>", markdown, flags=re.S)
    cells = (re.findall(r"<t[dh]\b[^>]*>(.*?)</t[dh]>", row, flags=re.S) for row in tagged)
    return rows + [[plain(cell) for cell in row] for row in cells]


def row_key(row: list[str]) -> tuple[str, ...]:
    """What `gold/score_cards.py` compares: the folded cells that are not empty, in order."""
    return tuple(norm(cell) for cell in row if norm(cell))


def fold(text: str) -> str:
    """Letters and digits, ligatures spelled out: white space, hyphens and marks never matter."""
    return norm(unicodedata.normalize("NFKC", text))


def long_sentences(tei: Path) -> list[str]:
    """The long sentences of a TEI file's body, folded; a sentence ends at the full stop of a word before a capital."""
    paragraphs = etree.parse(str(tei)).iterfind(".//t:text/t:body//t:p", TEI)
    texts = (" ".join("".join(map(str, p.itertext())).split()) for p in paragraphs)
    folded = [fold(s) for text in texts for s in re.split(r"(?<=[a-z)][.!?])\s+(?=[A-Z])", text)]
    return [sentence for sentence in folded if len(sentence) >= MIN_SENTENCE]


def read_dump(dump: dict[str, Any]) -> tuple[list[str], list[list[str]], str]:
    """Headings, table rows and folded text of what `convert_dump.py` kept of one paper."""
    if "markdown" in dump:
        text = dump["markdown"]
        return markdown_headings(text), markdown_rows(text), fold(plain(text))
    return dump.get("headings", []), dump.get("rows", []), fold(dump["text"])

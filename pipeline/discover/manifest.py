"""A curator's own list: CSV or JSON with id, title and pdf_url. A bad row is a finding; a broken file is an error."""

from __future__ import annotations

import csv
import io
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from pipeline.discover.entries import (
    LONGEST_ABSTRACT,
    Entries,
    Entry,
    Part,
    bad_entry,
    check_count,
    decoded,
    one_line,
    parsed_json,
    split_authors,
    web_address,
)
from pipeline.discover.tiers import tier_of
from pipeline.errors import InputError, RefusedError, UsageError
from pipeline.ids import checked_id
from pipeline.records.finding import Finding
from pipeline.records.paper import Paper

MAX_BYTES = 16 << 20
NEEDED = ("id", "title", "pdf_url")
OPTIONAL = ("award", "status", "code_url", "authors", "landing_url", "abstract")

Row = Mapping[str, Any]


def read(parts: Sequence[Part]) -> Entries:
    """The papers of one or several manifests.

    `status` is read as the award where `award` is empty. A path as pdf_url is a file, relative to the manifest's folder. A file
    without a needed column is a UsageError, one above 16 MiB a RefusedError.
    """
    entries: list[Entry] = []
    findings: list[Finding] = []
    for part in parts:
        if len(part.data) > MAX_BYTES:
            raise RefusedError(f"{part.name} has {len(part.data)} bytes, more than {MAX_BYTES}: split it")
        text = decoded(part)
        rows = list(_json_rows(part) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text, part.name))
        check_count(len(rows), part.name)
        findings += _unknown_columns(part.name, rows)
        for place, row in rows:
            try:
                entries.append(Entry(_paper(row, part.base), place))
            except InputError as error:
                findings.append(bad_entry(place, str(error)))
            else:
                findings += _doubts(place, row)
    return Entries(tuple(entries), tuple(findings))


def _csv_rows(text: str, name: str) -> Iterator[tuple[str, Row]]:
    header_line = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=header_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] = []
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise UsageError(
                f"{name}, line {line}: not CSV ({error}): put the cell in quotes, or save it anew"
            ) from error
        if cells is None:
            break
        if not any(cell.strip() for cell in cells):
            continue
        if not columns:
            columns = [cell.strip().casefold() for cell in cells]
            _check_columns(columns, name)
        elif len(cells) > len(columns):
            yield (
                f"line {line}",
                {"": f"{len(cells)} cells under {len(columns)} columns: put cells with commas in quotes"},
            )
        else:
            yield f"line {line}", dict(zip(columns, cells, strict=False))
    if not columns:
        raise UsageError(f"{name} is empty: its first line must name the columns {', '.join(NEEDED)}")


def _check_columns(columns: Sequence[str], name: str) -> None:
    found = ", ".join(one_line(column, 40) for column in columns[:20])
    if missing := [column for column in NEEDED if column not in columns]:
        raise UsageError(
            f"{name} has no column {', '.join(missing)} (columns found: {found}): add it to the first line; "
            "pdf_url may be left empty below"
        )
    known = [column for column in columns if column in (*NEEDED, *OPTIONAL)]
    if twice := sorted({column for column in known if known.count(column) > 1}):
        raise UsageError(f"{name} has the column {', '.join(twice)} twice (columns found: {found}): keep one")


def _json_rows(part: Part) -> Iterator[tuple[str, Row]]:
    value = parsed_json(part)
    if isinstance(value, dict) and "papers" in value:
        value = value["papers"]
    if not isinstance(value, list):
        found = (
            ", ".join(one_line(key, 40) for key in list(value)[:20])
            if isinstance(value, dict)
            else type(value).__name__
        )
        raise UsageError(
            f'{part.name} holds no list of papers (found: {found}): write [{{...}}] or {{"papers": [...]}}'
        )
    keys = {str(key).strip().casefold() for row in value if isinstance(row, dict) for key in row}
    if value:
        _check_columns(sorted(keys), part.name)
    for number, row in enumerate(value, 1):
        good = isinstance(row, dict)
        yield f"entry {number}", {k.strip().casefold(): v for k, v in row.items()} if good else {"": "not an object"}


def _unknown_columns(name: str, rows: Sequence[tuple[str, Row]]) -> list[Finding]:
    unknown = sorted({key for _, row in rows for key in row if key and key not in (*NEEDED, *OPTIONAL)})
    if not unknown:
        return []
    shown = ", ".join(one_line(key, 40) for key in unknown[:20])
    return [
        Finding(code="unknown-columns", severity="info", message=f"{name}: columns that say nothing to us: {shown}")
    ]


def _paper(row: Row, base: str) -> Paper:
    """The row as a paper. InputError with the reason where it cannot be one."""
    if "" in row:
        raise InputError(str(row[""]))
    title = one_line(_text(row, "title"))
    if not title:
        raise InputError("the title is empty")
    award = _text(row, "award") or _text(row, "status")
    return Paper(
        id=checked_id(_text(row, "id")),
        title=title,
        pdf_url=_pdf_address(_text(row, "pdf_url"), base),
        award=tier_of(award) or "regular",
        award_text=one_line(award, 200),
        authors=split_authors(row.get("authors")),
        abstract=one_line(_text(row, "abstract"), LONGEST_ABSTRACT),
        code_url=web_address(_text(row, "code_url")),
        landing_url=web_address(_text(row, "landing_url")),
    )


def _text(row: Row, name: str) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(f"{name} is {type(value).__name__}, not text")
    return str(value).strip()


def _pdf_address(text: str, base: str) -> str:
    """The address of the PDF, absolute. InputError for one that cannot be.

    A manifest on disk may name any file of this machine, relative to its own folder; a manifest from the web none at all.
    """
    if not text or web_address(text):
        return text
    named = text.lower().startswith("file:")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", text) and not named:
        raise InputError(f"pdf_url {text[:80]!r} is no http, https or file address")
    root = urlsplit(base)
    if root.scheme in ("http", "https"):
        if named or not web_address(text, base):
            raise InputError(f"pdf_url {text[:80]!r}: a manifest from the web names web addresses only")
        return web_address(text, base)
    folder = posixpath.normpath(unquote(root.path))
    path = unquote(urlsplit(text).path) if named else posixpath.join(folder, text)
    path = posixpath.normpath(path)
    if "\0" in path or not path.startswith("/"):
        raise InputError(f"pdf_url {text[:80]!r} is no path of a file")
    return f"file://{quote(path)}"


def _doubts(place: str, row: Row) -> list[Finding]:
    """What was read past in a row that was kept."""
    found = []
    award = _text(row, "award") or _text(row, "status")
    if tier_of(award) is None:
        found.append(
            Finding(
                code="award-unknown",
                message=one_line(f"{place}: award {award[:80]!r} is not known: taken as regular", 300),
            )
        )
    left_out = [name for name in ("code_url", "landing_url") if _text(row, name) and not web_address(_text(row, name))]
    if left_out:
        message = one_line(f"{place}: no web address in {' and '.join(left_out)}, left out", 300)
        found.append(Finding(code="bad-address", message=message))
    return found

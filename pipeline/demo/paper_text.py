"""The text of a demo paper as pieces; the notation is described in `papers/README.md`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pipeline.errors import InputError

PieceKind = Literal["section", "subsection", "paragraph", "formula", "table", "caption", "references", "hidden"]


@dataclass(frozen=True)
class Piece:
    """One block. `rows` are a table's, an empty row standing for a rule, or the references; `n` is a formula's number."""

    kind: PieceKind
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    n: str = ""


@dataclass(frozen=True)
class PaperText:
    """A demo paper before it is set; `footnotes` maps marks to texts."""

    title: str
    award: str
    pieces: tuple[Piece, ...]
    footnotes: dict[str, str]


def parse(text: str) -> PaperText:
    """Read the notation. InputError where the head is missing or not TOML."""
    parts = re.split(r"^\+\+\+$\n?", text, maxsplit=2, flags=re.M)
    if len(parts) != 3:
        raise InputError("a demo paper begins with TOML between two +++ lines: add them")
    try:
        head = tomllib.loads(parts[1])
        title, award = str(head["title"]), str(head["award"])
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise InputError(f"the head of a demo paper needs a title and an award: {error}") from error
    blocks = [block.strip() for block in re.split(r"\n\s*\n", parts[2]) if block.strip()]
    found = (re.fullmatch(r"\[\^(\d+)\]:\s*(.+)", block, re.S) for block in blocks)
    notes = {m[1]: _joined(m[2]) for m in found if m}
    return PaperText(title, award, tuple(_pieces(blocks)), notes)


def _pieces(blocks: list[str]) -> Iterator[Piece]:
    for block in blocks:
        if block.startswith("[^"):
            continue
        if m := re.fullmatch(r"(##|###) (.+)", block):
            yield Piece("section" if m[1] == "##" else "subsection", m[2])
        elif m := re.fullmatch(r"\$\$ (.+) \$\$ \((.+)\)", block, re.S):
            yield Piece("formula", _joined(m[1]), n=m[2])
        elif block.startswith("|"):
            rows = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in block.splitlines()]
            yield Piece("table", rows=tuple(() if set("".join(row)) == {"-"} else row for row in rows))
        elif re.match(r"Table \d+: ", block):
            yield Piece("caption", _joined(block))
        elif block.startswith("[1] "):
            entries = [_joined(entry) for entry in re.split(r"\n(?=\[\d+\] )", block)]
            yield Piece("references", rows=tuple((entry,) for entry in entries))
        elif block.startswith("{hidden}"):
            yield Piece("hidden", _joined(block.removeprefix("{hidden}")))
        else:
            yield Piece("paragraph", _joined(block))


def _joined(text: str) -> str:
    return " ".join(line.strip() for line in text.strip().splitlines())

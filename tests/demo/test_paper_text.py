"""The notation of the demo papers is read as described."""

from __future__ import annotations

import pytest

from pipeline.demo.paper_text import PaperText, Piece, parse
from pipeline.errors import InputError

HEAD = '+++\ntitle = "T"\naward = "Oral"\n+++\n'


@pytest.mark.parametrize(
    ("block", "piece"),
    [
        ("## 1 One", Piece("section", "1 One")),
        ("### 1.1 One", Piece("subsection", "1.1 One")),
        ("two\nlines", Piece("paragraph", "two lines")),
        ("$$ a =\nb $$ (A.1)", Piece("formula", "a = b", n="A.1")),
        ("| a | b |\n|---|\n| 1 | 2 |", Piece("table", rows=(("a", "b"), (), ("1", "2")))),
        ("Table 1: What\nit shows.", Piece("caption", "Table 1: What it shows.")),
        ("Table 1 shows it.", Piece("paragraph", "Table 1 shows it.")),
        ("[1] One.\nMore.\n[2] Two.", Piece("references", rows=(("[1] One. More.",), ("[2] Two.",)))),
        ("{hidden} unseen", Piece("hidden", "unseen")),
    ],
)
def test_each_block_is_a_piece(block: str, piece: Piece) -> None:
    """A block becomes the piece that its first signs say."""
    assert parse(f"{HEAD}\n{block}\n").pieces == (piece,)


def test_footnotes_are_kept_apart() -> None:
    """A footnote's text is no piece; its mark stays in the paragraph."""
    assert parse(f"{HEAD}Text.[^1]\n\n[^1]: The\nnote.\n") == PaperText(
        "T", "Oral", (Piece("paragraph", "Text.[^1]"),), {"1": "The note."}
    )


@pytest.mark.parametrize("text", ["", "no head", "+++\ntitle = \n+++\n", '+++\ntitle = "T"\n+++\n'])
def test_a_broken_head_is_refused(text: str) -> None:
    """A text without head, with a broken one or without an award says what is missing."""
    with pytest.raises(InputError, match="demo paper"):
        parse(text)

"""From words to the lines of a table: marks folded into the word they belong to, pieces of one value kept together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from pipeline.convert.embedded.words import Word, union
from pipeline.records.base import Box

SPACE = 0.42
"""Widest white space inside a phrase, as a share of the font size: a justified line stretches its 0.25 em to about this."""

_SMALL = 0.87
_ACCENTS = set("ˆ˜¯ˇ˙´`¨^~")
_BINDS = re.compile(r"[±·×∗⋅/→]|\\pm")
_NUMBER = re.compile(
    r"[(\[{<>≤≥≈~∼↑↓$€£+\-−–±]*\d[\d,.]*(?:[±·×/∗⋅:x^eE+\-−–,(\[)\]]+\d[\d,.%]*)*[%KMBTGkxs×)\]}↑↓*†‡§°]*"
)
_SIGNS = {"±", "·", "×", "⋅", "∗", "/", "→"}
_BLANKS = {"-", "–", "—", "−", "N/A", "n/a", "NA", "--", "---", "✓", "✗", "×", "✔", "✘"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its superscripts, subscripts and accents: text, box, the baseline and size of its main part."""

    text: str
    box: Box
    baseline: float
    size: float
    bold: bool

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.box[0]

    @property
    def x1(self) -> float:
        """Right edge."""
        return self.box[2]

    @property
    def number(self) -> bool:
        """A number with a digit."""
        return self.numeric and any(c.isdigit() for c in self.text)

    @property
    def numeric(self) -> bool:
        """A number, several bound to one value, or a mark that stands in a number's place."""
        parts = (re.sub(r"(?<=[-–—−])\^\d+$", "", part) for part in self.text.split())
        return all(part in _BLANKS or part in _SIGNS or _NUMBER.fullmatch(part) is not None for part in parts)


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens on one baseline, left to right."""

    tokens: tuple[Token, ...]
    baseline: float

    @property
    def box(self) -> Box:
        """Around all tokens."""
        return union([token.box for token in self.tokens])

    @property
    def size(self) -> float:
        """The font size of most of its characters' tokens."""
        sizes = sorted(token.size for token in self.tokens)
        return sizes[len(sizes) // 2]

    def chunks(self, space: float = SPACE) -> list[tuple[Token, ...]]:
        """Phrases: tokens with no more than `space` (in font sizes) between them."""
        groups: list[list[Token]] = []
        for token in self.tokens:
            if groups and not apart(groups[-1][-1], token, space):
                groups[-1].append(token)
            else:
                groups.append([token])
        return [tuple(group) for group in groups]


def apart(left: Token, right: Token, space: float = SPACE) -> bool:
    """Whether the white space between two neighbours is wider than inside a phrase; two numbers of no list always are apart."""
    gap = (right.x0 - left.x1) / max(min(left.size, right.size), 1.0)
    if left.numeric and right.numeric and gap > 0.1 and not left.text.endswith(","):
        return True
    return gap > space


def tokens_of(words: Iterable[Word]) -> list[Token]:
    """Fold the words that follow one another without a space, and accents, into tokens; `words` in stream order."""
    groups: list[list[Word]] = []
    for word in words:
        if groups and _folds(groups[-1], word):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [_token(group) for group in groups]


def lines_of(words: Iterable[Word]) -> list[Line]:
    """The lines of some words, top to bottom; small raised or lowered tokens join the line that they overlap."""
    tokens = tokens_of(words)
    if not tokens:
        return []
    clusters: list[list[Token]] = []
    big = _main_size(tokens)
    for token in sorted((t for t in tokens if t.size >= _SMALL * big), key=lambda t: (t.baseline, t.x0)):
        if clusters and token.baseline - clusters[-1][0].baseline < 0.22 * token.size:
            clusters[-1].append(token)
        else:
            clusters.append([token])
    for token in sorted((t for t in tokens if t.size < _SMALL * big), key=lambda t: (t.baseline, t.x0)):
        nearest = min(clusters, key=lambda c: abs(c[0].baseline - token.baseline), default=None)
        if nearest is not None and abs(nearest[0].baseline - token.baseline) < 0.5 * nearest[0].size:
            nearest.append(token)
        else:
            clusters.append([token])
    made = [Line(_bound(sorted(cluster, key=lambda t: t.x0)), cluster[0].baseline) for cluster in clusters]
    return sorted(made, key=lambda line: line.baseline)


def text_of(tokens: Sequence[Token]) -> str:
    """Tokens of one line as text."""
    return " ".join(token.text for token in tokens)


def joined_lines(texts: Sequence[str]) -> str:
    """The lines of one cell as one text; a word broken with a soft hyphen at the end of a line is whole again."""
    out = ""
    for text in texts:
        out = out[:-1] + text if out.endswith("\u00ad") else f"{out} {text}"
    return out.replace("\u00ad", "").strip()


def _main_size(tokens: Sequence[Token]) -> float:
    weighed = sorted((token.size, len(token.text)) for token in tokens)
    half, seen = sum(weight for _, weight in weighed) / 2, 0
    for size, weight in weighed:
        seen += weight
        if seen >= half:
            return size
    return weighed[-1][0]


def _folds(group: Sequence[Word], word: Word) -> bool:
    base, last = max(group, key=lambda w: w.size), group[-1]
    if abs(word.baseline - base.baseline) > 0.75 * base.size:
        return False
    if set(word.text) <= _ACCENTS or set(last.text) <= _ACCENTS:
        return word.x0 < last.x1 and last.x0 < word.x1
    gap = word.x0 - last.x1
    shifted = word.size < _SMALL * base.size
    return not word.space_before and (-1.5 if shifted else -0.3) * base.size < gap < 0.25 * base.size


def _token(group: Sequence[Word]) -> Token:
    base = max(group, key=lambda w: w.size)
    text = ""
    for raised, run in groupby(
        group, key=lambda w: w.size < _SMALL * base.size and w.baseline < base.baseline - 0.15 * base.size
    ):
        part = "".join(word.text for word in run if len(group) == 1 or not set(word.text) <= _ACCENTS)
        power = raised and text and not text[-1].isalpha() and re.fullmatch(r"[+\-−–]?\d+", part)
        text += f"^{part}" if power else part
    return Token(text, union([w.box for w in group]), base.baseline, base.size, any(w.bold for w in group))


def _bound(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Join what a sign binds: `0.32`, `±`, `0.05` are one value, as are `1.0`, `·`, `10^20`; `5`, `(2.1)`; `1,`, `024`."""
    out: list[Token] = []
    for token in tokens:
        if out and _binds(out[-1], token):
            left = out.pop()
            space = "" if left.text.endswith(",") else " "
            token = Token(
                f"{left.text}{space}{token.text}", union([left.box, token.box]), left.baseline,
                max(left.size, token.size), left.bold or token.bold,
            )  # fmt: skip
        out.append(token)
    return tuple(out)


def _binds(left: Token, right: Token) -> bool:
    gap = (right.x0 - left.x1) / max(min(left.size, right.size), 1.0)
    if gap > 0.7:
        return False
    if (left.text[-1:] in "±·×⋅∗/" and right.text[:1].isdigit() and any(c.isdigit() for c in left.text)) or (
        _BINDS.match(right.text) and left.text[-1:].isdigit()
    ):
        return True
    if (re.search(r"\de$", left.text) and right.text in "−–-") or (
        re.search(r"\de [−–-]$", left.text) and right.text.isdigit()
    ):
        return gap < 0.5
    if re.search(r"\d,$", left.text) and re.match(r"\d{3}(\D|$)", right.text) and left.numeric:
        return gap < 0.4
    # a value and, in small print or with an arrow, by how much it is better or may be wrong
    beside = right.size < _SMALL * left.size or re.match(r"[↑↓▲▼△▽]", right.text)
    if beside and right.numeric and left.numeric and left.text not in _BLANKS and gap < 0.5:
        return True
    bracketed = re.match(r"[(\[][+\-−–±↑↓]?\d", right.text) is not None and not re.match(r"[(\[]\d{4}", right.text)
    return bracketed and left.numeric and left.text not in _BLANKS and gap < 0.5

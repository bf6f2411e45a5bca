"""Words on one baseline as lines, column by column."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.convert.embedded.words import Word, joined, union
from pipeline.records.base import Box

_SAME = 0.3
"""Share of the font size by which baselines of one line may differ."""
_RAISED, _LOWERED, _BESIDE = 0.65, 0.55, 1.6
"""How far above and below the baseline a smaller word still belongs to a line, and how far beside its words, in sizes."""
_SMALLER = 0.88
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")


@dataclass(slots=True, eq=False)
class Line:
    """A printed line within one column (`side` 0 is the whole width, 1.. the columns from the left)."""

    page: int
    words: list[Word]
    side: int = 0
    size: float = 0.0
    baseline: float = 0.0
    text: str = ""
    box: Box = (0.0, 0.0, 0.0, 0.0)
    bold: bool = False
    italic: bool = False
    font: str = ""
    role: str = field(default="text")

    def settle(self) -> Line:
        """Sorts the words and derives everything else from them."""
        self.words.sort(key=lambda w: w.box[0])
        if sum(_RIGHT_TO_LEFT.search(w.text) is not None for w in self.words) > 0.5 * len(self.words):
            self.words.reverse()
        weights: Counter[float] = Counter()
        fonts: Counter[str] = Counter()
        bold = italic = 0
        for word in self.words:
            n = len(word.text)
            weights[round(word.size, 1)] += n
            fonts[word.font] += n
            bold += n * word.bold
            italic += n * word.italic
        total = weights.total()
        self.size = max(weights, key=lambda s: (weights[s], s))
        text = "".join(w.text for w in self.words)
        if text.upper() == text and text.lower() != text:
            self.size = max(weights)  # small capitals are as large as the capitals among them
        self.font = max(fonts, key=lambda f: (fonts[f], f))
        self.bold, self.italic = bold > 0.6 * total, italic > 0.6 * total
        baselines = [w.baseline for w in self.words if abs(w.size - self.size) < 0.1 * self.size]
        self.baseline = sorted(baselines)[len(baselines) // 2] if baselines else self.words[0].baseline
        self.box = union([w.box for w in self.words])
        self.text = joined(_respaced(self.words))
        return self

    @property
    def caps(self) -> bool:
        """Whether it is set in capitals, at least four of them."""
        letters = [c for c in self.text if c.isalpha()]
        return len(letters) >= 4 and sum(c.isupper() for c in letters) > 0.9 * len(letters)

    @property
    def x0(self) -> float:
        """Left edge."""
        return self.box[0]

    @property
    def x1(self) -> float:
        """Right edge."""
        return self.box[2]

    def gaps(self) -> list[float]:
        """Distances between neighbouring words in font sizes."""
        size = max(self.size, 1.0)
        return [(b.box[0] - a.box[2]) / size for a, b in zip(self.words, self.words[1:], strict=False)]


def _respaced(words: Sequence[Word]) -> Iterable[Word]:
    """Words after sorting: where the neighbour is another than in the stream, the gap decides about the space."""
    previous: Word | None = None
    for word in words:
        if previous is not None and not word.space_before and word.box[0] - previous.box[2] > 0.25 * word.size:
            word = _with_space(word)
        previous = word
        yield word


def _with_space(word: Word) -> Word:
    return Word(
        word.text, word.box, word.baseline, word.size, word.font, word.bold, word.italic, word.angle, True, word.hidden,
        word.in_figure,
    )  # fmt: skip


def lines_of(page: int, words: Iterable[Word], side: int = 0) -> list[Line]:
    """The lines of words that stand in one column, top to bottom."""
    lines: list[Line] = []
    buckets: dict[int, list[Line]] = defaultdict(list)
    for word in sorted(words, key=lambda w: (-round(w.size, 1), w.baseline, w.box[0])):
        line = _home(word, buckets)
        if line is None:
            line = Line(page, [], side, word.size, word.baseline)
            lines.append(line)
            buckets[int(word.baseline // 8)].append(line)
        line.words.append(word)
    ordered = sorted((line.settle() for line in lines), key=lambda n: (n.baseline, n.box[0]))
    return _without_orphans(ordered)


def _without_orphans(lines: list[Line]) -> list[Line]:
    """Limits and accents of mathematics that made lines of their own go to the line of text that they stand over."""
    kept: list[Line] = []
    for index, line in enumerate(lines):
        near = [n for n in lines[max(0, index - 2) : index + 3] if n is not line and _holds(n, line)]
        if near:
            home = min(near, key=lambda n: (abs(n.baseline - line.baseline), n.baseline))
            home.words += line.words
            home.settle()
        else:
            kept.append(line)
    return kept


def _holds(line: Line, orphan: Line) -> bool:
    letters = max((len(w.text) for w in orphan.words), default=0)
    short = len(orphan.text) <= 12 and letters <= 5 and len(line.text) > 3 * len(orphan.text)
    smaller = orphan.size < _SMALLER * line.size or letters == 1
    within = line.x0 < orphan.x0 and orphan.x1 < line.x1
    return short and smaller and within and abs(line.baseline - orphan.baseline) < 0.75 * line.size


def _home(word: Word, buckets: dict[int, list[Line]]) -> Line | None:
    """The line that a word belongs to among those begun by words at least as large."""
    key = int(word.baseline // 8)
    best: tuple[float, Line] | None = None
    for line in (line for n in (key - 2, key - 1, key, key + 1, key + 2) for line in buckets.get(n, ())):
        rise = line.baseline - word.baseline
        if word.size > _SMALLER * line.size:
            fits = abs(rise) < _SAME * line.size
        else:
            fits = -_LOWERED * line.size < rise < _RAISED * line.size and _beside(word, line)
        if fits and (best is None or abs(rise) < best[0]):
            best = abs(rise), line
    return best[1] if best else None


def _beside(word: Word, line: Line) -> bool:
    reach = _BESIDE * line.size
    return any(w.box[0] - reach < word.box[2] and word.box[0] < w.box[2] + reach for w in line.words)

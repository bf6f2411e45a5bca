"""Where on the page the body of a captioned table stands: beside its caption, between rules, never over prose."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.convert.embedded.tables.columns import separators
from pipeline.convert.embedded.tables.lines import Line, lines_of
from pipeline.convert.embedded.tables.place import REACH, Span, horizontal_rules, limit, printed, spans, vertical_rules
from pipeline.convert.embedded.words import Caption, Page, Word, union
from pipeline.records.base import Box

_SAME_EDGE = 2.0
_PHRASE = 0.75
_EMPTY = 20.0
"""Points without a line between two rules of one table, as between blocks under one caption."""
_PROSE_WORDS = 6
_SUBCAPTION = re.compile(r"\([a-z]\)$")
"""How the name of a block under a common caption begins."""


@dataclass(frozen=True, slots=True)
class Area:
    """The body of one table: its box, words and rulings, and whether it stands above its caption."""

    box: Box
    words: tuple[Word, ...]
    horizontals: tuple[Box, ...]
    verticals: tuple[Box, ...]
    above: bool
    distance: float
    """White space between caption and body, in points."""
    rules: int
    """How many rules as wide as the table it has."""
    parts: tuple[Area, ...] = ()
    """Its blocks, where two or more stand beside one another."""


def candidates(page: Page, caption: Caption, floats: Sequence[Caption], text_size: float) -> list[Area]:
    """What may be the body of `caption`, below and above it; `floats` are all captions of the page.

    `text_size` is the font size of the document's running text.
    """
    return [
        area for above in (False, True) if (area := _body(page, caption, floats, text_size, above=above)) is not None
    ]


def _body(page: Page, caption: Caption, floats: Sequence[Caption], text_size: float, *, above: bool) -> Area | None:
    edge = caption.box[1] if above else caption.box[3]
    reach = limit(page, caption, floats, above=above)
    rules = [r for r in horizontal_rules(page) if _between(r[1], edge, reach)]
    words = printed(page, floats)
    areas = [
        _area(page, words, rules, span, (edge, reach), text_size, above=above)
        for span in spans(page, caption, floats, rules, edge)
    ]
    parts = tuple(area for area in areas if area is not None)
    if len(parts) < 2:
        return parts[0] if parts else None
    first = parts[0]
    box = union([part.box for part in parts])
    return Area(box, (), (), (), above, min(part.distance for part in parts), first.rules, parts)


def running_size(pages: Sequence[Page]) -> float:
    """The font size of most characters of a document."""
    weights: Counter[float] = Counter()
    for page in pages:
        for word in page.words:
            weights[round(word.size, 1)] += len(word.text)
    return max(weights, key=lambda size: (weights[size], size), default=0.0)


def prose(line: Line) -> bool:
    """Whether a line is running text: one long phrase of words, or two side by side as in two columns."""
    chunks = line.chunks(_PHRASE)
    wordy = [c for c in chunks if len(c) >= _PROSE_WORDS and sum(t.numeric for t in c) < 0.3 * len(c)]
    return bool(wordy) and (len(chunks) < 3 or len(wordy) > 1) and sum(map(len, wordy)) >= 0.7 * len(line.tokens)


def tabular(line: Line) -> bool:
    """Whether a line by itself looks like cells: two phrases or more, not running text."""
    return len(line.chunks(_PHRASE)) >= 2 and not prose(line)


def _area(
    page: Page, words: Sequence[Word], rules: Sequence[Box], span: Span, limits: Span, text_size: float, *, above: bool
) -> Area | None:
    edge, reach = limits
    words = [w for w in words if span[0] - 3 <= (w.x0 + w.x1) / 2 <= span[1] + 3]
    lines = [line for line in lines_of(words) if _between(line.baseline - 0.3 * line.size, edge, reach)]
    lines.sort(key=lambda line: line.baseline, reverse=above)
    wide = [r for r in rules if abs(r[0] - span[0]) <= _SAME_EDGE and abs(r[2] - span[1]) <= _SAME_EDGE]
    wide.sort(key=lambda rule: rule[1], reverse=above)
    uprights = vertical_rules(page, span[0] - 4, span[1] + 4)
    zone = _zone(wide, [r for r in uprights if _between(r[1], edge, reach)], lines, edge, text_size, page.width / 2)
    notes = _notes(lines, zone, edge, text_size)
    start = edge if not notes else notes[-1].box[1] if above else notes[-1].box[3]
    body = _walk(lines[len(notes) :], zone, wide, start, above=above)
    cells = sum(len(line.chunks(_PHRASE)) >= 2 for line in body)
    if not body or (cells < 2 and (zone is None or len(wide) < 3)):
        return None
    area = _finished(page, body, words, rules, wide, zone, start, span, above=above)
    return replace(area, box=union([area.box, *(line.box for line in notes)]))


def _finished(
    page: Page, body: Sequence[Line], words: Sequence[Word], rules: Sequence[Box], wide: Sequence[Box],
    zone: Span | None, edge: float, span: Span, *, above: bool,
) -> Area:  # fmt: skip
    box = union([line.box for line in body])
    low, high = min(box[1], zone[0] if zone else box[1]), max(box[3], zone[1] if zone else box[3])
    inside = tuple(w for w in words if low - 1 <= (w.box[1] + w.box[3]) / 2 <= high + 1)
    flat = tuple(r for r in rules if low - 4 <= r[1] <= high + 4 and r[2] > span[0] and r[0] < span[1])
    upright = tuple(r for r in vertical_rules(page, span[0] - 4, span[1] + 4) if r[3] > low and r[1] < high)
    distance = edge - high if above else low - edge
    count = sum(low - 4 <= r[1] <= high + 4 for r in wide)
    return Area(union([box, *flat]), inside, flat, upright, above, max(distance, 0.0), count)


def _zone(
    rules: Sequence[Box], uprights: Sequence[Box], lines: Sequence[Line], edge: float, text_size: float, middle: float
) -> Span | None:
    """What rules and vertical rulings enclose, from the caption on; `middle` is the middle of the page."""
    zone = _ruled_zone(rules, lines, edge, text_size, middle)
    ends = zone or (edge, edge)
    for low, high in _runs([(r[1], r[3]) for r in uprights]):
        if (
            high - low > 20
            and low - REACH < ends[1]
            and high + REACH > ends[0]
            and (zone or _crossings(uprights, low, high) > 1)
        ):
            zone = ends = (min(ends[0], low), max(ends[1], high)) if zone else (low, high)
    return zone


def _ruled_zone(
    rules: Sequence[Box], lines: Sequence[Line], edge: float, text_size: float, middle: float
) -> Span | None:
    """From the first to the last rule that follow one another without running text between; rules away from the edge."""
    if not rules or abs(rules[0][1] - edge) > REACH:
        return None
    first = last = rules[0][1]
    for rule in rules[1:]:
        between = [line for line in lines if _between(line.baseline - 0.3 * line.size, last, rule[1])]
        if _runs_on(between, text_size, middle) or (not between and abs(rule[1] - last) > _EMPTY):
            break
        last = rule[1]
    return (min(first, last), max(first, last)) if first != last else None


def _runs_on(lines: Sequence[Line], text_size: float, middle: float) -> bool:
    """Whether the lines between two rules are running text: long phrases in its size, no columns but those of the page."""
    running = sum(prose(line) and line.size > 0.93 * text_size for line in lines)
    return running > 2 and running > 0.5 * len(lines) and all(abs(x - middle) < 12 for x in separators(lines, ()))


def _runs(spans: Sequence[Span]) -> list[Span]:
    """Spans that touch or nearly so, joined."""
    out: list[Span] = []
    for low, high in sorted(spans):
        if out and low - out[-1][1] < 4:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out


def _crossings(uprights: Sequence[Box], low: float, high: float) -> int:
    """At how many different x vertical rulings stand between two heights."""
    return len({round(r[0] / 4) for r in uprights if r[1] < high and r[3] > low})


def _notes(lines: Sequence[Line], zone: Span | None, edge: float, text_size: float) -> list[Line]:
    """The lines next to the caption that are names of blocks, or notes in small print before an enclosed zone."""
    notes: list[Line] = []
    for line in lines:
        inner = zone is not None and zone[0] - 1 <= line.baseline - 0.3 * line.size <= zone[1] + 1
        small = zone is not None and prose(line) and line.size < 0.96 * text_size
        if inner or abs(line.baseline - edge) > REACH or not (small or _SUBCAPTION.match(line.tokens[0].text)):
            break
        notes.append(line)
    return notes


def _walk(lines: Sequence[Line], zone: Span | None, rules: Sequence[Box], edge: float, *, above: bool) -> list[Line]:
    """The lines of the body, away from the caption; one that is no cells is kept only between others that are.

    Past a rule that ends the enclosed zone only rows of numbers follow.
    """
    end = (zone[0] if above else zone[1]) if zone else edge
    closed = any(abs(rule[1] - end) < 2 for rule in rules)
    body: list[Line] = []
    doubtful: list[Line] = []
    last = edge
    for line in lines:
        top, bottom = line.box[1], line.box[3]
        inner = zone is not None and zone[0] - 1 <= line.baseline - 0.3 * line.size <= zone[1] + 1
        if inner:
            body += [*doubtful, line]
            doubtful = []
            last = top if above else bottom
            continue
        if body and zone is not None and closed and not (_row_of_numbers(line) or (above and _heads(line, end))):
            break
        gap = (last - bottom) if above else (top - last)
        if gap > (REACH if not body else max(1.6 * line.size, 12.0)):
            break
        if tabular(line) and (
            zone is None or not body or not closed or _row_of_numbers(line) or (above and _heads(line, end))
        ):
            body += [*doubtful, line]
            doubtful = []
        elif prose(line) or len(doubtful) >= 2:
            break
        else:
            doubtful.append(line)
        last = top if above else bottom
    return body


def _heads(line: Line, rule: float) -> bool:
    """Whether a line stands on the topmost rule as a header does where there is no rule above it."""
    return tabular(line) and len(line.chunks(_PHRASE)) >= 3 and 0 < rule - line.baseline < 1.3 * line.size


def _row_of_numbers(line: Line) -> bool:
    chunks = line.chunks()
    return len(chunks) >= 3 and sum(c[-1].numeric for c in chunks) >= 2


def _between(y: float, a: float, b: float) -> bool:
    return min(a, b) < y < max(a, b)

"""The bodies of floats: what belongs to a captioned table or figure leaves the running text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.convert.embedded.captions import FoundCaption
from pipeline.convert.embedded.lines import Line
from pipeline.convert.embedded.sheets import Body, Sheet
from pipeline.convert.embedded.words import Caption, union
from pipeline.records.base import Box

_FAR = 3.2
"""Leadings; a float's parts and its caption stand closer together."""
_TABULAR_GAP = 1.4
_NEAR_GRAPHIC = 18.0


def mark_floats(
    sheets: Sequence[Sheet], captions: Sequence[FoundCaption], body: Body, tables: Mapping[Caption, Box]
) -> None:
    """Gives the lines of float bodies the role `float`; algorithms and listings keep theirs as code.

    `tables` are the boxes of the tables that were read.
    """
    for sheet in sheets:
        for found in (c for c in captions if c.caption.page == sheet.page.number):
            if found.caption.kind == "figure":
                _mark_figure(sheet, found, body)
            elif found.caption in tables:
                _mark_inside(sheet, tables[found.caption])
            elif found.caption.kind == "table":
                _mark_table(sheet, found, body)
            else:
                _mark_code(sheet, found, body)


def _mark_inside(sheet: Sheet, box: Box) -> None:
    for line in sheet.text():
        x, y = (line.x0 + line.x1) / 2, line.baseline - 0.3 * line.size
        if box[0] < x < box[2] and box[1] < y < box[3]:
            line.role = "float"


def is_prose(sheet: Sheet, line: Line, body: Body) -> bool:
    """Whether a line looks like a full line of the running text."""
    left, right = sheet.edge(line.side)
    width = right - left
    letters = sum(c.isalpha() for c in line.text)
    return (
        abs(line.size - body.size) < 0.045 * body.size
        and max(line.gaps(), default=0.0) < _TABULAR_GAP
        and line.x0 - left < 2.6 * body.size
        and line.x1 - line.x0 > 0.72 * width
        and letters > 0.55 * len(line.text.replace(" ", ""))
        and len(line.words) >= 4
    )


def _mark_figure(sheet: Sheet, found: FoundCaption, body: Body) -> None:
    area = _drawn_area(sheet, found)
    if area is not None:
        _mark_inside(sheet, (area[0] - 4, area[1] - 4, area[2] + 4, area[3] + 4))
    above = _run(sheet, found, body, -1)
    below = [] if above or area is not None else _run(sheet, found, body, 1)
    for line in above or below:
        line.role = "float"


def _drawn_area(sheet: Sheet, found: FoundCaption) -> Box | None:
    """The box of the drawings that stand right above a caption (or else below it), joined upwards."""
    left, right = _span(sheet, found)
    boxes = [
        g for g in sheet.page.graphics if min(g[2], right) - max(g[0], left) > 0.5 * (g[2] - g[0]) and _sizeable(g)
    ]
    for direction in (-1, 1):
        edge = found.caption.box[1] if direction < 0 else found.caption.box[3]
        area: Box | None = None
        for _ in range(len(boxes)):
            near = [g for g in boxes if _touches(g, edge, direction)]
            if not near:
                break
            area = union([*near, area] if area else near)
            boxes = [g for g in boxes if g not in near]
            edge = area[1] if direction < 0 else area[3]
        if area is not None:
            return area
    return None


def _sizeable(box: Box) -> bool:
    return (box[2] - box[0]) > 8 and (box[3] - box[1]) > 8


def _touches(box: Box, edge: float, direction: int) -> bool:
    if direction < 0:
        return box[1] < edge and box[3] > edge - _NEAR_GRAPHIC * (1.8 if box[3] < edge else 1) and box[3] < edge + 12
    return box[3] > edge and box[1] < edge + _NEAR_GRAPHIC and box[1] > edge - 12


def _span(sheet: Sheet, found: FoundCaption) -> tuple[float, float]:
    side = found.lines[0].side
    left, right = sheet.edge(side)
    return min(left, found.caption.box[0]), max(right, found.caption.box[2])


def _mark_table(sheet: Sheet, found: FoundCaption, body: Body) -> None:
    above, below = _run(sheet, found, body, -1), _run(sheet, found, body, 1)
    run = above if _tabular(above) > _tabular(below) else below
    for line in run or above:
        line.role = "float"


def _mark_code(sheet: Sheet, found: FoundCaption, body: Body) -> None:
    """The lines of an algorithm or listing: down to the rule that closes its box, or else to the next prose."""
    left, right = _span(sheet, found)
    bottom = found.caption.box[3]
    rules = sorted(
        box[1]
        for box in sheet.page.rulings
        if box[3] - box[1] < 2 and box[2] - box[0] > 0.5 * (right - left) and box[0] > left - 9 and box[2] < right + 9
    )
    closing = next((y for y in rules if y > bottom + 8), None)
    side = found.lines[0].side
    if closing is not None:
        run = [n for n in sheet.text() if side in (0, n.side) and bottom < n.baseline < closing]
    else:
        run = _run(sheet, found, body, 1)
    for line in run:
        line.role = "code"


def _tabular(lines: Sequence[Line]) -> int:
    return sum(max(line.gaps(), default=0.0) > 1.0 or len(line.words) == 1 for line in lines)


def _run(sheet: Sheet, found: FoundCaption, body: Body, direction: int) -> list[Line]:
    """The lines next to a caption, away from it, up to the first line of prose, heading or other caption."""
    side = found.lines[0].side
    lines = [n for n in sheet.lines if n.role in ("text", "caption") and (side == 0 or n.side == side)]
    edge = found.lines[0].baseline if direction < 0 else found.lines[-1].baseline
    lines = sorted((n for n in lines if (n.baseline - edge) * direction > 0), key=lambda n: n.baseline * direction)
    run: list[Line] = []
    for line in lines:
        far = abs(line.baseline - edge) > _FAR * body.leading and not _bridged(sheet, line, edge)
        if far or line.role == "caption" or is_prose(sheet, line, body) or _titled(line, body):
            break
        run.append(line)
        edge = line.baseline
    return _without_paragraph_end(sheet, run, body, direction)


def _bridged(sheet: Sheet, line: Line, edge: float) -> bool:
    """Whether a drawing fills the space between a line and the float."""
    low, high = min(line.baseline, edge), max(line.baseline, edge)
    return any(g[3] - g[1] > 0.6 * (high - low) and g[1] < high and g[3] > low for g in sheet.page.graphics)


def _titled(line: Line, body: Body) -> bool:
    """A heading ends the run: larger than the text, or bold and of its size, without gaps."""
    if max(line.gaps(), default=0.0) > 1.8:
        return False
    strong = (line.bold and line.words[0].text[0].isalnum()) or (line.caps and len(line.words) > 1)
    return line.size > 1.06 * body.size or (strong and line.size > 0.97 * body.size)


def _without_paragraph_end(sheet: Sheet, run: list[Line], body: Body, direction: int) -> list[Line]:
    """Above a float the text's last line may be short: it starts at the edge, in the text's own size, under prose."""
    if direction > 0 or not run:
        return run
    last = run[-1]
    left, _ = sheet.edge(last.side)
    plain = abs(last.size - body.size) < 0.045 * body.size and max(last.gaps(), default=0.0) < 1.0
    if plain and abs(last.x0 - left) < 2 and last.text.endswith((".", ":", "!", "?")) and len(last.text) > 3:
        return run[:-1]
    return run

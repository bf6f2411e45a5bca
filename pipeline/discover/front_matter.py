"""The front matter of a Jekyll page: the part of YAML that PMLR's generator writes.

`key: value` with plain, quoted or block (`|`, `>`) values that go on over indented lines, lists of `- key: value` or of
plain items, `[]`, comments. A whole YAML reader would be a dependency for one listing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.errors import InputError

Value = str | list[str] | list[dict[str, str]]
_KEY = re.compile(r"([A-Za-z_][\w-]*):(?:\s+(.*))?$")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "", "e": "", "/": "/", '"': '"', "\\": "\\", " ": " ", "_": "\u00a0"}
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)


def front_matter(text: str) -> dict[str, Value]:
    """The keys and values between the `---` lines. InputError where there are none, or a line that is not understood."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].rstrip() != "---":
        raise InputError("the front matter's first line `---` is missing")
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        raise InputError("the front matter's closing line `---` is missing")
    return {name: _value(first, rest) for name, first, rest in _entries(lines[1:end])}


def _entries(lines: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    """Each key with the text after its colon and the lines that belong to it."""
    entries: list[tuple[str, str, list[str]]] = []
    for line in lines:
        match = _KEY.match(line)
        if match:
            entries.append((match[1], (match[2] or "").strip(), []))
        elif not line.startswith("#") and (line.strip() or entries):
            if not entries or not (line[:1] in (" ", "-", "\t") or not line.strip()):
                raise InputError(f"front matter line {line[:60]!r} is not understood")
            entries[-1][2].append(line)
    return entries


def _value(first: str, rest: Sequence[str]) -> Value:
    items = [line for line in rest if line.strip()]
    if not first and items and items[0].lstrip().startswith("- "):
        return _items(items)
    if re.fullmatch(r"[|>][+-]?\d?", first):
        return _block(first, rest)
    if first == "[]":
        return []
    return _scalar([first, *rest])


def _block(mark: str, lines: Sequence[str]) -> str:
    """A block scalar: line ends kept with `|`, joined with `>`."""
    text = [line.strip() for line in lines]
    return ("\n" if mark[0] == "|" else " ").join(text).strip()


def _scalar(lines: Sequence[str]) -> str:
    """A plain or quoted value; its lines are joined with a space."""
    text = " ".join(line.strip() for line in lines if line.strip())
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) > 1 and text[0] == text[-1] == '"':
        # a backslash at the end of a line joins it to the next without a space
        return _ESCAPE.sub(_unescaped, re.sub(r"(?<!\\)\\ \\?", "", text[1:-1]))
    return re.sub(r"\s#\s.*$", "", text)


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 else "\ufffd"
    return _ESCAPES.get(match[4], match[4])


def _items(lines: Sequence[str]) -> list[str] | list[dict[str, str]]:
    """A list: of mappings where the first item is `- key: value`, else of plain items. Deeper levels are left out."""
    items: list[list[str]] = []
    depth = len(lines[0]) - len(lines[0].lstrip())
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if indent == depth and line.lstrip().startswith("- "):
            items.append([line.lstrip()[2:]])
        elif items:
            items[-1].append(line.strip())
    if items and _KEY.match(items[0][0]):
        return [{name: _scalar([first, *rest]) for name, first, rest in _mapping(item)} for item in items]
    return [_scalar(item) for item in items]


def _mapping(lines: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    found: list[tuple[str, str, list[str]]] = []
    for line in lines:
        if match := _KEY.match(line):
            found.append((match[1], (match[2] or "").strip(), []))
        elif found:
            found[-1][2].append(line)
    return found

"""Cells of a result table as numbers: spreads, marks and units are taken off; what is no single number is None."""

from __future__ import annotations

import re
import unicodedata

_MINUS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"), "-")
# what stands behind a value: its spread, an interval, a change in brackets
_SPREAD = re.compile(r"\s*(?:±|\+/-|\+-).*$|(?<=[\d%])\s*[\[({].*$")
_MARKS = re.compile(r"^[\s*†‡§¶#↑↓▲▼+~≈<>≤≥$(\[]+|[\s*†‡§¶#↑↓▲▼)\]]+$")
_POWER = re.compile(r"(-?\d+(?:\.\d+)?)\s*[·×x*]\s*10\s*\^?\s*\{?(-?\d+)\}?")
_PLAIN = re.compile(r"(-?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*(%|[KMBTG]|ms|s|h|x|×)?")
_SCALE = {"K": 1e3, "M": 1e6, "G": 1e9, "B": 1e9, "T": 1e12}


def number(cell: str) -> float | None:
    """The cell's value, or None where it holds no single number.

    `87.4 ± 0.3`, `87.4 (0.3)` and `87.4†` are 87.4; `94.0%` is 94.0 (percent signs do not rescale); `1.2 · 10^20` is a
    power; `0.2B` is 2e8; `-`, `N/A`, `22h12m` and `1-2` are None. A typographic minus counts as one; `.513` is 0.513.
    """
    text = unicodedata.normalize("NFKC", cell).translate(_MINUS)
    text = _MARKS.sub("", _SPREAD.sub("", text))
    if power := _POWER.fullmatch(text):
        return float(power[1]) * 10.0 ** min(int(power[2]), 300)
    plain = _PLAIN.fullmatch(text)
    if plain is None:
        return None
    value = float(plain[1].replace(",", "")) * _SCALE.get(plain[2] or "", 1.0)
    return value if abs(value) < 1e300 else None

"""How the captions of floats begin."""

from __future__ import annotations

import re

_NUMBER = r"(?:[A-Z]{1,2}[.\-]?)?\d{1,3}(?:[.\-]\d{1,3})?|[IVX]{1,6}|[A-Z]\.\d{1,3}"
CAPTION = re.compile(
    rf"(?:Supplementary |Extended Data |Appendix )?(?P<word>Table|Tab\.|TABLE|Figure|Fig\.|FIGURE|FIG\.|Algorithm|Listing)\s*"
    rf"(?P<number>{_NUMBER})(?P<end>\s*[:.|]|\s*[-–—]\s|\s|$)"
)

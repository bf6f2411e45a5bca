"""What a font says of itself: its name, whether it is bold or italic."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.convert.embedded import native

_SUBSET = re.compile(r"^[A-Z]{6}\+")
# names are the only witness for most embedded Type 1 fonts: CMBX10, NimbusRomNo9L-Medi, SFBX1000, LinBiolinumTB
_BOLD = re.compile(
    r"bold|black|heavy|demi|-medi|cmbx|cmssbx|sfbx|sfsx|bx\d|ecbx|linlibertinetb|biolinumtb|-bd|extrab", re.I
)
_ITALIC = re.compile(r"ital|obli|slant|cmti|cmmi|cmsl|sfti|ecti|tei?\d*$|linlibertine(?:t|tb)i|-it\b|ti\d", re.I)
_MONO = re.compile(r"mono|cour|inconsol|typewr|cmtt|sftt|ectt|lmtt|-tt|tt\d+$|consol|menlo|code|beramono|txtt", re.I)
_SYMBOLS = re.compile(r"cmsy|cmex", re.IGNORECASE)
_FORCE_BOLD, _ITALIC_FLAG = 1 << 18, 1 << 6


@dataclass(frozen=True, slots=True)
class Font:
    """A font as far as the layout needs it."""

    name: str
    bold: bool
    italic: bool
    symbols: str = ""
    """`cmsy` or `cmex` for TeX's fonts of symbols, whose letters are not letters."""


class Fonts:
    """The fonts of one page, asked once per handle."""

    def __init__(self) -> None:
        self._known: dict[int, Font] = {}
        self._buffer = native.chars()
        self._angle = native.ints()

    def of(self, text_object: int) -> Font:
        """The font of a text object."""
        handle = native.object_font(text_object) or 0
        font = self._known.get(handle)
        if font is None:
            font = self._known[handle] = self._read(handle)
        return font

    def _read(self, handle: int) -> Font:
        if not handle:
            return Font("", bold=False, italic=False)
        native.font_name(handle, native.buffer_address(self._buffer), len(self._buffer))
        name = _SUBSET.sub("", self._buffer.value.decode("utf-8", "replace"))
        flags = max(0, native.font_flags(handle))
        slanted = native.font_italic_angle(handle, native.buffer_address(self._angle)) and self._angle[0] != 0
        bold = bool(flags & _FORCE_BOLD) or native.font_weight(handle) >= 600 or bool(_BOLD.search(name))
        italic = bool(flags & _ITALIC_FLAG or slanted or _ITALIC.search(name))
        symbols = _SYMBOLS.match(name)
        return Font(name, bold=bold, italic=italic, symbols=symbols[0].lower() if symbols else "")


def is_monospaced(name: str) -> bool:
    """Whether a font's name says that it is a typewriter face."""
    return bool(_MONO.search(name))

"""PDFium's functions as plain C calls: one call per glyph is affordable only without argument objects.

pypdfium2's wrappers convert every argument; here handles are addresses (`int`) and out-parameters are reused buffers.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Callable
from typing import Any

import pypdfium2.raw as raw

_H, _I, _U = c.c_void_p, c.c_int, c.c_uint


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    address = c.cast(getattr(raw, name), _H).value
    return c.CFUNCTYPE(result, *arguments)(address)  # type: ignore[arg-type]  # an exported symbol has an address


def address(handle: object) -> int:
    """The address behind one of pypdfium2's raw handles."""
    return c.cast(handle, _H).value or 0  # type: ignore[arg-type]  # the handles are pointers, their stubs are not


text_unicode = _function("FPDFText_GetUnicode", _U, _H, _I)
text_object = _function("FPDFText_GetTextObject", _H, _H, _I)
text_loose_box = _function("FPDFText_GetLooseCharBox", _I, _H, _I, _H)
text_char_box = _function("FPDFText_GetCharBox", _I, _H, _I, _H, _H, _H, _H)
text_matrix = _function("FPDFText_GetMatrix", _I, _H, _I, _H)
text_origin = _function("FPDFText_GetCharOrigin", _I, _H, _I, _H, _H)
text_font_size = _function("FPDFText_GetFontSize", c.c_double, _H, _I)
text_is_hyphen = _function("FPDFText_IsHyphen", _I, _H, _I)
object_font = _function("FPDFTextObj_GetFont", _H, _H)
object_render_mode = _function("FPDFTextObj_GetTextRenderMode", _I, _H)
object_fill = _function("FPDFPageObj_GetFillColor", _I, _H, _H, _H, _H, _H)
object_stroke = _function("FPDFPageObj_GetStrokeColor", _I, _H, _H, _H, _H, _H)
object_type = _function("FPDFPageObj_GetType", _I, _H)
object_bounds = _function("FPDFPageObj_GetBounds", _I, _H, _H, _H, _H, _H)
object_matrix = _function("FPDFPageObj_GetMatrix", _I, _H, _H)
object_clip = _function("FPDFPageObj_GetClipPath", _H, _H)
object_marks = _function("FPDFPageObj_CountMarks", _I, _H)
object_mark = _function("FPDFPageObj_GetMark", _H, _H, c.c_ulong)
mark_name = _function("FPDFPageObjMark_GetName", _I, _H, _H, c.c_ulong, _H)
object_transparent = _function("FPDFPageObj_HasTransparency", _I, _H)
mark_text = _function("FPDFPageObjMark_GetParamStringValue", _I, _H, c.c_char_p, _H, c.c_ulong, _H)
clip_paths = _function("FPDFClipPath_CountPaths", _I, _H)
clip_segments = _function("FPDFClipPath_CountPathSegments", _I, _H, _I)
clip_segment = _function("FPDFClipPath_GetPathSegment", _H, _H, _I, _I)
font_name = _function("FPDFFont_GetBaseFontName", c.c_size_t, _H, _H, c.c_size_t)
font_weight = _function("FPDFFont_GetWeight", _I, _H)
font_flags = _function("FPDFFont_GetFlags", _I, _H)
font_italic_angle = _function("FPDFFont_GetItalicAngle", _I, _H, _H)
page_object_count = _function("FPDFPage_CountObjects", _I, _H)
page_object = _function("FPDFPage_GetObject", _H, _H, _I)
form_object_count = _function("FPDFFormObj_CountObjects", _I, _H)
form_object = _function("FPDFFormObj_GetObject", _H, _H, c.c_ulong)
path_segments = _function("FPDFPath_CountSegments", _I, _H)
path_segment = _function("FPDFPath_GetPathSegment", _H, _H, _I)
path_draw_mode = _function("FPDFPath_GetDrawMode", _I, _H, _H, _H)
segment_point = _function("FPDFPathSegment_GetPoint", _I, _H, _H, _H)
segment_type = _function("FPDFPathSegment_GetType", _I, _H)

floats = c.c_float * 6
doubles = c.c_double * 4
uints = c.c_uint * 4
ints = c.c_int * 2
chars = c.c_char * 256


def buffer_address(buffer: Any) -> int:
    """Where a ctypes buffer lies; the buffer must outlive its use."""
    return c.addressof(buffer)

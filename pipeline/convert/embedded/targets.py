"""Link annotations of a page that open a web address."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pipeline.convert.embedded.frame import Frame
from pipeline.convert.embedded.words import Target

_MOST_LINKS = 5_000
_LONGEST_URL = 2_000
_WEB = ("http://", "https://", "ftp://")


def read_targets(document: pdfium.PdfDocument, page: pdfium.PdfPage, frame: Frame) -> Iterator[Target]:
    """The page's web links; addresses that are not http(s) or ftp, or longer than 2,000 bytes, are left out."""
    position, link = ctypes.c_int(0), raw.FPDF_LINK()
    for _ in range(_MOST_LINKS):
        if not raw.FPDFLink_Enumerate(page.raw, ctypes.byref(position), ctypes.byref(link)):
            return
        action = raw.FPDFLink_GetAction(link)
        if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
            continue
        length = raw.FPDFAction_GetURIPath(document.raw, action, None, 0)
        if not 1 < length <= _LONGEST_URL:
            continue
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFAction_GetURIPath(document.raw, action, buffer, length)
        url = buffer.value.decode("utf-8", "replace").strip()
        rect = raw.FS_RECTF()
        if url.lower().startswith(_WEB) and raw.FPDFLink_GetAnnotRect(link, ctypes.byref(rect)):
            sides = (
                min(rect.left, rect.right),
                min(rect.bottom, rect.top),
                max(rect.left, rect.right),
                max(rect.bottom, rect.top),
            )
            yield Target(url, frame.box(*sides))

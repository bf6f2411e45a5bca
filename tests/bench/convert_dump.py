"""Run one converter over PDFs and keep what it says: `python convert_dump.py CONVERTER OUT_DIR PDF ...`.

It runs in the converter's own environment, so it imports nothing but the standard library and the converter. Per paper
it writes `<stem>.json` with either `markdown`, or `text`, `headings` and `rows`; and `run.json` with the seconds of
processor time and the peak memory of the whole run. The interpreter's start and the converter's import are not counted.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

Dump = dict[str, Any]


def pdfium() -> Callable[[Path], Dump]:
    """PDFium's own text, page after page: no headings, no tables."""
    import pypdfium2

    def convert(path: Path) -> Dump:
        with pypdfium2.PdfDocument(path) as pdf:
            return {"text": "\n".join(page.get_textpage().get_text_range() for page in pdf)}

    return convert


def pymupdf4llm() -> Callable[[Path], Dump]:
    """PyMuPDF's Markdown with its layout model."""
    import pymupdf4llm

    return lambda path: {"markdown": pymupdf4llm.to_markdown(str(path))}


def rustypaper() -> Callable[[Path], Dump]:
    """Rustypaper's Markdown."""
    import rustypaper

    return lambda path: {"markdown": rustypaper.to_markdown(str(path))}


def pdf_inspector() -> Callable[[Path], Dump]:
    """The Markdown of pdf-inspector."""
    import pdf_inspector

    return lambda path: {"markdown": pdf_inspector.process_pdf(str(path)).markdown or ""}


def ours(*, use_outline: bool) -> Callable[[Path], Dump]:
    """Our embedded converter."""
    from pipeline.convert.embedded.converter import convert_pdf

    def convert(path: Path) -> Dump:
        document = convert_pdf(path, path.stem, use_outline=use_outline)
        return {
            "text": "\n".join(passage.text for passage in document.passages()),
            "headings": [heading.text for heading in document.headings],
            "rows": [row for table in document.tables for row in table.rows],
        }

    return convert


CONVERTERS: dict[str, Callable[[], Callable[[Path], Dump]]] = {
    "ours": partial(ours, use_outline=True),
    "ours-without-outline": partial(ours, use_outline=False),
    "pdfium": pdfium,
    "pymupdf4llm": pymupdf4llm,
    "rustypaper": rustypaper,
    "pdf-inspector": pdf_inspector,
}


def main(name: str, out: Path, papers: list[Path]) -> None:
    """Convert each paper once; a paper on which the converter raises counts as empty and is named in `run.json`."""
    convert = CONVERTERS[name]()
    failed: dict[str, str] = {}
    seconds = 0.0
    for path in papers:
        start = time.process_time()
        try:
            dump = convert(path)
        except Exception as error:  # noqa: BLE001 - a foreign converter may raise anything, and the run goes on
            dump, failed[path.stem] = {"text": ""}, f"{type(error).__name__}: {error}"
        seconds += time.process_time() - start
        (out / f"{path.stem}.json").write_text(json.dumps(dump), encoding="utf-8", errors="replace")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    (out / "run.json").write_text(
        json.dumps({"seconds": seconds, "peak_mb": peak_mb, "failed": failed}), encoding="utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), [Path(arg) for arg in sys.argv[3:]])

"""Make the demo venue: set the texts of `papers/` as PDFs and list them. Needs the development extra.

python -m pipeline.demo.make_papers
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from pipeline.demo import layout, paper_text
from pipeline.demo.serve import MANIFEST, VENUE
from pipeline.store import write_bytes

TEXTS = Path(__file__).resolve().parent / "papers"


def venue_files() -> dict[str, bytes]:
    """The files of the venue's folder by name; the same texts give the same bytes."""
    files: dict[str, bytes] = {}
    rows = [("id", "title", "award", "pdf_url")]
    for source in sorted(path for path in TEXTS.glob("*.md") if path.stem != "README"):
        paper = paper_text.parse(source.read_text(encoding="utf-8"))
        files[f"{source.stem}.pdf"] = layout.pdf_bytes(paper)
        rows.append((source.stem, paper.title, paper.award, f"{source.stem}.pdf"))
    listing = io.StringIO()
    csv.writer(listing, lineterminator="\n").writerows(rows)
    return {**files, MANIFEST: listing.getvalue().encode()}


def main() -> None:
    """Write the venue's folder."""
    for name, data in venue_files().items():
        write_bytes(VENUE / name, data)


if __name__ == "__main__":
    main()

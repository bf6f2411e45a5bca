"""discover: a venue to its papers, from any of the places where conferences list them."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.discover import anthology, award_page, cvf, manifest, miniconf, openreview, pmlr
from pipeline.discover.entries import Reader


@dataclass(frozen=True)
class Format:
    """How a kind of listing is read. `suffix`: of the files that are taken from a folder; empty where none may be given."""

    read: Reader
    about: str
    suffix: str = ""


LISTINGS: dict[str, Format] = {
    "manifest": Format(manifest.read, "a curator's CSV or JSON file: id, title, pdf_url, ..."),
    "acl-anthology": Format(anthology.read, "XML of the ACL Anthology", suffix=".xml"),
    "award-page": Format(award_page.read, "an award page in Markdown: headings are awards, bold lines are papers"),
    "miniconf": Format(miniconf.read, "JSON of the sites of ICML, ICLR, NeurIPS, CVPR, ECCV", suffix=".json"),
    "pmlr": Format(pmlr.read, "the folder _posts of a PMLR volume's repository", suffix=".md"),
    "cvf": Format(cvf.read, "the HTML page of CVF open access", suffix=".html"),
    "openreview": Format(openreview.read, "notes of the OpenReview API v2 (needs a login)"),
}
"""Every kind of listing by its name."""

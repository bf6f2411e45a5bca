"""Award pages in Markdown, alone and joined to a listing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pipeline.discover import anthology, award_page
from pipeline.discover.merge import joined, merged
from pipeline.errors import UsageError
from pipeline.records.paper import Paper
from tests.discover.fakes import part

SHAPE_2025 = """---
title: Awards
---
## Best Paper

* **Tidal Networks: Learning from the Moon**\x20\x20
_Ann Lee, Bo Chen_

## Old Paper Prizes

* **The Test of Time Award (2013)**\x20\x20
_On Nets_\x20\x20
_Carla Díaz, Dan Eze_

## Industry Track Awards

### Honourable Mentions

**A Study of Sand**\x20\x20
_Eve Fox_

## Outstanding Papers
"""
SHAPE_2024 = """## SAC Awards
* **On Nets**<br><u>Tides, *Waves* and More</u><br>*Carla Díaz;Dan Eze*
* **Why is My_Model Bold?**<br>*Gil Hart*
1. **Award-Winning Journalism by Machines**<br>*Ida Jay*
"""


def test_the_shape_of_2025() -> None:
    """Headings are awards, with those above them; where the bold words are an award, the title follows."""
    read = award_page.read([part(SHAPE_2025)])
    found = [(e.paper.title, e.paper.award, e.paper.award_text, e.paper.authors, e.place) for e in read.entries]
    assert found == [
        ("Tidal Networks: Learning from the Moon", "best", "Best Paper", ("Ann Lee", "Bo Chen"), "line 6"),
        (
            *("On Nets", "award-other", "Old Paper Prizes: The Test of Time Award (2013)"),
            *(("Carla Díaz", "Dan Eze"), "line 11"),
        ),
        ("A Study of Sand", "award-other", "Industry Track Awards: Honourable Mentions", ("Eve Fox",), "line 19"),
    ]


def test_the_shape_of_2024() -> None:
    """Everything on one line, with the area between title and authors."""
    read = award_page.read([part(SHAPE_2024)])
    assert [(entry.paper.title, entry.paper.authors) for entry in read.entries] == [
        ("On Nets", ("Carla Díaz", "Dan Eze")),
        ("Why is My_Model Bold?", ("Gil Hart",)),
        ("Award-Winning Journalism by Machines", ("Ida Jay",)),
    ]
    assert {entry.paper.award for entry in read.entries} == {"sac-highlight"}


def test_a_page_without_awards() -> None:
    """Another page is an error that says what was looked for."""
    with pytest.raises(UsageError, match=r"no bold title \(`\* \*\*Title\*\*`\) under a heading"):
        award_page.read([part("# Welcome\n\nCome to **Vienna**? No: come _here_.\n")])


def test_joined_to_a_listing() -> None:
    """Tiers and award texts go to the papers, the better tier first; what matches no paper is said."""
    papers = [
        Paper(id="a", title="Tidal Networks", authors=("Ann Lee", "Bo Chen"), pdf_url="https://x.org/a.pdf"),
        Paper(id="b", title="On nets", authors=("C. Díaz", "D. Eze"), award="oral", award_text="Oral"),
    ]
    result, findings = joined(papers, award_page.read([part(SHAPE_2025), part(SHAPE_2024)]).entries, "award-page")
    assert [(paper.id, paper.award, paper.award_text) for paper in result] == [
        ("a", "best", "Best Paper"),
        ("b", "oral", "Oral; Old Paper Prizes: The Test of Time Award (2013); SAC Awards"),
    ]
    assert [finding.code for finding in findings] == ["award-unmatched"] * 3
    assert "'A Study of Sand' (Industry Track Awards: Honourable Mentions) matches no paper" in findings[0].message


@pytest.mark.shared
def test_acl_2025_page(shared_dir: Path) -> None:
    """92 printed awards: 89 in the lists, 3 of the industry track without a bullet; every one with its authors."""
    read = award_page.read([part((shared_dir / "data/venues/acl-2025-awards.md").read_bytes())])
    tiers = Counter(entry.paper.award for entry in read.entries)
    assert tiers == {"sac-highlight": 47, "outstanding": 26, "best": 16, "award-other": 3}
    assert all(entry.paper.authors and entry.paper.title for entry in read.entries)
    assert not read.findings


@pytest.mark.shared
def test_acl_2025_page_matches_no_paper_of_2022(shared_dir: Path) -> None:
    """Joined to the listing of another year, no paper gets an award by mistake."""
    venues = shared_dir / "data" / "venues"
    papers, _ = merged(anthology.read([part((venues / "acl-2022.xml").read_bytes())]))
    awards = award_page.read([part((venues / "acl-2025-awards.md").read_bytes())]).entries
    result, findings = joined(papers, awards, "award-page")
    assert result == papers and len(findings) == 92

"""The stage: a venue by name or a list of one's own, joined, selected, completed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pipeline.discover import LISTINGS
from pipeline.discover.openreview import Notes
from pipeline.discover.resolve import arxiv_address
from pipeline.discover.selection import parse_tiers, select
from pipeline.discover.sources import MAX_LISTING_BYTES, gather
from pipeline.discover.stage import Login, discover
from pipeline.discover.venues import Source, find_venue, known_venues, read_venues
from pipeline.errors import InputError, RefusedError, ServiceError, UsageError
from pipeline.records.paper import AWARD_TIERS, Listing, Paper
from tests.discover.fakes import FIXTURES, FakeWeb

NOWHERE = FakeWeb({})
MINE = "id,title,pdf_url,award\nb,Second,b.pdf,Oral\na,First,,Poster\n../c,Third,,\n"
VENUES = known_venues(frozenset(LISTINGS))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A manifest on disk."""
    path = tmp_path / "mine.csv"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_a_manifest(mine: Path) -> None:
    """Sorted by id, files beside the manifest, bad rows as findings; the same bytes give the same listing."""
    listing = discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[str(mine)])
    assert (listing.venue, listing.source) == ("mine", "manifest")
    assert [(p.id, p.award, p.pdf_url) for p in listing.papers] == [
        ("a", "regular", ""),
        ("b", "oral", (mine.parent / "b.pdf").as_uri()),
    ]
    assert [finding.severity for finding in listing.findings] == ["error"]
    again = discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[mine.as_uri()])
    assert again == listing
    mine.write_text(MINE + "d,Fourth,,\n", encoding="utf-8")
    assert (
        discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[str(mine)]).source_digest
        != listing.source_digest
    )


def test_select(mine: Path) -> None:
    """Only the wanted tiers; the findings stay, and the listing that was given is as it was."""
    listing = discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[str(mine)])
    chosen = select(listing, {"oral", "best"})
    assert [paper.id for paper in chosen.papers] == ["b"] and chosen.findings == listing.findings
    assert len(listing.papers) == 2 and not select(listing, set()).papers
    assert (
        discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[str(mine)], awards={"oral"}).papers
        == chosen.papers
    )


def test_tiers_as_a_person_writes_them() -> None:
    """Names between commas; none means all; a wrong one is named with the right ones."""
    assert parse_tiers(" Best, oral,") == {"best", "oral"}
    assert parse_tiers("") == set(AWARD_TIERS)
    with pytest.raises(UsageError, match="no award tier 'bestest'; there are best, outstanding"):
        parse_tiers("best,bestest")


def test_a_known_venue_is_fetched_and_joined() -> None:
    """CVPR: papers and tiers from one site, PDFs from the other, matched by title."""
    events = b"""{"count": 1, "results": [{"id": 7, "name": "Seeing Tides: 3D Waves & Winds", "decision": "Highlight",
    "authors": [{"fullname": "Ann Lee"}], "virtualsite_url": "/virtual/2025/poster/7", "eventtype": "Poster"}]}"""
    own, joined = VENUES["cvpr-2025"].addresses[0], VENUES["cvpr-2025"].joins[0].addresses[0]
    web = FakeWeb({own: events, joined: (FIXTURES / "cvf.html").read_bytes()})
    listing = discover(venue="cvpr-2025", fetches=web)
    assert listing.papers == (
        Paper(
            id="7",
            title="Seeing Tides: 3D Waves & Winds",
            pdf_url="https://openaccess.thecvf.com/content/CVPR2025/papers/Lee_Seeing_Tides_CVPR_2025_paper.pdf",
            award="highlight",
            award_text="Highlight",
            authors=("Ann Lee",),
            landing_url="https://cvpr.thecvf.com/virtual/2025/poster/7",
        ),
    )
    assert [finding.code for finding in listing.findings] == ["bad-entry", "join-unmatched"]
    assert web.asked == [own, joined]


def test_a_join_that_is_missing_is_an_error_finding_one_that_is_down_stops() -> None:
    """Awards must not be lost in silence: 404 is said, and what may work later is raised."""
    own, joined = VENUES["acl-2024"].addresses[0], VENUES["acl-2024"].joins[0].addresses[0]
    xml = (FIXTURES / "anthology-2026.xml").read_bytes()
    listing = discover(venue="acl-2024", fetches=FakeWeb({own: xml}))
    assert [f.code for f in listing.findings if f.severity == "error"] == ["bad-entry", "join-missing"]
    with pytest.raises(ServiceError):
        discover(venue="acl-2024", fetches=FakeWeb({own: xml, joined: ServiceError("503")}))
    with pytest.raises(InputError, match="404"):
        discover(venue="acl-2024", fetches=NOWHERE)


def test_files_instead_of_the_venues_addresses() -> None:
    """A listing that was fetched by hand: links are still relative to the site; more listings can be joined."""
    here = [str(FIXTURES / "miniconf.json"), str(FIXTURES / "miniconf-abstracts.json")]
    volume = Source(listing="pmlr", addresses=(str(FIXTURES / "pmlr"),))
    listing = discover(venue="icml-2025", fetches=NOWHERE, addresses=here, joins=[volume])
    paper = next(paper for paper in listing.papers if paper.id == "AbCdEf1234")
    assert paper.landing_url == "https://icml.cc/virtual/2026/poster/101" and paper.award == "oral"
    assert [f.code for f in listing.findings] == ["not-a-candidate", "title-shared", "bad-entry", "join-unmatched"]


def test_missing_pdfs_are_looked_up_for_wanted_papers_only(mine: Path) -> None:
    """What is not selected is not asked for."""
    web = FakeWeb({})
    listing = discover(
        venue="mine", fetches=web, listing="manifest", addresses=[str(mine)], awards={"regular"}, missing_pdfs=True
    )
    assert web.asked[0] == arxiv_address("First") and len(web.asked) == 2
    assert [finding.code for finding in listing.findings] == ["bad-entry", "pdf-missing"]


def test_openreview_is_asked_with_the_login() -> None:
    """The login goes to the client, the notes come back as a listing; without one, the error says what to set."""
    asked: list[tuple[str, str, str]] = []

    def ask(venue_id: str, username: str, password: str) -> Notes:
        asked.append((venue_id, username, password))
        return [{"id": "AbCdEf1234", "content": {"title": {"value": "T"}, "venue": {"value": "ICLR 2025 Oral"}}}]

    listing = discover(venue="openreview-iclr-2025", fetches=NOWHERE, openreview=Login("me", "secret", ask))
    assert asked == [("ICLR.cc/2025/Conference", "me", "secret")]
    assert [(paper.id, paper.award) for paper in listing.papers] == [("AbCdEf1234", "oral")]
    with pytest.raises(UsageError, match="PAPER2TASK_OPENREVIEW_USERNAME"):
        discover(venue="openreview-iclr-2025", fetches=NOWHERE)


def test_an_empty_listing_is_an_error_finding() -> None:
    """A wrong venue id, or a site that lists nothing yet, is not taken for a venue without papers."""
    web = FakeWeb({VENUES["iclr-2025"].addresses[0]: b'{"count": 0, "results": []}'})
    (finding,) = discover(venue="iclr-2025", fetches=web).findings
    assert (finding.code, finding.severity) == ("empty-listing", "error")


def test_names_that_are_not_known() -> None:
    """Venues and listings: the close ones are suggested, or all are named."""
    with pytest.raises(UsageError, match="no venue 'ACL2022': did you mean acl-2022 or"):
        discover(venue="ACL2022", fetches=NOWHERE)
    with pytest.raises(UsageError, match="known are acl-2022, acl-2023"):
        find_venue("zzz", VENUES)
    with pytest.raises(UsageError, match="no listing 'excel'; there are manifest, acl-anthology"):
        discover(venue="mine", fetches=NOWHERE, listing="excel", addresses=["x"])
    with pytest.raises(UsageError, match=r"git clone .*mlresearch/v267"):
        discover(venue="pmlr-v267", fetches=NOWHERE)
    with pytest.raises(InputError, match="cannot be a file name"):
        discover(venue="../x", fetches=NOWHERE, listing="award-page", addresses=[str(FIXTURES / "README.md")])


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("missing.csv", "is not there"),
        ("ftp://x.org/a.csv", "is no http, https or file address"),
        ("file://elsewhere/a.csv", "is no http, https or file address"),
        (str(FIXTURES), "a folder where a file is needed"),
    ],
)
def test_addresses_that_cannot_be_read(address: str, says: str) -> None:
    """The error says what is wrong with the address."""
    with pytest.raises(UsageError, match=says):
        discover(venue="mine", fetches=NOWHERE, listing="manifest", addresses=[address])


def test_a_folder_without_the_listings_files(tmp_path: Path) -> None:
    """A folder is taken where a listing comes in files, and only those files."""
    with pytest.raises(UsageError, match=r"no \.md file"):
        gather([str(tmp_path)], NOWHERE, suffix=".md")


def test_a_listing_that_does_not_end_is_refused(tmp_path: Path) -> None:
    """The cap holds for all parts together, whatever a file says about its size."""
    with (tmp_path / "huge.csv").open("wb") as file:
        file.truncate(MAX_LISTING_BYTES + 1)
    with pytest.raises(RefusedError, match="no listing is"):
        gather([str(tmp_path / "huge.csv")], NOWHERE)
    web = FakeWeb({"https://x.org/a": bytes(MAX_LISTING_BYTES - 10), "https://x.org/b": bytes(11)})
    with pytest.raises(RefusedError):
        gather(["https://x.org/a", "https://x.org/b"], web)


def test_venues_that_ship_are_sound() -> None:
    """Every address is https or OpenReview's, every name can be a folder, each year of the named conferences is there."""
    addresses = [a for v in VENUES.values() for source in (v, *v.joins) for a in source.addresses]
    assert all(address.startswith(("https://", "openreview:")) for address in addresses)
    assert len(set(addresses)) == len(addresses)
    assert {f"acl-{year}" for year in range(2022, 2026)} | {"iclr-2025", "neurips-2024", "eccv-2024"} <= set(VENUES)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[x", "is not TOML"),
        ("[x]\nlisting = 3\naddresses = []\n", r"\[x\] listing: Input should be a valid string"),
        ("[x]\nlisting = 'manifest'\nadresses = ['a']\n", r"\[x\] adresses: Extra inputs are not permitted"),
        ("[x]\nlisting = 'excel'\naddresses = ['a']\n", r"\[x\]: no listing 'excel'; there are"),
        ("[x]\nlisting = 'cvf'\naddresses = ['a']\njoins = [{listing = 'y'}]\n", r"\[x\]: no listing 'y'"),
        ("[x]\nlisting = 'cvf'\n", "neither addresses nor a hint"),
        ("['a/b']\nlisting = 'cvf'\n", "cannot be a file name|neither"),
        ("x = 3\n", r"\[x\] : Input should be"),
    ],
)
def test_broken_venues(text: str, says: str) -> None:
    """A mistake in the file is named with venue and field."""
    with pytest.raises(UsageError, match=says):
        read_venues(text, LISTINGS)


REAL = [
    ("cvpr-2025.csv", 2872, {"highlight": 388}),
    ("icml-2024.csv", 2610, {"oral": 144, "spotlight": 191}),
    ("neurips-2024.csv", 4553, {"oral": 72}),
]


@pytest.mark.shared
@pytest.mark.parametrize(("name", "papers", "awarded"), REAL)
def test_real_listings(shared_dir: Path, name: str, papers: int, awarded: dict[str, int]) -> None:
    """The counts that the conferences tell; nothing merges, though NeurIPS has two papers of one title."""
    listing = discover(
        venue="real", fetches=NOWHERE, listing="manifest", addresses=[str(shared_dir / "data/venues" / name)]
    )
    assert len(listing.papers) == papers
    tiers = Counter(paper.award for paper in listing.papers)
    assert {tier: count for tier, count in tiers.items() if tier != "regular"} == awarded
    assert [f.code for f in listing.findings] == (["title-shared"] if name.startswith("neurips") else [])
    assert Listing.model_validate(listing.model_dump()) == listing


@pytest.mark.shared
def test_real_acl_2022(shared_dir: Path) -> None:
    """774 papers, 12 with an award, from the venue's own format."""
    listing = discover(venue="acl-2022", fetches=NOWHERE, addresses=[str(shared_dir / "data/venues/acl-2022.xml")])
    awarded = select(listing, frozenset(AWARD_TIERS) - {"regular"})
    assert (len(listing.papers), len(awarded.papers), listing.findings) == (774, 12, ())
    assert all(paper.pdf_url for paper in listing.papers)

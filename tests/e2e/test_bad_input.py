"""Whatever a venue holds, each bad paper is one clear line and the good ones get their card."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from reportlab.lib import pdfencrypt
from reportlab.pdfgen.canvas import Canvas

from pipeline.demo.serve import VENUE
from tests.helpers import behaviours as b
from tests.helpers.program import Ended, run
from tests.helpers.server import Site

GOOD = (VENUE / "debiased-shrinkage.pdf").read_bytes()

BAD = {
    "html": "HTML",
    "empty": "0 bytes|empty",
    "truncated": "truncated",
    "encrypted": "password|encrypted",
    "scanned": "no text",
    "gone": "404",
    "endless-redirect": "redirect",
    "stalled": "silent|stall|time|answer",
    "two-gigabytes": "larger than",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with one good paper under two ids and a bad one of each kind."""
    folder = tmp_path_factory.mktemp("pdfs")
    with Site() as server:
        server.add("/good.pdf", b.serve(GOOD))
        server.add("/good-two.pdf", b.serve((VENUE / "warm-turns.pdf").read_bytes()))
        server.add("/html.pdf", b.web_page("Sign in"))
        server.add("/empty.pdf", b.serve(b""))
        server.add("/truncated.pdf", b.serve(GOOD[: len(GOOD) // 2]))
        server.add("/encrypted.pdf", b.serve(_encrypted(folder)))
        server.add("/scanned.pdf", b.serve(_scanned(folder)))
        server.add("/endless-redirect.pdf", b.endless_redirect)
        server.add("/stalled.pdf", b.silent)
        server.add("/two-gigabytes.pdf", b.endless(declared=2 << 30))
        yield server


def _encrypted(folder: Path) -> bytes:
    path = folder / "encrypted.pdf"
    canvas = Canvas(str(path), encrypt=pdfencrypt.StandardEncryption("secret", canPrint=0))
    canvas.drawString(72, 720, "nobody reads this")
    canvas.save()
    return path.read_bytes()


def _scanned(folder: Path) -> bytes:
    """The good paper as pictures of its pages."""
    path = folder / "scanned.pdf"
    canvas = Canvas(str(path))
    with pdfium.PdfDocument(GOOD) as source:
        for number in range(len(source)):
            page = source[number]
            picture = folder / f"{number}.png"
            page.render(scale=1).to_pil().save(picture)
            page.close()
            canvas.drawImage(str(picture), 0, 0, 612, 792)
            canvas.showPage()
    canvas.save()
    return path.read_bytes()


def _manifest(folder: Path, rows: list[tuple[str, str, str]]) -> Path:
    path = folder / "venue.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("id", "title", "pdf_url"), *rows])
    return path


@pytest.fixture(scope="module")
def ended(site: Site, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, Path]:
    """One ingest of them all."""
    folder = tmp_path_factory.mktemp("run")
    rows = [(name, f"A bad paper: {name}", site.url(f"/{name}.pdf")) for name in BAD]
    rows += [
        ("good", "Debiased Spectral Shrinkage", site.url("/good.pdf")),
        ("same-title", "Warm turns", site.url("/good-two.pdf")),
        ("same-title-again", "Warm Turns", ""),
        ("../escape", "Out of here", site.url("/good.pdf")),
        ("no-address", "A paper without an address", ""),
    ]
    manifest = _manifest(folder, rows)
    return run("ingest", "--manifest", str(manifest), "--out", "cards", "--json", cwd=folder, max_pdf_mb="20"), folder


@pytest.mark.parametrize(("paper", "reason"), BAD.items())
def test_each_bad_paper_is_one_clear_line(ended: tuple[Ended, Path], paper: str, reason: str) -> None:
    """Its line on standard error names the paper and what is wrong with it."""
    run_, _ = ended
    lines = [line for line in run_.err.splitlines() if f" {paper}: " in line]
    assert len(lines) == 1, run_.err
    assert re.search(reason, lines[0], re.I), lines[0]
    assert "Traceback" not in run_.err


def test_the_good_papers_get_their_cards(ended: tuple[Ended, Path]) -> None:
    """Exit code 1 says that some failed; the good ones are whole."""
    run_, folder = ended
    assert run_.code == 1
    made = sorted(path.name for path in (folder / "cards").iterdir())
    assert [name for name in made if name.startswith("good.")] == [
        "good.card.json",
        "good.document.json",
        "good.verdict.json",
    ]
    assert [name for name in made if name.endswith(".card.json")] == ["good.card.json", "same-title.card.json"]
    assert not [name for name in made if name.endswith(".tmp")]


def test_twins_merge_and_a_path_as_id_is_refused(ended: tuple[Ended, Path]) -> None:
    """Of two rows with one title one paper is made; an id with `../` is told with its line and makes no file."""
    run_, folder = ended
    assert not (folder.parent / "escape.card.json").exists()
    errors = [finding["message"] for finding in run_.data["findings"] if finding["severity"] == "error"]
    assert any("../escape" in message and "line" in message for message in errors), errors
    merged = [finding for finding in run_.data["findings"] if finding["code"] == "duplicate-merged"]
    assert len(merged) == 1
    assert "no-address" in {outcome["unit"] for outcome in run_.data["troubled"]}


def test_a_rerun_asks_nothing_of_those_that_failed(site: Site, ended: tuple[Ended, Path]) -> None:
    """What failed on its input stays failed without a request; `--retry-failed` asks again."""
    _, folder = ended
    asked = site.count("/gone.pdf"), site.count("/html.pdf"), site.count("/good.pdf")
    again = run("ingest", "--manifest", "venue.csv", "--out", "cards", cwd=folder, max_pdf_mb="20")
    assert again.code == 1
    assert (site.count("/gone.pdf"), site.count("/html.pdf"), site.count("/good.pdf")) == asked
    retried = run("fetch", "venue", "--retry-failed", cwd=folder, max_pdf_mb="20")
    assert retried.code == 1
    assert site.count("/gone.pdf") > asked[0]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("venue.csv", "id,title\na,A\n", "pdf_url"),
        ("venue.csv", "", "empty|column"),
        ("venue.json", '{"papers": [', "JSON"),
        ("venue.csv", 'id,title,pdf_url\n"a,A,x\n', "CSV"),
    ],
)
def test_a_broken_manifest_is_a_usage_error(tmp_path: Path, name: str, text: str, message: str) -> None:
    """Exit 2, one line that names the file and what is missing; nothing is made."""
    (tmp_path / name).write_text(text)
    done = run("ingest", "--manifest", name, "--out", "cards", cwd=tmp_path)
    assert done.code == 2
    assert re.search(message, done.err), done.err
    assert name in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert not (tmp_path / "cards").exists()


def test_broken_xml_of_a_venue_is_one_line(tmp_path: Path) -> None:
    """A venue whose listing is not what it should be ends with one clear line."""
    (tmp_path / "acl.xml").write_text("<collection><volume>")
    done = run("discover", "acl-2022", "--listing", "acl.xml", cwd=tmp_path)
    assert done.code == 2
    assert "acl.xml" in done.err
    assert "XML" in done.err


def test_a_data_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    """The message names the folder and the setting to change."""
    (tmp_path / "file").write_text("in the way")
    _manifest(tmp_path, [("good", "Good", (VENUE / "warm-turns.pdf").as_uri())])
    done = run("ingest", "--manifest", "venue.csv", cwd=tmp_path, data=str(tmp_path / "file" / "data"))
    assert done.code == 1
    assert str(tmp_path / "file") in done.err
    assert len(done.err.strip().splitlines()) == 1

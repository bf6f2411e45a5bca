"""The client: each defect of the library behind it, and each fault of a server, ends in one clear error."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pipeline.convert.grobid import library
from pipeline.convert.grobid.client import Grobid
from pipeline.convert.grobid.library import open_library, within
from pipeline.convert.grobid.state import GrobidState
from pipeline.errors import InputError, ServiceError, UsageError
from pipeline.ids import sha256_bytes
from tests.helpers.grobid_server import BUSY, NOTHING, PROXY, SMALL_TEI, Answer, GrobidServer, failing

PDF = b"%PDF-1.7 small"


def quick(
    server: GrobidServer,
    *,
    timeout_s: float = 5.0,
    consolidate: bool = False,
    sleep: Callable[[float], object] = lambda _: None,
) -> Grobid:
    """A client that waits for nothing."""
    return Grobid(server.url, timeout_s=timeout_s, busy_waits_s=(1.0, 2.0, 3.0), sleep=sleep, consolidate=consolidate)


@pytest.fixture
def closed_port() -> Iterator[str]:
    """An address where nobody listens."""
    with GrobidServer() as server:
        url = server.url
    yield url


def test_sends_what_the_contract_asks_for_and_nothing_that_calls_out() -> None:
    """One file named by the paper's id, coordinates as repeated fields, raw citations, no consolidation."""
    with GrobidServer() as server:
        assert quick(server).fulltext(PDF, "acl-2020-x") == SMALL_TEI
    (sent,) = server.sent
    assert (sent.file_name, sent.pdf) == ("acl-2020-x.pdf", PDF)
    assert sent.fields["includeRawCitations"] == ["1"]
    assert sorted(sent.fields["teiCoordinates"]) == ["biblStruct", "figure", "formula", "head", "note", "p", "title"]
    assert not {name for name in sent.fields if name.startswith("consolidate")}
    assert sent.accept.startswith("application/xml")


def test_consolidation_is_sent_when_asked_for() -> None:
    """The caller may want Crossref's metadata."""
    with GrobidServer() as server:
        quick(server, consolidate=True).fulltext(PDF, "p")
    assert {"consolidateHeader", "consolidateCitations"} <= set(server.sent[0].fields)


def test_two_papers_of_one_file_name_keep_their_own_answers() -> None:
    """The library's batch mode writes both to one output file; here each call returns its own TEI."""
    other = SMALL_TEI.replace(b"A Small Paper", b"Another Paper")
    with GrobidServer(papers={sha256_bytes(b"%PDF-other"): other}) as server:
        client = quick(server)
        assert client.fulltext(PDF, "a") == SMALL_TEI
        assert client.fulltext(b"%PDF-other", "b") == other
    assert [sent.file_name for sent in server.sent] == ["a.pdf", "b.pdf"]


def test_busy_server_is_waited_for() -> None:
    """503 twice, then TEI: the suggested waits are kept, in order."""
    waits: list[float] = []
    with GrobidServer(script=[BUSY, BUSY]) as server:
        assert quick(server, sleep=waits.append).fulltext(PDF, "p") == SMALL_TEI
    assert waits == [1.0, 2.0]
    assert all(sent.pdf == PDF for sent in server.sent)


def test_server_that_stays_busy_is_given_up() -> None:
    """The library would try for ever, by recursion."""
    waits: list[float] = []
    with GrobidServer(always=BUSY) as server, pytest.raises(ServiceError, match="stayed busy"):
        quick(server, sleep=waits.append).fulltext(PDF, "p")
    assert waits == [1.0, 2.0, 3.0]
    assert len(server.sent) == 4


def test_stalled_server_is_a_service_error() -> None:
    """The library reports a read time-out as `400 Failed to open file`."""
    with (
        GrobidServer(always=Answer(200, SMALL_TEI, how="stall", seconds=5)) as server,
        pytest.raises(ServiceError) as raised,
    ):
        quick(server, timeout_s=0.3).fulltext(PDF, "p")
    assert "Failed to open file" not in str(raised.value)


def test_dripping_server_cannot_hold_us() -> None:
    """A byte now and then satisfies the library's time-out for ever."""
    start = time.monotonic()
    with GrobidServer(always=Answer(200, SMALL_TEI, how="drip", seconds=10)) as server:
        with pytest.raises(ServiceError, match=r"took longer than 0\.5 s"):
            quick(server, timeout_s=0.5).fulltext(PDF, "p")
        assert time.monotonic() - start < 3


@pytest.mark.parametrize("how", ["drop", "cut"])
def test_broken_connection_is_a_service_error(how: str) -> None:
    """Dropped before or in the middle of an answer: the server's fault, not the file's."""
    broken = Answer(200, SMALL_TEI, "application/xml", how=how)
    with GrobidServer(always=broken) as server, pytest.raises(ServiceError, match="broke") as raised:
        quick(server).fulltext(PDF, "p")
    assert "Failed to open file" not in str(raised.value)


def test_server_that_dies_after_the_preflight_is_a_service_error(closed_port: str) -> None:
    """The address answered before; now nobody listens there."""
    client = Grobid(closed_port, state=GrobidState(closed_port, alive=True))
    with pytest.raises(ServiceError, match=r"broke \(Connection refused\)"):
        client.fulltext(PDF, "p")


def test_nothing_extracted_is_the_papers_fault() -> None:
    """204 comes back from the library as if it were an answer."""
    with GrobidServer(always=NOTHING) as server, pytest.raises(InputError, match="extracted nothing from p"):
        quick(server).fulltext(PDF, "p")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (PROXY, r"web page instead of TEI \(Sign in to the network\): a proxy"),
        (Answer(200, b""), "with nothing instead of TEI"),
        (Answer(200, b"{}", "application/json"), "instead of TEI"),
        (Answer(200, b"<article xmlns='x'/>", "application/xml"), "instead of TEI"),
    ],
)
def test_a_200_that_is_not_tei_is_refused(answer: Answer, words: str) -> None:
    """The library hands out any 200 as success."""
    with GrobidServer(always=answer) as server, pytest.raises(ServiceError, match=words):
        quick(server).fulltext(PDF, "p")


@pytest.mark.parametrize(
    ("message", "kind", "words"),
    [
        ("[BAD_INPUT_DATA] PDF to XML conversion failed with error code: 1", InputError, "cannot read the PDF"),
        ("[NO_BLOCKS] PDF parsing resulted in empty content", InputError, "seems to be a scan"),
        ("[TOO_MANY_BLOCKS] The document has too many blocks", InputError, "more blocks"),
        ("[TOO_MANY_TOKENS] The document has 1000001 tokens", InputError, "more words"),
        ("[PDFALTO_CONVERSION_FAILURE] PDFALTO conversion failed.", InputError, "PDF reader fails"),
        ("[TIMEOUT] PDF to XML conversion timed out", ServiceError, "ran out of time"),
        ("[TAGGING_ERROR] CRF", ServiceError, "tagging failed"),
        ("[PARSING_ERROR] x", ServiceError, "parsing failed"),
        ("[GENERAL] An exception occurred while running Grobid.", ServiceError, "GROBID failed"),
        ("java.lang.NullPointerException", ServiceError, "HTTP 500"),
        ("", ServiceError, "HTTP 500"),
    ],
)
def test_codes_of_a_500_tell_the_paper_from_the_server(message: str, kind: type[Exception], words: str) -> None:
    """The plain-text body of a 500 begins with GROBID's own code."""
    with GrobidServer(always=failing(message)) as server, pytest.raises(kind, match=words) as raised:
        quick(server).fulltext(PDF, "p")
    assert type(raised.value) is kind
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, InputError),
        (413, InputError),
        (404, ServiceError),
        (415, ServiceError),
        (401, ServiceError),
        (502, ServiceError),
    ],
)
def test_other_statuses(status: int, kind: type[Exception]) -> None:
    """What stands before a server answers with statuses of its own."""
    with GrobidServer(always=Answer(status)) as server, pytest.raises(kind) as raised:
        quick(server).fulltext(PDF, "p")
    assert type(raised.value) is kind


def test_hostile_error_body_becomes_one_short_line() -> None:
    """Control characters and line ends of a body do not reach a terminal."""
    hostile = failing("[GENERAL] a\x1b[31m\r\n\n" + "b" * 5000)
    with GrobidServer(always=hostile) as server, pytest.raises(ServiceError) as raised:
        quick(server).fulltext(PDF, "p")
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300


def test_utf8_survives_a_missing_charset() -> None:
    """Without a charset requests would guess the encoding of the answer."""
    tei = SMALL_TEI.replace(b"A Small Paper", "Über Größe – für später".encode())
    with GrobidServer(always=Answer(200, tei, "application/xml")) as server:
        assert quick(server).fulltext(PDF, "p") == tei


def test_dead_server_is_noticed_when_the_client_is_made(closed_port: str) -> None:
    """The library's constructor ends well on a server that answers 503."""
    with pytest.raises(ServiceError, match=r"no GROBID server: .* cannot be reached"):
        Grobid(closed_port)
    with GrobidServer(probes={"isalive": Answer(503)}) as server, pytest.raises(ServiceError, match="HTTP 503"):
        Grobid(server.url)


def test_paper_id_that_is_no_file_name_is_refused() -> None:
    """The id goes into a header of the form."""
    with GrobidServer() as server, pytest.raises(InputError, match="cannot be a file name"):
        quick(server).fulltext(PDF, 'x"\r\nEvil: 1')


def test_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """GROBID is an optional extra."""
    monkeypatch.setitem(sys.modules, "grobid_client.grobid_client", None)
    library._client_class.cache_clear()
    try:
        with pytest.raises(UsageError, match=r"install paper2task\[grobid\]"):
            open_library("http://localhost:8070", timeout_s=1)
    finally:
        library._client_class.cache_clear()


def test_library_leaves_logging_and_the_screen_alone() -> None:
    """In a fresh process: no handler on the root logger, nothing printed, though the server fails."""
    program = (
        "import logging, sys\n"
        "from pipeline.convert.grobid.client import Grobid\n"
        "from pipeline.errors import ServiceError\n"
        "try:\n    Grobid(sys.argv[1], timeout_s=5).fulltext(b'%PDF', 'p')\n"
        "except ServiceError:\n    pass\n"
        "root = logging.getLogger()\n"
        "assert root.handlers == [] and root.level == logging.WARNING, root.handlers\n"
        "assert not logging.getLogger('grobid_client.grobid_client').handlers\n"
    )
    with GrobidServer(always=Answer(200, SMALL_TEI, how="drop")) as server:
        done = subprocess.run([sys.executable, "-c", program, server.url], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_fenced_class_keeps_its_logger_below_ours() -> None:
    """What the library has to say can be found in our log file."""
    client = open_library("http://localhost:8070", timeout_s=1)
    assert client.logger.name.startswith("paper2task.")
    assert all(isinstance(handler, logging.NullHandler) for handler in client.logger.handlers)


def test_many_threads_share_one_client() -> None:
    """Each gets the answer to its own paper."""
    pdfs = [b"%%PDF-%d" % n for n in range(8)]
    papers = {sha256_bytes(pdf): SMALL_TEI.replace(b"Small", b"Number %d" % n) for n, pdf in enumerate(pdfs)}
    got: dict[int, bytes] = {}
    with GrobidServer(papers=papers) as server:
        client = quick(server)

        def ask(n: int) -> None:
            got[n] = client.fulltext(pdfs[n], f"p{n}")

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(b"Number %d Paper" % n in got[n] for n in range(8))


def test_within_hands_on_values_and_errors() -> None:
    """The thread in between is not noticed."""
    empty: dict[str, int] = {}
    assert within(5, "x", lambda: 7) == 7
    with pytest.raises(KeyError):
        within(5, "x", lambda: empty["a"])

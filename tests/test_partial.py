"""What may be joined to a part: the rules for validators and for partial answers, case by case."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.errors import InputError, RefusedError
from pipeline.ids import sha256_bytes
from pipeline.partial import Partial, Received, open_regular, rest_of, validator

NOON = "Sun, 06 Nov 1994 12:00:00 GMT"
A_MINUTE_LATER = "Sun, 06 Nov 1994 12:01:00 GMT"
SOON_AFTER = "Sun, 06 Nov 1994 12:00:59 GMT"
ETAG = '"one"'
REPO = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, ""),
        ({"ETag": ETAG}, ETAG),
        ({"ETag": ETAG, "Content-Encoding": "identity"}, ETAG),
        ({"ETag": ETAG, "Content-Encoding": "gzip"}, ""),
        ({"ETag": 'W/"one"'}, ""),
        ({"ETag": 'W/"one"', "Last-Modified": NOON, "Date": A_MINUTE_LATER}, ""),
        ({"Last-Modified": NOON, "Date": A_MINUTE_LATER}, NOON),
        ({"Last-Modified": NOON, "Date": SOON_AFTER}, ""),
        ({"Last-Modified": NOON}, ""),
        ({"Last-Modified": "yesterday", "Date": A_MINUTE_LATER}, ""),
        ({"Last-Modified": NOON, "Date": A_MINUTE_LATER, "Content-Encoding": "gzip"}, ""),
    ],
)
def test_only_what_surely_names_the_bytes_is_a_validator(headers: dict[str, str], expected: str) -> None:
    """A strong ETag, or a date that was a minute old; nothing for a packed body."""
    assert validator(headers) == expected


@pytest.mark.parametrize(
    ("headers", "known", "expected"),
    [
        ({"Content-Range": "bytes 5-9/10", "ETag": ETAG}, ETAG, 10),
        ({"Content-Range": "bytes 5-9/10"}, ETAG, None),
        ({"Content-Range": "bytes 5-9/10", "ETag": '"two"'}, ETAG, None),
        ({"Content-Range": "bytes 5-9/10"}, NOON, 10),
        ({"Content-Range": "bytes 5-9/10", "Last-Modified": NOON}, NOON, 10),
        ({"Content-Range": "bytes 5-9/10", "Last-Modified": SOON_AFTER}, NOON, None),
        ({"Content-Range": "bytes 4-9/10", "ETag": ETAG}, ETAG, None),
        ({"Content-Range": "bytes 6-9/10", "ETag": ETAG}, ETAG, None),
        ({"Content-Range": "bytes 5-8/10", "ETag": ETAG}, ETAG, None),
        ({"Content-Range": "bytes 5-9/*", "ETag": ETAG}, ETAG, None),
        ({"Content-Range": f"bytes 5-9/{'9' * 5000}", "ETag": ETAG}, ETAG, None),
        ({"Content-Range": "bytes 5-9/10", "ETag": ETAG, "Content-Encoding": "gzip"}, ETAG, None),
        ({"Content-Type": "multipart/byteranges", "ETag": ETAG}, ETAG, None),
    ],
)
def test_only_the_whole_rest_of_the_same_bytes_is_joined(
    headers: dict[str, str], known: str, expected: int | None
) -> None:
    """Five bytes stand: what is joined starts at the sixth, goes to the end, and is named as they were."""
    assert rest_of(headers, 5, known) == expected


def test_a_part_that_another_process_just_finished_is_not_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between our opening the part and locking it, its owner may have moved it to the target: then we take a new one."""
    target, path = tmp_path / "a", tmp_path / "a.part"
    path.write_bytes(b"theirs")
    opened = Partial._opened
    moved: list[Path] = []

    def opened_late(wanted: Path) -> object:
        file = opened(wanted)
        if not moved:
            moved.append(wanted.rename(target))
        return file

    monkeypatch.setattr(Partial, "_opened", staticmethod(opened_late))
    with Partial(target) as part:
        part.write(b"ours")
        assert (target.read_bytes(), path.read_bytes()) == (b"theirs", b"ours")
        assert part.settle(lambda _: None) == Received(sha256_bytes(b"ours"), 4)
    assert target.read_bytes() == b"ours"


def test_a_part_whose_process_was_killed_can_be_resumed(tmp_path: Path) -> None:
    """What it wrote counts: the lock went with it. The target and other addresses know nothing of it."""
    program = (
        "import os, pathlib, signal, sys\n"
        "from pipeline.partial import Partial\n"
        "part = Partial(pathlib.Path(sys.argv[1])).__enter__()\n"
        "part.restart('http://h/a', sys.argv[2])\n"
        "part.write(b'half')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    target = tmp_path / "a"
    assert subprocess.run([sys.executable, "-c", program, target, ETAG], cwd=REPO).returncode == -signal.SIGKILL
    with Partial(target) as part:
        assert part.resume_point("http://h/a") == (4, ETAG)
        assert part.resume_point("http://h/b") == (0, "")
    assert not target.exists()


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    """A folder is refused, a missing file is an input error, a link to a file is followed."""
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "link").symlink_to("a")
    with open_regular(tmp_path / "link") as file:
        assert file.read() == b"a"
    with pytest.raises(RefusedError, match="not a regular file"):
        open_regular(tmp_path)
    with pytest.raises(InputError, match="No such file"):
        open_regular(tmp_path / "b")

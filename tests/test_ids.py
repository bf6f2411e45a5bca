"""Names as file names, and digests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import InputError
from pipeline.ids import checked_id, digest, slug


@pytest.mark.parametrize("good", ["a", "2022.acl-long.1", "OpenReview_x-9", "a" * 100, "A+b"])
def test_good_ids_pass(good: str) -> None:
    """What venues use as ids is taken as it is."""
    assert checked_id(good) == good


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "../x",
        "a/b",
        "a\\b",
        ".hidden",
        "a..b",
        "a" * 101,
        "a b",
        "a\n",
        "nul",
        "COM1.pdf",
        "x.",
        "-rf",
        "ä",
        "a\0b",
    ],
)
def test_bad_ids_are_refused(bad: str) -> None:
    """Nothing that leaves the folder, hides, or means a device."""
    with pytest.raises(InputError, match="cannot be a file name"):
        checked_id(bad)


@given(st.text())
def test_a_slug_is_always_a_good_id(text: str) -> None:
    """Whatever the text, its slug is a safe name (or a device name with a letter's difference is refused, never a path)."""
    made = slug(text)
    assert "/" not in made
    assert made == made.lower()
    assert 1 <= len(made) <= 60


def test_a_digest_does_not_depend_on_key_order() -> None:
    """Equal values, equal digests."""
    assert digest([{"a": 1, "b": [2, None]}]) == digest([{"b": [2, None], "a": 1}])
    assert digest(["a", "b"]) != digest(["ab"])

"""Waits, dates and addresses fit to be shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.web_limits import UNREADABLE, WebLimits, http_date, public_url, retry_after, shown

DATE = "Sun, 06 Nov 1994 08:49:37 GMT"


@pytest.mark.parametrize(
    ("url", "public"),
    [
        ("https://example.org/a.pdf?id=3", "https://example.org/a.pdf?id=3"),
        ("https://me:word@example.org:8443/a", "https://example.org:8443/a"),
        ("https://me:w@rd@example.org/a", "https://example.org/a"),
        ("https://example.org/a?id=3&access_token=t&x=1", "https://example.org/a?id=3&x=1"),
        ("https://example.org/a?API-Key=t", "https://example.org/a"),
        ("https://example.org/a?%74oken=t", "https://example.org/a"),
        ("https://example.org/a?x=1;token=t&y=2", "https://example.org/a?y=2"),
        ("https://s3.example.org/a?X-Amz-Credential=c&X-Amz-Signature=s&v=2", "https://s3.example.org/a?v=2"),
        ("https://example.org/a?sv=2020&sig=s&se=1", "https://example.org/a?sv=2020&se=1"),
        ("https://example.org/a?author=Key&key=v", "https://example.org/a?author=Key"),
        ("https://example.org/a#access_token=t", "https://example.org/a"),
        ("https://example.org/a?next=http://me:w@rd@b.org/", "https://example.org/a?next=http://b.org/"),
        ("file:///papers/me@desk/a.pdf", "file:///papers/me@desk/a.pdf"),
        ("me:word@example.org/a", UNREADABLE),
        ("http:/me:word@example.org/a", UNREADABLE),
        ("http://[me:word@example.org", UNREADABLE),
        ("https://example.org/\u202egro", "https://example.org/%E2%80%AEgro"),
        ("", ""),
    ],
)
def test_a_public_address_holds_no_secret(url: str, public: str) -> None:
    """User, password, tokens, signatures and fragments go; the rest stays."""
    assert public_url(url) == public


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(max_size=80), st.text(alphabet="abc:@/?#[]%&=;\\ ", max_size=40))
def test_any_text_has_a_public_form_without_secrets(before: str, after: str) -> None:
    """Never an exception, never more than one line, and whoever reads it again finds no user and no token."""
    public = public_url(f"{before}//{after}?a=1&token=t#b")
    assert public.isprintable()
    assert not re.search(r"//[^/?#]*@|token=t", public)


def test_a_shown_address_is_cut() -> None:
    """A message stays readable."""
    assert shown("http://h/" + "a" * 500) == "http://h/" + "a" * 188 + "..."


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12", 12.0),
        (" 0 ", 0.0),
        (DATE, 23.0),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0.0),
        ("1.5", None),
        ("", None),
        ("-1", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str, seconds: float | None) -> None:
    """RFC 9110, 10.2.3; what is neither says nothing."""
    assert retry_after(text, 784_111_777.0 - 23.0) == seconds


def test_an_http_date_is_read_and_nonsense_is_not() -> None:
    """The date of RFC 9110, 5.6.7; without a zone it counts as GMT."""
    assert http_date(DATE) == http_date("Sun, 06 Nov 1994 08:49:37") == 784_111_777.0
    assert [http_date(text) for text in ("", "soon", "Sun, 99 Nov 1994 08:49:37 GMT", "9" * 400)] == [None] * 4


def test_waits_double_and_are_capped() -> None:
    """1, 2, 4 ... seconds; more where the server asks; never more than the cap."""
    limits = WebLimits(back_off_s=1.0, longest_wait_s=10.0)
    assert [limits.wait(n, None) for n in range(1, 6)] == [1.0, 2.0, 4.0, 8.0, 10.0]
    assert [limits.wait(3, asked) for asked in (3.0, 5.0, 500.0)] == [4.0, 5.0, 10.0]

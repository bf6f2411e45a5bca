"""Names that are safe as file names, and digests of content."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from pipeline.errors import InputError

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,99}")
# names that Windows keeps for devices, whatever their extension: a data folder may be shared
_DEVICES = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


def checked_id(text: str, what: str = "id") -> str:
    """The text itself when it is safe as a file name, else InputError."""
    if not _SAFE.fullmatch(text) or ".." in text or text.endswith(".") or text.split(".")[0].lower() in _DEVICES:
        raise InputError(
            f"{what} {text[:60]!r} cannot be a file name: use 1 to 100 letters, digits and . _ + -, starting with a letter or digit"
        )
    return text


def slug(text: str, longest: int = 60) -> str:
    """A safe name made from any text: ASCII, lower case, words joined with `-`; `untitled` where nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:longest].strip("-") or "untitled"


def sha256_bytes(data: bytes) -> str:
    """Hex digest of the bytes."""
    return hashlib.sha256(data).hexdigest()


def digest(parts: Iterable[Any]) -> str:
    """Hex sha256 of a sequence of JSON values; equal parts give equal digests on every machine."""
    text = json.dumps(list(parts), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256_bytes(text.encode("utf-8", "surrogatepass"))

"""The venues that are known by name: venues.toml, read strictly."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from pipeline.errors import InputError, UsageError
from pipeline.ids import checked_id
from pipeline.records.base import Record

Addresses = Annotated[tuple[str, ...], Field(strict=False)]  # TOML has lists


class Source(Record):
    """A listing: its format (a key of `LISTINGS`) and where it is."""

    listing: str
    addresses: Addresses = ()


class Venue(Source):
    """A venue: its own listing, and others that know more of the same papers, matched by title."""

    joins: Annotated[tuple[Source, ...], Field(strict=False)] = ()
    hint: str = Field(default="", description="How to come by the listing where it has no address to fetch.")


def read_venues(text: str, listings: Collection[str], name: str = "venues.toml") -> dict[str, Venue]:
    """The venues of a TOML text by name. UsageError that names the venue, the field and what is wrong."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}") from error
    venues: dict[str, Venue] = {}
    for venue, table in tables.items():
        try:
            venues[checked_id(venue, "venue")] = found = Venue.model_validate(table)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(piece) for piece in first["loc"])
            raise UsageError(f"{name}, [{venue}] {where}: {first['msg']}") from error
        except InputError as error:
            raise UsageError(f"{name}: {error}") from error
        for source in (found, *found.joins):
            if source.listing not in listings:
                raise UsageError(
                    f"{name}, [{venue}]: no listing {source.listing!r}; there are {', '.join(sorted(listings))}"
                )
        if not found.addresses and not found.hint:
            raise UsageError(f"{name}, [{venue}]: neither addresses nor a hint: say where the listing is")
    return venues


@cache
def known_venues(listings: frozenset[str]) -> dict[str, Venue]:
    """The venues that ship with the program."""
    return read_venues(Path(__file__).with_name("venues.toml").read_text(encoding="utf-8"), listings)


def find_venue(name: str, venues: dict[str, Venue]) -> Venue:
    """The venue of this name. UsageError that suggests close names."""
    if name in venues:
        return venues[name]
    close = difflib.get_close_matches(name.lower(), venues, n=3, cutoff=0.6)
    meant = f"did you mean {' or '.join(close)}" if close else f"known are {', '.join(sorted(venues))}"
    raise UsageError(f"no venue {name[:60]!r}: {meant}? For a list of your own, give a manifest")

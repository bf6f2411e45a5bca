"""The repository behind a card's link: is it there, is it code, whose terms, which commit.

By a shallow copy and the host's public API, or from a mirror folder without any network. Nothing of it is run.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pipeline.errors import InputError, MissingError, RefusedError, ServiceError, Skip
from pipeline.fetch.tree_facts import languages, licence, table, unfinished
from pipeline.git import Tree, copy, open_tree
from pipeline.records.card import Card, Value
from pipeline.records.repository import Repository, RepositoryFacts
from pipeline.web import Web

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")
_PAGE_BYTES = 4_000_000


@dataclass(frozen=True)
class Limits:
    """What one copy may take: seconds, and bytes on disk."""

    seconds: float = 180.0
    bytes: int = 1 << 30


@dataclass(frozen=True)
class Project:
    """A repository on a known host: its row of `hosts.toml`, owner (with folders, where the host has them) and name."""

    host: dict[str, Any]
    owner: str
    name: str

    def address(self, key: str) -> str:
        """The row's address for this project."""
        owner = self.owner.replace("/", "%2F") if key == "api" else self.owner
        return str(self.host[key]).format(owner=owner, name=self.name)


Hosts = Sequence[dict[str, Any]]
"""Rows as in `hosts.toml`."""


def project_of(url: str, hosts: Hosts | None = None) -> Project | None:
    """The project that an address of code means, whatever page of it; None where the host or the path is none of a project."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    row = next((row for row in hosts or table("hosts")["hosts"] if row["host"] == host), None)
    path = [part for part in parts.path.split("/") if part]
    if row is None or len(path) < 2 or path[0] in ("datasets", "spaces", "orgs", "users"):
        return None
    if row.get("nested"):
        path = path[: path.index("-")] if "-" in path else path
        owner, name = "/".join(path[:-1]), path[-1]
    else:
        owner, name = path[0], path[1]
    name = name.removesuffix(".git")
    safe = all(_PART.fullmatch(part) and ".." not in part for part in (*owner.split("/"), name))
    return Project(row, owner, name) if safe else None


def repository(
    *,
    paper_id: str,
    url: str,
    web: Web | None,
    mirror: Path | None,
    limits: Limits | None = None,
    hosts: Hosts | None = None,
) -> Repository:
    """The facts behind `url`: from the mirror where one is given, else by `web` and git; `hosts` take the known ones' place.

    Skip where neither can tell; ServiceError where a host or the network is at fault; RefusedError over the limits.
    """
    project = project_of(url, hosts)
    if mirror is not None:
        facts = _mirrored(url, project, mirror)
    elif web is None:
        raise Skip("asking hosts is off, and there is no mirror (PAPER2TASK_MIRROR)")
    else:
        facts = _asked(url, project, web, limits or Limits())
    return Repository(paper_id=paper_id, facts=facts)


def with_facts(card: Card, known: Repository | None) -> Card:
    """The card with the facts, where they are about its link."""
    link = card.fields.code_link.value
    if known is None or link is None or _bare(link) != _bare(known.facts.url):
        return card
    value = Value[RepositoryFacts](value=known.facts, source="repository", confidence=1.0)
    return card.model_copy(update={"fields": card.fields.model_copy(update={"repository": value})})


def _bare(url: str) -> str:
    """The address without what does not tell two addresses apart."""
    return re.sub(r"^https?://(?:www\.)?|^www\.|(?:\.git)?/*$", "", url.strip().lower())


def _mirrored(url: str, project: Project | None, mirror: Path) -> RepositoryFacts:
    if project is None:
        raise Skip(f"{url} is no repository that a mirror could hold")
    for folder in (mirror / project.owner / project.name, mirror / f"{project.owner.replace('/', '+')}+{project.name}"):
        for place in (folder, folder.with_name(f"{folder.name}.git")):
            tree = open_tree(place)
            if tree is not None:
                return _facts(url, tree, "mirror")
    raise Skip(f"the mirror does not hold {project.owner}/{project.name}")


def _asked(url: str, project: Project | None, web: Web, limits: Limits) -> RepositoryFacts:
    page = url if "//" in url else f"https://{url}"
    try:
        web.get_bytes(project.address("page") if project else page, max_bytes=_PAGE_BYTES)
    except MissingError:
        return RepositoryFacts(url=url, exists=False, origin="page")
    except RefusedError:
        pass  # a page too large to be read is there
    except InputError as error:
        raise Skip(str(error)) from error
    if project is None:
        return RepositoryFacts(url=url, exists=True, origin="page")
    said = _said(project, web)
    with tempfile.TemporaryDirectory(prefix="paper2task-") as folder:
        try:
            tree = copy(project.address("git"), Path(folder) / "copy", timeout_s=limits.seconds, max_bytes=limits.bytes)
        except MissingError:
            return RepositoryFacts(url=url, exists=False, origin="page")
        facts = _facts(url, tree, "git")
    by_host = {"archived": said.get("archived"), "licence": facts.licence or said.get("licence", "")}
    return facts.model_copy(update=by_host)


def _said(project: Project, web: Web) -> dict[str, Any]:
    """What the host's API says; nothing where it has none or does not answer, since its word only adds to the copy's."""
    try:
        answer = web.get_json(project.address("api"), max_bytes=_PAGE_BYTES)
    except (InputError, ServiceError):
        return {}
    archived, spdx = (_at(answer, project.host.get(key, "")) for key in ("archived", "licence"))
    said: dict[str, Any] = {"archived": archived} if isinstance(archived, bool) else {}
    if isinstance(spdx, str) and _PART.fullmatch(spdx) and spdx != "NOASSERTION":
        said["licence"] = spdx
    return said


def _at(answer: Any, path: str) -> Any:
    """The value at a dotted path of parsed JSON; None where there is none."""
    for key in path.split(".") if path else []:
        if isinstance(answer, list) and key.isdigit() and int(key) < len(answer):
            answer = answer[int(key)]
        elif isinstance(answer, dict):
            answer = answer.get(key)
        else:
            return None
    return answer if path else None


def _facts(url: str, tree: Tree, origin: Any) -> RepositoryFacts:
    head = tree.head()
    if head is None:
        return RepositoryFacts(url=url, exists=True, origin=origin, files=0, bytes=0)
    files = tree.files(head.id)
    return RepositoryFacts(
        url=url,
        exists=True,
        origin=origin,
        commit=head.id,
        last_change=head.day,
        licence=licence(tree, files),
        files=len(files),
        bytes=sum(entry.size or 0 for entry in files),
        large_files=sum(entry.size is None for entry in files),
        languages=languages(files),
        unfinished=unfinished(tree, files),
    )

"""Where everything lies: one object per folder, every name defined once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.ids import checked_id, digest, sha256_bytes

CARDS_FOLDER = Path("task_cards")
"""Where cards go unless `--out` says otherwise, below the current folder: one folder per venue."""

_HERE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """A file or folder that ships with the program (`prompts`, `templates`, `task_cards/policies`), in a wheel or a checkout."""
    for root in (_HERE / "resources", _HERE.parent):
        if (root / name).exists():
            return root / name
    raise UsageError(f"{name} is missing from this installation: install paper2task again")


@cache
def code_digest(*packages: str) -> str:
    """Digest of the program text and data of some of our packages: results are made again when what made them has changed."""
    files = sorted(
        path
        for package in packages
        for path in (_HERE / package).rglob("*")
        if path.suffix in {".py", ".toml"} and path.is_file()
    )
    return digest([[path.relative_to(_HERE).as_posix(), sha256_bytes(path.read_bytes())] for path in files])


@dataclass(frozen=True)
class DataFolder:
    """The data folder: what can be made again, and the logs."""

    root: Path

    @property
    def venues(self) -> Path:
        """One folder per venue."""
        return self.root / "venues"

    @property
    def hosts(self) -> Path:
        """When each host may be asked next, for all processes."""
        return self.root / "hosts"

    @property
    def log(self) -> Path:
        """The log of all runs."""
        return self.root / "logs" / "paper2task.log"

    @property
    def models(self) -> Path:
        """What language models answered, and what that cost."""
        return self.root / "llm"

    def venue(self, name: str, cards: Path | None = None) -> VenuePaths:
        """The paths of one venue; `cards` is where its cards go (default `task_cards/<venue>`)."""
        checked_id(name, "venue")
        return VenuePaths(self, self.venues / name, cards or CARDS_FOLDER / name)


@dataclass(frozen=True)
class VenuePaths:
    """One venue: its working folder below the data folder, and the folder of its cards."""

    data: DataFolder
    work: Path
    cards: Path

    @property
    def name(self) -> str:
        """The venue's name."""
        return self.work.name

    @property
    def listing(self) -> Path:
        """The venue's candidates."""
        return self.work / "listing.json"

    @property
    def place(self) -> Path:
        """Remembers where the venue's cards went, so that `show` and `status` find them."""
        return self.work / "place.json"

    @property
    def leases(self) -> Path:
        """One file per unit that a process works on."""
        return self.work / "leases"

    def pdf(self, paper: str) -> Path:
        """The fetched PDF."""
        return self.work / "pdf" / f"{paper}.pdf"

    def download(self, paper: str) -> Path:
        """The record of the fetched PDF."""
        return self.work / "pdf" / f"{paper}.download.json"

    def repository(self, paper: str) -> Path:
        """What is known of the repository behind the paper's link."""
        return self.work / "repositories" / f"{paper}.json"

    def document(self, paper: str) -> Path:
        """The converted paper."""
        return self.cards / f"{paper}.document.json"

    def card(self, paper: str) -> Path:
        """The paper's card."""
        return self.cards / f"{paper}.card.json"

    def verdict(self, paper: str) -> Path:
        """What the policy says of the card."""
        return self.cards / f"{paper}.verdict.json"

    def instruction(self, paper: str) -> Path:
        """A draft of the instruction of a task made from the paper."""
        return self.cards / f"{paper}.instruction.md"

    @property
    def decisions(self) -> Path:
        """What curators decided, one line each, oldest first."""
        return self.cards / "decisions.jsonl"

    @property
    def judgements(self) -> Path:
        """What auditors said of single values, one line each, oldest first."""
        return self.cards / "audit.jsonl"

    def stamp(self, stage: str, paper: str) -> Path:
        """Says that a stage finished a paper, from which input to which output; or how it ended instead."""
        return self.work / "stamps" / stage / f"{paper}.json"

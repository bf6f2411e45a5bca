"""Titles: equal ones are recognised however they are written, others are not."""

from __future__ import annotations

import csv
import html
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pipeline.discover.titles import TitleIndex, key, same, same_people, shared_people

LISTINGS = ["cvpr-2025", "icml-2024", "neurips-2024"]

SAME = [
    ("$C^2M^3$: Cycle-Consistent Merging", "C²M³: Cycle-consistent merging"),
    ("Pre³: Faster", "Pre$^3$: Faster"),
    (r"$\textit{Bifr\"ost}$: 3D-Aware Composing", "Bifröst: 3D-aware composing"),
    (r"Kernel Learning via Nystr{\"o}m Features", "Kernel Learning via Nyström Features"),
    (r"{\O}re, Erd\H{o}s, \c{c}a and \'{\i}", "Øre, Erdős, ça and í"),
    (r"$\alpha$-NeuS", "α-NeuS"),
    (r"$\bf{\Phi}_\textrm{Flow}$: Simulations", "Φ_Flow: Simulations"),
    (r"360$\textdegree$ Synthesis", "360° Synthesis"),
    ("Learning & Doing", "Learning and doing"),
    (r"Learning \& Doing", "Learning &amp; Doing"),
    ("“Difficult” Tasks", "``Difficult'' tasks"),
    ("Pre-training – a Study", "Pretraining - A Study"),
    ("<fixed-case>BERT</fixed-case> is <i>not</i> enough", "BERT is not enough"),
    ("S<tex-math>^4</tex-math>-Tuning", "S^4-Tuning"),
    (r"\textbf{Deep} \emph{Nets}", "Deep Nets"),
    ("ﬁnding ﬂows", "Finding flows"),
    (r"The $\ell_1$ norm", "The ℓ1 norm"),
    ("Naı̈ve", "Naive"),
]
DIFFERENT = [
    ("SAM 2: Segment Anything", "SAM 3: Segment Anything"),
    ("How <SEG> Token Works", "How Token Works"),
    ("$f$-divergence", "$g$-divergence"),
    (r"The $\alpha$ method", r"The $\beta$ method"),
    ("Attention: a review", "Attention"),
    ("", ""),
    ("!!!", "???"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same_title(one: str, other: str) -> None:
    """One title in two spellings."""
    assert same(one, other), (key(one), key(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_titles(one: str, other: str) -> None:
    """Titles that must stay apart; an empty one equals nothing."""
    assert not same(one, other)


def test_entities_without_a_semicolon_are_text() -> None:
    """`&parallel` is not the entity `&para`."""
    assert key("Data&parallel") == "dataandparallel"


def test_a_subtitle_may_be_missing_or_added() -> None:
    """Where half of the authors are shared, a subtitle may be missing on either side."""
    index = TitleIndex(["Argus: A Compact Model", "A Study of Tides"], [["Ann Lee", "Bo Chen"], ["C. Dee"]])
    assert index.find("Argus", ["Bo Chen", "Ann Lee"]) == 0
    assert index.find("A Study of Tides: The Moon Revisited", ["Carl Dee"]) == 1


@pytest.mark.parametrize("authors", [(), ("Eve Fox", "Gil Hart", "Ann Lee", "I. Jay", "K. Long")])
def test_a_short_main_title_alone_proves_nothing(authors: tuple[str, ...]) -> None:
    """`Argus` heads many papers: without authors, or with mostly others, it is no match."""
    assert TitleIndex(["Argus: A Compact Model"], [["Ann Lee", "Bo Chen", "D. D."]]).find("Argus", authors) is None


def test_a_long_main_title_needs_no_authors() -> None:
    """A main title that is long enough to be a title is matched without authors."""
    index = TitleIndex(["Understanding the Limits of Tidal Models: A Survey", "Others"])
    assert index.find("Understanding the limits of tidal models") == 0


def test_two_different_subtitles_never_match() -> None:
    """`X: A` is not `X: B`, however many authors they share."""
    assert TitleIndex(["Less is More: Merging"], [["Ann Lee"]]).find("Less is More: Tracing", ["Ann Lee"]) is None


def test_two_papers_of_one_title_are_told_apart_by_their_authors() -> None:
    """Two groups that reproduced one paper named their reports alike."""
    index = TitleIndex(["Reproducing X", "Reproducing X"], [["Ann Lee"], ["Bo Chen"]])
    assert index.find("reproducing x", ["Chen, Bo"]) == 1
    assert index.find("reproducing x") is None


def test_people() -> None:
    """Names are known by their words in any order and by an initial; unknown authors contradict nobody."""
    assert same_people(["N. Muennighoff"], ["Niklas Muennighoff", "Ann Lee"])
    assert same_people([], ["Ann Lee"])
    assert not same_people(["Ann Lee"], ["Bo Chen"])
    assert shared_people(["Lee, Ann", "X Y"], ["Ann Lee", "Z W", "V"]) == 0.5


def _wrapped(before: str, after: str) -> Callable[[str], str]:
    """The longest word without mark-up put between two strings."""

    def wrap(title: str) -> str:
        words = [word for word in re.findall(r"[A-Za-z]{3,}", title) if not re.search(r"[\\$<&]", title)]
        longest = max(words, key=len, default="")
        return title.replace(longest, f"{before}{longest}{after}", 1) if longest else title

    return wrap


def _accents_as_latex(title: str) -> str:
    taken = unicodedata.normalize("NFD", title)
    return re.sub(r"([A-Za-z])\u0301", r"\\'{\1}", re.sub(r"([A-Za-z])\u0308", r'{\\"\1}', taken))


PERTURBED: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "en dashes": lambda title: title.replace("-", "–"),
    "dashes spaced": lambda title: title.replace(": ", " — "),
    "hyphens gone": lambda title: title.replace("-", ""),
    "curly quotes": lambda title: title.replace("'", "’").replace('"', "”"),
    "entities": html.escape,
    "LaTeX bold": _wrapped(r"\textbf{", "}"),
    "LaTeX braces": _wrapped("{", "}"),
    "HTML italics": _wrapped("<i>", "</i>"),
    "Anthology case": _wrapped("<fixed-case>", "</fixed-case>"),
    "LaTeX ampersand": lambda title: title.replace(" & ", r" \& "),
    "ampersand": lambda title: title.replace(" and ", " & "),
    "accents taken apart": lambda title: unicodedata.normalize("NFD", title),
    "accents as LaTeX": _accents_as_latex,
    "white space": lambda title: f"  {title}\n".replace(" ", "  "),
    "full stop": lambda title: f"{title}.",
    "subtitle dropped": lambda title: title.rsplit(": ", 1)[0],
    "all subtitles dropped": lambda title: title.split(": ", 1)[0],
    "subtitle added": lambda title: f"{title}: A Reprise",
}


def _before_colons(title: str) -> list[str]:
    pieces = title.split(": ")
    return [": ".join(pieces[:end]) for end in range(1, len(pieces))]


@cache
def _read(folder: Path, name: str) -> tuple[list[str], list[list[str]]]:
    with (folder / "data" / "venues" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [row["title"] for row in rows], [re.split(r";|, ", row["authors"]) for row in rows]


@cache
def _index(folder: Path, name: str, step: int = 1) -> TitleIndex:
    titles, authors = _read(folder, name)
    return TitleIndex(titles[::step], authors[::step])


@pytest.mark.shared
@pytest.mark.parametrize("listing", LISTINGS)
@pytest.mark.parametrize("way", PERTURBED)
def test_perturbed_titles_of_real_listings(shared_dir: Path, listing: str, way: str) -> None:
    """Every real title is found again in a changed form: no wrong one, and at most one in a hundred not found."""
    titles, authors = _read(shared_dir, listing)
    index = _index(shared_dir, listing)
    changed = [PERTURBED[way](title) for title in titles]
    found = [index.find(title, people) for title, people in zip(changed, authors, strict=True)]
    assert not [titles[at] for at, got in enumerate(found) if got not in (None, at)]
    # a main title that several papers share (`Position`) says which paper only together with its subtitle
    shared = Counter(main for title in titles for main in {key(part) for part in _before_colons(title)})
    clear = [got for title, got in zip(changed, found, strict=True) if shared[key(title)] < 2]
    assert sum(got is not None for got in clear) / len(clear) >= 0.99


@pytest.mark.shared
@pytest.mark.parametrize("way", ["LaTeX bold", "subtitle dropped", "all subtitles dropped", "subtitle added"])
def test_papers_that_are_not_listed_are_not_found(shared_dir: Path, way: str) -> None:
    """The papers of two other conferences, and every other one of one's own, match nothing."""
    everything = {name: _read(shared_dir, name) for name in LISTINGS}
    for name, (titles, authors) in everything.items():
        index = _index(shared_dir, name, step=2)
        queries = [(titles[1::2], authors[1::2]), *(other for n, other in everything.items() if n != name)]
        wrong = [
            (title, titles[::2][at])
            for some_titles, some_authors in queries
            for title, people in zip(some_titles, some_authors, strict=True)
            if (at := index.find(PERTURBED[way](title), people)) is not None
        ]
        assert not wrong


@pytest.mark.shared
def test_matching_a_whole_conference_is_fast(shared_dir: Path) -> None:
    """4,553 titles against 4,553 titles within two seconds of one core."""
    titles, authors = _read(shared_dir, "neurips-2024")
    start = time.process_time()
    index = TitleIndex(titles, authors)
    for title, people in zip(titles, authors, strict=True):
        index.find(title, people)
    assert time.process_time() - start < 2

"""The stages that work paper by paper, as jobs: which files they read and write, and which digest says that they are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pipeline import store
from pipeline.convert.converters import Choice
from pipeline.errors import Skip
from pipeline.fetch.repository import with_facts
from pipeline.ids import digest
from pipeline.llm.asker import Asker
from pipeline.outcome import Job
from pipeline.paths import VenuePaths, code_digest
from pipeline.records.card import Card
from pipeline.records.document import Document
from pipeline.records.download import Download
from pipeline.records.paper import Paper
from pipeline.records.repository import Repository
from pipeline.records.verdict import Policy
from pipeline.stages import STAGES
from pipeline.web import Web
from pipeline.workers import Workers

_FUNCTION = {stage.verb: stage.function for stage in STAGES}


@dataclass(frozen=True)
class Tools:
    """What the stages need besides their input; made once per run."""

    web: Web
    workers: Workers
    policy: Policy
    policy_digest: str
    converter: Choice
    max_pdf_bytes: int
    asker: Asker | None = None
    """Who is asked for cards besides the rules."""


def _fetch(paper: Paper, paths: VenuePaths, tools: Tools) -> Job:
    def run() -> str:
        got = _FUNCTION["fetch"](paper=paper, target=paths.pdf(paper.id), web=tools.web, max_bytes=tools.max_pdf_bytes)
        return store.save(got, paths.download(paper.id))

    # code is no input here: a newer program does not ask a site for the same file again
    return _job("fetch", paper, paths, [paper.pdf_url], paths.download(paper.id), run, beside=paths.pdf(paper.id))


def _convert(paper: Paper, paths: VenuePaths, tools: Tools) -> Job:
    download = store.load_or_none(Download, paths.download(paper.id))

    def run() -> str:
        if download is None:
            raise Skip("not fetched yet")
        document = tools.workers.call(
            _FUNCTION["convert"],
            Document,
            pdf=paths.pdf(paper.id),
            paper_id=paper.id,
            choice=tools.converter,
        )
        return store.save(document, paths.document(paper.id))

    inputs = [download.sha256 if download else None, tools.converter.identity, code_digest("convert")]
    return _job("convert", paper, paths, inputs, paths.document(paper.id), run)


def _extract(paper: Paper, paths: VenuePaths, tools: Tools) -> Job:
    document = store.file_digest(paths.document(paper.id))
    repository = store.file_digest(paths.repository(paper.id))

    def run() -> str:
        if document is None:
            raise Skip("not converted yet")
        source = {"document_path": paths.document(paper.id), "paper": paper}
        card = tools.workers.call(_FUNCTION["extract"], Card, **source)
        if tools.asker is not None:  # it waits for a server: a thread will do, and workers stay free
            card = _FUNCTION["extract"](**source, asker=tools.asker, by_rules=card)
        card = with_facts(card, store.load_or_none(Repository, paths.repository(paper.id)))
        return store.save(card, paths.card(paper.id))

    inputs = [document, repository, paper.model_dump(mode="json"), code_digest("extract", "llm")]
    inputs += [tools.asker.identity] if tools.asker is not None else []
    job = _job("extract", paper, paths, inputs, paths.card(paper.id), run)
    # writing questions down makes no card and unmakes none: the card's own stamp stays
    only_rendered = tools.asker is not None and tools.asker.source == "render"
    return replace(job, stamp=paths.stamp("questions", paper.id)) if only_rendered else job


def _screen(paper: Paper, paths: VenuePaths, tools: Tools) -> Job:
    card = store.file_digest(paths.card(paper.id))

    def run() -> str:
        if card is None:
            raise Skip("no card yet")
        verdict = _FUNCTION["screen"](
            card=store.load(Card, paths.card(paper.id)),
            policy=tools.policy,
            card_digest=card,
            policy_digest=tools.policy_digest,
        )
        return store.save(verdict, paths.verdict(paper.id))

    inputs = [card, tools.policy_digest, code_digest("screen")]
    return _job("screen", paper, paths, inputs, paths.verdict(paper.id), run)


def _job(
    stage: str,
    paper: Paper,
    paths: VenuePaths,
    inputs: list[Any],
    output: Path,
    run: Callable[[], str],
    beside: Path | None = None,
) -> Job:
    return Job(stage, paper.id, digest([stage, *inputs]), output, paths.stamp(stage, paper.id), run, beside)


JOBS: dict[str, Callable[[Paper, VenuePaths, Tools], Job]] = {
    "fetch": _fetch,
    "convert": _convert,
    "extract": _extract,
    "screen": _screen,
}
"""One per stage that works paper by paper, in order; a job is made when the one before it has ended."""

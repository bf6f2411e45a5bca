"""What `extract`, `ingest` and `draft` share about asking a model: the options, and the question whether to pay."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from pipeline import store
from pipeline.cli import console
from pipeline.errors import UsageError
from pipeline.llm.asker import Asker
from pipeline.llm.client import Endpoint
from pipeline.llm.estimate import Estimate, estimate, estimate_form
from pipeline.llm.form import Form
from pipeline.llm.models import Wish, make_asker, make_source
from pipeline.llm.prompts import load_folder
from pipeline.llm.spend import Caps
from pipeline.paths import VenuePaths
from pipeline.records.base import Record as Shape
from pipeline.records.document import Document
from pipeline.records.paper import Paper
from pipeline.settings import Settings

Engine = Annotated[
    str | None,
    typer.Option(
        help="rules (offline) or model, checked by the rules; default $PAPER2TASK_ENGINE.", show_default=False
    ),
]
S = TypeVar("S", bound=Shape)

Record = Annotated[
    Path | None,
    typer.Option(help="Also write each of the model's answers into this folder, for --replay.", show_default=False),
]
Replay = Annotated[
    Path | None,
    typer.Option(help="Take the answers from a folder made by --record; nobody is asked.", show_default=False),
]
Render = Annotated[
    Path | None,
    typer.Option(help="Write the questions (messages and schema) into this folder and ask nobody.", show_default=False),
]
Yes = Annotated[bool, typer.Option("--yes", help="Agree to what asking the model is estimated to cost.")]
PriceUnknownOk = Annotated[
    bool,
    typer.Option(
        "--price-unknown-ok", help="Ask a model whose price is not known; it counts as free, so no cap holds."
    ),
]

_READ = 200
"""Documents that an estimate reads; a typical paper stands in for each beyond."""


@dataclass(frozen=True)
class Wanted:
    """The options, as given."""

    record: Path | None = None
    replay: Path | None = None
    render: Path | None = None
    yes: bool = False
    price_unknown_ok: bool = False

    @property
    def engine(self) -> str | None:
        """These options say by themselves that a model is meant."""
        return "model" if self.record or self.replay or self.render else None


def make(settings: Settings, paths: VenuePaths, papers: Sequence[Paper], wanted: Wanted) -> Asker | None:
    """Who is asked, None for the rules alone. UsageError where something is missing or the person does not agree to pay."""
    if settings.engine == "rules":
        return None
    asker, source = make_asker(_wish(settings, paths, wanted))
    if source.price is not None:
        there = [paths.document(paper.id) for paper in papers if paths.document(paper.id).is_file()]
        documents = (store.load(Document, path) for path in there[:_READ])
        _agreed(
            asker.model.name, estimate(asker, source, documents, len(papers) - len(there[:_READ])), wanted, settings
        )
    return asker


def make_form(
    settings: Settings,
    paths: VenuePaths,
    wanted: Wanted,
    *,
    prompt: str,
    shape: type[S],
    variables: Mapping[str, object],
) -> Form[S]:
    """Who is asked to fill this shape by that prompt. UsageError as `make`."""
    folder = load_folder(prompt)
    source = make_source(_wish(settings, paths, wanted), folder)
    form = Form(source.model, folder, shape, settings.llm_context, settings.llm_max_tokens)
    if source.price is not None:
        _agreed(form.model.name, estimate_form(form, variables, source), wanted, settings)
    return form


def _wish(settings: Settings, paths: VenuePaths, wanted: Wanted) -> Wish:
    return Wish(
        endpoint=Endpoint(
            settings.llm_base_url,
            settings.llm_model,
            settings.llm_api_key.get_secret_value(),
            settings.llm_timeout_s,
            settings.retries,
        ),
        folder=paths.data.models,
        venue=paths.name,
        caps=Caps(settings.llm_max_usd_run, settings.llm_max_usd_venue),
        prices=settings.llm_prices,
        price_unknown_ok=wanted.price_unknown_ok,
        at_once=settings.llm_jobs,
        per_minute=settings.llm_per_minute,
        context=settings.llm_context,
        max_tokens=settings.llm_max_tokens,
        record=wanted.record,
        replay=wanted.replay,
        render=wanted.render,
    )


def _agreed(model: str, made: Estimate, wanted: Wanted, settings: Settings) -> None:
    """Tell the estimate; ask whether to go on where it costs something. UsageError for a no, or where nobody can be asked."""
    if not made.questions:
        return
    console.note(
        f"asking {model} about {_count(made.papers, 'paper')}: {_count(made.questions, 'question')},"
        f" about {made.tokens_in:,} tokens in and"
        f" {made.tokens_out:,} out, about {made.usd:.2f} USD, at most {made.most_usd:.2f} with every repair"
        f" (caps: {settings.llm_max_usd_run:g} for the run, {settings.llm_max_usd_venue:g} for the venue)"
    )
    if made.usd == 0 or wanted.yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("asking this model costs money and nobody is here to agree: pass --yes")
    if not typer.confirm("go on?", err=True):
        raise UsageError("nothing was asked")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"

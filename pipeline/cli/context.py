"""What the commands share: a run over papers, shown as it goes."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.cli import console
from pipeline.ingest import Tally, run_papers
from pipeline.jobs import JOBS
from pipeline.llm.asker import Asker
from pipeline.paths import VenuePaths
from pipeline.prepare import tools
from pipeline.records.paper import Listing, Paper
from pipeline.settings import Settings


def tell_findings(listing: Listing) -> bool:
    """Say what was wrong with the listing's entries; whether some had to be left out."""
    for finding in listing.findings:
        if finding.severity != "info":
            console.note(f"{finding.severity}: {finding.message}")
    return any(finding.severity == "error" for finding in listing.findings)


def run_with_bars(
    settings: Settings,
    paths: VenuePaths,
    papers: Sequence[Paper],
    policy: str,
    verbs: Sequence[str] = tuple(JOBS),
    *,
    retry_failed: bool,
    use_outline: bool,
    asker: Asker | None = None,
) -> Tally:
    """Run the stages over the papers with a bar for each on standard error."""
    with (
        tools(settings, policy, use_outline=use_outline, asker=asker) as made,
        console.bars(verbs, len(papers)) as watch,
    ):
        return run_papers(
            papers=papers,
            paths=paths,
            tools=made,
            verbs=verbs,
            jobs=settings.jobs,
            lease_s=settings.lease_s,
            retry_failed=retry_failed,
            watch=watch,
        )

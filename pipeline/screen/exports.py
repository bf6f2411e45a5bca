"""The funnel as files: CSV and Parquet through pandas, a plot through matplotlib; both come with the extra `report`."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from pipeline.errors import UsageError
from pipeline.screen.funnel import Funnel

_BAR, _ALONE = "#33658a", "#c8d4de"


def table(funnel: Funnel) -> list[dict[str, Any]]:
    """A row per rule in the policy's order: alone (`fails`, `humans`, `unknown`) and in order (`removed_in_order`, `left`)."""
    return [{"place": place, **asdict(row)} for place, row in enumerate(funnel.rows, 1)]


def csv(funnel: Funnel, _: str) -> bytes:
    """The table as CSV."""
    return bytes(_frame(funnel).to_csv(index=False, lineterminator="\n").encode())


def parquet(funnel: Funnel, _: str) -> bytes:
    """The table as Parquet."""
    buffer = io.BytesIO()
    _frame(funnel).to_parquet(buffer, engine="pyarrow", index=False)
    return buffer.getvalue()


def svg(funnel: Funnel, title: str) -> bytes:
    """The plot as SVG; the same funnel gives the same bytes."""
    return _plot(funnel, title, "svg")


def png(funnel: Funnel, title: str) -> bytes:
    """The plot as PNG."""
    return _plot(funnel, title, "png")


FORMATS: dict[str, Callable[[Funnel, str], bytes]] = {".csv": csv, ".parquet": parquet, ".svg": svg, ".png": png}
"""By the end of the file's name: (funnel, title) -> the file's bytes. UsageError where the extra is not installed."""


def _frame(funnel: Funnel) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise _missing("pandas") from error
    return pandas.DataFrame(table(funnel))


def _plot(funnel: Funnel, title: str, kind: str) -> bytes:
    """Bars of the papers that are left after each rule, and behind them those that would be left if it stood alone."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        raise _missing("matplotlib") from error
    names = ["all", *(row.rule for row in funnel.rows)]
    left = [funnel.papers, *(row.left for row in funnel.rows)]
    alone = [funnel.papers, *(funnel.papers - row.fails for row in funnel.rows)]
    figure = Figure(figsize=(8, 0.4 * len(names) + 1.4), layout="constrained")
    axes = figure.subplots()
    axes.barh(names, alone, color=_ALONE, label="left if this rule stood alone")
    bars = axes.barh(names, left, height=0.5, color=_BAR, label="left after this rule and all above")
    axes.bar_label(bars, padding=3)
    axes.invert_yaxis()
    axes.set_xlabel("papers")
    axes.set_title(f"{title}: {funnel.shortlisted} shortlisted, {funnel.needs_human} for a person", loc="left")
    figure.legend(frameon=False, loc="outside lower center", ncols=2)
    axes.spines[["top", "right"]].set_visible(False)
    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "paper2task"}):
        figure.savefig(buffer, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return buffer.getvalue()


def _missing(name: str) -> UsageError:
    return UsageError(f"{name} is not installed: pip install 'paper2task[report]'")

"""Rules 1 to 3: imports go one way, never in a circle, and stand at the top of a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.contract.source import FUNCTIONS, PRODUCT, Source, sources

# Who belongs where: each name is a module or a folder of `pipeline/`. A file in no row breaks the rule.
LAYERS = {
    "records": ("records",),
    "tools": (
        *(
            "settings",
            "paths",
            "ids",
            "errors",
            "outcome",
            "store",
            "shell",
            "git",
            "web",
            "web_limits",
            "partial",
            "render",
            "log",
            "quotes",
        ),
        *("workers", "leases", "pace", "llm", "sandbox", "arena", "leaks", "lint", "scoring"),
    ),
    "stages": (
        *("discover", "fetch", "convert", "extract", "screen", "review"),
        *("gut", "bundle", "prove", "run", "score", "inspect", "report"),
    ),
    "orchestration": ("stages", "jobs", "ingest", "prepare", "overview", "build", "evaluate"),
    "demo": ("demo",),
    "cli": ("cli",),
}

# Which layers each layer may import; `own` is the module's own folder and nothing else of its layer.
# `package` is `pipeline/__init__.py`: it holds the version and imports nothing of ours.
MAY_IMPORT = {
    "package": set(),
    "records": {"records"},
    "tools": {"package", "records", "tools"},
    "stages": {"package", "records", "tools", "own"},
    "orchestration": {"package", "records", "tools", "stages", "orchestration"},
    "demo": {"package", "records", "tools", "stages", "orchestration", "demo"},
    "cli": {"package", "records", "tools", "stages", "orchestration", "demo", "cli"},
    "flows": {"package", "records", "tools", "stages", "orchestration", "flows"},
}


# Who may import by a name that is computed: a worker is told by name which function to run.
IMPORTS_BY_NAME = ("pipeline/workers.py",)


def layer_of(module: str) -> str | None:
    """The layer of a dotted name of ours, None where the table has no row for it."""
    parts = module.split(".")
    if parts[0] == "flows":
        return "flows"
    if len(parts) == 1:
        return "package"
    return next((layer for layer, names in LAYERS.items() if parts[1] in names), None)


def own_imports(source: Source, known: frozenset[str]) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """Each import of our own code in a file, with the dotted name of the module that it means."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        else:
            base = node.module or ""
            if node.level:
                package = source.name.split(".") if source.is_package else source.name.split(".")[:-1]
                base = ".".join(package[: len(package) - node.level + 1] + ([node.module] if node.module else []))
            named = [f"{base}.{alias.name}" for alias in node.names]
            targets = sorted({name if name in known else base for name in named})
        for target in targets:
            if target.split(".")[0] in PRODUCT:
                yield node, target


def layer_violations(root: Path) -> list[str]:
    """Files of no layer, and imports that do not go records -> tools -> stages -> orchestration -> demo, cli, flows."""
    files = sources(root)
    known = frozenset(file.name for file in files)
    found = []
    for file in files:
        layer = layer_of(file.name)
        if layer is None:
            found.append(file.at(1, "belongs to no layer: name it in LAYERS and in the architecture, or move it"))
            continue
        for node, target in own_imports(file, known):
            other = layer_of(target)
            own_folder = layer == other == "stages" and target.split(".")[1] == file.name.split(".")[1]
            if other not in MAY_IMPORT[layer] and not (own_folder and "own" in MAY_IMPORT[layer]):
                found.append(file.at(node.lineno, f"{layer} must not import {target} ({other or 'no layer'})"))
    return found


def cycle_violations(root: Path) -> list[str]:
    """Modules that import each other in a circle; imports for type checkers count."""
    files = sources(root)
    known = frozenset(file.name for file in files)
    graph = {file.name: sorted({t for _, t in own_imports(file, known) if t in known}) for file in files}
    found: list[str] = []
    state: dict[str, str] = {}

    def visit(module: str, trail: list[str]) -> None:
        state[module] = "open"
        for target in graph[module]:
            if state.get(target) == "open":
                circle = [*trail, module]
                found.append("import cycle: " + " -> ".join([*circle[circle.index(target) :], target]))
            elif target not in state:
                visit(target, [*trail, module])
        state[module] = "closed"

    for module in sorted(graph):
        if module not in state:
            visit(module, [])
    return found


def buried_import_violations(root: Path) -> list[str]:
    """Imports of our own code inside functions or by a name in quotes, and imports by a computed name."""
    files = sources(root)
    known = frozenset(file.name for file in files)
    found = []
    for file in files:
        inside = {id(n) for f in ast.walk(file.tree) if isinstance(f, FUNCTIONS) for n in ast.walk(f)}
        for node, target in own_imports(file, known):
            if id(node) in inside:
                found.append(file.at(node.lineno, f"imports {target} inside a function: move it to the top"))
        for call in (n for n in ast.walk(file.tree) if isinstance(n, ast.Call)):
            by_name = ast.unparse(call.func).split(".")[-1] in ("import_module", "__import__")
            first = call.args[0] if call.args else None
            name = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
            if by_name and name and name.split(".")[0] in PRODUCT:
                found.append(file.at(call.lineno, f"imports {name} by name: use an import statement"))
            elif by_name and name is None and file.path not in IMPORTS_BY_NAME:
                found.append(file.at(call.lineno, "imports by a computed name: the reader cannot follow"))
    return found

"""Rule 4: what may be done in one place only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.contract.source import Source, lies_in, matches, sources, uses


@dataclass(frozen=True)
class Only:
    """What is reserved (dotted names, `*` allowed), for which files or folders, and why."""

    what: str
    names: tuple[str, ...]
    where: tuple[str, ...]
    why: str


ONLY_HERE = (
    Only(
        "reading the environment",
        (
            "os.environ",
            "os.environb",
            "os.getenv",
            "os.getenvb",
            "os.putenv",
            "os.unsetenv",
            "dotenv",
            "pydantic_settings",
        ),
        ("pipeline/settings.py",),
        "a run is described by its settings; a variable read elsewhere is a hidden one",
    ),
    Only(
        "starting processes",
        (
            *("subprocess", "multiprocessing", "pty", "os.system", "os.popen", "os.exec*", "os.spawn*", "os.fork*"),
            *("os.posix_spawn*", "concurrent.futures.ProcessPoolExecutor", "concurrent.futures.process"),
            *("asyncio.create_subprocess_*", "asyncio.subprocess", "?.subprocess_exec", "?.subprocess_shell"),
        ),
        ("pipeline/shell.py", "pipeline/workers.py"),
        "time limits, memory limits and clean ends are kept in one place",
    ),
    Only("Git", ("git", "dulwich", "pygit2"), ("pipeline/git.py",), "hostile repositories meet one set of guards"),
    Only(
        "reading and writing records",
        ("*.model_validate_json", "*.model_dump_json", "*.parse_raw", "*.parse_file"),
        ("pipeline/store.py",),
        "a record has one form on disk, with its version and its upgrades",
    ),
    Only("Jinja", ("jinja2",), ("pipeline/render.py",), "undefined names are errors and escaping is on, everywhere"),
    Only("Prefect", ("prefect*",), ("flows/",), "the library runs without it"),
    Only(
        "printing",
        (
            *("builtins.print", "sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__", "builtins.input"),
            *("rich.print", "rich.get_console", "rich.console.Console", "typer.echo", "typer.secho", "click.echo"),
            *("logging.basicConfig", "logging.StreamHandler", "rich.logging"),
        ),
        ("pipeline/cli/console.py",),
        "output for people and output for programs are told apart once",
    ),
    Only(
        "opening connections",
        (
            *("requests", "urllib.request", "urllib3", "http.client", "httpx", "aiohttp", "socket", "ssl", "ftplib"),
            *("smtplib", "xmlrpc", "websocket", "websockets", "pycurl", "asyncio.open_connection"),
        ),
        ("pipeline/web.py", "pipeline/convert/grobid/library.py"),
        "limits on size, time, hosts and redirects hold for every request; the GROBID client answers in `requests`' types",
    ),
    Only(
        "serving",
        ("http.server", "socketserver", "wsgiref"),
        ("pipeline/demo/serve.py",),
        "a server of ours is for this machine only",
    ),
    Only(
        "the OpenReview client",
        ("openreview",),
        ("pipeline/discover/openreview.py",),
        "it logs in with its own protocol, which a plain request cannot",
    ),
    Only("the OpenAI client", ("openai",), ("pipeline/llm/",), "its streaming and retries are its own"),
    Only(
        "the GROBID client",
        ("grobid_client",),
        ("pipeline/convert/grobid/",),
        "its retries are bounded where it is used",
    ),
    Only("reportlab", ("reportlab",), ("pipeline/demo/",), "it makes the demo's papers and is not installed for users"),
)

# Who may create or change files, besides whom: everyone else hands bytes to one of them.
WRITERS = {
    "pipeline/store.py": "records and everything else that must be whole or absent",
    "pipeline/partial.py": "a download goes to disk as it comes, and to its place when it is whole",
    "pipeline/leases.py": "a lease is a file created exclusively",
    "pipeline/pace.py": "a moment in a file that is locked while it is moved on",
    "pipeline/log.py": "the log",
    "pipeline/shell.py": "output of commands",
    "pipeline/demo/make_papers.py": "writes the demo's papers when they are made again",
}

_WRITING = (
    *(
        "?.write_text",
        "?.write_bytes",
        "?.touch",
        "?.symlink_to",
        "?.hardlink_to",
        "os.open",
        "os.fdopen",
        "os.replace",
    ),
    *(
        "os.rename",
        "os.renames",
        "os.link",
        "os.symlink",
        "os.truncate",
        "shutil.copy*",
        "shutil.move",
        "shutil.rmtree",
    ),
    *("shutil.unpack_archive", "shutil.make_archive", "tempfile.NamedTemporaryFile", "tempfile.mkstemp"),
    *("logging.FileHandler", "logging.handlers", "sqlite3", "shelve", "dbm"),
)


def only_here_violations(root: Path) -> list[str]:
    """Uses of a reserved name outside of the files that it is reserved for."""
    found: dict[tuple[str, int, str], str] = {}
    for file in sources(root):
        for line, dotted in uses(file):
            for row in ONLY_HERE:
                if matches(dotted, row.names) and not lies_in(file.path, row.where):
                    message = f"{row.what} ({dotted}) is for {', '.join(row.where)}: {row.why}"
                    found.setdefault((file.path, line, row.what), file.at(line, message))
    return list(found.values())


def writer_violations(root: Path) -> list[str]:
    """Files that are written by anyone but the writers."""
    return [
        file.at(line, f"{what} writes a file: hand the bytes to store.py")
        for file in sources(root)
        if not lies_in(file.path, tuple(WRITERS))
        for line, what in _writes(file)
    ]


def _writes(source: Source) -> Iterator[tuple[int, str]]:
    """Places where a file is written, and opens whose mode is not plainly one for reading."""
    for line, dotted in uses(source):
        if matches(dotted, _WRITING):
            yield line, dotted
    for call in (n for n in ast.walk(source.tree) if isinstance(n, ast.Call)):
        name = ast.unparse(call.func)
        if name.split(".")[-1] not in ("open", "ZipFile", "TarFile"):
            continue
        at = (
            0
            if isinstance(call.func, ast.Attribute) and name not in ("io.open", "tarfile.open", "zipfile.ZipFile")
            else 1
        )
        given = [k.value for k in call.keywords if k.arg == "mode"] + call.args[at : at + 1]
        if given and not (isinstance(given[0], ast.Constant) and not set("wax+") & set(str(given[0].value))):
            yield call.lineno, f"{name}(... {ast.unparse(given[0])})"

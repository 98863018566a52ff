"""`cdui export`: a graph file as a Python script, written in this process; no server is needed or asked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import Parser
from app.cli.graph_file import NO_TEXT, read_bytes
from app.cli.run import problem_lines
from app.cli.validate import installed_presets
from app.cli.words import CliError, language, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.graph.prepared import Problem


def main(arguments: Sequence[str]) -> int:
    """Exit 0 when the script is written, 1 for a graph that cannot be one, 2 for a file that cannot be read or written.

    A file that is there already is left as it is, unless --force: it may hold somebody's own changes.
    """
    parser = Parser("export", "about_export")
    parser.add_argument("graph", metavar="GRAPH", help=say("help_graph"))
    parser.add_argument("-o", "--output", metavar="FILE.py", help=say("help_export_output"))
    parser.add_argument("--force", action="store_true", help=say("help_export_force"))
    given = parser.parse_args(arguments)
    script, warnings = _written(read_bytes(given.graph))
    for warning in warnings:
        line = problem_lines(warning.to_json(language())).lstrip()
        print(say("warning_line", text=line), file=sys.stderr)
    if given.output is None:
        print(script, end="")
        return 0
    _save(Path(given.output), script, given.force)
    print(say("exported", path=given.output))
    return 0


def _written(data: bytes) -> tuple[str, list[Problem]]:
    """(the script, warnings). Raises: CliError with every problem."""
    from app.core.graph.prepare import prepare_text
    from app.core.graph.secret_values import without_secrets
    from app.engine.registry import discover
    from app.export.exporter import export

    catalog = discover().catalog
    found = prepare_text(data, catalog, installed_presets())
    if found.graph is None:
        raise _refused(found.problems)
    made = export(without_secrets(found.graph, catalog))
    if made.script is None:
        raise _refused(made.problems)
    return made.script, [*found.warnings, *made.warnings]


def _refused(problems: Sequence[Problem]) -> CliError:
    lines = "\n".join(problem_lines(problem.to_json(language())) for problem in problems)
    code = 2 if any(problem.reason.code == NO_TEXT for problem in problems) else 1
    return CliError("export_refused", exit_code=code, count=len(problems), lines=lines)


def _save(path: Path, script: str, force: bool) -> None:
    """Write the file whole or not at all. Raises: CliError."""
    from app.core.vocab.errors import Unavailable
    from app.library.atomic import write_atomic

    if path.exists() and (not force or not path.is_file()):
        raise CliError("export_exists", path=path)
    try:
        write_atomic(path, script.encode("utf-8"))
    except (OSError, Unavailable, ValueError) as problem:  # ValueError: a NUL in the name
        raise CliError("export_unwritable", path=path, why=getattr(problem, "strerror", None) or problem) from None

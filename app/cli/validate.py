"""`cdui validate`: every problem of a graph file, found in this process; no server is needed or asked."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from app.cli.arguments import Parser
from app.cli.graph_file import NO_TEXT, read_bytes
from app.cli.home import user_data_dir
from app.cli.run import problem_lines
from app.cli.words import language, say

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Exit 0 when the graph can run (warnings or not), 1 when it cannot, 2 for a file that cannot be read."""
    parser = Parser("validate", "about_validate")
    parser.add_argument("graph", metavar="GRAPH", help=say("help_graph"))
    parser.add_argument("--json", action="store_true", help=say("help_validate_json"))
    given = parser.parse_args(arguments)
    problems, warnings = examine(read_bytes(given.graph))
    code = 2 if any(one["code"] == NO_TEXT for one in problems) else 1 if problems else 0
    if given.json:
        print(json.dumps({"valid": not problems, "issues": problems, "warnings": warnings}, allow_nan=False))
        return code
    for warning in warnings:
        print(say("warning_line", text=problem_lines(warning).lstrip()))
    for problem in problems:
        print(problem_lines(problem))
    print(say("invalid", count=len(problems), path=given.graph) if problems else say("valid", path=given.graph))
    return code


def examine(data: bytes) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(problems, warnings) of a graph document, each {code, params, text, node_id, port}."""
    from app.core.graph.prepare import prepare_text
    from app.engine.registry import discover

    lang = language()
    found = prepare_text(data, discover().catalog, installed_presets())
    return [one.to_json(lang) for one in found.problems], [one.to_json(lang) for one in found.warnings]


def installed_presets() -> dict[str, Any]:
    """Presets of this user and of the program by name, as the server would see them."""
    from app.library.assets import presets_folder
    from app.library.presets import installed

    folder = os.environ.get("CODEFYUI_PRESETS_DIR") or user_data_dir(os.environ) / "data" / "presets"
    return dict(installed(folder, presets_folder()))

"""A graph as a Python script."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.api.body import loads
from app.api.declare import Call, Model, Table
from app.api.errors import HttpRefusal
from app.api.routes.graphs import EXAMPLE, Issue
from app.core.graph.prepare import prepare_value
from app.core.graph.secret_values import without_secrets
from app.core.vocab.errors import Refused
from app.core.vocab.reason import reason
from app.core.vocab.run import MAX_SEED
from app.export.exporter import export
from app.runs.submission import InvalidGraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.graph.prepared import Problem

table = Table("graphs")


_ASKED = {
    "seed": {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_SEED},
    "deterministic": {"type": "boolean"},
}


class ExportedScript(Model):
    """warnings: files that the script needs, and nodes that it leaves out."""

    script: str
    warnings: list[Issue]


@table.post(
    "/api/graph/export",
    "Write a graph as a Python script",
    body_is_raw=True,
    body_schema={"properties": _ASKED, "examples": [EXAMPLE]},
    answer=ExportedScript,
    errors=("invalid_graph", "bad_seed", "invalid_request"),
)
async def export_graph(call: Call[bytes, None]) -> dict[str, Any]:
    """The body is the graph. seed in it: the default of the script's `--seed`, over that of the graph's settings.

    deterministic in it: the script asks torch for deterministic algorithms.
    """
    return await asyncio.to_thread(_exported, call)


def _exported(call: Call[bytes, None]) -> dict[str, Any]:
    document = loads(call.body)
    seed: Any = None
    deterministic: Any = False
    if isinstance(document, dict):
        seed, deterministic = document.pop("seed", None), document.pop("deterministic", False)
    if seed is not None and (type(seed) is not int or not 0 <= seed <= MAX_SEED):
        raise Refused.of("bad_seed", value=str(seed)[:60], maximum=MAX_SEED)
    if not isinstance(deterministic, bool):
        where = "body.deterministic"
        raise HttpRefusal(422, reason("invalid_request", where=where, fields=[{"path": where, "problem": "type"}]))
    catalog = call.services.catalog
    found = prepare_value(document, catalog, call.services.presets())
    if found.graph is None:
        raise InvalidGraph(found.problems)
    made = export(without_secrets(found.graph, catalog), seed, deterministic)
    if made.script is None:
        raise InvalidGraph(made.problems)
    return {"script": made.script, "warnings": _shown([*found.warnings, *made.warnings], call.lang)}


def _shown(warnings: Sequence[Problem], lang: str) -> list[dict[str, Any]]:
    return [warning.to_json(lang) for warning in warnings]

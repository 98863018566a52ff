"""What a saved graph takes and gives when it is called, and whether the code of a script node can run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from app.api.declare import Call, Model, Table
from app.api.routes.graphs import OPENING, Issue
from app.api.routes.runs import Why  # noqa: TC001 (the same)
from app.core.graph.parse import parse_value
from app.core.graph.prepared import Problem
from app.core.graph.script import validate_script
from app.core.graph.signature import signature_of
from app.core.vocab.errors import CduiError
from app.nodes.io.graph_input import converted, json_default

if TYPE_CHECKING:
    from app.core.graph.signature import GraphIn

table = Table("contracts")


class ContractInput(Model):
    """type: string, number, integer, boolean, json or image. default: of that type; null for what must be sent."""

    name: str
    type: str
    required: bool
    default: Any
    description: str


class ContractOutput(Model):
    """type: the data type of what feeds it, `ANY` where that is not known."""

    name: str
    type: str
    description: str


class Contract(Model):
    """problems: what keeps the graph from being called; none when it can be."""

    graph: str
    inputs: list[ContractInput]
    outputs: list[ContractOutput]
    problems: list[Issue]


class Script(Model):
    """The code of a PythonScript node."""

    code: str


class ScriptVerdict(Model):
    """error: the text of issue. line: where, from 1, or null when no place can be named."""

    ok: bool
    error: str | None
    issue: Why | None
    line: int | None
    defines_run: bool
    allowed_modules: list[str]


@table.get(
    "/api/graph/contract/{name}",
    "What a saved graph takes and gives",
    answer=Contract,
    errors=OPENING,
)
async def contract(call: Call[None, None]) -> dict[str, Any]:
    """200 also for a graph that cannot be called: its problems say why."""
    return await asyncio.to_thread(_contract, call)


def _contract(call: Call[None, None]) -> dict[str, Any]:
    services = call.services
    saved = services.graphs.open(call.path("name"))
    parsed = parse_value(saved.document)
    inputs: list[dict[str, Any]] = []
    outputs: list[dict[str, Any]] = []
    problems = list(parsed.problems)
    if parsed.doc is not None:
        found = signature_of(parsed.doc, services.catalog, services.presets())
        problems += found.problems
        outputs = [{"name": o.name, "type": o.type, "description": o.description} for o in found.outputs]
        for one in found.inputs:
            default, problem = default_of(one)
            problems += [problem] if problem else []
            inputs.append(
                {
                    "name": one.name,
                    "type": one.type,
                    "required": one.required,
                    "default": default,
                    "description": one.description,
                }
            )
    listed = [problem.to_json(call.lang) for problem in problems]
    return {"graph": saved.name, "inputs": inputs, "outputs": outputs, "problems": listed}


def default_of(one: GraphIn) -> tuple[Any, Problem | None]:
    """(the default as its type, what is wrong with it); (None, None) for an input that must be sent."""
    if one.required or (one.default == "" and one.type not in ("string", "image")):
        return None, None
    try:
        read = json_default(one.default, one.name) if one.type == "json" else one.default
        return converted(read, one.type, one.name), None
    except CduiError as error:
        return None, Problem(error.reason, one.node_id)


@table.post("/api/nodes/script/validate", "Check the code of a script node", body=Script, answer=ScriptVerdict)
async def validate(call: Call[Script, None]) -> dict[str, Any]:
    """The code is read and never run; 200 whatever is in it. `ok` does not mean harmless: the rule is no sandbox."""
    found = await asyncio.to_thread(validate_script, call.body.code)
    return {
        "ok": found.ok,
        "error": found.error.text(call.lang) if found.error else None,
        "issue": found.error.to_json(call.lang) if found.error else None,
        "line": found.line,
        "defines_run": found.defines_run,
        "allowed_modules": list(found.allowed_modules),
    }

"""A saved graph called as a function: its inputs in, its outputs back, and one envelope for every answer.

Beyond the guards nothing leaves in another shape. A call is a run like any other: its row, events and graph, with the
inputs as defaults, are there afterwards.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from app.api.answers import answer
from app.api.declare import Call, Model, Table
from app.api.errors import status_of
from app.api.language import language
from app.api.routes.contracts import default_of
from app.core.graph.calling import with_inputs
from app.core.graph.parse import parse_value
from app.core.graph.prepared import Problem
from app.core.graph.signature import signature_of
from app.core.vocab import jsonpieces
from app.core.vocab.errors import CduiError, NotFound, Refused
from app.core.vocab.reason import Reason, reason
from app.core.vocab.run import RunStatus
from app.nodes.io.graph_input import spelled
from app.runs.submission import InvalidGraph

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiohttp import web

    from app.core.graph.signature import GraphIn, GraphOut, Signature
    from app.runs.calling import Called, Ended

table = Table("graphs")

_KINDS = dict.fromkeys(("contract_bad_name", "contract_duplicate_name", "input_value_malformed"), "invalid_contract")
_KINDS_OF_CALLS = ("execution_error", "invalid_contract", "invalid_input", "payload_too_large", "timeout")
_CODES = (
    "graph_not_found",
    "graph_unreadable",
    "invalid_graph",
    "no_entry_points",
    "output_not_produced",
    "output_too_large",
    "unreachable_output",
    "unserializable_output",
    "untriggered_input",
)
_PLAIN = ("no_entry_points", "untriggered_input", "unreachable_output")
_OF_OUTPUTS = ("output_too_large", "unserializable_output")
_MOST_LISTED = 100


class CallGraph(Model):
    """inputs: by name; what is left out gets its default. timeout_s: after so many seconds, the time in the queue
    included, the run is stopped. device: else that of the graph's settings, else the best there is.
    """

    inputs: dict[str, Any] = Field(default_factory=dict)
    timeout_s: Annotated[float, Field(ge=1, le=3600, strict=True)] = 300
    device: str | None = None
    record_outputs: Annotated[bool, Field(strict=True)] = False


class CallError(Model):
    """node_id: the node that it is about, or null. details: more about it, or null."""

    code: str
    message: str
    node_id: str | None
    details: dict[str, Any] | None


class Timing(Model):
    """total_s: seconds from the call to the answer."""

    total_s: float


class Envelope(Model):
    """status: ok, with outputs by name, or error. app, version: null for saved graphs. run_id, device, timing: null
    when no run was made.
    """

    status: str
    run_id: str | None
    graph: str
    app: str | None
    version: int | None
    device: str | None
    outputs: dict[str, Any] | None
    error: CallError | None
    timing: Timing | None


@dataclass(frozen=True)
class _Callable:
    """A graph that can be called, with the inputs written into it."""

    document: Mapping[str, Any]
    signature: Signature


class CallRefused(CduiError):
    """A call that gives no outputs. code: of the envelope; why: its message. done: the run, where there is one."""

    def __init__(
        self,
        code: str,
        status: int,
        why: Reason,
        node_id: str | None = None,
        details: Mapping[str, Any] | None = None,
        done: Called | None = None,
    ) -> None:
        super().__init__(why)
        self.code = code
        self.status = status
        self.node_id = node_id
        self.details = details
        self.done = done


def refuse(request: web.Request, error: CduiError) -> web.Response:
    """Any refusal as an envelope, with the status that its code has."""
    lang = language(request)
    known = error if isinstance(error, CallRefused) else _known(error, lang)
    failure = {
        "code": known.code,
        "message": known.reason.text(lang),
        "node_id": known.node_id,
        "details": None if known.details is None else dict(known.details),
    }
    response = answer(_envelope(request.match_info["name"], known.done, error=failure), known.status)
    response.headers.update(getattr(error, "headers", {}))
    return response


@table.post(
    "/api/graph/run/{name}",
    "Call a saved graph as a function",
    body=CallGraph,
    answer=Envelope,
    errors=(*_CODES, "queue_full", "database_busy"),
    kinds=_KINDS_OF_CALLS,
    refusals={
        "404": "No such graph",
        "409": "The graph cannot be called",
        "413": "Body over the limit",
        "422": "An input that is missing, unknown or of another type, or a body that is not as described",
        "500": "The run failed, ran out of time, or gave what cannot be answered",
        "503": "Not possible now",
    },
    refuse=refuse,
    waits=True,
)
async def run_graph(call: Call[CallGraph, None]) -> dict[str, Any]:
    """Waits for the end of the run. Closing the request does not stop it; its time limit does."""
    body = call.body
    ready = await asyncio.to_thread(_ready, call)
    options = {"record_outputs": body.record_outputs, **({"device": body.device} if body.device is not None else {})}
    done = await call.services.runs.call(ready.document, options, body.timeout_s)
    if jsonpieces.is_big(ready.document):
        await asyncio.to_thread(jsonpieces.dismantle, ready.document)
    if done.ended is None:
        why_late = reason("call_timeout", seconds=body.timeout_s, run_id=done.run_id)
        raise CallRefused("timeout", 500, why_late, details={"timeout_s": body.timeout_s}, done=done)
    return _envelope(call.path("name"), done, outputs=_outputs(done, done.ended, ready.signature.outputs))


def _envelope(
    name: str,
    done: Called | None,
    outputs: Mapping[str, Any] | None = None,
    error: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "status": "ok" if error is None else "error",
        "run_id": None if done is None else done.run_id,
        "graph": name,
        "app": None,
        "version": None,
        "device": None if done is None else done.device,
        "outputs": outputs,
        "error": error,
        "timing": None if done is None else {"total_s": round(done.total_s, 6)},
    }


def _outputs(done: Called, ended: Ended, wanted: Sequence[GraphOut]) -> dict[str, Any]:
    """What the contract promises. Raises: CallRefused when the run did not give it."""
    if ended.status is not RunStatus.SUCCEEDED:
        raise _failed(done, ended)
    given = ended.outputs or {}
    for one in wanted:
        if one.name not in given:
            why_missing = reason("output_not_produced", output=one.name, node=one.node_id)
            raise CallRefused("output_not_produced", 500, why_missing, one.node_id, done=done)
    return {one.name: given[one.name] for one in wanted}


def _failed(done: Called, ended: Ended) -> CallRefused:
    if ended.error is None:
        stopped = reason("call_stopped", run_id=done.run_id)
        return CallRefused("execution_error", 500, stopped, details={"run_status": ended.status.value}, done=done)
    code, params = str(ended.error["code"]), dict(ended.error["params"])
    node_id = params.get("node_id")
    details = {"run_status": ended.status.value, "code": code, "params": params}
    shown = Reason(code, params)
    known = code if code in _OF_OUTPUTS else "execution_error"
    return CallRefused(known, 500, shown, node_id if isinstance(node_id, str) else None, details, done)


def _ready(call: Call[CallGraph, None]) -> _Callable:
    """Find the graph, check that it can be called and that the inputs fit. Raises: CallRefused, NotFound, Refused."""
    services = call.services
    try:
        saved = services.graphs.open(call.path("name"))
    except NotFound as error:
        raise CallRefused("graph_not_found", 404, error.reason) from None
    except CduiError as error:
        raise CallRefused("graph_unreadable", 500, error.reason, details=dict(error.reason.params)) from None
    parsed = parse_value(saved.document)
    if parsed.doc is None:
        raise _not_callable(parsed.problems, call.lang)
    found = signature_of(parsed.doc, services.catalog, services.presets())
    problems = [*found.problems, *(problem for one in found.inputs if (problem := default_of(one)[1]) is not None)]
    if problems:
        raise _not_callable(problems, call.lang)
    texts = _texts(call.body.inputs, found.inputs, call.lang)
    return _Callable(with_inputs(saved.document, texts), found)


def _texts(given: Mapping[str, Any], declared: Sequence[GraphIn], lang: str) -> dict[str, str]:
    """Node id -> the sent value as a default. Raises: CallRefused invalid_input that lists everything wrong."""
    texts: dict[str, str] = {}
    wrong: list[tuple[Problem, str]] = []
    by_name = {one.name: one for one in declared}
    for name in given:
        if name not in by_name:
            known = ", ".join(by_name)[:500] or "-"
            wrong.append((Problem(reason("call_input_unknown", name=name[:80], known=known)), name))
    for one in declared:
        if one.name not in given:
            if one.required:
                wrong.append(
                    (Problem(reason("call_input_missing", name=one.name, type=one.type), one.node_id), one.name)
                )
            continue
        try:
            texts[one.node_id] = spelled(given[one.name], one.type, one.name)
        except CduiError as error:
            wrong.append((Problem(error.reason, one.node_id), one.name))
    if wrong:
        listed = [{"name": name[:80], **problem.to_json(lang)} for problem, name in wrong[:_MOST_LISTED]]
        first = wrong[0][0]
        raise CallRefused("invalid_input", 422, first.reason, first.node_id, {"problems": listed})
    return texts


def _not_callable(problems: Sequence[Problem], lang: str) -> CallRefused:
    """409: with one kind of problem its own code, else invalid_graph; details list them all."""
    codes = {p.reason.code if p.reason.code in _PLAIN else _KINDS.get(p.reason.code, "invalid_graph") for p in problems}
    code = codes.pop() if len(codes) == 1 else "invalid_graph"
    listed = [problem.to_json(lang) for problem in problems]
    return CallRefused(code, 409, problems[0].reason, problems[0].node_id, {"problems": listed})


def _known(error: CduiError, lang: str) -> CallRefused:
    """What the rooms behind the route refuse, in the words of the envelope."""
    if isinstance(error, InvalidGraph):
        return _not_callable(error.problems, lang)
    status, code, params = status_of(error), error.reason.code, dict(error.reason.params)
    if status == 413:
        return CallRefused("payload_too_large", 413, error.reason, details=params)
    if isinstance(error, Refused) or status == 422:
        return CallRefused("invalid_input", 422, error.reason, details={"code": code, "params": params})
    return CallRefused(code, status, error.reason, details=params)

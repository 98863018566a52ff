"""The node catalog, as bytes made once per language and answered with an ETag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web

from app.api.answers import raw
from app.api.catalog import current, row
from app.api.declare import Model, Open, Table
from app.core.vocab.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.api.declare import Call

table = Table("nodes")


class Port(Model):
    """media: image, chart or video for an output that is shown, else null."""

    name: str
    data_type: str
    optional: bool
    description: str
    media: str | None


class Param(Model):
    """visible_when: {other param: value or list of values}; bounds are inclusive."""

    name: str
    param_type: str
    default: Any
    options: list[str]
    min_value: float | None
    max_value: float | None
    visible_when: dict[str, Any]
    advanced: bool
    description: str


class NodeRow(Open):
    """One node type. requires_extra: the optional dependency set it needs to run, or null. cacheable: a canvas may take
    its results from an earlier run. align_inputs: tensors are moved to the run's device before it is called.
    structural_params: those that decide which weights it keeps. dynamic_ports: its ports depend on its params; those
    here are at the defaults. provider: `builtin`, or `custom` for a user's own.
    """

    node_name: str
    name_zh_TW: str
    category: str
    description: str
    inputs: list[Port]
    outputs: list[Port]
    params: list[Param]
    requires_extra: str | None
    cacheable: bool
    align_inputs: bool
    structural_params: list[str]
    dynamic_ports: bool
    provider: str


def matches(header: str, etag: str) -> bool:
    """If-None-Match (RFC 9110, 13.1.2): `*` or any listed tag, weak or strong."""
    return header.strip() == "*" or etag in [tag.strip().removeprefix("W/") for tag in header.split(",")]


@table.get("/api/nodes", "Every node type", answer=NodeRow, answer_is_list=True)
async def all_nodes(call: Call[None, None]) -> web.Response:
    """Answers 304 without a body when If-None-Match names the current ETag."""
    body, etag = call.services.catalog_bytes.get(call.lang)
    known = matches(call.request.headers.get("If-None-Match", ""), etag)
    response = web.Response(status=304) if known else raw(body)
    response.headers.update({"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Language, Origin"})
    return response


@table.get("/api/nodes/{name}", "One node type", answer=NodeRow, errors=("node_type_not_found",))
async def one_node(call: Call[None, None]) -> Mapping[str, Any]:
    """Raises: NotFound node_type_not_found."""
    catalog, custom = current(call.services.catalog)
    spec = catalog.get(call.path("name"))
    if spec is None:
        raise NotFound.of("node_type_not_found", name=call.path("name")[:100])
    return row(spec, call.lang, spec.name in custom)

"""The OpenAPI 3.1 document, generated from the routes and from the models that their handlers use."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import models_json_schema

from app.api.answers import to_bytes
from app.api.codes import codes_of
from app.api.declare import JSON
from app.api.guards import TOKEN_HEADER

if TYPE_CHECKING:
    from pydantic import BaseModel

    from app.api.declare import Route

_REFUSAL = {"$ref": "#/components/schemas/Refusal"}
_DETAIL = {
    "type": "object",
    "required": ["detail"],
    "properties": {
        "detail": {
            "type": "object",
            "required": ["code", "params", "text"],
            "properties": {
                "code": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
                "params": {"type": "object"},
                "text": {"type": "string"},
            },
        }
    },
}
_STATUS = {
    "400": "No form with a file, or a name or type that is not kept here",
    "403": "Session token missing or wrong, or a page of another site",
    "404": "What was named does not exist",
    "409": "The state has moved on",
    "412": "The file is not the one that was meant",
    "413": "Body over the limit",
    "416": "The file has no such range",
    "421": "Host not allowed",
    "426": "Not asked for as a WebSocket",
    "422": "Fields not as documented",
    "503": "Not possible now",
    "507": "The disk is full",
}


@functools.cache
def document_bytes(routes: tuple[Route, ...], version: str) -> bytes:
    """The document as strict JSON, made once."""
    return to_bytes(document(routes, version))


def document(routes: tuple[Route, ...], version: str) -> dict[str, Any]:
    """Every route with its parameters, bodies, answers and refusals."""
    schemas = _schemas(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "CodefyUI Desktop", "version": version, "license": {"name": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Refusal": _DETAIL},
            "securitySchemes": {"session": {"type": "apiKey", "in": "header", "name": TOKEN_HEADER}},
        },
    }


def model_name(model: type[BaseModel]) -> str:
    """Name of a model's schema: its class, unique over all routes."""
    return model.__name__


def _schemas(routes: tuple[Route, ...]) -> dict[str, Any]:
    models: list[tuple[type[BaseModel], Any]] = []
    for route in routes:
        models += [(m, "validation") for m in (route.body, route.query) if m is not None]
        models += [(route.answer, "serialization")] if route.answer is not None else []
        models += [(frame, "validation") for frame in route.frames]
    unique = list(dict.fromkeys(models))
    _, made = models_json_schema(unique, ref_template="#/components/schemas/{model}")
    return dict(made.get("$defs", {}))


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.summary,
        "tags": [route.tag],
        "operationId": f"{route.method.lower()}_{re.sub(r'[^a-z0-9]+', '_', route.path.lower()).strip('_') or 'root'}",
        "parameters": [
            *_path_parameters(route),
            *_query_parameters(route, schemas),
            *([_TOKEN] if route.is_socket else []),
            *({"name": name, "in": "header", "required": False, **_HEADERS[name]} for name in route.takes),
            _LANG,
            _ACCEPT,
        ],
        "responses": _responses(route),
        "x-error-codes": sorted(codes_of(route)),
    }
    if route.body is not None:
        operation["requestBody"] = _content(_ref(route.body), (JSON,), required=True)
    elif route.body_is_raw:
        operation["requestBody"] = _content(
            {"description": "A graph document", **route.body_schema}, (JSON,), required=True
        )
    elif route.upload:
        operation["requestBody"] = {"content": {"multipart/form-data": {"schema": _FORM}}, "required": True}
    if route.frames:
        operation["x-frames"] = [_ref(frame) for frame in route.frames]
    if route.needs_token:
        operation["security"] = [{"session": []}]
    return operation


_FORM = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": {"type": "string", "contentMediaType": "application/octet-stream"}},
}
_TOKEN = {
    "name": "token",
    "in": "query",
    "required": False,
    "description": f"The session token, for clients that cannot set the header {TOKEN_HEADER}",
    "schema": {"type": "string"},
}
_LANG = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": "Language of the answer's texts, over Accept-Language: en or zh-TW; any other is English",
    "schema": {"type": "string", "examples": ["en", "zh-TW"]},
}
_ACCEPT = {
    "name": "Accept-Language",
    "in": "header",
    "required": False,
    "description": "Languages of the reader; English where none of them is known",
    "schema": {"type": "string", "examples": ["zh-TW,zh;q=0.9,en;q=0.5"]},
}
_HEADERS: dict[str, dict[str, Any]] = {
    "Range": {"description": "Bytes that are wanted", "schema": {"type": "string", "examples": ["bytes=0-99"]}},
    "If-Range": {"description": "The range only of this ETag", "schema": {"type": "string"}},
    "If-Match": {"description": "The ETag that was loaded", "schema": {"type": "string", "examples": ['"1"']}},
    "If-None-Match": {"description": "An ETag that is known already, or *", "schema": {"type": "string"}},
}
"""Request headers that a route may say it takes."""


def _ref(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{model_name(model)}"}


def _content(schema: dict[str, Any], media: tuple[str, ...], **more: Any) -> dict[str, Any]:
    binary = {"type": "string"}
    return {"content": {kind: {"schema": schema if kind == JSON else binary} for kind in media}, **more}


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    names = re.findall(r"{([a-z_]+)}", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameters(route: Route, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    schema = schemas[model_name(route.query)]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": kind}
        for name, kind in schema.get("properties", {}).items()
    ]


def _responses(route: Route) -> dict[str, Any]:
    if route.is_socket:
        return _socket_responses(route)
    schema: dict[str, Any] = _ref(route.answer) if route.answer is not None else {}
    if route.answer_is_list:
        schema = {"type": "array", "items": schema}
    responses: dict[str, Any] = {str(route.status): _content(schema, route.media, description="As asked")}
    if "Range" in route.takes:
        responses["206"] = _content(schema, route.media, description="The bytes that were wanted")
        responses["304"] = {"description": "What the client has is the file as it is"}
    wanted = ["421"]
    wanted += ["403"] if route.needs_token else []
    wanted += ["413", "422"] if route.body is not None or route.body_is_raw else []
    wanted += ["400", "409", "413", "507"] if route.upload else []
    wanted += ["422"] if route.query is not None else []
    wanted += ["404"] if "{" in route.path else []
    wanted += ["412", "416"] if "Range" in route.takes else []
    for status, meaning in {**{known: _STATUS[known] for known in wanted}, **route.refusals}.items():
        of_guards = route.refuse is None or status in ("403", "421")
        responses[status] = _content(_REFUSAL if of_guards else schema, (JSON,), description=meaning)
    codes = ", ".join(codes_of(route))
    other = _REFUSAL if route.refuse is None else {"anyOf": [_REFUSAL, schema]}
    responses["default"] = _content(other, (JSON,), description=f"A refusal; its code is one of {codes}, or another")
    return responses


def _socket_responses(route: Route) -> dict[str, Any]:
    """What follows the upgrade is no HTTP: docs/canvas.md has it."""
    refusals = {status: _content(_REFUSAL, (JSON,), description=_STATUS[status]) for status in ("421", "426")}
    codes = ", ".join(codes_of(route))
    default = _content(_REFUSAL, (JSON,), description=f"A refusal; its code is one of {codes}, or another")
    return {"101": {"description": "The connection is a WebSocket from here on"}, **refusals, "default": default}

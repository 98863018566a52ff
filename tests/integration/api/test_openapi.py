"""The document and the routes are the same thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jsonschema_rs

from app.api.door import Door
from app.api.openapi import document
from app.api.routes import ROUTES
from app.api.server import build_app
from app.core.vocab.reason import WORDS
from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path


def refs(value: Any) -> set[str]:
    """Every $ref below a value."""
    if isinstance(value, dict):
        return {v for k, v in value.items() if k == "$ref"} | {r for v in value.values() for r in refs(v)}
    return {r for v in value for r in refs(v)} if isinstance(value, list) else set()


def test_every_route_of_the_application_is_described_and_nothing_else(tmp_path: Path) -> None:
    app = build_app(make(tmp_path), Door())
    served = {(r.method, r.resource.canonical) for r in app.router.routes() if r.resource is not None}
    described = {(m.upper(), path) for path, ways in document(ROUTES, "1")["paths"].items() for m in ways}
    assert served - {(m, p) for m, p in served if m == "HEAD"} == described
    assert {p for m, p in served if m == "HEAD"} == {p for m, p in served if m == "GET"}


def test_the_document_is_whole() -> None:
    made = document(ROUTES, "1.2.3")
    assert made["openapi"] == "3.1.0"
    assert made["info"]["version"] == "1.2.3"
    known = {f"#/components/schemas/{name}" for name in made["components"]["schemas"]}
    assert refs(made) <= known
    operations = [op for ways in made["paths"].values() for op in ways.values()]
    assert len({op["operationId"] for op in operations}) == len(operations) == len(ROUTES)
    for path, ways in made["paths"].items():
        for op in ways.values():
            named = {p["name"] for p in op["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"{([a-z_]+)}", path))


def test_models_of_one_name_are_one_model() -> None:
    models = [m for r in ROUTES for m in (r.body, r.query, r.answer) if m is not None]
    assert len({m.__name__ for m in models}) == len(set(models))


def test_every_changing_route_says_that_it_needs_the_token() -> None:
    made = document(ROUTES, "1")
    for path, ways in made["paths"].items():
        for method, op in ways.items():
            assert ("security" in op) is (method != "get"), path


def test_every_error_code_that_a_route_names_has_words() -> None:
    unknown = {code for route in ROUTES for code in route.errors} - set(WORDS)
    assert not unknown


async def test_it_is_served_and_kept(tmp_path: Path) -> None:
    async with serving(make(tmp_path)) as client:
        first, second = await client.get("/openapi.json"), await client.get("/openapi.json")
        assert first.status == 200
        assert first.body == second.body
        assert first.json == document(ROUTES, "0.1.0")


def test_every_operation_lists_the_codes_that_it_answers() -> None:
    paths = document(ROUTES, "1")["paths"]
    assert paths["/api/queue"]["get"]["x-error-codes"] == ["bad_http", "host_not_allowed", "internal", "starting"]
    assert {"run_not_found", "token_missing", "token_wrong"} <= set(
        paths["/api/runs/{run_id}"]["delete"]["x-error-codes"]
    )
    assert {"json_key_twice", "body_too_large"} <= set(paths["/api/graph/save"]["post"]["x-error-codes"])
    assert "invalid_request" in paths["/api/runs"]["get"]["x-error-codes"]
    assert "websocket_only" in paths["/ws/execution"]["get"]["x-error-codes"]
    for ways in paths.values():
        for operation in ways.values():
            said = operation["responses"]["default"]["description"]
            assert [code for code in operation["x-error-codes"] if code not in said] == []


def test_what_every_answer_can_be_called_with_is_described() -> None:
    for ways in document(ROUTES, "1")["paths"].values():
        for operation in ways.values():
            named = {(p["in"], p["name"]): p for p in operation["parameters"]}
            assert named[("query", "lang")]["schema"] == {"type": "string", "examples": ["en", "zh-TW"]}
            assert ("header", "Accept-Language") in named
            takes_range = ("header", "Range") in named
            assert takes_range is ("206" in operation["responses"])
            assert takes_range is ({"304", "412", "416"} <= set(operation["responses"]))


def test_examples_fit_their_schemas() -> None:
    made = document(ROUTES, "1")
    tried = 0
    for schema in _with_examples(made["paths"]):
        check = jsonschema_rs.validator_for({**schema, "components": made["components"]})
        for example in schema["examples"]:
            check.validate(example)
            tried += 1
    assert tried > len(ROUTES)


def _with_examples(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [found for one in value for found in _with_examples(one)]
    if not isinstance(value, dict):
        return []
    own = [value] if isinstance(value.get("examples"), list) else []
    return own + [found for one in value.values() for found in _with_examples(one)]

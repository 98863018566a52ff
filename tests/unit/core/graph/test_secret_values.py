"""Secret params of what runs: on the canvas, in subgraphs, in presets."""

from __future__ import annotations

from app.core.graph.prepare import prepare_value
from app.core.graph.prepared import Body, PreparedGraph, PreparedNode, Wire
from app.core.graph.secret_values import SecretParam, secret_values, with_secrets, without_secrets
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node

KEY = "openai_api_key"
INNER = {"id": "in", "type": "LLMChat", "params": {KEY: "of the preset"}}
DOCUMENT = graph(
    [
        node("go", "Start"),
        node("chat", "LLMChat", **{KEY: "typed"}),
        node("draft", "LLMChat", **{KEY: "never runs"}),
        node("p1", "preset:P"),
        {"id": "p2", "type": "preset:P", "data": {"params": {}, "internalParams": {"in": {KEY: "of the card"}}}},
        node("s1", "subgraph:S"),
    ],
    "go > chat",
    "go > p1",
    "go > p2",
    "go > s1",
    presets=[{"preset_name": "P", "nodes": [INNER], "edges": []}],
    subgraphs=[{"id": "S", "nodes": [{"id": "in", "type": "LLMChat", "data": {"params": {}}}], "edges": []}],
)


def _prepared() -> PreparedGraph:
    done = prepare_value(DOCUMENT, CATALOG)
    assert done.graph is not None, done.problems
    return done.graph


def _openai(graph: PreparedGraph) -> dict[str, str]:
    return {param.node_id: value for param, value in secret_values(graph, CATALOG).items() if param.param == KEY}


def test_every_place_that_runs_is_found_with_its_value() -> None:
    expected = {"chat": "typed", "p1__in": "of the preset", "p2__in": "of the card", "s1/in": ""}
    assert _openai(_prepared()) == expected


def test_places_and_kinds_have_names() -> None:
    param = SecretParam("s1/in", "LLMChat", KEY)
    assert (param.place, param.kind) == ("s1/in.openai_api_key", "LLMChat.openai_api_key")


def test_values_are_put_where_they_belong_and_nowhere_else() -> None:
    before = _prepared()
    after = with_secrets(before, {SecretParam("s1/in", "LLMChat", KEY): "new"})
    assert _openai(after) == {**_openai(before), "s1/in": "new"}
    changed = [old.id for old, new in zip(before.nodes, after.nodes, strict=True) if old is not new]
    assert changed == ["s1/in"]
    assert with_secrets(before, {}) is before


def test_what_a_map_runs_is_found_and_filled_too() -> None:
    body = Body("P", (PreparedNode("m__in", "LLMChat", {KEY: ""}),), "item", Wire("x", "m__in", "text"))
    before = PreparedGraph((PreparedNode("m", "Map", {}),), bodies={"m": body})
    assert _openai(before) == {"m__in": ""}
    after = with_secrets(before, {SecretParam("m__in", "LLMChat", KEY): "new"})
    assert (_openai(after), _openai(before)) == ({"m__in": "new"}, {"m__in": ""})


def test_what_is_written_down_has_none() -> None:
    assert set(_openai(without_secrets(_prepared(), CATALOG)).values()) == {""}


def test_a_type_that_is_gone_has_none() -> None:
    assert secret_values(_prepared(), {}) == {}

"""Contracts of saved graphs, and the check of script code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.support.catalog import CATALOG
from tests.support.graphs import bypassed, graph, node
from tests.support.plane import Client, make, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with serving(make(tmp_path, catalog=CATALOG)) as made:
        yield made


async def contract(client: Client, document: dict[str, Any]) -> Any:
    assert (await client.post("/api/graph/save", {**document, "name": "g"})).status == 200
    reply = await client.get("/api/graph/contract/g")
    assert reply.status == 200
    return reply.json


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["node_id"]) for problem in answer["problems"]]


GO = node("go", "Start")


async def test_a_graph_that_can_be_called(client: Client) -> None:
    document = graph(
        [
            GO,
            node("i", "GraphInput", name="x", type="number", required=False, default="2.5", description="A number."),
            node("j", "GraphInput", name="text"),
            node("off", "GraphInput", name="x") | {"data": {"params": {"name": "x"}, "bypassed": True}},
            node("t", "TensorInput", shape="2"),
            node("o", "GraphOutput", name="y", description="The tensor."),
            node("p", "GraphOutput", name="z"),
        ],
        "go > i",
        "go > j",
        "go > t",
        "t.tensor > o.value",
        "i.value > p.value",
    )
    assert await contract(client, document) == {
        "graph": "g",
        "inputs": [
            {"name": "x", "type": "number", "required": False, "default": 2.5, "description": "A number."},
            {"name": "text", "type": "string", "required": True, "default": None, "description": ""},
        ],
        "outputs": [
            {"name": "y", "type": "TENSOR", "description": "The tensor."},
            {"name": "z", "type": "ANY", "description": ""},
        ],
        "problems": [],
    }


async def test_what_keeps_a_graph_from_being_called_is_named(client: Client) -> None:
    nodes = [GO, node("t", "TensorInput", shape="2"), node("i", "GraphInput"), node("o", "GraphOutput")]
    assert codes(await contract(client, graph(nodes, "go > t", "t.tensor > o.value"))) == [("untriggered_input", "i")]
    answer = await contract(client, graph(nodes, "go > i"))
    assert codes(answer) == [("unreachable_output", "o")]
    assert answer["outputs"][0]["type"] == "ANY"
    answer = await contract(client, graph(nodes))
    assert [problem["code"] for problem in answer["problems"]] == ["no_entry_points"]
    wrong = graph([GO, node("i", "GraphInput", name="1x"), bypassed("o", "GraphOutput")], "go > i")
    answer = await contract(client, wrong)
    assert (codes(answer), answer["outputs"]) == ([("contract_bad_name", "i")], [])


@pytest.mark.parametrize(
    ("kind", "default", "value", "is_right"),
    [
        ("integer", "3", 3, True),
        ("integer", "3.5", None, False),
        ("boolean", "yes", True, True),
        ("json", '{"a": [1]}', {"a": [1]}, True),
        ("json", "{", None, False),
        ("number", "", None, True),
        ("string", "", "", True),
    ],
)
async def test_a_default_is_read_as_its_type(
    client: Client, kind: str, default: str, value: Any, is_right: bool
) -> None:
    one = node("i", "GraphInput", name="x", type=kind, required=False, default=default)
    answer = await contract(client, graph([GO, one], "go > i"))
    assert answer["inputs"][0]["default"] == value
    assert codes(answer) == ([] if is_right else [("input_value_malformed", "i")])


async def test_a_graph_that_is_not_there(client: Client) -> None:
    reply = await client.get("/api/graph/contract/nope")
    assert (reply.status, reply.code) == (404, "graph_not_found")


@pytest.mark.parametrize(
    ("code", "ok", "line", "defines", "issue"),
    [
        ("def run(inputs):\n    return inputs\n", True, None, True, None),
        ("x = 1\n", False, None, False, "script_no_run"),
        ("def run(inputs):\n    return (\n", False, 2, False, "script_syntax"),
        ("\0", False, 1, False, "script_syntax"),
        ("(" * 100_000, False, 1, False, "script_syntax"),
    ],
)
async def test_script_code_is_judged_and_never_run(
    client: Client, code: str, ok: bool, line: int | None, defines: bool, issue: str | None
) -> None:
    reply = await client.post("/api/nodes/script/validate", {"code": code})
    found = reply.json
    assert (reply.status, found["ok"], found["line"], found["defines_run"]) == (200, ok, line, defines)
    assert (found["issue"] or {}).get("code") == issue
    assert found["error"] == (found["issue"] or {}).get("text")
    assert "math" in found["allowed_modules"]


async def test_code_that_is_no_text_is_no_script(client: Client) -> None:
    bodies: tuple[Any, ...] = ({}, {"code": 5}, [])
    for body in bodies:
        assert (await client.post("/api/nodes/script/validate", body)).status == 422

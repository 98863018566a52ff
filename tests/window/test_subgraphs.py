"""Subgraphs in the window: what it makes of a graph the server judges, runs and keeps as the same graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server_process import Running


def graph(name: str) -> dict[str, Any]:
    """Start -> two by two ones -> times two -> times three -> print."""

    def node(node_id: str, kind: str, x: int, **params: Any) -> dict[str, Any]:
        return {"id": node_id, "type": kind, "position": {"x": x, "y": 80}, "data": {"params": params}, "own": node_id}

    def wire(source: str, target: str, port: str) -> dict[str, Any]:
        ends = {"source": source, "sourceHandle": "tensor", "target": target, "targetHandle": port}
        return {"id": f"{source}-{target}", **ends, "type": "data"}

    return {
        "name": name,
        "nodes": [
            node("go", "Start", 0),
            node("ones", "TensorInput", 220, shape="2,2", value_mode="ones"),
            node("x2", "ScalarMultiply", 460, scalar=2.0),
            node("x3", "ScalarMultiply", 700, scalar=3.0),
            node("say", "Print", 940, label="six"),
        ],
        "edges": [
            {
                "id": "t",
                "source": "go",
                "target": "x2",
                "sourceHandle": "trigger",
                "targetHandle": "",
                "type": "trigger",
            },
            wire("ones", "x2", "tensor"),
            wire("x2", "x3", "tensor"),
            wire("x3", "say", "value"),
        ],
    }


def saved(server: Running, name: str) -> Any:
    status, document = server.ask("GET", f"/api/graph/load/{name}")
    assert status == 200
    return document


def test_a_selection_becomes_a_subgraph_and_again_what_it_was(
    flow: Callable[..., dict[str, Any]], server: Running
) -> None:
    for name in ("Twice", "Thrice"):
        assert server.ask("POST", "/api/graph/save", graph(name))[0] == 200
    before = saved(server, "Thrice")
    seen = flow("subgraphs")
    assert seen["mouse"] == {
        "card": ["in-__trigger TRIGGER true", "in-tensor TENSOR true", "out-tensor TENSOR true"],
        "inside": ["x2", "x3"],
        # the inner node is gone, so its port and the wire on it are; the trigger has nothing of its own to start
        "lost": ["in-__trigger TRIGGER true", "out-tensor TENSOR true"],
        "undone": True,
        "findings": [],
    }
    assert seen["afterRun"] == {"inner": "completed", "outer": "completed"}
    document = saved(server, "Twice")
    [made] = document["subgraphs"]
    assert [node["id"] for node in document["nodes"]] == ["go", "ones", "subgraph", "say"]
    assert [node["id"] for node in made["nodes"]] == ["x2", "x3"]
    assert made["interface"]["triggerTargets"] == ["x2"]
    assert made["interface"]["params"] == [{"param": "scalar", "innerNode": "x3", "innerParam": "scalar"}]
    assert (made["name"], [node["data"]["params"] for node in made["nodes"]]) == (
        "Multiply",
        [{"scalar": 2}, {"scalar": 5}],
    )
    assert [port["port"] for port in made["interface"]["outputs"]] == ["product"]
    status, verdict = server.ask("POST", "/api/graph/validate", document)
    assert (status, verdict["valid"], verdict["issues"]) == (200, True, [])

    assert seen["keys"] == {"outside": ["go", "subgraph"], "crumbs": "Thrice子圖子圖", "findings": []}
    after = saved(server, "Thrice")
    by_id = {node["id"]: node for node in before["nodes"]}
    assert {node["id"]: node for node in after["nodes"]} == by_id
    assert sorted(after["edges"], key=str) == sorted(before["edges"], key=str)
    assert "subgraphs" not in after or after["subgraphs"] == []

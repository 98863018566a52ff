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
    assert seen["afterRun"] == {
        "inner": "completed",
        "outer": "completed",
        "gave": ["10.0000", "10.0000"],
        "part": "idle",  # a run up to x2 leaves alone what comes after it, in its card too
    }
    assert seen["own"] == ["subgraph:subgraph", "subgraph:subgraph-2"]
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
    status, exported = server.ask("POST", "/api/graph/export", document)
    assert (status, exported["warnings"]) == (200, [])

    assert seen["keys"] == {"outside": ["go", "subgraph"], "crumbs": "Thrice子圖子圖", "findings": []}
    after = saved(server, "Thrice")
    by_id = {node["id"]: node for node in before["nodes"]}
    assert {node["id"]: node for node in after["nodes"]} == by_id
    assert sorted(after["edges"], key=str) == sorted(before["edges"], key=str)
    assert "subgraphs" not in after or after["subgraphs"] == []


def test_presets_are_made_used_and_opened(flow: Callable[..., dict[str, Any]], server: Running) -> None:
    lost = {"id": "gone", "type": "preset:Nobody's", "position": {"x": 460, "y": 300}, "data": {"params": {}, "own": 1}}
    assert server.ask("POST", "/api/graph/save", graph("Twice"))[0] == 200
    assert server.ask("POST", "/api/graph/save", {**graph("Lost"), "nodes": [*graph("Lost")["nodes"], lost]})[0] == 200
    spare = {"name": "Spare", "nodes": graph("Twice")["nodes"][2:3], "edges": []}
    assert server.ask("POST", "/api/presets/create", spare)[0] == 200
    seen = flow("presets")
    assert seen["spare"] == {"armed": "Press again: deletes it; cards of it stay empty", "findings": []}
    assert server.ask("GET", "/api/presets/Spare")[0] == 404
    assert seen["made"] == {"ports": ["in-__trigger", "in-x2_tensor", "out-x3_tensor"], "findings": []}
    assert seen["opened"] == {
        "one": ["20", "30"],  # this card's own values
        "all": ["2", "3"],  # what every other card has
        "own": "20",
        "others": "7",
    }
    document = saved(server, "Twice")
    [preset] = document["presets"]
    assert [node["params"]["scalar"] for node in preset["nodes"]] == [7, 3]
    assert [node["position"] for node in preset["nodes"]] == [{"x": 460, "y": 80}, {"x": 700, "y": 80}]
    by_id = {node["id"]: node for node in document["nodes"]}
    assert sorted(by_id) == ["go", "ones", "preset-six-times-2", "say", "x2", "x3"]
    assert by_id["preset-six-times-2"]["data"]["internalParams"] == {"x3": {"scalar": 30}, "x2": {"scalar": 20}}
    assert [by_id[node]["data"]["params"]["scalar"] for node in ("x2", "x3")] == [7, 3]
    ends = {(edge["source"], edge["target"]) for edge in document["edges"]}
    assert ends == {("go", "x2"), ("ones", "x2"), ("x2", "x3"), ("x3", "say")}
    status, verdict = server.ask("POST", "/api/graph/validate", document)
    assert (status, verdict["issues"]) == (200, [])
    installed = server.ask("GET", "/api/presets/Six%20times")[1]
    assert [node["params"]["scalar"] for node in installed["nodes"]] == [2, 3]
    assert next(node for node in saved(server, "Lost")["nodes"] if node["id"] == "gone") == lost

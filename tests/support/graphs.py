"""Short ways to write graph documents in tests."""

from __future__ import annotations

from typing import Any


def node(node_id: str, node_type: str, **params: Any) -> dict[str, Any]:
    """A node of the ordinary shape."""
    return {"id": node_id, "type": node_type, "position": {"x": 0, "y": 0}, "data": {"params": params}}


def bypassed(node_id: str, node_type: str, **params: Any) -> dict[str, Any]:
    """The same, cut out."""
    made = node(node_id, node_type, **params)
    made["data"]["bypassed"] = True
    return made


def wire(text: str) -> dict[str, Any]:
    """`a.out > b.in` is a data edge, `go > a` a trigger."""
    source, target = (part.strip() for part in text.split(">"))
    source_id, dot, source_port = source.rpartition(".")
    if not dot:
        return {
            "id": text,
            "source": source,
            "target": target,
            "sourceHandle": "trigger",
            "targetHandle": "",
            "type": "trigger",
        }
    target_id, _, target_port = target.rpartition(".")
    return {
        "id": text,
        "source": source_id,
        "target": target_id,
        "sourceHandle": source_port,
        "targetHandle": target_port,
        "type": "data",
    }


def graph(nodes: list[dict[str, Any]], *wires: str, **more: Any) -> dict[str, Any]:
    """A document with these nodes and edges."""
    return {"name": "test", "nodes": nodes, "edges": [wire(text) for text in wires], **more}


def chain(length: int) -> dict[str, Any]:
    """Start, one TensorInput and `length` - 1 Softmax nodes in a row: n0 > n1 > ..."""
    nodes = [node("go", "Start"), node("n0", "TensorInput", shape="2,2")]
    nodes += [node(f"n{at}", "Softmax", dim=0) for at in range(1, length)]
    return graph(nodes, "go > n0", *(f"n{at - 1}.tensor > n{at}.tensor" for at in range(1, length)))


def subgraph(
    name: str,
    nodes: list[dict[str, Any]],
    *wires: str,
    inputs: dict[str, str] | None = None,
    outputs: dict[str, str] | None = None,
    starts: list[str] | None = None,
) -> dict[str, Any]:
    """A subgraph definition; ports as {port: "inner.port"}."""
    interface = {
        side: [
            {"port": port, "innerNode": end.rpartition(".")[0], "innerPort": end.rpartition(".")[2], "data_type": "ANY"}
            for port, end in (ports or {}).items()
        ]
        for side, ports in (("inputs", inputs), ("outputs", outputs))
    }
    return {
        "id": name,
        "name": name,
        "description": "",
        "nodes": nodes,
        "edges": [wire(text) for text in wires],
        "interface": {**interface, "triggerTargets": starts or []},
    }


def preset(
    name: str,
    nodes: list[dict[str, Any]],
    *wires: str,
    inputs: dict[str, str] | None = None,
    outputs: dict[str, str] | None = None,
) -> dict[str, Any]:
    """A preset definition; nodes in the ordinary shape are brought to the preset's."""
    exposed = {
        side: [
            {"name": port, "internal_node": end.rpartition(".")[0], "internal_port": end.rpartition(".")[2]}
            for port, end in (ports or {}).items()
        ]
        for side, ports in (("exposed_inputs", inputs), ("exposed_outputs", outputs))
    }
    edges = [{key: value for key, value in wire(text).items() if key not in ("id", "type")} for text in wires]
    inner = [{"id": item["id"], "type": item["type"], "params": item["data"]["params"]} for item in nodes]
    return {"preset_name": name, "category": "Test", "nodes": inner, "edges": edges, **exposed, "exposed_params": []}

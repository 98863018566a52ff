"""Writes layer texts for SequentialModel tests."""

from __future__ import annotations

import itertools
import json
from typing import Any

Layer = tuple[str, str, dict[str, Any]]


def chain(*layers: Layer) -> str:
    """The layers one after the other between one Input and one Output."""
    names = ["in", *(name for name, _, _ in layers), "out"]
    return graph(layers, [*itertools.pairwise(names)])


def graph(
    layers: Any, wires: list[Any], inputs: tuple[str, ...] = ("x",), outputs: tuple[str, ...] = ("y",), **more: Any
) -> str:
    """Layers and wires; a wire is (source, target), ends with a handle are written `id:handle`."""
    nodes: list[dict[str, Any]] = [
        {"id": "in", "type": "Input", "ports": [{"id": f"p_{name}", "name": name} for name in inputs]},
        *({"id": name, "type": kind, "params": params} for name, kind, params in layers),
        {"id": "out", "type": "Output", "ports": [{"id": f"p_{name}", "name": name} for name in outputs]},
    ]
    edges = []
    for number, (source, target) in enumerate(wires):
        start, _, out = source.partition(":")
        end, _, into = target.partition(":")
        edges.append({"id": f"e{number}", "source": start, "sourceHandle": out, "target": end, "targetHandle": into})
    return json.dumps({"version": 2, "nodes": nodes, "edges": edges, **more})

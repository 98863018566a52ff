"""Small graphs around one node of interest, which is called `it`, and their scripts beside their runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import torch

from tests.support.graphs import graph, node
from tests.support.scripts import run_values, script_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def of(kind: str, source: dict[str, Any], *outputs: str, port: str = "tensor", **params: Any) -> dict[str, Any]:
    """A graph of one node of this type over a tensor; what it gives at `outputs` are outputs of the graph."""
    return wired([source, node("it", kind, **params)], [f"rows.tensor > it.{port}"], *(outputs or ("tensor",)))


def wired(nodes: list[dict[str, Any]], wires: list[str], *outputs: str, starts: str = "rows") -> dict[str, Any]:
    """These nodes, `starts` started, and outputs of the graph for ports of the node `it`."""
    ends = [node(f"out {port}", "GraphOutput", name=port) for port in outputs]
    shown = [f"it.{port} > out {port}.value" for port in outputs]
    begun = [f"go > {name}" for name in starts.split()]
    return graph([node("go", "Start"), *nodes, *ends], *begun, *wires, *shown, settings={"device": "cpu"})


def dataset(source: str, steps: list[tuple[str, dict[str, Any]]], **params: Any) -> dict[str, Any]:
    """A data set under a chain of transforms, of which a batch is an output."""
    nodes = [node("rows", source, **params), node("it", "DatasetBatch", batch_size=3, start_index=2)]
    wires = ["again.dataset > it.dataset" if steps else "rows.dataset > it.dataset"]
    if steps:
        nodes.append(node("again", "Transform"))
        nodes += [node(f"step {i}", name, **settings) for i, (name, settings) in enumerate(steps)]
        wires += [f"step {i}.transform > step {i + 1}.transform" for i in range(len(steps) - 1)]
        wires += ["rows.dataset > again.dataset", f"step {len(steps) - 1}.transform > again.transform"]
    starts = ["rows", "step 0"] if steps else ["rows"]
    made = wired(nodes, wires, "images", "labels", starts="")
    made["edges"] += graph([], *(f"go > {name}" for name in starts))["edges"]
    return made


def check(document: dict[str, Any], folder: Path, run_here: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Run the graph and its script; what the outputs of both hold is the same. Answers what was printed."""
    values, _ = run_values(document, folder, seed=3)
    assert values is not None
    script = script_of(document, seed=3)
    shown = run_here(script)
    for port in (n["data"]["params"]["name"] for n in document["nodes"] if n["type"] == "GraphOutput"):
        wanted = values["it", port]
        wanted = wanted.tolist() if isinstance(wanted, torch.Tensor) else wanted
        numpy.testing.assert_equal(shown[f"{port} ="], wanted, err_msg=script)
    return shown

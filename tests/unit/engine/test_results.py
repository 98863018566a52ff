"""Values of graph outputs as JSON: every kind, every limit, and how a run takes them from its nodes."""

from __future__ import annotations

import base64
import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from PIL import Image

from app.core.graph.prepared import PreparedGraph, PreparedNode, Wire
from app.core.vocab.errors import NodeError
from app.core.vocab.run import Outcome, RunStatus
from app.engine import results
from app.engine.registry import Registry
from app.engine.results import as_json
from app.engine.runner import run_graph
from app.nodes.io.graph_output import GraphOutput
from tests.support import mock_nodes
from tests.support.case_names import named
from tests.support.mock_nodes import Mock, give
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path

NAN, INF = float("nan"), float("inf")


class Epoch(int):
    """A number with more to it."""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (Epoch(4), 4),
        (2.5, 2.5),
        (NAN, None),
        (-INF, None),
        ("text", "text"),
        ("half \ud800", "half \ufffd"),
        ((1, [2.0, NAN], {"a": "b", 3: None}), [1, [2.0, None], {"a": "b", "3": None}]),
        (np.float32(1.5), 1.5),
        (np.int64(7), 7),
        (torch.tensor([[1, 2]]), {"__type__": "tensor", "shape": [1, 2], "dtype": "int64", "values": [[1, 2]]}),
        (
            torch.tensor([1.0, NAN], requires_grad=True),
            {"__type__": "tensor", "shape": [2], "dtype": "float32", "values": [1.0, None]},
        ),
        (torch.tensor(2.0), {"__type__": "tensor", "shape": [], "dtype": "float32", "values": 2.0}),
        (
            torch.ones(2, dtype=torch.bfloat16),
            {"__type__": "tensor", "shape": [2], "dtype": "bfloat16", "values": [1.0, 1.0]},
        ),
        (
            torch.eye(2).to_sparse(),
            {"__type__": "tensor", "shape": [2, 2], "dtype": "float32", "values": [[1.0, 0.0], [0.0, 1.0]]},
        ),
        (torch.tensor(1 + 2j), {"__type__": "tensor", "shape": [], "dtype": "complex64", "values": [1.0, 2.0]}),
        (torch.empty(10**9, 0), {"__type__": "tensor", "shape": [10**9, 0], "dtype": "float32", "values": []}),
        (np.array([1.0, INF]), {"__type__": "tensor", "shape": [2], "dtype": "float64", "values": [1.0, None]}),
        ([torch.tensor(True)], [{"__type__": "tensor", "shape": [], "dtype": "bool", "values": True}]),
    ],
    ids=named,
)
def test_values_that_have_a_form(value: Any, expected: Any) -> None:
    found = as_json(value, "y")
    assert found == expected
    assert type(found) is type(expected)
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA", "CMYK", "F"])
def test_pictures_are_png(mode: str) -> None:
    found = as_json(Image.new(mode, (3, 2)), "y")
    assert (found["__type__"], found["format"]) == ("image", "png")
    with Image.open(io.BytesIO(base64.b64decode(found["base64"]))) as back:
        assert (back.format, back.size) == ("PNG", (3, 2))


def test_a_text_is_a_picture_only_where_its_port_says_so() -> None:
    assert as_json("aGVsbG8=", "y") == "aGVsbG8="
    assert as_json("aGVsbG8=", "y", is_picture=True) == {"__type__": "image", "format": "png", "base64": "aGVsbG8="}
    assert as_json({"kind": "bar"}, "y", is_picture=True) == {"kind": "bar"}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (torch.nn.Linear(1, 1), "Linear"),
        ([{"deep": object()}], "object"),
        ({1}, "set"),
        (b"raw", "bytes"),
        ({(1, 2): 3}, "tuple"),
        (1j, "complex"),
        (torch.empty(2, device="meta"), "Tensor"),
        (np.array(["a"]), "ndarray"),
    ],
    ids=named,
)
def test_what_has_no_form_is_named(value: Any, found: str) -> None:
    with pytest.raises(NodeError) as caught:
        as_json(value, "y")
    why = caught.value.reason
    assert (why.code, dict(why.params)) == ("unserializable_output", {"output": "y", "found": found})


def _deep() -> list[Any]:
    value: list[Any] = []
    for _ in range(results.MAX_DEPTH):
        value = [value]
    return value


def _cycle() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    ("value", "found", "limit"),
    [
        (torch.zeros(65_537), 65_537, 65_536),
        ([0] * 1_000_001, 1_000_001, 1_000_000),
        ([torch.zeros(65_536)] * 16, 16 * 65_536 + 16, 1_000_000),
        ("x" * (32 * 1024 * 1024 + 1), 32 * 1024 * 1024 + 1, 32 * 1024 * 1024),
        (2**4096, 4097, 4096),
        (_deep(), 65, 64),
        (_cycle(), 65, 64),
    ],
    ids=["tensor", "list", "tensors", "text", "integer", "deep", "cycle"],
)
def test_what_is_too_large_is_named(value: Any, found: int, limit: int) -> None:
    with pytest.raises(NodeError) as caught:
        as_json(value, "y")
    why = caught.value.reason
    assert (why.code, dict(why.params)) == ("output_too_large", {"output": "y", "found": found, "limit": limit})


def test_the_limits_themselves_are_answered() -> None:
    assert len(as_json(torch.zeros(65_536), "y")["values"]) == 65_536
    assert as_json(2**4096 - 1, "y") == 2**4096 - 1
    deepest = _deep()[0]
    assert as_json(deepest, "y") == deepest


OUTPUTS = Registry({"Mock": Mock, "GraphOutput": GraphOutput})


def out(node_id: str, name: str, source: str, card: str | None = None) -> PreparedNode:
    inner = f"{card}/{node_id}" if card else None
    return PreparedNode(node_id, "GraphOutput", {"name": name}, (Wire("value", source, "out"),), card, inner)


def run(root: Path, *nodes: PreparedNode, **changes: Any) -> Outcome:
    return run_graph(PreparedGraph(nodes), run_context(root, RecordingSinks(), **changes), OUTPUTS)


def test_a_run_that_is_asked_gives_what_its_canvas_names(tmp_path: Path) -> None:
    nodes = (
        mock_nodes.node("a", give(1)),
        mock_nodes.node("b", give("Zm9v"), media={"out": "image"}),
        out("one", "first", "a"),
        out("two", "shown", "b"),
        out("box/three", "hidden", "a", card="box"),
    )
    outcome = run(tmp_path, *nodes, wants_outputs=True)
    assert outcome.outputs == {"first": 1, "shown": {"__type__": "image", "format": "png", "base64": "Zm9v"}}
    assert run(tmp_path, *nodes).outputs is None


def test_values_are_taken_before_another_node_changes_them(tmp_path: Path) -> None:
    kept = [1, 2]

    def spoil(inputs: dict[str, Any], context: Any) -> Any:
        kept.append(3)
        return {}

    wires = (Wire("in0", "a", "out"),)
    outcome = run(tmp_path, mock_nodes.node("a", give(kept)), out("y", "y", "a"),
                  mock_nodes.node("z", spoil, wires=wires), wants_outputs=True, seed=1)  # fmt: skip
    assert (outcome.outputs, kept) == ({"y": [1, 2]}, [1, 2, 3])


def test_an_output_without_a_form_fails_its_node_and_the_run(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    graph = PreparedGraph((mock_nodes.node("a", give({1})), out("y", "result", "a")))
    outcome = run_graph(graph, run_context(tmp_path, sinks, wants_outputs=True), OUTPUTS)
    assert (outcome.status, outcome.outputs) == (RunStatus.FAILED, None)
    assert outcome.error is not None
    expected = {"node_id": "y", "output": "result", "found": "set"}
    assert (outcome.error.code, dict(outcome.error.params)) == ("unserializable_output", expected)
    assert [(p["node_id"], p["status"]) for _, p in sinks.events][-1] == ("y", "error")
    assert run_graph(graph, run_context(tmp_path), OUTPUTS).status is RunStatus.SUCCEEDED

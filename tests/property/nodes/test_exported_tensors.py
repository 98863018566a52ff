"""Random graphs of tensor nodes export to scripts that compile and give what the run gives."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.graphs import graph, node
from tests.support.scripts import run_values, script_of, style_faults

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPES = ("2,3", "3,3", "3", "2,3,3", "1")
DIMS = st.integers(-2, 1)
ONE = {
    "Argmax": lambda draw: {"dim": draw(DIMS), "keepdim": draw(st.booleans())},
    "Flatten": lambda draw: {"start_dim": draw(DIMS)},
    "Mean": lambda draw: {"dim": draw(st.sampled_from(["-1", "0", "0,1", "[0, -1]"])), "keepdim": draw(st.booleans())},
    "Normalize": lambda draw: {"mode": draw(st.sampled_from(["zscore", "minmax", "unit_norm"])), "axis": draw(DIMS)},
    "Permute": lambda draw: {"dims": draw(st.sampled_from(["1,0", "0", "0,2,1"]))},
    "Reshape": lambda draw: {"shape": draw(st.sampled_from(["-1", "3,-1", "1,3,-1"]))},
    "ScalarMultiply": lambda draw: {"scalar": draw(st.floats(-3, 3))},
    "Softmax": lambda draw: {"dim": draw(DIMS)},
    "Split": lambda draw: {"chunks": draw(st.integers(1, 3)), "dim": draw(DIMS)},
    "Squeeze": lambda draw: {"dim": draw(DIMS)},
    "Unsqueeze": lambda draw: {"dim": draw(DIMS)},
    "ColumnSelector": lambda draw: {"indices": draw(st.sampled_from(["0", "0,-1", "1, 0"]))},
}
TWO: dict[str, Callable[..., dict[str, Any]]] = {
    "Add": lambda draw: {"alpha": draw(st.sampled_from([1.0, 2.0, 0.5, -1.0]))},
    "Concat": lambda draw: {"dim": draw(DIMS)},
    "MatMul": lambda draw: {},
    "Multiply": lambda draw: {},
    "Stack": lambda draw: {"dim": draw(DIMS)},
}


@st.composite
def documents(draw: Any) -> dict[str, Any]:
    """Two tensors and up to eight operations on anything that came before; every tensor is an output."""
    kinds = st.sampled_from(["float32", "float64", "int64", "int32", "bool"])
    modes = st.sampled_from(["random", "zeros", "ones", "arange"])
    nodes = [
        node(f"t{i}", "TensorInput", shape=draw(st.sampled_from(SHAPES)), dtype=draw(kinds), value_mode=draw(modes))
        for i in range(2)
    ]
    nodes.append(
        node("t2", "TensorCreate", shape="3,3", fill=draw(st.sampled_from(["randn", "rand", "full", "arange"])))
    )
    wires = [f"go > t{i}" for i in range(3)]
    ports = ["t0.tensor", "t1.tensor", "t2.tensor"]
    for number in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from([*ONE, *TWO, "MaskedFill"]))
        name = f"op{number}"
        nodes.append(node(name, kind, **({**ONE, **TWO}[kind](draw) if kind != "MaskedFill" else {"value": "zero"})))
        inputs = (
            ("tensor", "mask") if kind == "MaskedFill" else ("tensor_a", "tensor_b") if kind in TWO else ("tensor",)
        )
        wires += [f"{draw(st.sampled_from(ports))} > {name}.{port}" for port in inputs]
        ports.append(f"{name}.chunk_0" if kind == "Split" else f"{name}.tensor")
    for number, port in enumerate(ports):
        nodes.append(node(f"out{number}", "GraphOutput", name=f"o{number}"))
        wires.append(f"{port} > out{number}.value")
    return graph([node("go", "Start"), *nodes], *wires)


@settings(max_examples=60, deadline=None)
@given(documents())
def test_the_script_gives_what_the_run_gives(document: dict[str, Any]) -> None:
    script = script_of(document, seed=4)
    code = compile(script, "exported.py", "exec")
    with tempfile.TemporaryDirectory() as root:
        values, _ = run_values(document, Path(root), seed=4)
    if values is None:
        return  # the run was refused at a node, with its reason; a script would end with torch's
    shown: dict[str, Any] = {}
    names = {"__name__": "__main__", "print": lambda label, value: shown.update({label: value})}
    with patch.object(sys, "argv", ["exported.py", "--device", "cpu"]):
        exec(code, names)
    outputs = {result[0]: result[1] for (_, port), result in values.items() if port == "__graph_output__"}
    assert set(shown) == {f"{name} =" for name in outputs}
    for name, value in outputs.items():
        made = shown[f"{name} ="]
        assert made.dtype == value.dtype, f"{name}\n{script}"
        torch.testing.assert_close(made, value, rtol=1e-6, atol=1e-6, equal_nan=True, msg=lambda m: f"{m}\n{script}")


@settings(max_examples=15, deadline=None)
@given(documents())
def test_the_script_is_formatted_and_linted_like_our_code(document: dict[str, Any]) -> None:
    assert style_faults(script_of(document)) == ""

"""Node by node: what a script prints for a graph against what the run gives, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.engine.registry import discover
from tests.support import scripts
from tests.support.graphs import node, preset
from tests.support.script_cases import check, dataset, of, wired
from tests.support.scripts import script_of, style_faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROWS = node("rows", "TensorInput", shape="4,6", seed=5)
WIDE = node("rows", "TensorInput", shape="2,4,6", seed=5)
IMAGES = node("rows", "TensorInput", shape="2,3,8,8", seed=5)


LAYERS: dict[str, dict[str, Any]] = {
    "linear": of("Linear", ROWS, in_features=6, out_features=3),
    "linear of doubles": of(
        "Linear", node("rows", "TensorInput", shape="2,3", dtype="float64"), in_features=3, out_features=2
    ),
    "linear of whole numbers": of(
        "Linear", node("rows", "TensorInput", shape="2,3", dtype="int64"), in_features=3, out_features=2
    ),
    "embedding": of(
        "Embedding",
        node("rows", "TensorInput", shape="2,3", value_mode="arange"),
        num_embeddings=9,
        embedding_dim=4,
        padding_idx=0,
    ),
    "conv1d": of("Conv1d", WIDE, in_channels=4, out_channels=2, stride=2, padding=0),
    "conv2d": of("Conv2d", IMAGES, in_channels=3, out_channels=2, kernel_size=2, stride=1),
    "conv transpose": of("ConvTranspose2d", IMAGES, in_channels=3, out_channels=2, output_padding=1),
    "batch norm 1": of("BatchNorm1d", ROWS, num_features=6),
    "batch norm 2": of("BatchNorm2d", IMAGES, num_features=3),
    "layer norm": of("LayerNorm", WIDE, normalized_shape="4,6", eps=0.01),
    "group norm": of("GroupNorm", IMAGES, num_groups=3, num_channels=3),
    "instance norm": of("InstanceNorm2d", IMAGES, num_features=3, affine=True),
    "lstm": of("LSTM", WIDE, "output", "hidden", input_size=6, hidden_size=3, num_layers=2),
    "lstm state": of("LSTM", WIDE, "hidden", input_size=6, hidden_size=3, bidirectional=True),
    "gru": of("GRU", WIDE, "output", input_size=6, hidden_size=3, batch_first=False),
    "encoder": of("TransformerEncoder", WIDE, d_model=6, nhead=2, num_layers=2, dim_feedforward=5),
    "rnn cell": of("RNNCell", ROWS, "hidden", input_size=6, hidden_size=3, nonlinearity="relu", seed=-3),
    "experts": of(
        *("MoELayer", WIDE, "output", "routing_weights", "expert_indices"),
        port="x",
        hidden_dim=6,
        expert_hidden_dim=5,
        num_experts=3,
    ),
    "attention": wired(
        [WIDE, node("it", "MultiHeadAttention", embed_dim=6, num_heads=3)],
        ["rows.tensor > it.query", "rows.tensor > it.key", "rows.tensor > it.value"],
        *("output", "weights"),
    ),
    "attention of mixed types": wired(
        [
            WIDE,
            node("others", "TensorInput", shape="3,4,6", dtype="float64"),
            node("it", "MultiHeadAttention", embed_dim=6, num_heads=3),
        ],
        ["rows.tensor > it.query", "others.tensor > it.key", "others.tensor > it.value"],
        "output",
        starts="rows others",
    ),
    "decoder": wired(
        [WIDE, node("it", "TransformerDecoder", d_model=6, nhead=2, num_layers=1, dim_feedforward=5)],
        ["rows.tensor > it.tensor", "rows.tensor > it.memory"],
        "tensor",
    ),
    "rnn cell with a state": wired(
        [
            ROWS,
            node("first", "RNNCell", input_size=6, hidden_size=3),
            node("it", "RNNCell", input_size=6, hidden_size=3),
        ],
        ["rows.tensor > first.tensor", "rows.tensor > it.tensor", "first.hidden > it.hidden"],
        "hidden",
    ),
}

FUNCTIONS: dict[str, dict[str, Any]] = {
    **{
        f"activation {name}": of("Activation", ROWS, function=name)
        for name in next(p.options for p in discover().catalog["Activation"].params if p.name == "function")
    },
    "dropout": of("Dropout", ROWS, p=0.25),
    "max pool": of("MaxPool2d", IMAGES, kernel_size=3, stride=1),
    "avg pool": of("AvgPool2d", IMAGES, kernel_size=4, stride=4, padding=1),
    "adaptive pool": of("AdaptiveAvgPool2d", IMAGES, output_height=3, output_width=2),
    "kernel": wired(
        [
            IMAGES,
            node("edges", "Conv2dKernel", preset="Custom", kernel_size=2, weights=[[1, 2], [3, 4.5]]),
            node("it", "Conv2dExplicit", stride=2, padding=0),
        ],
        ["rows.tensor > it.tensor", "edges.tensor > it.kernel"],
        "tensor",
        starts="rows edges",
    ),
    "known kernel": wired([node("it", "Conv2dKernel", preset="Sharpen3x3")], [], "tensor", starts="it"),
    "backward mark": of("BackwardOnce", ROWS),
    **{
        f"reduce {how}": wired(
            [WIDE, node("any", "Print"), node("it", "Reduce", operation=how, dim=-1)],
            ["rows.tensor > any.value", "any.value > it.items"],
            *("result", "count"),
        )
        for how in ("sum", "mean", "min", "max", "concat", "stack", "first", "last")
    },
    "rows by place": of("RowSelector", ROWS, indices="2,-1,0"),
    "text": wired([node("it", "TextInput", value="a" * 200)], [], "text", starts="it"),
}

_SCRIPT = '''"""Doubles."""
import torch


def run(inputs, params):
    text = """one
    two"""
    return {"out1": inputs["in1"] * 2 + torch.rand(4, 6), "out2": [len(text), params["output_ports"]]}
'''
FLOW: dict[str, dict[str, Any]] = {
    "script": of("PythonScript", ROWS, "out1", "out2", port="in1", code=_SCRIPT, output_ports=2),
    "script of one value": of("PythonScript", ROWS, "out1", port="in1", code="def run(inputs, params): return 3"),
    "reduced numbers": wired(
        [
            node("rows", "PythonScript", code="def run(inputs, params):\n    return [1, 2.5, 4]"),
            node("it", "Reduce", operation="mean"),
        ],
        ["rows.out1 > it.items"],
        *("result", "count"),
    ),
    "joined lists": wired(
        [
            node("rows", "PythonScript", code="def run(inputs, params):\n    return [[1], [2, 3]]"),
            node("it", "Reduce", operation="concat"),
        ],
        ["rows.out1 > it.items"],
        "result",
    ),
    **{
        f"switch to {number}": wired(
            [
                ROWS,
                node("which", "GraphInput", name="which", type="number", default=number),
                node("ones", "TensorInput", value_mode="ones", shape="1"),
                node("it", "Switch"),
            ],
            ["which.value > it.selector", "rows.tensor > it.input_0", "ones.tensor > it.input_2"],
            "output",
            starts="rows which ones",
        )
        for number in (0, 2.9, 3)
    },
    "one way": wired(
        [ROWS, node("which", "GraphInput", name="which", type="number", default=1), node("it", "Switch")],
        ["which.value > it.selector", "rows.tensor > it.input_0"],
        "output",
        starts="rows which",
    ),
}


_PAIR = "def run(inputs, params):\n    {}\n    return {{'out1': {}, 'out2': {}}}"
"""A script of two outputs: an import, and what they are."""
_TENSORS = _PAIR.format("import torch", "torch.tensor([1, 0, 1, 1])", "[1, 1, 1, 1]")
_ARRAYS = _PAIR.format("import numpy", "numpy.array([1, 0, 2])", "numpy.array([1, 0, 1])")
LISTS: dict[str, dict[str, Any]] = {
    **{
        f"accuracy of {name} of a script": wired(
            [node("rows", "PythonScript", code=code, output_ports=2), node("it", "Accuracy")],
            ["rows.out1 > it.predictions", "rows.out2 > it.labels"],
            *("accuracy", "correct", "total"),
        )
        for name, code in {"tensors": _TENSORS, "arrays": _ARRAYS}.items()
    },
    "mean of an array of a script": wired(
        [node("rows", "PythonScript", code=_ARRAYS, output_ports=2), node("it", "Reduce", operation="mean")],
        ["rows.out2 > it.items"],
        *("result", "count"),
    ),
    "neighbours with labels of a script": wired(
        [
            node("rows", "PythonScript", code=_TENSORS, output_ports=2),
            node("table", "TensorInput", shape="4,3", seed=1),
            node("it", "KNN", n_neighbors=1),
        ],
        ["table.tensor > it.x_train", "rows.out1 > it.y_train", "table.tensor > it.x_query"],
        *("predictions", "classes"),
        starts="rows table",
    ),
    "rows of a script by name": wired(
        [
            node("rows", "PythonScript", code=_TENSORS, output_ports=2),
            node("table", "TensorInput", shape="4,2", seed=1),
            node("it", "RowSelector", names="0,1"),
        ],
        ["rows.out1 > it.labels", "table.tensor > it.tensor"],
        "tensor",
        starts="rows table",
    ),
    "columns of a script by name": wired(
        [
            node("rows", "PythonScript", code=_ARRAYS, output_ports=2),
            node("table", "TensorInput", shape="4,3", seed=1),
            node("it", "ColumnSelector", names="2,1"),
        ],
        ["rows.out1 > it.columns", "table.tensor > it.tensor"],
        "tensor",
        starts="rows table",
    ),
    **{
        f"split of {name}": wired(
            [
                node("rows", "PythonScript", code=code, output_ports=2),
                node("known", "TensorInput", shape="4", value_mode="arange", dtype="int64"),
                node("any", "Print"),
                node("table", "TensorInput", shape="4,3", seed=1),
                node("it", "TrainTestSplit", test_size=0.5, seed=3),
            ],
            ["table.tensor > it.features", f"{source} > it.labels", "known.tensor > any.value"],
            *("x_train", "y_train", "x_test", "y_test"),
            starts="rows known table",
        )
        for name, code, source in (
            ("labels of a script", _TENSORS, "rows.out1"),
            ("a known tensor", _TENSORS, "any.value"),
        )
    },
}


PICTURE_STEPS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "crop": [("RandomCrop", {"size": 6, "padding": 2}), ("RandomHorizontalFlip", {})],
    "reflected crop": [("RandomCrop", {"size": 8, "padding": 2, "padding_mode": "reflect"})],
    "symmetric crop": [("RandomCrop", {"size": 8, "padding": 3, "padding_mode": "symmetric"})],
    "turned": [("RandomRotation", {"degrees": 40.0, "fill": 9.0})],
    "jittered": [("ColorJitter", {"hue": 0.3})],
    "augmented": [("RandAugment", {"num_ops": 8, "magnitude": 20})],
    "resized": [("ResizeTransform", {"size": 5, "interpolation": "bicubic"})],
}
TO_TENSOR: list[tuple[str, dict[str, Any]]] = [
    ("ToTensorTransform", {}),
    ("NormalizeTransform", {"preset": "CIFAR-10"}),
]
GREY: list[tuple[str, dict[str, Any]]] = [("ToTensorTransform", {}), ("NormalizeTransform", {})]
DATA: dict[str, dict[str, Any]] = {
    "shapes": dataset("SyntheticShapes", [], image_size=9, n_samples=9, seed=2),
    "segmentation": dataset("SyntheticSegmentation", [], image_size=16, n_samples=5, seed=2),
    "sequences": dataset("SyntheticSequence", [], kind="recall_last", seq_len=5, n_samples=9, seed=-1),
    "shapes turned round": dataset(
        "SyntheticShapes", [("RandomHorizontalFlip", {}), ("ResizeTransform", {"size": 5})], image_size=9, n_samples=9
    ),
    "digits": dataset("Dataset", [], name="Digits"),
    "diabetes": dataset("Dataset", [], name="Diabetes", split="test"),
    **{f"digits {name}": dataset("Dataset", [*steps, *GREY], name="Digits") for name, steps in PICTURE_STEPS.items()},
    **{
        f"points {kind}": wired(
            [node("it", "SyntheticDataset", kind=kind, n_samples=12, noise=0.2)], [], "tensor", "labels", starts="it"
        )
        for kind in ("circles", "moons", "blobs", "classification")
    },
}


MAPPED = preset(
    "Shaken",
    [
        node("noise", "Dropout", p=0.5),
        node("layer", "Linear", in_features=6, out_features=2),
        node("norm", "LayerNorm", normalized_shape="2"),
        node("said", "Print"),
    ],
    *("noise.tensor > layer.tensor", "layer.tensor > norm.tensor", "layer.tensor > said.value"),
    inputs={"x": "noise.tensor"},
    outputs={"y": "norm.tensor"},
)
PICKED = preset("Picked", [node("part", "BackwardOnce")], inputs={"x": "part.tensor"}, outputs={"y": "part.tensor"})
TWICE = preset(
    "Twice", [node("each", "Map", subgraph="Shaken")], inputs={"x": "each.items"}, outputs={"y": "each.results"}
)


@pytest.fixture
def presets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presets of this module are installed."""
    own = {made["preset_name"]: made for made in (MAPPED, PICKED, TWICE)}
    monkeypatch.setattr(scripts, "BUNDLED", {**scripts.BUNDLED, **own})


@pytest.mark.usefixtures("presets")
@pytest.mark.parametrize("name", ["Shaken", "Picked"])
def test_map_is_a_loop_whose_layers_are_made_once(
    name: str, tmp_path: Path, run_here: Callable[[str], dict[str, Any]]
) -> None:
    nodes = [WIDE, node("any", "Print"), node("map", "Map", subgraph=name), node("it", "Reduce", operation="stack")]
    wires = ["rows.tensor > any.value", "any.value > map.items", "map.results > it.items"]
    document = wired(nodes, wires, "result", "count")
    check(document, tmp_path, run_here)
    script = script_of(document, seed=3)
    assert style_faults(script) == "", script
    assert script.count("nn.Linear(") == (name == "Shaken")
    assert ("for map_place, map_item in enumerate(rows):" in script) == (name == "Shaken")


@pytest.mark.usefixtures("presets")
def test_a_map_within_a_map_keeps_its_layers_too(tmp_path: Path, run_here: Callable[[str], dict[str, Any]]) -> None:
    nodes = [
        node("rows", "TensorInput", shape="2,3,4,6"),
        node("any", "Print"),
        node("map", "Map", subgraph="Twice"),
        node("flat", "Reduce", operation="concat"),
        node("it", "Reduce", operation="stack"),
    ]
    wires = ["rows.tensor > any.value", "any.value > map.items", "map.results > flat.items", "flat.result > it.items"]
    document = wired(nodes, wires, "result")
    check(document, tmp_path, run_here)
    assert style_faults(script_of(document, seed=3)) == ""


@pytest.mark.parametrize("case", [*LAYERS, *FUNCTIONS, *FLOW, *LISTS, *DATA])
def test_a_script_gives_what_the_run_gives(
    case: str, tmp_path: Path, run_here: Callable[[str], dict[str, Any]]
) -> None:
    document = {**LAYERS, **FUNCTIONS, **FLOW, **LISTS, **DATA}[case]
    check(document, tmp_path, run_here)
    if "script" not in case and "reduced" not in case and "joined" not in case:  # their text is their author's
        script = script_of(document, seed=3)
        assert style_faults(script) == "", script

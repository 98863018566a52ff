"""A catalog of the first node types for tests of graphs alone: names, ports, params as the real nodes have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import Catalog, Ports

_NONE = Text("", "")
_DEVICES = ("auto", "cpu", "cuda", "mps")


def ports(text: str) -> tuple[PortSpec, ...]:
    """`a:TENSOR b:LIST?`: ports in order, `?` for optional."""
    made = []
    for item in text.split():
        name, _, kind = item.partition(":")
        made.append(PortSpec(name, DataType(kind.rstrip("?")), _NONE, optional=kind.endswith("?")))
    return tuple(made)


def param(name: str, kind: str, default: Any, **bounds: Any) -> ParamSpec:
    """One param; `options` make it a select."""
    return ParamSpec(name, ParamType(kind), default, _NONE, **bounds)


def spec(name: str, inputs: str = "", outputs: str = "", *params: ParamSpec, **more: Any) -> NodeSpec:
    """One node type."""
    return NodeSpec(name, "Test", _NONE, name, ports(inputs), ports(outputs), params, **more)


def _split_ports(params: Mapping[str, Any]) -> Ports:
    return ports("tensor:TENSOR"), ports(" ".join(f"chunk_{at}:TENSOR" for at in range(params["chunks"])))


def _select(name: str, default: str, *options: str) -> ParamSpec:
    return param(name, "select", default, options=options)


_CLASSIFY = "x_train:TENSOR y_train:LIST x_query:TENSOR"

_SPECS = (
    spec("Start", "", "trigger:TRIGGER"),
    spec(
        "GraphInput",
        "",
        "value:ANY",
        param("name", "string", "input"),
        _select("type", "string", "string", "number", "integer", "boolean", "json", "image"),
        param("required", "bool", True),
        param("default", "string", ""),
        param("description", "string", ""),
    ),
    spec("GraphOutput", "value:ANY", "", param("name", "string", "output"), param("description", "string", "")),
    spec(
        "TensorInput",
        "",
        "tensor:TENSOR",
        param("shape", "string", "1,4,4"),
        _select("dtype", "float32", "float32", "float64", "int64", "int32", "bool"),
        _select("value_mode", "random", "explicit", "random", "zeros", "ones", "arange"),
        param("values", "tensor_grid", None),
        param("seed", "int", 0),
    ),
    spec("Add", "tensor_a:TENSOR tensor_b:TENSOR", "tensor:TENSOR", param("alpha", "float", 1.0)),
    spec("MatMul", "tensor_a:TENSOR tensor_b:TENSOR", "tensor:TENSOR"),
    spec("ScalarMultiply", "tensor:TENSOR", "tensor:TENSOR", param("scalar", "float", 1.0)),
    spec("Softmax", "tensor:TENSOR", "tensor:TENSOR", param("dim", "int", -1)),
    spec(
        "CSVReader",
        "",
        "tensor:TENSOR labels:LIST columns:LIST",
        param("path", "string", "data/samples/iris.csv"),
        param("target_column", "string", ""),
        param("include_columns", "string", ""),
        param("skip_header", "bool", True),
    ),
    spec(
        "TrainTestSplit",
        "features:TENSOR labels:LIST",
        "x_train:TENSOR y_train:LIST x_test:TENSOR y_test:LIST",
        param("test_size", "float", 0.2, min_value=0.0, max_value=1.0),
        param("seed", "int", 42),
        param("stratify", "bool", False),
    ),
    spec(
        "KNN",
        _CLASSIFY,
        "predictions:LIST probabilities:TENSOR classes:LIST",
        param("n_neighbors", "int", 5, min_value=1),
        _select("weights", "uniform", "uniform", "distance"),
    ),
    spec("Accuracy", "predictions:LIST labels:LIST", "accuracy:SCALAR correct:SCALAR total:SCALAR"),
    spec(
        "DataLoader",
        "dataset:DATASET",
        "dataloader:DATALOADER",
        param("batch_size", "int", 32, min_value=1),
        param("shuffle", "bool", True),
    ),
    spec("Dataset", "", "dataset:DATASET", param("data_dir", "string", "./data")),
    spec("SequentialModel", "", "model:MODEL", param("layers", "string", "{}")),
    spec("Optimizer", "model:MODEL", "optimizer:OPTIMIZER", param("lr", "float", 0.001, min_value=0.0)),
    spec(
        "CheckpointLoader",
        "model:MODEL optimizer:OPTIMIZER lr_scheduler:ANY?",
        "model:MODEL optimizer:OPTIMIZER epoch:SCALAR",
        param("path", "model_file", ""),
        param("device", "select", "auto", options=_DEVICES),
    ),
    spec(
        "ModelLoader",
        "model:MODEL?",
        "model:MODEL",
        param("path", "model_file", ""),
        param("device", "select", "auto", options=_DEVICES),
    ),
    spec("Map", "items:LIST", "results:LIST count:SCALAR", param("subgraph", "string", "")),
    spec("Print", "value:ANY", "value:ANY", param("label", "string", "")),
    spec("ImageReader", "", "image:IMAGE tensor:TENSOR", param("path", "image_file", "")),
    spec(
        "LLMChat", "text:STRING?", "text:STRING", param("openai_api_key", "secret", ""), param("prompt", "string", "")
    ),
    spec("Split", "tensor:TENSOR", "", param("chunks", "int", 2, min_value=1, max_value=8), dynamic_ports=_split_ports),
    spec("foundations:Edu-ColumnStats", "tensor:TENSOR", "stats:LIST"),
)

CATALOG: Catalog = {spec.name: spec for spec in sorted(_SPECS, key=lambda spec: spec.name)}

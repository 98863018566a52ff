"""Whatever arrives at a port and stands in a param, a node answers or refuses with a code; it never trips."""

from __future__ import annotations

import json
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import ParamSpec, ParamType
from app.engine.registry import discover
from app.nodes import memory, shapes
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy

NAMES = (
    *("Accuracy", "Add", "CSVReader", "ColumnSelector", "DataLoader", "DecisionTreeClassifier", "Flatten"),
    *("GraphInput", "GraphOutput", "KNN", "MatMul", "Multiply", "Normalize", "Print", "Reshape", "ScalarMultiply"),
    *("Softmax", "Start", "TensorCreate", "TensorInput", "TrainTestSplit"),
    *("Argmax", "Concat", "MaskedFill", "Mean", "Permute", "Split", "Squeeze", "Stack", "Unsqueeze"),
    *("Activation", "AdaptiveAvgPool2d", "AvgPool2d", "BatchNorm1d", "BatchNorm2d", "Conv1d", "Conv2d"),
    *("Conv2dExplicit", "Conv2dKernel", "ConvTranspose2d", "Dropout", "Embedding", "GRU", "GroupNorm"),
    *("InstanceNorm2d", "LSTM", "LayerNorm", "Linear", "MaxPool2d", "MoELayer", "MultiHeadAttention", "RNNCell"),
    *("DecisionBoundary", "ScatterPlot2D", "TransformerDecoder", "TransformerEncoder", "Visualize"),
    *("LinearRegression", "LogisticRegression", "MLPClassifier", "RandomForestClassifier", "SVMClassifier"),
    *("ColorJitter", "ComposeTransform", "DatasetBatch", "ImageFolderDataset", "NormalizeTransform", "RandAugment"),
    *("RandomCrop", "RandomHorizontalFlip", "RandomRotation", "ResizeTransform", "ToTensorTransform", "Transform"),
    *("SyntheticDataset", "SyntheticSegmentation", "SyntheticSequence", "SyntheticShapes"),
    *("PythonScript", "ImageBatchReader", "ImageReader", "ImageWriter"),
    *("BackwardOnce", "FileReader", "Inference", "Reduce", "RowSelector", "Switch", "TextInput"),
)
SLOW = frozenset({"n_estimators", "max_iter", "n_samples", "image_size"})
"""Params that only say how long a node works; more than a few would show nothing more."""

REGISTRY = discover()

SHAPES = ((), (0,), (1,), (3,), (2, 3), (3, 2), (3, 3), (0, 3), (1, 1, 1), (2, 3, 4), (1, 2, 3, 4), (2, 1, 4, 4))
DTYPES = (torch.float32, torch.float64, torch.bfloat16, torch.int64, torch.uint8, torch.bool, torch.complex64)


def _tensor(shape: tuple[int, ...], dtype: torch.dtype, kind: int) -> torch.Tensor:
    value = torch.arange(int(np.prod(shape))).reshape(shape).to(dtype)
    if kind == 1 and (dtype.is_floating_point or dtype.is_complex):
        return (value / 0).requires_grad_()
    if kind == 2 and dtype.is_floating_point:
        return value.requires_grad_()
    return value.mT if kind == 3 and value.dim() == 2 else value


TENSORS = st.builds(_tensor, st.sampled_from(SHAPES), st.sampled_from(DTYPES), st.integers(0, 3))
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.binary(max_size=3), st.just(object())
)
VALUES = st.recursive(
    st.one_of(TENSORS, TENSORS.map(lambda t: t.detach().float().numpy() if not t.is_complex() else t), SCALARS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=3), inner, max_size=2)),
    max_leaves=6,
)
TEXTS = st.one_of(
    st.sampled_from(["", "1", "2,3", "-1", "0", "0,1", "-1,2", "()", "a,b", "true", "NaN", "../x", "/dev/null", "[1]"]),
    st.text(max_size=12),
)


def param_values(spec: ParamSpec) -> SearchStrategy[Any]:
    """Every value that the engine may hand over: of the declared type, within the declared bounds."""
    low, high = spec.min_value, spec.max_value
    if spec.name in SLOW:
        return st.integers(int(low or 1), 19)
    kinds: dict[ParamType, SearchStrategy[Any]] = {
        ParamType.SELECT: st.sampled_from(spec.options or ("",)),
        ParamType.BOOL: st.booleans(),
        ParamType.INT: _ints(low, high),
        ParamType.FLOAT: st.floats(low, high, allow_nan=False, allow_infinity=False),
        ParamType.TENSOR_GRID: st.none() | VALUES,
    }
    return kinds.get(spec.param_type, TEXTS)


def _ints(low: float | None, high: float | None) -> SearchStrategy[int]:
    """Small ones often, and any within the bounds."""
    least, most = None if low is None else int(low), None if high is None else int(high)
    small = -3 if least is None else least
    return st.integers(small, small + 12 if most is None else min(most, small + 12)) | st.integers(least, most)


@pytest.fixture(scope="module", autouse=True)
def _little_memory() -> Iterator[None]:
    """A machine with 64 MiB to give, so that a large size is refused and not tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shapes, "free_bytes", lambda _device: 1 << 26)
        patch.setattr(memory, "free_bytes", lambda _device: 1 << 26)
        yield


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_answers_or_refuses_with_a_code(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: st.DataObject
) -> None:
    node = REGISTRY.node_class(name)
    inputs = {port.name: data.draw(VALUES, port.name) for port in node.SPEC.inputs if data.draw(st.booleans())}
    params = {spec.name: data.draw(param_values(spec), spec.name) for spec in node.SPEC.params}
    result: dict[str, Any] = {}
    refused = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what torch and scikit-learn have to say goes to the run's console
        try:
            result = call(node, tmp_path_factory.getbasetemp(), inputs, params)
        except NodeError as error:
            refused = error.reason
    declared = {port.name for port in node.SPEC.ports(params)[1]}
    assert {key for key in result if not key.startswith("__")} <= declared
    assert refused is None or json.dumps(refused.to_json())

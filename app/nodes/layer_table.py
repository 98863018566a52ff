"""What layers are given and take, without torch: for the nodes, which make them, and for exported scripts.

Params have the names of torch's constructors (v2.x) and the defaults of the node of the same name.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.nodes.layer_document import Feed, LayerDoc


@dataclass(frozen=True)
class LayerKind:
    """allowed: params of the constructor. defaults: over torch's own. most: inputs that the layer takes.

    arguments, results: names of handles, for layers that have several.
    """

    allowed: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    most: int = 1
    arguments: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


_WINDOW = ("kernel_size", "stride", "padding")
_CHANNELS = ("in_channels", "out_channels", *_WINDOW)
_CONVOLUTION = (*_CHANNELS, "dilation", "groups", "bias", "padding_mode")
_UPWARDS = (*_CHANNELS, "output_padding", "groups", "bias", "dilation", "padding_mode")
_ONE_TO_32 = {"in_channels": 1, "out_channels": 32, "kernel_size": 3}
_BATCH_NORM = ("num_features", "eps", "momentum", "affine", "track_running_stats", "bias")
_EMBEDDING = (
    *("num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"),
)
_STACK = (*("d_model", "nhead", "num_layers", "dim_feedforward", "dropout", "activation", "batch_first", "norm_first"),)
_RECURRENT = ("input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional")
_HIDDEN = {"input_size": 128, "hidden_size": 256, "batch_first": True}
_ATTENTION = (
    *("embed_dim", "num_heads", "dropout", "bias", "add_bias_kv", "add_zero_attn", "kdim", "vdim", "batch_first"),
)
_SEQUENCE = ("output", "hidden")
_OF_STACKS = {"d_model": 512, "nhead": 8, "num_layers": 6, "batch_first": True}
_MANY = 1_000

MOST_LAYERS = 1000
"""Layers of a stack; more would take minutes to make before anything could be refused."""

LAYERS: Mapping[str, LayerKind] = {
    "Conv1d": LayerKind(_CONVOLUTION, _ONE_TO_32),
    "Conv2d": LayerKind(_CONVOLUTION, _ONE_TO_32),
    "ConvTranspose2d": LayerKind(_UPWARDS, {"in_channels": 64, "out_channels": 32, "kernel_size": 2, "stride": 2}),
    "BatchNorm1d": LayerKind(_BATCH_NORM, {"num_features": 128}),
    "BatchNorm2d": LayerKind(_BATCH_NORM, {"num_features": 32}),
    "LayerNorm": LayerKind(("normalized_shape", "eps", "elementwise_affine", "bias"), {"normalized_shape": "512"}),
    "GroupNorm": LayerKind(
        ("num_groups", "num_channels", "eps", "affine", "bias"), {"num_groups": 32, "num_channels": 256}
    ),
    "InstanceNorm2d": LayerKind(_BATCH_NORM, {"num_features": 64}),
    "MaxPool2d": LayerKind((*_WINDOW, "ceil_mode"), {"kernel_size": 2}),
    "AvgPool2d": LayerKind((*_WINDOW, "ceil_mode", "count_include_pad", "divisor_override"), {"kernel_size": 2}),
    "AdaptiveAvgPool2d": LayerKind(("output_size",), {"output_size": 1}),
    "Dropout": LayerKind(("p",)),
    "Linear": LayerKind(("in_features", "out_features", "bias"), {"in_features": 512, "out_features": 10}),
    "Flatten": LayerKind(("start_dim", "end_dim")),
    "Embedding": LayerKind(_EMBEDDING, {"num_embeddings": 10000, "embedding_dim": 256}),
    "Reshape": LayerKind(("shape",)),
    "SelectIndex": LayerKind(("dim", "index")),
    "TransformerEncoder": LayerKind(_STACK, _OF_STACKS),
    "TransformerDecoder": LayerKind(_STACK, _OF_STACKS, most=2, arguments=("tensor", "memory")),
    "LSTM": LayerKind(_RECURRENT, _HIDDEN, results=_SEQUENCE),
    "GRU": LayerKind(_RECURRENT, _HIDDEN, results=_SEQUENCE),
    "MultiHeadAttention": LayerKind(
        _ATTENTION,
        {"embed_dim": 512, "num_heads": 8, "batch_first": True},
        most=3,
        arguments=("query", "key", "value"),
        results=("output", "weights"),
    ),
    **{name: LayerKind() for name in ("ReLU", "Sigmoid", "Tanh", "SiLU", "Mish", "SELU", "Hardswish")},
    "GELU": LayerKind(("approximate",)),
    "LeakyReLU": LayerKind(("negative_slope",)),
    "ELU": LayerKind(("alpha",)),
    "PReLU": LayerKind(("num_parameters", "init")),
    "Softmax": LayerKind(("dim",), {"dim": -1}),
    **{name: LayerKind(most=_MANY) for name in ("Add", "Multiply", "Subtract", "Mean")},
    **{name: LayerKind(("dim",), most=_MANY) for name in ("Concat", "Stack")},
}
"""Every layer type but Input and Output."""

_LISTS = ("normalized_shape", "output_size", "shape")
_NONNEGATIVE = ("padding", "output_padding", "in_features", "out_features")
_POSITIVE = (
    *("in_channels", "out_channels", "kernel_size", "stride", "dilation", "groups", "num_features", "num_groups"),
    *("num_channels", "num_embeddings", "embedding_dim", "input_size", "hidden_size", "num_layers", "embed_dim"),
    *("num_heads", "d_model", "nhead", "dim_feedforward", "output_size", "normalized_shape"),
)


def least_of(name: str) -> int | None:
    """The smallest whole number that a param of this name may have; None where it is no size."""
    return 1 if name in _POSITIVE else 0 if name in _NONNEGATIVE else None


def chosen(type_name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults of a type, and over them those params that it takes and that have a value."""
    kind = LAYERS[type_name]
    return {**kind.defaults, **{k: v for k, v in params.items() if k in kind.allowed and v is not None}}


def value_of(name: str, value: Any) -> Any:
    """Bring a JSON value to what torch expects, and refuse what torch would take and choke on later.

    Raises: ValueError, TypeError, OverflowError.
    """
    if name == "padding_idx":
        return None if isinstance(value, int) and value < 0 else _number(value)
    if name == "padding" and value in ("same", "valid"):
        return value
    if name in _LISTS and isinstance(value, str):
        value = list(whole_numbers(value))
        value = value[0] if len(value) == 1 and name == "output_size" else value
    parts = tuple(_number(part) for part in value) if isinstance(value, list) else _number(value)
    if name == "normalized_shape" and not isinstance(parts, tuple):
        parts = (parts,)
    least = least_of(name)
    if least is not None:
        for part in parts if isinstance(parts, tuple) else (parts,):
            if isinstance(part, bool) or not isinstance(part, int) or part < least or part > 2**31 - 1:
                raise ValueError(f"{name} = {part!r}: a whole number from {least} on is needed")
    return parts


def whole_numbers(value: Any) -> tuple[int, ...]:
    """`"-1,784"`, [-1, 784] or 784 as a tuple of ints. Raises: ValueError, TypeError, OverflowError."""
    if isinstance(value, str):
        return tuple(int(part) for part in value.replace("(", "").replace(")", "").split(",") if part.strip())
    return tuple(int(part) for part in value) if isinstance(value, (list, tuple)) else (int(value),)


def _number(value: Any) -> Any:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("NaN and infinities are no params")
        return int(value) if value.is_integer() and abs(value) >= 1 else value
    if isinstance(value, (dict, list)):
        raise TypeError("a number, a text or a flat list is needed")
    return value


def arguments_of(layer: LayerDoc) -> list[Feed]:
    """Wires in the order of the layer's arguments: by handle where it names one, else in document order.

    Raises: NodeError layer_port_unfed for an argument that is passed over.
    """
    names = LAYERS[layer.type].arguments
    named = {feed.target_port: feed for feed in layer.feeds if feed.target_port in names}
    rest = [feed for feed in layer.feeds if named.get(feed.target_port) is not feed]
    if not named:
        return rest
    ordered = [named[name] if name in named else (rest.pop(0) if rest else None) for name in names]
    while ordered and ordered[-1] is None:
        ordered.pop()
    if None in ordered:
        raise NodeError.of("layer_port_unfed", layer=layer.id, port=names[ordered.index(None)])
    return [feed for feed in ordered if feed is not None]

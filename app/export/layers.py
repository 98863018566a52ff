"""What layers are called in torch, the params they are given, and the few of them that torch lacks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.export.layout import Named, call, literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Call
    from app.export.script import Script


@dataclass(frozen=True)
class Kind:
    """A layer type. maker: its constructor in the script. defaults: over torch's own, so they are written out.

    allowed: params that are passed on; empty passes on all of them. definition: of the maker, where torch has none.
    results, arguments: names of handles, for layers that have several.
    """

    maker: str
    defaults: Mapping[str, Any] = field(default_factory=dict)
    allowed: tuple[str, ...] = ()
    definition: str = ""
    results: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()


_TRANSFORMER = (
    "d_model",
    "nhead",
    "num_layers",
    "dim_feedforward",
    "dropout",
    "activation",
    "batch_first",
    "norm_first",
)
_RECURRENT = ("input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional")
_HIDDEN = {"input_size": 128, "hidden_size": 256, "batch_first": True}

_TOKENS = '''
class <name>(nn.Embedding):
    """An embedding that also takes ids that come as floats."""

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """[...] ids to [..., embedding_dim]."""
        return super().forward(ids.long())
'''

KINDS: Mapping[str, Kind] = {
    "Conv1d": Kind("nn.Conv1d", {"in_channels": 1, "out_channels": 32, "kernel_size": 3}),
    "Conv2d": Kind("nn.Conv2d", {"in_channels": 1, "out_channels": 32, "kernel_size": 3}),
    "ConvTranspose2d": Kind(
        "nn.ConvTranspose2d", {"in_channels": 64, "out_channels": 32, "kernel_size": 2, "stride": 2}
    ),
    "BatchNorm1d": Kind("nn.BatchNorm1d", {"num_features": 128}),
    "BatchNorm2d": Kind("nn.BatchNorm2d", {"num_features": 32}),
    "LayerNorm": Kind("nn.LayerNorm", {"normalized_shape": "512"}),
    "GroupNorm": Kind("nn.GroupNorm", {"num_groups": 32, "num_channels": 256}),
    "InstanceNorm2d": Kind("nn.InstanceNorm2d", {"num_features": 64}),
    "MaxPool2d": Kind("nn.MaxPool2d", {"kernel_size": 2}, ("kernel_size", "stride", "padding", "ceil_mode")),
    "AvgPool2d": Kind("nn.AvgPool2d", {"kernel_size": 2}),
    "AdaptiveAvgPool2d": Kind("nn.AdaptiveAvgPool2d", {"output_size": 1}),
    "Dropout": Kind("nn.Dropout", {}, ("p",)),
    "Linear": Kind("nn.Linear", {"in_features": 512, "out_features": 10}),
    "Flatten": Kind("nn.Flatten"),
    "Embedding": Kind("TokenEmbedding", {"num_embeddings": 10000, "embedding_dim": 256}, (), _TOKENS),
    "LSTM": Kind("nn.LSTM", _HIDDEN, _RECURRENT, "", ("output", "hidden")),
    "GRU": Kind("nn.GRU", _HIDDEN, _RECURRENT, "", ("output", "hidden")),
    "MultiHeadAttention": Kind(
        "nn.MultiheadAttention",
        {"embed_dim": 512, "num_heads": 8, "batch_first": True},
        results=("output", "weights"),
        arguments=("query", "key", "value"),
    ),
    "TransformerEncoder": Kind("nn.TransformerEncoder", {}, _TRANSFORMER),
    "TransformerDecoder": Kind("nn.TransformerDecoder", {}, _TRANSFORMER, arguments=("tensor", "memory")),
    **{
        name: Kind(f"nn.{name}")
        for name in ("ReLU", "GELU", "Sigmoid", "Tanh", "LeakyReLU", "ELU", "SiLU", "Mish", "SELU", "PReLU")
    },
    "Hardswish": Kind("nn.Hardswish"),
    "Softmax": Kind("nn.Softmax", {"dim": -1}),
}
"""Layer types that are modules of their own. Those of PLAIN stand in forward() as expressions."""

PLAIN = ("Reshape", "SelectIndex", "Add", "Multiply", "Subtract", "Mean", "Concat", "Stack")
"""Layer types without weights and state, that are written as expressions."""

_LISTS = ("normalized_shape", "output_size", "shape")


def arguments(kind: Kind, params: Mapping[str, Any]) -> dict[str, Any]:
    """The params that the constructor is given, in the form that torch takes."""
    given = {name: value for name, value in params.items() if value is not None and name != "inplace"}
    if kind.allowed:
        given = {name: value for name, value in given.items() if name in kind.allowed}
    return {name: plain(name, value) for name, value in {**kind.defaults, **given}.items()}


def plain(name: str, value: Any) -> Any:
    """A param as torch takes it: texts of several sizes as tuples, whole floats as integers, no padding_idx below 0."""
    if name == "padding_idx" and isinstance(value, int) and value < 0:
        return None
    if name in _LISTS and isinstance(value, str):
        value = list(sizes(value))
        value = value[0] if len(value) == 1 and name == "output_size" else value
    if isinstance(value, list):
        return tuple(_number(item) for item in value)
    value = _number(value)
    return (value,) if name == "normalized_shape" and not isinstance(value, tuple) else value


def sizes(value: Any) -> tuple[int, ...]:
    """`"-1,784"`, [-1, 784] or 784 as whole numbers. Raises: ValueError, TypeError."""
    if isinstance(value, str):
        return tuple(int(part) for part in value.replace("(", "").replace(")", "").split(",") if part.strip())
    return tuple(int(part) for part in value) if isinstance(value, (list, tuple)) else (int(value),)


def _number(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) >= 1 else value


def construct(script: Script, type_name: str, params: Mapping[str, Any]) -> Call:
    """The call that makes a layer; what it needs is imported and defined."""
    kind = KINDS[type_name]
    chosen = arguments(kind, params)
    script.use("torch", "nn")
    if type_name.startswith("Transformer"):
        return _stack(type_name, chosen)
    maker = kind.maker
    if kind.definition:
        script.use("torch")
        maker = script.define(maker, kind.definition)
    return call(maker, *_written(chosen))


def _stack(type_name: str, chosen: Mapping[str, Any]) -> Call:
    """A stack of transformer layers: one layer that torch copies."""
    inner = {"d_model": 512, "nhead": 8, **{k: v for k, v in chosen.items() if k != "num_layers"}}
    layer = call(f"nn.{type_name}Layer", *_written({"batch_first": True, **inner}))
    more = ["enable_nested_tensor=False"] if type_name == "TransformerEncoder" else []
    return call(f"nn.{type_name}", layer, literal(chosen.get("num_layers", 6)), *more)


_LEADING = (
    *("in_channels", "out_channels", "kernel_size", "in_features", "out_features", "num_features", "num_groups"),
    *("num_channels", "normalized_shape", "num_embeddings", "embedding_dim", "input_size", "hidden_size", "embed_dim"),
    *("num_heads", "d_model", "nhead", "output_size", "p"),
)
"""Params that people write without their name, in the order that torch has them."""


def _written(chosen: Mapping[str, Any]) -> list[str | Named]:
    first = [literal(chosen[name]) for name in _LEADING if name in chosen]
    return [*first, *(Named(name, literal(value)) for name, value in chosen.items() if name not in _LEADING)]

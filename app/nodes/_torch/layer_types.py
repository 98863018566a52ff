"""The layer types of a SequentialModel: how each is made from its params, and how many inputs it takes.

Layers see batches first: LSTM, GRU, MultiHeadAttention and the transformers take [batch, time, features] unless their
`batch_first` is false. Params have the names of torch's constructors and the defaults of the node of the same name.
"""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Reshape(nn.Module):
    """Gives its input the whole shape `shape`, batch included; one entry may be -1."""

    def __init__(self, shape: Any = (-1, 784)) -> None:
        super().__init__()
        self.shape = _ints(shape)

    def forward(self, x: Tensor) -> Tensor:
        """Same elements, new shape."""
        return x.reshape(self.shape)


class SelectIndex(nn.Module):
    """Takes one index along a dimension, which disappears; the default is the last step of [batch, time, ...]."""

    def __init__(self, dim: int = 1, index: int = -1) -> None:
        super().__init__()
        self.dim, self.index = dim, index

    def forward(self, x: Tensor) -> Tensor:
        """x.select(dim, index)."""
        return x.select(self.dim, self.index)


class TokenEmbedding(nn.Embedding):
    """nn.Embedding that also takes float ids, which is what a table of numbers arrives as."""

    def forward(self, input: Tensor) -> Tensor:  # noqa: A002 - torch's own name, also as a keyword
        """[...] ids to [..., embedding_dim]."""
        return super().forward(input if input.dtype in (torch.int32, torch.int64) else input.long())


class SequenceLSTM(nn.LSTM):
    """nn.LSTM that gives its sequence [batch, time, directions * hidden]; with `full` also the final hidden state."""

    full = False

    def forward(self, input: Tensor) -> Any:  # type: ignore[override]  # noqa: A002 - as torch names it
        """Sequence, or (sequence, hidden [layers * directions, batch, hidden])."""
        output, (hidden, _) = super().forward(input)
        return (output, hidden) if self.full else output


class SequenceGRU(nn.GRU):
    """nn.GRU that gives its sequence; with `full` also the final hidden state."""

    full = False

    def forward(self, input: Tensor) -> Any:  # type: ignore[override]  # noqa: A002 - as torch names it
        """Sequence, or (sequence, hidden [layers * directions, batch, hidden])."""
        output, hidden = super().forward(input)
        return (output, hidden) if self.full else output


class Attention(nn.MultiheadAttention):
    """Attention over one input (self), two (query, then keys that are also values) or three (query, key, value)."""

    full = False

    def forward(self, query: Tensor, key: Tensor | None = None, value: Tensor | None = None) -> Any:  # type: ignore[override]
        """Output shaped like query, or (output, weights averaged over heads [batch, query, key])."""
        key = query if key is None else key
        output, weights = super().forward(query, key, key if value is None else value, need_weights=self.full)
        return (output, weights) if self.full else output


class EncoderStack(nn.TransformerEncoder):
    """A stack of self-attention layers; dropout is active in training only."""

    def __init__(self, d_model: int = 512, nhead: int = 8, num_layers: int = 6, **more: Any) -> None:
        layer = nn.TransformerEncoderLayer(d_model, nhead, **{"batch_first": True, **more})
        super().__init__(layer, num_layers, enable_nested_tensor=False)


class DecoderStack(nn.TransformerDecoder):
    """A stack of decoder layers without a causal mask. With one input, it attends to that input itself."""

    def __init__(self, d_model: int = 512, nhead: int = 8, num_layers: int = 6, **more: Any) -> None:
        super().__init__(nn.TransformerDecoderLayer(d_model, nhead, **{"batch_first": True, **more}), num_layers)

    def forward(self, tgt: Tensor, memory: Tensor | None = None) -> Tensor:  # type: ignore[override]
        """Shaped like tgt."""
        return super().forward(tgt, tgt if memory is None else memory)


class Merge(nn.Module):
    """Joins inputs: Add, Multiply, Subtract (the first minus the others), Mean, Concat and Stack (along dim)."""

    def __init__(self, how: str, dim: int = 1) -> None:
        super().__init__()
        self.how, self.dim = how, dim

    def forward(self, *parts: Tensor) -> Tensor:
        """One tensor; all but Concat and Stack broadcast."""
        if self.how == "Concat":
            return torch.cat(parts, self.dim)
        if self.how == "Stack":
            return torch.stack(parts, self.dim)
        total = parts[0]
        for part in parts[1:]:
            total = total * part if self.how == "Multiply" else total - part if self.how == "Subtract" else total + part
        return total / len(parts) if self.how == "Mean" else total


@dataclass(frozen=True)
class LayerType:
    """make: constructor. defaults: over torch's own. most: inputs it takes. arguments, results: names of handles."""

    make: Callable[..., nn.Module]
    defaults: Mapping[str, Any]
    most: int = 1
    arguments: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


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
_MANY = 1_000


def _merge(how: str, dim: int = 1) -> LayerType:
    def make(dim: int = dim) -> Merge:
        return Merge(how, dim)

    return LayerType(make, {}, most=_MANY, allowed=("dim",) if how in ("Concat", "Stack") else ("",))


LAYER_TYPES: Mapping[str, LayerType] = {
    "Conv1d": LayerType(nn.Conv1d, {"in_channels": 1, "out_channels": 32, "kernel_size": 3}),
    "Conv2d": LayerType(nn.Conv2d, {"in_channels": 1, "out_channels": 32, "kernel_size": 3}),
    "ConvTranspose2d": LayerType(
        nn.ConvTranspose2d, {"in_channels": 64, "out_channels": 32, "kernel_size": 2, "stride": 2}
    ),
    "BatchNorm1d": LayerType(nn.BatchNorm1d, {"num_features": 128}),
    "BatchNorm2d": LayerType(nn.BatchNorm2d, {"num_features": 32}),
    "LayerNorm": LayerType(nn.LayerNorm, {"normalized_shape": "512"}),
    "GroupNorm": LayerType(nn.GroupNorm, {"num_groups": 32, "num_channels": 256}),
    "InstanceNorm2d": LayerType(nn.InstanceNorm2d, {"num_features": 64}),
    "MaxPool2d": LayerType(nn.MaxPool2d, {"kernel_size": 2}, allowed=("kernel_size", "stride", "padding", "ceil_mode")),
    "AvgPool2d": LayerType(nn.AvgPool2d, {"kernel_size": 2}),
    "AdaptiveAvgPool2d": LayerType(nn.AdaptiveAvgPool2d, {"output_size": 1}),
    "Dropout": LayerType(nn.Dropout, {}, allowed=("p",)),
    "Linear": LayerType(nn.Linear, {"in_features": 512, "out_features": 10}),
    "Flatten": LayerType(nn.Flatten, {}),
    "Embedding": LayerType(TokenEmbedding, {"num_embeddings": 10000, "embedding_dim": 256}),
    "Reshape": LayerType(Reshape, {}),
    "SelectIndex": LayerType(SelectIndex, {}),
    "TransformerEncoder": LayerType(EncoderStack, {}, allowed=_TRANSFORMER),
    "TransformerDecoder": LayerType(DecoderStack, {}, most=2, arguments=("tensor", "memory"), allowed=_TRANSFORMER),
    "LSTM": LayerType(SequenceLSTM, _HIDDEN, results=("output", "hidden"), allowed=_RECURRENT),
    "GRU": LayerType(SequenceGRU, _HIDDEN, results=("output", "hidden"), allowed=_RECURRENT),
    "MultiHeadAttention": LayerType(
        Attention,
        {"embed_dim": 512, "num_heads": 8, "batch_first": True},
        most=3,
        arguments=("query", "key", "value"),
        results=("output", "weights"),
    ),
    **{
        name: LayerType(getattr(nn, name), {})
        for name in ("ReLU", "GELU", "Sigmoid", "Tanh", "LeakyReLU", "ELU", "SiLU", "Mish", "SELU", "PReLU")
    },
    "Hardswish": LayerType(nn.Hardswish, {}),
    "Softmax": LayerType(nn.Softmax, {"dim": -1}),
    **{name: _merge(name) for name in ("Add", "Concat", "Multiply", "Subtract", "Mean")},
    "Stack": _merge("Stack"),
}
"""Every layer type but Input and Output."""

_HIDDEN_FROM_USERS = {"device", "dtype", "inplace", "args", "kwargs", "more", "self", "_weight", "_freeze"}


def allowed_params(kind: LayerType) -> tuple[str, ...]:
    """Names of the params a layer type takes."""
    if kind.allowed:
        return tuple(name for name in kind.allowed if name)
    names = inspect.signature(kind.make).parameters
    return tuple(name for name in names if name not in _HIDDEN_FROM_USERS)


def make_layer(layer: str, type_name: str, params: Mapping[str, Any], device: str) -> nn.Module:
    """Make one layer on `device` (`meta` makes it without memory, to see whether its params are sound).

    Raises: NodeError layer_unknown, layer_param_unknown, layer_bad.
    """
    kind = LAYER_TYPES.get(type_name)
    if kind is None:
        raise NodeError.of("layer_unknown", layer=layer, type=type_name)
    allowed = allowed_params(kind)
    unknown = sorted(set(params) - set(allowed) - {"inplace"})
    if unknown:
        raise NodeError.of(
            "layer_param_unknown", layer=layer, type=type_name, param=unknown[0], allowed=", ".join(allowed) or "-"
        )
    chosen = {**kind.defaults, **{k: v for k, v in params.items() if k in allowed and v is not None}}
    try:
        return construct(type_name, chosen, device)
    except Unmakable as error:
        raise NodeError.of("layer_bad", layer=layer, type=type_name, message=str(error)) from None


class Unmakable(ValueError):
    """A layer cannot be made; the text is torch's own first line, or ours for a value torch would choke on later."""


def construct(type_name: str, params: Mapping[str, Any], device: str) -> nn.Module:
    """Make a layer of a known type from params it takes. Raises: Unmakable."""
    try:
        with torch.device(device):
            return LAYER_TYPES[type_name].make(**{name: _value(name, value) for name, value in params.items()})
    except (TypeError, ValueError, RuntimeError, AssertionError, IndexError, OverflowError, ZeroDivisionError) as error:
        raise Unmakable(first_line(error)) from None


def first_line(error: Exception) -> str:
    """What an exception says, in one line of at most 300 characters."""
    return str(error).splitlines()[0][:300] if str(error) else type(error).__name__


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


def _value(name: str, value: Any) -> Any:
    """Bring a JSON value to what torch expects, and refuse what torch would take and choke on later."""
    if name == "padding_idx":
        return None if isinstance(value, int) and value < 0 else _number(value)
    if name == "padding" and value in ("same", "valid"):
        return value
    if name in _LISTS and isinstance(value, str):
        value = list(_ints(value))
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


def _number(value: Any) -> Any:
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("NaN and infinities are no params")
        return int(value) if value.is_integer() and abs(value) >= 1 else value
    if isinstance(value, (dict, list)):
        raise TypeError("a number, a text or a flat list is needed")
    return value


def _ints(text: Any) -> tuple[int, ...]:
    """`"-1,784"`, [-1, 784] or 784 as a tuple of ints."""
    if isinstance(text, str):
        return tuple(int(part) for part in text.replace("(", "").replace(")", "").split(",") if part.strip())
    return tuple(int(part) for part in text) if isinstance(text, (list, tuple)) else (int(text),)

"""The layers that torch lacks, and how a layer of any type is made from the params of app.nodes.layer_table.

Layers see batches first: LSTM, GRU, MultiHeadAttention and the transformers take [batch, time, features] unless their
`batch_first` is false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import NodeError
from app.nodes.layer_table import LAYERS, chosen, value_of, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Reshape(nn.Module):
    """Gives its input the whole shape `shape`, batch included; one entry may be -1."""

    def __init__(self, shape: Any = (-1, 784)) -> None:
        super().__init__()
        self.shape = whole_numbers(shape)

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

    def __init__(self, d_model: int, nhead: int, num_layers: int, **more: Any) -> None:
        layer = nn.TransformerEncoderLayer(d_model, nhead, **more)
        super().__init__(layer, num_layers, enable_nested_tensor=False)


class DecoderStack(nn.TransformerDecoder):
    """A stack of decoder layers without a causal mask. With one input, it attends to that input itself."""

    def __init__(self, d_model: int, nhead: int, num_layers: int, **more: Any) -> None:
        super().__init__(nn.TransformerDecoderLayer(d_model, nhead, **more), num_layers)

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


def _merge(how: str) -> Callable[..., Merge]:
    def make(dim: int = 1) -> Merge:
        return Merge(how, dim)

    return make


MAKERS: Mapping[str, Callable[..., nn.Module]] = {
    "Embedding": TokenEmbedding,
    "Reshape": Reshape,
    "SelectIndex": SelectIndex,
    "TransformerEncoder": EncoderStack,
    "TransformerDecoder": DecoderStack,
    "LSTM": SequenceLSTM,
    "GRU": SequenceGRU,
    "MultiHeadAttention": Attention,
    **{name: _merge(name) for name in ("Add", "Concat", "Multiply", "Subtract", "Mean", "Stack")},
}
"""Layer type -> its constructor, where torch has none of that name."""


def make_layer(layer: str, type_name: str, params: Mapping[str, Any], device: str) -> nn.Module:
    """Make one layer on `device` (`meta` makes it without memory, to see whether its params are sound).

    Raises: NodeError layer_unknown, layer_param_unknown, layer_bad.
    """
    if type_name not in LAYERS:
        raise NodeError.of("layer_unknown", layer=layer, type=type_name)
    allowed = LAYERS[type_name].allowed
    unknown = sorted(set(params) - set(allowed) - {"inplace"})
    if unknown:
        raise NodeError.of(
            "layer_param_unknown", layer=layer, type=type_name, param=unknown[0], allowed=", ".join(allowed) or "-"
        )
    try:
        return construct(type_name, chosen(type_name, params), device)
    except Unmakable as error:
        raise NodeError.of("layer_bad", layer=layer, type=type_name, message=str(error)) from None


def maker(type_name: str) -> Callable[..., nn.Module]:
    """The constructor of a known type."""
    found: Callable[..., nn.Module] = MAKERS.get(type_name) or getattr(nn, type_name)
    return found


class Unmakable(ValueError):
    """A layer cannot be made; the text is torch's own first line, or ours for a value torch would choke on later."""


def construct(type_name: str, params: Mapping[str, Any], device: str) -> nn.Module:
    """Make a layer of a known type from params it takes. Raises: Unmakable."""
    try:
        with torch.device(device):
            return maker(type_name)(**{name: value_of(name, value) for name, value in params.items()})
    except (TypeError, ValueError, RuntimeError, AssertionError, IndexError, OverflowError, ZeroDivisionError) as error:
        text = first_line(error)
        for theirs, ours in _INNER_NAMES.items() if type_name.startswith("Transformer") else ():
            text = text.replace(theirs, ours)
        raise Unmakable(text) from None


_INNER_NAMES = {"embed_dim": "d_model", "num_heads": "nhead"}
"""What the attention inside of a transformer layer calls params of that layer."""


def first_line(error: Exception) -> str:
    """What an exception says, in one line of at most 300 characters."""
    return str(error).splitlines()[0][:300] if str(error) else type(error).__name__

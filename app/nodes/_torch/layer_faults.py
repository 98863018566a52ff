"""Says what is wrong when a layer cannot take its input, in words of its params wherever torch speaks of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.layer_types import MAKERS, EncoderStack, Merge, first_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTHS: tuple[tuple[type[nn.Module], str, int, tuple[int, ...]], ...] = (
    (nn.Linear, "in_features", -1, ()),
    (nn.LSTM, "input_size", -1, ()),
    (nn.GRU, "input_size", -1, ()),
    (nn.MultiheadAttention, "embed_dim", -1, ()),
    (nn.Conv1d, "in_channels", 1, (3,)),
    (nn.Conv2d, "in_channels", 1, (4,)),
    (nn.ConvTranspose2d, "in_channels", 1, (4,)),
    (nn.BatchNorm1d, "num_features", 1, (2, 3)),
    (nn.BatchNorm2d, "num_features", 1, (4,)),
    (nn.GroupNorm, "num_channels", 1, ()),
)
"""(layer, the param that one dimension of its input has to equal, that dimension, ranks of inputs it holds for)."""


def layer_fault(name: str, kind: str, module: nn.Module, given: Sequence[Any], error: Exception) -> NodeError:
    """Why `module`, called with `given`, raised `error`: a NodeError.

    layer_width_unfit {param, found, wanted} where one param explains it, layer_id_outside {least, most, last} for ids
    that an Embedding has no row for, else layer_failed with torch's first line. All have layer, type, in_shape.
    """
    shapes = ", ".join(str(list(value.shape)) if isinstance(value, Tensor) else type(value).__name__ for value in given)
    about = {"layer": name, "type": kind, "in_shape": shapes}
    first = given[0] if given and isinstance(given[0], Tensor) else None
    width = None if first is None else _width(module, first)
    if width is not None:
        param, found, wanted = width
        return _made("layer_width_unfit", **about, param=param, found=found, wanted=wanted)
    if isinstance(module, nn.Embedding) and isinstance(error, IndexError) and first is not None and first.numel():
        ids = first.long()
        least, most = int(ids.min()), int(ids.max())
        return _made("layer_id_outside", **about, least=least, most=most, last=module.num_embeddings - 1)
    return _made("layer_failed", **about, message=first_line(error).rstrip("."))


def row_fault(model: nn.Sequential, x: Tensor) -> NodeError | None:
    """Why a row of layers failed on `x`, found by going through it once more: the fault of the layer that fails.

    None where none fails the second time. Layers are named by their places, from 0, as in the model's weights.
    """
    with torch.no_grad():
        value: Any = x
        for place, module in model.named_children():
            try:
                value = module(value)
            except torch.OutOfMemoryError:
                return None
            except Exception as error:
                return layer_fault(place, _kind(module), module, [value], error)
    return None


def _kind(module: nn.Module) -> str:
    """The layer type that a module was made as."""
    if isinstance(module, Merge):
        return module.how
    return next((name for name, make in MAKERS.items() if make is type(module)), type(module).__name__)


def _width(module: nn.Module, value: Tensor) -> tuple[str, int, int] | None:
    """(param, size found, size wanted) where a dimension is not what the layer was made for."""
    if isinstance(module, EncoderStack):
        inner = module.layers[0].self_attn
        assert isinstance(inner, nn.MultiheadAttention)
        found = _unequal(value, -1, inner.embed_dim)
        return None if found is None else ("d_model", found, inner.embed_dim)
    for layer, param, dim, ranks in _WIDTHS:
        if isinstance(module, layer) and (not ranks or value.dim() in ranks):
            wanted = getattr(module, param)
            found = _unequal(value, dim, wanted)
            return None if found is None else (param, found, wanted)
    return None


def _unequal(value: Tensor, dim: int, wanted: int) -> int | None:
    size = value.shape[dim] if -value.dim() <= dim < value.dim() else wanted
    return size if size != wanted else None


def _made(code: str, **params: Any) -> NodeError:
    made = NodeError.of(code, **params)
    assert isinstance(made, NodeError)
    return made

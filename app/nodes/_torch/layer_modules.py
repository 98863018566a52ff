"""Makes the module of a layer node and applies it; what torch has against either becomes a coded reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.errors import NodeError
from app.nodes._torch.layer_types import Unmakable, construct, first_line
from app.nodes.layer_table import MOST_LAYERS, least_of
from app.nodes.memory import refuse_oversize
from app.nodes.shapes import shape_text
from app.nodes.windows import MOST, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from torch import Tensor, nn

_FAILURES = (RuntimeError, ValueError, IndexError, TypeError, AssertionError)


def build(type_name: str, params: Mapping[str, Any], fixed: Mapping[str, Any]) -> nn.Module:
    """Make a layer on the CPU; it is weighed before memory is taken. Layers that can give more than one result do.

    Raises: NodeError size_out_of_range, layer_params_bad, out_of_memory_ahead.
    """
    for name, value in params.items():
        least = least_of(name)
        if least is not None and isinstance(value, int):
            setting(params, name, least, MOST_LAYERS if name == "num_layers" else MOST)
    try:
        refuse_oversize(_weight(type_name, {**params, **fixed}), type_name)
        module = construct(type_name, {**params, **fixed}, "cpu")
    except Unmakable as error:
        raise NodeError.of("layer_params_bad", type=type_name, message=str(error)) from None
    if hasattr(module, "full"):
        module.full = True  # type: ignore[assignment] # torch declares attributes to be tensors or modules
    return module


def apply(type_name: str, layer: Callable[..., Any], *tensors: Tensor) -> Any:
    """Call a module or function on tensors of one device, brought to their widest float type.

    Raises: NodeError layer_input_failed; what stands for exhausted memory passes through.
    """
    kinds = {tensor.dtype for tensor in tensors if tensor.is_floating_point()}
    if len(kinds) > 1:
        widest = _widest(kinds)
        tensors = tuple(tensor.to(widest) if tensor.is_floating_point() else tensor for tensor in tensors)
        kinds = {widest}
    try:
        if isinstance(layer, torch.nn.Module):
            layer = layer.to(device=tensors[0].device, dtype=next(iter(kinds), None))
        return layer(*tensors)
    except torch.OutOfMemoryError:
        raise
    except _FAILURES as error:
        if "allocate memory" in str(error):
            raise
        shapes = ", ".join(shape_text(tensor.shape) for tensor in tensors)
        raise NodeError.of("layer_input_failed", type=type_name, shape=shapes, message=first_line(error)) from error


def _weight(type_name: str, params: dict[str, Any]) -> int:
    """Bytes of a layer's weights; of a stack, those of one layer times their number."""
    depth = params.get("num_layers", 1)
    if depth > 1:
        params = {**params, "num_layers": 1}
    module = construct(type_name, params, "meta")
    return int(depth) * sum(part.numel() * part.element_size() for part in module.parameters())


def _widest(kinds: set[torch.dtype]) -> torch.dtype:
    first, *others = kinds
    for kind in others:
        first = torch.promote_types(first, kind)
    return first

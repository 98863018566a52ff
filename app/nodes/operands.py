"""What a node takes from its input ports: checked once, so that a wrong value is named with its port."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.shapes import broadcast, refuse_absurd, shape_text

if TYPE_CHECKING:
    from torch import Tensor


def tensor(inputs: dict[str, Any], port: str) -> Tensor:
    """Take a tensor from a port; numbers, arrays and nested lists of numbers become one.

    Raises: NodeError not_a_tensor.
    """
    import torch

    value = inputs.get(port)
    if isinstance(value, torch.Tensor):
        return value
    if value is not None and not isinstance(value, (str, bytes)):
        try:
            return torch.as_tensor(value)
        except (TypeError, ValueError, RuntimeError, RecursionError):
            pass
    raise NodeError.of("not_a_tensor", port=port, found=type_text(value))


def listed(inputs: dict[str, Any], port: str) -> list[Any]:
    """Take a list from a port; a tensor becomes its items. Raises: NodeError not_a_list."""
    value = inputs.get(port)
    if isinstance(value, list):
        return value
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes, dict)):
        try:
            return list(value.tolist() if hasattr(value, "tolist") else value)
        except TypeError:  # a tensor without dimensions
            pass
    raise NodeError.of("not_a_list", port=port, found=type_text(value))


def items_of(inputs: dict[str, Any], port: str) -> list[Any]:
    """Take the items of a list from a port; a tensor stands for the list of its rows. Raises: NodeError not_a_list."""
    value = inputs.get(port)
    if value is not None and hasattr(value, "unbind") and value.dim():
        return list(value.unbind(0))
    return listed(inputs, port)


def dim_of(value: Tensor, dim: int) -> int:
    """Count a dimension from the front. Raises: NodeError dim_out_of_range."""
    dims = max(value.dim(), 1)  # torch lets a single number pass as one dimension
    if not -dims <= dim < dims:
        raise NodeError.of("dim_out_of_range", dim=dim, shape=shape_text(value.shape), first=-dims, last=dims - 1)
    return dim % dims


def refuse_broadcast(a: Tensor, b: Tensor) -> None:
    """Check that two tensors can be combined item by item and that the result can be held.

    Raises: NodeError shapes_differ, tensor_too_large.
    """
    if a.shape == b.shape:
        return
    shape = broadcast(a.shape, b.shape)
    if shape is None:
        raise NodeError.of("shapes_differ", a=shape_text(a.shape), b=shape_text(b.shape))
    refuse_absurd(shape, max(a.element_size(), b.element_size()), str(a.device))


def type_text(value: Any) -> str:
    """Name what was found where something else was needed."""
    return "nothing" if value is None else type(value).__name__

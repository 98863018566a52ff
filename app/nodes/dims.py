"""Dimensions that people name in params, and what a node asks of a tensor's dimensions and numbers."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.operands import dim_of, tensor
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from torch import Tensor

_INT = re.compile(r"[+-]?[0-9]{1,18}\Z")


def dims_of(value: Tensor, text: str, param: str) -> tuple[int, ...]:
    """Read dimensions such as `0,-1`, also in brackets, and count each from the front, in the order written.

    Raises: NodeError dims_malformed, dim_out_of_range, dim_twice.
    """
    dims = tuple(dim_of(value, dim) for dim in read_dims(text, param))
    for place, dim in enumerate(dims):
        if dim in dims[:place]:
            raise NodeError.of("dim_twice", text=text[:100], dim=dim, shape=shape_text(value.shape))
    return dims


def read_dims(text: str, param: str) -> tuple[int, ...]:
    """Read dimensions as they are written, at least one. Raises: NodeError dims_malformed."""
    plain = unicodedata.normalize("NFKC", text).strip()
    inner = plain[1:-1] if plain[:1] + plain[-1:] in ("()", "[]") else plain
    items = [item.strip() for item in inner.split(",")]
    if items[-1] == "" and len(items) > 1:
        items.pop()
    if not all(_INT.match(item) for item in items):
        raise NodeError.of("dims_malformed", text=text[:100], param=param)
    return tuple(int(item) for item in items)


def new_dim_of(value: Tensor, dim: int) -> int:
    """Count the place of a dimension that is to be inserted. Raises: NodeError dim_out_of_range."""
    places = value.dim() + 1
    if not -places <= dim < places:
        raise NodeError.of("dim_out_of_range", dim=dim, shape=shape_text(value.shape), first=-places, last=places - 1)
    return dim % places


def refuse_rank(value: Tensor, port: str, *ranks: int) -> None:
    """Raises: NodeError rank_unfit where the number of dimensions is none of `ranks`."""
    if value.dim() not in ranks:
        wanted = " / ".join(str(rank) for rank in ranks)
        raise NodeError.of("rank_unfit", port=port, wanted=wanted, shape=shape_text(value.shape))


def floats(inputs: dict[str, Any], port: str) -> Tensor:
    """Take a tensor as floats: whole numbers and truth values become the default float type.

    Raises: NodeError not_a_tensor.
    """
    import torch

    value = tensor(inputs, port)
    return value if value.is_floating_point() or value.is_complex() else value.to(torch.get_default_dtype())


def reals(inputs: dict[str, Any], port: str) -> Tensor:
    """As floats(), complex numbers refused. Raises: NodeError not_a_tensor, complex_unfit."""
    value = floats(inputs, port)
    if value.is_complex():
        raise NodeError.of("complex_unfit", port=port)
    return value

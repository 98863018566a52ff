"""Grids of numbers that people type, as tensors."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError

if TYPE_CHECKING:
    from torch import Tensor

_LIMITS = {"int64": 2**63, "int32": 2**31}


def grid_tensor(values: Any, shape: tuple[int, ...], kind: str) -> Tensor:
    """The values in row-major order, in the given shape. kind, and what is raised: as for grid_values()."""
    import torch

    return torch.tensor(grid_values(values, shape, kind), dtype=getattr(torch, kind)).reshape(shape)


def grid_values(values: Any, shape: tuple[int, ...], kind: str) -> list[float | int | bool]:
    """The values in row-major order, as many as the shape holds. kind: float32, float64, int64, int32 or bool.

    Raises: NodeError values_missing, values_ragged, values_count, value_out_of_type.
    """
    if values is None or (isinstance(values, str) and not values):
        raise NodeError.of("values_missing")
    flat = _flattened(values)
    wanted = math.prod(shape)
    if len(flat) != wanted:
        raise NodeError.of("values_count", count=len(flat), shape=",".join(str(size) for size in shape), wanted=wanted)
    return [_typed(value, kind) for value in flat]


def _flattened(values: Any) -> list[Any]:
    """The numbers of an even grid in row-major order, however deep. Raises: NodeError values_ragged."""
    level: list[Any] = values if isinstance(values, list) else [values]
    while any(isinstance(item, list) for item in level):
        width = len(level[0]) if isinstance(level[0], list) else -1
        for item in level:
            if not isinstance(item, list):
                raise NodeError.of("values_ragged", found=str(item)[:40])
            if len(item) != width:
                raise NodeError.of("values_ragged", found=f"a row of {len(item)}")
        level = [inner for item in level for inner in item]
    for item in level:
        if not isinstance(item, (int, float)):
            raise NodeError.of("values_ragged", found=str(item)[:40])
    return level


def _typed(value: Any, kind: str) -> float | int | bool:
    if kind == "bool":
        return bool(value)
    try:
        if kind.startswith("float"):
            return float(value)
        whole = int(value)
        if whole == value and -_LIMITS[kind] <= whole < _LIMITS[kind]:
            return whole
    except (OverflowError, ValueError):  # a whole number beyond float64, or NaN where a whole number is needed
        pass
    shown = f"{value:.6g}" if isinstance(value, float) else str(value) if value.bit_length() < 100 else "2^100 and more"
    raise NodeError.of("value_out_of_type", value=shown, dtype=kind)

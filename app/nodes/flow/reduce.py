"""Reduce: many items folded into one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import items_of
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd, shape_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from torch import Tensor

    from app.engine.context import NodeContext

_OPERATIONS = ("sum", "mean", "min", "max", "concat", "stack", "first", "last")
_OF_NUMBERS: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "mean": lambda items: sum(items) / len(items),
    "min": min,
    "max": max,
}


class Reduce(Node):
    """Numbers give a number, tensors of one shape a tensor; concat joins lists, too; first and last take anything."""

    SPEC = NodeSpec(
        name="Reduce",
        category="Data Flow",
        description=Text("Folds the items of a list into a single value.", "把清單中的各項合併成一個值。"),
        title_zh_tw="彙總",
        inputs=(port("items", DataType.LIST, "The items, such as what Map gives.", "各項的清單，例如 Map 的結果。"),),
        outputs=(
            port("result", DataType.ANY, "The single value.", "合併後的值。"),
            port("count", DataType.SCALAR, "How many items there were.", "項目的數量。"),
        ),
        params=(
            param(
                "operation",
                ParamType.SELECT,
                "mean",
                "sum, mean, min and max work item by item; concat and stack join tensors; first and last pick one.",
                "sum、mean、min、max 逐項計算；concat 與 stack 接合張量；first 與 last 取其中一項。",
                options=_OPERATIONS,
            ),
            param(
                "dim",
                ParamType.INT,
                0,
                "The dimension along which concat and stack join.",
                "concat 與 stack 接合的維度。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_list, list_empty, items_not_numbers, items_differ, items_not_ordered,
        dim_out_of_range, tensor_too_large.
        """
        items = items_of(inputs, "items")
        if not items:
            raise NodeError.of("list_empty", port="items")
        return {"result": _folded(items, params["operation"], params["dim"]), "count": len(items)}


def _folded(items: list[Any], operation: str, dim: int) -> Any:
    if operation in ("first", "last"):
        return items[0 if operation == "first" else -1]
    if operation == "concat" and all(isinstance(item, list) for item in items):
        return [inner for item in items for inner in item]
    if operation in _OF_NUMBERS and all(isinstance(item, (int, float)) for item in items):
        return math.nan if any(item != item for item in items) else _OF_NUMBERS[operation](items)
    tensors = [_tensor(item, place) for place, item in enumerate(items)]
    if operation in ("concat", "stack"):
        return _joined(tensors, operation, dim)
    return _combined(tensors, operation)


def _tensor(item: Any, place: int) -> Tensor:
    import torch

    if isinstance(item, torch.Tensor):
        return item
    try:
        if not isinstance(item, (str, bytes)) and item is not None:
            return torch.as_tensor(item, dtype=torch.float64 if isinstance(item, float) else None)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        pass
    raise NodeError.of("items_not_numbers", place=place, found=type(item).__name__)


def _combined(tensors: list[Tensor], operation: str) -> Tensor:
    import torch

    first = tensors[0]
    for place, value in enumerate(tensors):
        if value.shape != first.shape:
            raise _differ(first, value, place)
    kind = _common_type(tensors)
    if operation in ("min", "max") and kind.is_complex:
        raise NodeError.of("items_not_ordered", operation=operation)
    if operation == "mean" and not (kind.is_floating_point or kind.is_complex):
        kind = torch.float32
    refuse_absurd((len(tensors), *first.shape), kind.itemsize, str(first.device))
    rows = torch.stack([value.to(kind) for value in tensors])
    if operation == "sum":
        return rows.sum(0)
    if operation == "mean":
        return rows.mean(0)
    return rows.amin(0) if operation == "min" else rows.amax(0)


def _joined(tensors: list[Tensor], operation: str, dim: int) -> Tensor:
    import torch

    tensors = [value.to(_common_type(tensors)) for value in tensors]
    if operation == "concat":
        tensors = [value.reshape(1) if not value.dim() else value for value in tensors]
    first = tensors[0]
    dims = first.dim() + (operation == "stack")
    if not -dims <= dim < dims:
        raise NodeError.of("dim_out_of_range", dim=dim, shape=shape_text(first.shape), first=-dims, last=dims - 1)
    at = dim % dims
    for place, value in enumerate(tensors):
        fits = value.shape == first.shape
        if operation == "concat" and value.dim() == first.dim():
            fits = all(a == b for i, (a, b) in enumerate(zip(value.shape, first.shape, strict=True)) if i != at)
        if not fits:
            raise _differ(first, value, place)
    return torch.cat(tensors, at) if operation == "concat" else torch.stack(tensors, at)


def _common_type(tensors: list[Tensor]) -> Any:
    """The type that holds every item; a whole number among floats becomes a float, as in torch."""
    import torch

    kind = tensors[0].dtype
    for value in tensors[1:]:
        kind = torch.promote_types(kind, value.dtype)
    return kind


def _differ(first: Tensor, value: Tensor, place: int) -> Exception:
    return NodeError.of("items_differ", first=shape_text(first.shape), place=place, found=shape_text(value.shape))

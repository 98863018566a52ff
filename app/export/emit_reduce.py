"""Reduce: a list folded into one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import call
from app.export.part import Emitter, Sort, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part

_OF_NUMBERS = {"sum": "sum(items)", "mean": "sum(items) / len(items)", "min": "min(items)", "max": "max(items)"}
_OF_ROWS = {"sum": "rows.sum(0)", "mean": "rows.mean(0)", "min": "rows.amin(0)", "max": "rows.amax(0)"}

_SAME_TYPE = '''
def <name>(items: list[Any]) -> list[torch.Tensor]:
    """Make each item a tensor, all of the type that holds every one."""
    tensors = []
    for item in items:
        dtype = torch.float64 if isinstance(item, float) else None
        tensors.append(item if isinstance(item, torch.Tensor) else torch.as_tensor(item, dtype=dtype))
    kind = tensors[0].dtype
    for tensor in tensors:
        kind = torch.promote_types(kind, tensor.dtype)
    return [tensor.to(kind) for tensor in tensors]
'''
_FOLD = '''
def <name>(values: Iterable[Any]) -> Any:
    """Fold numbers into a number, or tensors of one shape into a tensor, item by item: HOW."""
    items = list(values)
    if all(isinstance(item, (int, float)) for item in items):
        return math.nan if any(item != item for item in items) else NUMBERS
    rows = torch.stack(SAME(items))
    return ROWS
'''
_CONCAT = '''
def <name>(values: Iterable[Any], dim: int) -> Any:
    """Join lists, or tensors along a dimension; a single number counts as a tensor of one."""
    items = list(values)
    if all(isinstance(item, list) for item in items):
        return [inner for item in items for inner in item]
    return torch.cat([tensor.reshape(1) if tensor.dim() == 0 else tensor for tensor in SAME(items)], dim)
'''
_STACK = '''
def <name>(values: Iterable[Any], dim: int) -> torch.Tensor:
    """Lay tensors of one shape on each other, along a new dimension."""
    return torch.stack(SAME(list(values)), dim)
'''


def _reduce(part: Part) -> Mapping[str, Value]:
    script, operation = part.script, part.params["operation"]
    items = part.items("items")
    found = {"count": Value(f"len({items.text})", Sort.NUMBER)}
    if "result" not in part.read and part.read:
        return found
    if operation in ("first", "last"):
        source = f"{items.text}[{0 if operation == 'first' else -1}]"
        sort = Sort.TENSOR if items.sort is Sort.TENSOR else Sort.ANY
        return {"result": part.keep(source, "", sort, items.dtype), **found}
    for module in ("collections.abc", "typing"):
        script.use(module, "Iterable" if module != "typing" else "Any")
    script.use("torch")
    same = script.define("same_type", _SAME_TYPE)
    if operation in ("concat", "stack"):
        template = _CONCAT if operation == "concat" else _STACK
        fold = script.define(f"{operation} items", template.replace("SAME", same))
        return {"result": part.keep(call(fold, items.text, str(part.params["dim"])), "", Sort.ANY), **found}
    rows = _OF_ROWS[operation]
    template = _FOLD.replace("HOW", f"their {operation}").replace("NUMBERS", _OF_NUMBERS[operation])
    if operation == "mean":
        rows = "rows.mean(0) if rows.is_floating_point() or rows.is_complex() else rows.to(torch.float32).mean(0)"
    script.use("math")
    fold = script.define(f"{operation} items", template.replace("ROWS", rows).replace("SAME", same))
    return {"result": part.keep(call(fold, items.text), "", Sort.ANY), **found}


EMITTERS: Mapping[str, Emitter] = {"Reduce": Emitter(_reduce)}
"""Node type -> how it is written."""

"""A short, JSON-ready description of any value that left a port; told by what the value can do, without its library.

A tensor's figures are exact up to SAMPLE_ABOVE elements. Above, they come from at most SAMPLE_SIZE elements in even
strides and the summary says `sampled`: a description must not cost more than the node.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.events.strict import describe, is_numpy_scalar, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_VALUES = 256
"""Values of a tensor or list are listed up to this many."""

MAX_TEXT = 200
SAMPLE_ABOVE = 4_000_000
SAMPLE_SIZE = 1_000_000
_DIGITS = 4


def summarise(value: Any, download_path: Callable[[str], str | None] | None = None) -> dict[str, Any]:
    """{type, ...} with type tensor, model, scalar, string, list, or the class name of anything else.

    tensor: shape, dtype, min, max, mean (4 decimals; null where there is no such number, e.g. with a NaN), values up
    to MAX_VALUES elements. Never raises, whatever the value does when it is looked at.
    """
    try:
        return _summary(value, download_path)
    except Exception:  # looking at a value runs its class's code, which may do anything
        return {"type": type(value).__name__, "repr": describe(value)}


def type_of(value: Any) -> str:
    """The `type` that `summarise` would say, without a look at any number: tensor, model, scalar, string, list, or
    the name of the value's class. Never raises.
    """
    try:
        if isinstance(value, str):
            return "string"
        if isinstance(value, (bool, int, float)) or is_numpy_scalar(value):
            return "scalar"
        if _is_tensor(value):
            return "tensor"
        if isinstance(value, (list, tuple)):
            return "list"
        is_model = callable(getattr(value, "named_modules", None)) and callable(getattr(value, "parameters", None))
        return "model" if is_model else type(value).__name__
    except Exception:  # asking a value for its parts runs its class's code
        return type(value).__name__


def _summary(value: Any, download_path: Callable[[str], str | None] | None) -> dict[str, Any]:
    if isinstance(value, str):
        return _string(value, download_path)
    if isinstance(value, (bool, int, float)) or is_numpy_scalar(value):
        return {"type": "scalar", "value": _scalar(value)}
    if _is_tensor(value):
        return _tensor(value)
    if isinstance(value, (list, tuple)):
        return _list(value)
    if callable(getattr(value, "named_modules", None)) and callable(getattr(value, "parameters", None)):
        return _model(value)
    return {"type": type(value).__name__, "repr": _cut(_brief(value, MAX_TEXT, 4))}


def _string(value: str, download_path: Callable[[str], str | None] | None) -> dict[str, Any]:
    found = download_path(value) if download_path is not None and len(value) <= 4096 else None
    summary: dict[str, Any] = {"type": "string", "value": whole(_cut(value))}
    return {**summary, "download_path": found} if found else summary


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _scalar(value: Any) -> Any:
    plain = value.item() if is_numpy_scalar(value) else value
    if isinstance(plain, complex):
        return [_rounded(plain.real, 12), _rounded(plain.imag, 12)]
    if isinstance(plain, float) and not math.isfinite(plain):
        return None
    return plain if isinstance(plain, (bool, int, float)) else describe(plain)


def _is_tensor(value: Any) -> bool:
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return False
    return callable(getattr(value, "numel", None)) or hasattr(value, "__array_interface__")


def _tensor(value: Any) -> dict[str, Any]:
    try:
        shape = [int(n) for n in value.shape]
        summary = {"type": "tensor", "shape": shape, "dtype": str(value.dtype).replace("torch.", "")}
        count = math.prod(shape)
    except Exception:  # a wrapped or broken tensor may refuse even its shape
        return {"type": "tensor", "shape": None, "dtype": "unknown", "min": None, "max": None, "mean": None}
    try:
        dense = _dense(value)
        if count <= MAX_VALUES:
            return {**summary, **_small(dense, count)}
        return {**summary, **_large(dense, shape, count)}
    except Exception:  # no data (meta), no such operation for the dtype, a lost device: the shape still helps
        return {**summary, "min": None, "max": None, "mean": None}


def _dense(value: Any) -> Any:
    """The numbers without gradient, sparse and quantised ones written out. Raises: ValueError for a large sparse."""
    if not callable(getattr(value, "detach", None)):
        return value
    value = value.detach()
    if value.is_quantized:
        return value.dequantize()
    if value.is_sparse or not hasattr(value, "stride") or "strided" not in str(value.layout):
        if math.prod(value.shape) > SAMPLE_SIZE:
            raise ValueError("too large to be written out")
        return value.to_dense()
    return value


def _small(value: Any, count: int) -> dict[str, Any]:
    """Figures from the listed values themselves: for few elements cheaper than three reductions."""
    # an empty tensor may still have a billion empty rows, which tolist() would write out
    values = value.tolist() if count else []
    flat = _flat(values)
    if flat and isinstance(flat[0], complex):
        return {"min": None, "max": None, "mean": None, "values": _pairs(values)}
    figures: dict[str, Any] = {"min": None, "max": None, "mean": None}
    if flat:
        total = math.fsum(flat) if all(map(_is_finite, flat)) else math.nan
        known = not any(x != x for x in flat)
        figures = {
            "min": _rounded(min(flat)) if known else None,
            "max": _rounded(max(flat)) if known else None,
            "mean": _rounded(total / count),
        }
    return {**figures, "values": values}


def _flat(values: Any) -> list[Any]:
    flat: list[Any] = values if isinstance(values, list) else [values]
    while flat and isinstance(flat[0], list):
        flat = [x for row in flat for x in row]
    return flat


def _pairs(values: Any) -> Any:
    return [_pairs(v) for v in values] if isinstance(values, list) else [values.real, values.imag]


def _large(value: Any, shape: Sequence[int], count: int) -> dict[str, Any]:
    extra: dict[str, Any] = {}
    if count > SAMPLE_ABOVE and len(value.shape) == len(shape):
        value, extra = _strided(value, shape), {"sampled": True}
    if hasattr(value, "aminmax"):
        low, high, mean = _torch_figures(value)
    else:
        low, high, mean = value.min(), value.max(), value.mean(dtype="float64")
    return {"min": _rounded(low), "max": _rounded(high), "mean": _rounded(mean), **extra}


def _torch_figures(value: Any) -> tuple[float, float, float]:
    """One pass each, and one transfer from the device for all three."""
    if value.is_complex():
        return math.nan, math.nan, math.nan
    exact = value.dtype.is_floating_point
    number = value if exact and value.dtype.itemsize > 2 else value.float()
    try:
        low, high = value.aminmax()
    except RuntimeError:  # not for booleans, unsigned and 8-bit types
        low, high = number.aminmax()
    mean = number.mean()
    if value.device.type == "cpu":
        return low.item(), high.item(), mean.item()
    figures = mean.new_empty(3)
    figures[0], figures[1], figures[2] = low, high, mean
    low_number, high_number, mean_number = figures.tolist()
    return low_number, high_number, mean_number


def _strided(value: Any, shape: Sequence[int]) -> Any:
    """A view of at most SAMPLE_SIZE elements in even steps, the longest axes first; nothing is copied."""
    steps = [1] * len(shape)
    left = math.prod(shape) / SAMPLE_SIZE
    for axis in sorted(range(len(shape)), key=lambda axis: -shape[axis]):
        if left <= 1:
            break
        steps[axis] = min(shape[axis], math.ceil(left))
        left *= math.ceil(shape[axis] / steps[axis]) / shape[axis]
    return value[tuple(slice(None, None, step) for step in steps)]


def _rounded(value: Any, digits: int = _DIGITS) -> float | None:
    number = float(value)
    return round(number, digits) if math.isfinite(number) else None


def _is_finite(value: Any) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _model(value: Any) -> dict[str, Any]:
    total = trainable = 0
    try:
        for parameter in value.parameters():
            count = _numel(parameter)
            total += count
            trainable += count if getattr(parameter, "requires_grad", False) else 0
    except Exception:  # a model is user code; its name is still worth telling
        total = trainable = 0
    return {"type": "model", "class": type(value).__name__, "params": total, "trainable": trainable}


def _numel(parameter: Any) -> int:
    try:
        return int(parameter.numel())
    except Exception:  # a lazy parameter has no size before the first batch
        return 0


def _list(value: Sequence[Any]) -> dict[str, Any]:
    summary: dict[str, Any] = {"type": "list", "length": len(value), "repr": _cut(_brief(value, MAX_TEXT, 4))}
    if len(value) <= MAX_VALUES and all(_is_plain(item) for item in value):
        summary["values"] = [list(map(_scalar, i)) if isinstance(i, (list, tuple)) else _item(i) for i in value]
    return summary


def _item(value: Any) -> Any:
    if value is None:
        return None
    return whole(_cut(value)) if isinstance(value, str) else _scalar(value)


def _is_plain(item: Any) -> bool:
    if item is None or isinstance(item, (bool, int, float, str)):
        return True
    return isinstance(item, (list, tuple)) and len(item) == 2 and all(isinstance(n, (int, float)) for n in item)


def _brief(value: Any, budget: int, depth: int) -> str:
    """A repr that looks at no more of the value than it shows, and is the same in every process."""
    kind = type(value)
    if kind in _BRACKETS:
        return f"<{kind.__name__} of {len(value)}>" if depth == 0 else _brief_items(value, budget, depth)
    if _is_tensor(value):
        return f"<tensor {list(value.shape)} {str(value.dtype).replace('torch.', '')}>"
    return describe(value[:budget] if isinstance(value, str) else value)


_BRACKETS: dict[type, str] = {list: "[{}]", tuple: "({})", dict: "{{{}}}", set: "{{{}}}", frozenset: "{{{}}}"}


def _brief_items(value: Any, budget: int, depth: int) -> str:
    parts: list[str] = []
    used = 0
    # the order of a set differs from process to process; sorting a huge one would look at all of it
    unordered = isinstance(value, (set, frozenset)) and len(value) <= MAX_VALUES
    for item in sorted(value, key=describe) if unordered else value:
        if used >= budget:
            parts.append("…")
            break
        part = _brief(item, budget - used, depth - 1)
        if isinstance(value, dict):
            part += ": " + _brief(value[item], budget - used, depth - 1)
        parts.append(part)
        used += len(part) + 2
    return _BRACKETS[type(value)].format(", ".join(parts))

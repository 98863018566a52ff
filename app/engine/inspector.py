"""Answers about one recorded value: what it is, a slice of its numbers. Pure over the value; JSON without NaN.

What a slice is asked of is not changed and, but for sparse and quantised tensors, not copied beyond the slice.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.events.strict import clean, whole
from app.core.events.summary import summarise, type_of
from app.core.vocab.errors import Refused, TooLarge
from app.engine import slicing, torch_lane
from app.engine.plain import whole_parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.events.masking import Mask
    from app.engine.recorder import Recorded

DEFAULT_ELEMENTS = 4096
MAX_ELEMENTS = 1_000_000
SPARSE_ELEMENTS = 1_000_000
"""Elements up to which a sparse tensor is written out."""

TYPES = frozenset({"tensor", "model", "scalar", "string", "list"})
"""Our words for types; every other one is the name of a class."""

PIECE = 20_000
"""Elements that become numbers of Python in one call: about a millisecond."""


def rows(ports: Mapping[tuple[str, str], Recorded]) -> list[dict[str, Any]]:
    """[{node_id, port, type, full_shape}] of everything a run recorded; full_shape is null but for tensors."""
    return [
        {
            "node_id": node_id,
            "port": port,
            "type": _shown_type(type_of(recorded.value), recorded.mask),
            "full_shape": _shape(recorded.value),
        }
        for (node_id, port), recorded in ports.items()
    ]


def answer(
    value: Any, slice_text: str = "", max_elements: int = DEFAULT_ELEMENTS, mask: Mask | None = None
) -> dict[str, Any]:
    """A value as the Inspector shows it.

    tensor: {type, full_shape, dtype, slice, sliced_shape, values, truncated, min, max, mean}: figures of the values
    answered; truncated: the values are not the whole tensor. string: {type, value, length, truncated}, cut at
    max_elements characters. list: its summary, with the rows that come first as `values` and `truncated` where they are
    not all. A mapping: its summary, and all of it as `value` where it has no more than max_elements parts. Everything
    else: its summary. mask: what every text of the answer goes through; the numbers
    of a tensor do not.
    Raises: Refused max_elements_bad, output_not_tensor, output_no_data, slice_*; TooLarge slice_too_large,
    sparse_too_large.
    """
    if not 1 <= max_elements <= MAX_ELEMENTS:
        raise Refused.of("max_elements_bad", wanted=max_elements, limit=MAX_ELEMENTS)
    kind = type_of(value)
    if kind == "tensor":
        return _tensor(value, slice_text, max_elements)
    if slice_text.strip():
        raise Refused.of("output_not_tensor", type=kind)
    if isinstance(value, str):
        text = value if mask is None else mask.text(value)
        shown = whole(text[:max_elements])
        return {"type": "string", "value": shown, "length": len(text), "truncated": len(text) > max_elements}
    summary: dict[str, Any] = clean({**summarise(value), **whole_parts(value, max_elements)})
    return summary if mask is None else _masked(summary, mask)


def _masked(summary: Mapping[str, Any], mask: Mask) -> dict[str, Any]:
    """The summary without the values; its keys and our words for types stay."""
    return {key: _shown_type(item, mask) if key == "type" else mask.value(item) for key, item in summary.items()}


def _shown_type(kind: str, mask: Mask | None) -> str:
    """A type as people see it: a node can name its classes as it likes."""
    return kind if mask is None or kind in TYPES else mask.text(kind)


def _shape(value: Any) -> list[int] | None:
    if type_of(value) != "tensor":
        return None
    try:
        return [int(size) for size in value.shape]
    except Exception:  # a wrapped or broken tensor may refuse even its shape
        return None


def size_of(value: Any) -> int:
    """Elements of a tensor, from its shape alone; 0 for everything else."""
    shape = _shape(value)
    return 0 if shape is None else math.prod(shape)


def as_tensor(value: Any) -> Any:
    """The value as a torch tensor of plain numbers, without gradient.

    Raises: Refused output_not_tensor (no tensor, or of a kind torch has not), output_no_data.
    """
    torch = torch_lane.load()
    kind = type_of(value)
    if torch is None or kind != "tensor":
        raise Refused.of("output_not_tensor", type=kind)
    if not isinstance(value, torch.Tensor):
        try:
            value = torch.from_numpy(value)
        except (TypeError, ValueError):
            raise Refused.of("output_not_tensor", type=str(getattr(value, "dtype", kind))) from None
    value = value.detach()
    if value.device.type == "meta":
        raise Refused.of("output_no_data", device="meta")
    return value.dequantize() if value.is_quantized else value


def written_out(tensor: Any) -> Any:
    """A sparse tensor with its zeros, any other one itself. Raises: TooLarge sparse_too_large."""
    if "strided" in str(tensor.layout):
        return tensor
    if tensor.numel() > SPARSE_ELEMENTS:
        raise TooLarge.of("sparse_too_large", count=tensor.numel(), limit=SPARSE_ELEMENTS)
    return tensor.to_dense()


def _tensor(value: Any, slice_text: str, max_elements: int) -> dict[str, Any]:
    dtype = str(value.dtype).replace("torch.", "")
    tensor = written_out(as_tensor(value))
    shape = [int(size) for size in tensor.shape]
    parts = slicing.parse(slice_text, shape)
    count = slicing.sliced_count(shape, parts)
    if count > max_elements:
        raise TooLarge.of("slice_too_large", count=count, limit=max_elements)
    chosen = tensor[parts].cpu()
    return {
        "type": "tensor",
        "full_shape": shape,
        "dtype": dtype,
        "slice": slice_text.strip(),
        "sliced_shape": [int(size) for size in chosen.shape],
        "values": values_of(chosen),
        "truncated": count < math.prod(shape),
        **_figures(chosen),
    }


def values_of(chosen: Any) -> Any:
    """The numbers of a dense tensor as nested lists, NaN and infinities as None, complex ones as [real, imaginary]."""
    # an empty tensor may still have a billion empty rows, which tolist() would write out
    if chosen.numel() == 0:
        return []
    if chosen.is_complex():
        return _listed(torch_lane.load().view_as_real(chosen.resolve_conj()))  # type: ignore[union-attr]
    return _listed(chosen.float() if "float8" in str(chosen.dtype) else chosen)


def _listed(part: Any) -> Any:
    """Lists as the shape has them, made piece by piece: one call for all would hold every other thread."""
    if part.dim() == 0 or part.numel() <= PIECE:
        exact = not part.is_floating_point() or bool(part.double().isfinite().all())
        return part.tolist() if exact else _strict(part.tolist())
    row = part.numel() // part.shape[0]
    if row > PIECE:
        return [_listed(one) for one in part]
    values: list[Any] = []
    for piece in part.split(max(1, PIECE // row)):
        values += _listed(piece)
    return values


def _strict(values: Any) -> Any:
    if isinstance(values, list):
        return [_strict(value) for value in values]
    return values if math.isfinite(values) else None


def _figures(chosen: Any) -> dict[str, Any]:
    if chosen.numel() == 0 or chosen.is_complex():
        return {"min": None, "max": None, "mean": None}
    low, high = (chosen.double() if chosen.is_floating_point() else chosen.long()).aminmax()
    mean = chosen.double().mean().item()
    return {"min": finite(low.item()), "max": finite(high.item()), "mean": finite(mean)}


def finite(number: Any) -> Any:
    """The number, or None where JSON has no word for it."""
    return number if isinstance(number, int) or math.isfinite(number) else None

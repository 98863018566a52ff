"""A value as one line or a few that a person can read, of bounded length and cost."""

from __future__ import annotations

import reprlib
from typing import Any

MAX_CHARS = 4000
"""A log line is never longer."""

_MAX_ITEMS = 64
_SAMPLE = 1_000_000


def readable(value: Any) -> str:
    """Describe any value; an object that cannot describe itself is named by its type."""
    try:
        text = _described(value)
    except Exception as error:
        text = f"<{type(value).__name__}, cannot be shown: {type(error).__name__}>"
    return text if len(text) <= MAX_CHARS else text[: MAX_CHARS - 1] + "…"


def _described(value: Any) -> str:
    if isinstance(value, str):
        return value[:MAX_CHARS]
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return _tensor(value)
    if callable(getattr(value, "parameters", None)) and callable(getattr(value, "state_dict", None)):
        count = sum(p.numel() for p in value.parameters())
        return f"{type(value).__name__} with {count:,} parameters\n{_short(value)}"
    if isinstance(value, (list, tuple, dict, set, frozenset)):
        return f"{type(value).__name__} of {len(value)}: {_short(value)}"
    return _short(value)


class _Shortener(reprlib.Repr):
    """Figures of people's precision, wherever they stand in a value."""

    def repr_float(self, value: float, level: int) -> str:
        """Six significant digits; one that is whole keeps its point."""
        text = f"{value:.6g}"
        return text if any(mark in text for mark in ".en") else f"{text}.0"


def _short(value: Any) -> str:
    shortener = _Shortener()
    shortener.maxlist = shortener.maxtuple = shortener.maxdict = shortener.maxset = 20
    shortener.maxother = shortener.maxstring = shortener.maxlong = 1000
    return shortener.repr(value)


def _tensor(value: Any) -> str:
    head = f"tensor {'x'.join(str(size) for size in value.shape) or 'of one number'} {str(value.dtype)[-20:]}"
    head = head.replace("torch.", "")
    if not hasattr(value, "detach"):
        return f"{head}: {_short(value)}"
    head += f" on {value.device}"
    flat = value.detach()
    if flat.is_sparse or flat.is_quantized or flat.is_meta or not flat.numel():
        return head
    if flat.numel() <= _MAX_ITEMS:
        return f"{head}: {_short_list(flat.cpu().tolist())}"
    if flat.is_complex():
        return head
    flat = flat.reshape(-1)[:_SAMPLE].cpu().double()
    words = f"min {flat.min().item():.6g}, max {flat.max().item():.6g}, mean {flat.mean().item():.6g}"
    return f"{head}: {words}" + (f" (of the first {_SAMPLE:,})" if value.numel() > _SAMPLE else "")


def _short_list(items: Any) -> str:
    if isinstance(items, list):
        return "[" + ", ".join(_short_list(item) for item in items) + "]"
    return f"{items:.6g}" if isinstance(items, float) else str(items)

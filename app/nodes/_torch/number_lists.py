"""Lists of numbers that people type into a text param."""

from __future__ import annotations

import math

from app.core.vocab.errors import NodeError


def number_list(text: str, param: str, count: int | None = None) -> list[float]:
    """`"0.9, 0.999"` or `"[0.9, 0.999]"` as floats; an empty text is an empty list.

    count: how many there must be. Raises: NodeError list_not_numbers, list_wrong_length.
    """
    parts = [part for part in text.strip().strip("[]()").replace(",", " ").split() if part]
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        raise NodeError.of("list_not_numbers", param=param, value=text[:100]) from None
    if not all(math.isfinite(number) for number in numbers):
        raise NodeError.of("list_not_numbers", param=param, value=text[:100])
    if count is not None and len(numbers) != count:
        raise NodeError.of("list_wrong_length", param=param, wanted=count, got=len(numbers))
    return numbers

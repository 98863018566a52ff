"""Shapes that people type, and tensors too large to begin with."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.nodes.memory import free_bytes, size_text

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_DIMS = 64
"""torch allows no more dimensions."""

_SIZE = re.compile(r"-?[0-9]{1,18}\Z")


def parse_shape(text: str, infer: bool = False) -> tuple[int, ...]:
    """Read sizes such as `1,4,4`, also in brackets or in full-width characters; `()` is a shape without dimensions.

    infer: one size may be -1. Raises: NodeError shape_malformed, shape_negative, shape_two_inferred.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    inner = plain[1:-1] if plain[:1] + plain[-1:] in ("()", "[]") else plain
    if not plain:
        raise NodeError.of("shape_malformed", shape=text)
    items = [item.strip() for item in inner.split(",")]
    if items[-1] == "":
        items.pop()
    if len(items) > MAX_DIMS or not all(_SIZE.match(item) for item in items):
        raise NodeError.of("shape_malformed", shape=text[:200])
    sizes = tuple(int(item) for item in items)
    if any(size < 0 and not (infer and size == -1) for size in sizes):
        raise NodeError.of("shape_negative", shape=text[:200])
    if sizes.count(-1) > 1:
        raise NodeError.of("shape_two_inferred", shape=text[:200])
    return sizes


def shape_text(shape: Sequence[int]) -> str:
    """Write a shape as people type it: `2 x 3`, or `one number` without dimensions."""
    return " x ".join(str(size) for size in shape) or "one number"


def broadcast(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...] | None:
    """The shape of two tensors combined item by item, None where their sizes contradict each other."""
    longer, shorter = (a, b) if len(a) >= len(b) else (b, a)
    result = list(longer)
    for i in range(1, len(shorter) + 1):
        here, there = longer[-i], shorter[-i]
        if here != there and there != 1:
            if here != 1:
                return None
            result[-i] = there
    return tuple(result)


def refuse_absurd(shape: Sequence[int], item_bytes: int, device: str) -> None:
    """Stop before a tensor is made that cannot fit, so that the machine is not driven out of memory.

    Raises: NodeError tensor_too_large, naming the bytes wanted and the bytes free on `device`.
    """
    wanted = math.prod(shape) * item_bytes
    if wanted <= 1 << 20:  # asking what is free costs more than a tensor of this size
        return
    free = free_bytes(device)
    if wanted > free:
        raise NodeError.of(
            "tensor_too_large", shape=shape_text(shape), wanted=size_text(wanted), free=size_text(free), device=device
        )

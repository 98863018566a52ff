"""The slice of a tensor that a person types: `0, 1:5, ::2, ..., -1`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.core.vocab.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import EllipsisType

MAX_LENGTH = 500
"""Characters of a slice; more could only repeat `:`."""

_INDEX = re.compile(r"[+-]?[0-9]{1,18}\Z")
_NUMBER = re.compile(r"\s*([+-]?[0-9]{1,18})?\s*\Z")


def parse(text: str, shape: Sequence[int]) -> tuple[int | slice | EllipsisType, ...]:
    """What to index a tensor of this shape with; brackets around it and blanks are passed over, "" is everything.

    Bounds of a range may lie outside, as in Python; a single index may not. Raises: Refused slice_malformed,
    slice_step_bad, slice_too_many_dims, slice_index_outside.
    """
    inner = text.strip()
    if inner.startswith("[") and inner.endswith("]"):
        inner = inner[1:-1].strip()
    if not inner:
        return ()
    if len(inner) > MAX_LENGTH:
        raise Refused.of("slice_malformed", part=inner[:20] + "…")
    parts = [_part(piece.strip()) for piece in inner.split(",")]
    gaps = [at for at, part in enumerate(parts) if part is Ellipsis]
    if len(gaps) > 1:
        raise Refused.of("slice_malformed", part="... ...")
    given = len(parts) - len(gaps)
    if given > len(shape):
        raise Refused.of("slice_too_many_dims", parts=given, dims=len(shape))
    for at, part in enumerate(parts):
        if isinstance(part, int):
            dim = at if not gaps or at < gaps[0] else len(shape) - len(parts) + at
            if not -shape[dim] <= part < shape[dim]:
                raise Refused.of("slice_index_outside", index=part, dim=dim, size=shape[dim])
    return tuple(parts)


def _part(piece: str) -> int | slice | EllipsisType:
    if piece == "...":
        return Ellipsis
    if _INDEX.match(piece):
        return int(piece)
    numbers = [_NUMBER.match(number) for number in piece.split(":")]
    if not 2 <= len(numbers) <= 3 or None in numbers:
        raise Refused.of("slice_malformed", part=piece[:40])
    bounds = [None if found is None or found[1] is None else int(found[1]) for found in numbers]
    step = bounds[2] if len(bounds) == 3 else None
    if step is not None and step < 1:
        raise Refused.of("slice_step_bad", step=step)
    return slice(bounds[0], bounds[1], step)


def sliced_count(shape: Sequence[int], parts: Sequence[int | slice | EllipsisType]) -> int:
    """How many elements the parts (of `parse`) choose from a tensor of this shape."""
    given = [part for part in parts if part is not Ellipsis]
    head = list(parts).index(Ellipsis) if Ellipsis in parts else len(given)
    tail = len(given) - head
    count = 1
    for dim, size in enumerate(shape):
        at = dim if dim < head else dim - (len(shape) - len(given)) if dim >= len(shape) - tail else None
        part = given[at] if at is not None and at < len(given) else slice(None)
        count *= len(range(*part.indices(size))) if isinstance(part, slice) else 1
    return count

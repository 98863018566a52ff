"""Figures of a recorded tensor: counts over all of it, the shape of its distribution from all or from a sample.

Counts are taken piece by piece, so that figures of a tensor never need its memory twice.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Refused
from app.engine import torch_lane
from app.engine.inspector import as_tensor, finite, written_out

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE_ABOVE = 4_000_000
SAMPLE_SIZE = 1_000_000
PIECE = 1_000_000
"""Elements that are looked at in one go."""

BINS = 64
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MAX_CLASSES = 1000
"""Different labels up to which their balance is told."""


def stats(value: Any) -> dict[str, Any]:
    """{count, min, max, nan, inf, zero_frac, mean, std, quantiles, histogram{counts, edges}, sampled, class_balance}.

    count to zero_frac are exact. mean to histogram are over finite values: all up to SAMPLE_ABOVE elements, else
    SAMPLE_SIZE drawn with a fixed seed, and sampled is true. min, max: of the finite values. std: of the population
    (divided by n). quantiles: {"0.5": ...}, linear between neighbours. class_balance: [{value, count}] by value, for
    tensors of integers with at most MAX_CLASSES different ones, else null. Figures that do not exist are null.
    Raises: Refused output_not_tensor, output_no_data, output_not_real; TooLarge sparse_too_large.
    """
    tensor = as_tensor(value)
    if tensor.is_complex():
        raise Refused.of("output_not_real", dtype=str(tensor.dtype).replace("torch.", ""))
    tensor = written_out(tensor)
    counted = _count(tensor)
    is_sampled = counted.count > SAMPLE_ABOVE
    values = _finite(_sample(tensor, counted.count) if is_sampled else tensor.reshape(-1))
    return {
        "count": counted.count,
        "min": counted.low,
        "max": counted.high,
        "nan": counted.nan,
        "inf": counted.inf,
        "zero_frac": counted.zeros / counted.count if counted.count else None,
        **_distribution(values, counted),
        "sampled": is_sampled,
        "class_balance": _balance(tensor),
    }


@dataclass
class _Counted:
    count: int = 0
    nan: int = 0
    inf: int = 0
    zeros: int = 0
    low: Any = None
    high: Any = None


def _count(tensor: Any) -> _Counted:
    found = _Counted(count=tensor.numel())
    for piece in _pieces(tensor):
        if piece.is_floating_point():
            found.nan += int(piece.isnan().sum())
            found.inf += int(piece.isinf().sum())
        found.zeros += int((piece == 0).sum())
        number = _finite(piece)
        if not number.numel():
            continue
        low, high = number.min().item(), number.max().item()
        found.low = low if found.low is None else min(low, found.low)
        found.high = high if found.high is None else max(high, found.high)
    return found


def _pieces(tensor: Any) -> Iterator[Any]:
    """Flat parts of at most PIECE elements; a part is copied only where its numbers do not lie side by side."""
    if tensor.numel() <= PIECE:
        if tensor.numel():
            yield _wide(tensor.reshape(-1))
        return
    if tensor.is_contiguous():
        for piece in tensor.view(-1).split(PIECE):
            yield _wide(piece)
        return
    longest = max(range(tensor.dim()), key=lambda dim: tensor.shape[dim])
    for half in tensor.split(math.ceil(tensor.shape[longest] / 2), longest):
        yield from _pieces(half)


def _wide(piece: Any) -> Any:
    """Kinds that torch has few operations for, as one it has all for; exact."""
    if piece.is_floating_point():
        return piece if piece.element_size() > 2 else piece.float()
    kind = str(piece.dtype)
    return piece.to(torch_lane.load().int64) if kind != "torch.int64" else piece  # type: ignore[union-attr]


def _finite(piece: Any) -> Any:
    if not piece.is_floating_point():
        return piece
    wide = _wide(piece)
    return wide[wide.isfinite()]


def _sample(tensor: Any, count: int) -> Any:
    """SAMPLE_SIZE elements drawn at random, the same each time. An even stride would fall into step with columns."""
    torch: Any = torch_lane.load()
    drawn = torch.randint(0, count, (SAMPLE_SIZE,), generator=torch.Generator().manual_seed(0)).to(tensor.device)
    if tensor.is_contiguous():
        return tensor.view(-1)[drawn]
    places = []
    for size in reversed(tensor.shape):
        places.append(drawn % size)
        drawn = drawn // size
    return tensor[tuple(reversed(places))]


def _distribution(values: Any, counted: _Counted) -> dict[str, Any]:
    if not values.numel():
        return {"mean": None, "std": None, "quantiles": None, "histogram": None}
    torch: Any = torch_lane.load()
    ordered = _sorted(_wide(values).cpu()).double()
    levels = torch.tensor(QUANTILES, dtype=torch.float64) * (ordered.numel() - 1)
    below = levels.floor().long()
    above = levels.ceil().long()
    between = ordered[below].lerp(ordered[above], levels - below)
    return {
        "mean": finite(ordered.mean().item()),
        "std": finite(ordered.std(correction=0).item()),
        "quantiles": {str(level): finite(number) for level, number in zip(QUANTILES, between.tolist(), strict=True)},
        "histogram": _histogram(ordered, float(counted.low), float(counted.high)),
    }


def _sorted(values: Any) -> Any:
    """In rising order. numpy's sort of numbers is several times faster than torch's on the CPU."""
    torch: Any = torch_lane.load()
    try:
        import numpy
    except ImportError:
        return values.sort().values
    return torch.from_numpy(numpy.sort(values.numpy()))


def _histogram(ordered: Any, low: float, high: float) -> dict[str, Any] | None:
    """BINS equal bins from the least to the greatest value; each holds its lower edge, the last its upper too."""
    torch: Any = torch_lane.load()
    if not math.isfinite(high - low):
        return None
    if low == high:
        low, high = low - 0.5, high + 0.5
    edges = torch.linspace(low, high, BINS + 1, dtype=torch.float64)
    places = torch.searchsorted(ordered, edges[1:-1].contiguous(), right=False)
    bounds = [0, *places.tolist(), ordered.numel()]
    counts = [after - before for before, after in itertools.pairwise(bounds)]
    return {"counts": counts, "edges": edges.tolist()}


def _balance(tensor: Any) -> list[dict[str, int]] | None:
    if tensor.is_floating_point() or str(tensor.dtype) == "torch.bool":
        return None
    totals: dict[int, int] = {}
    for piece in _pieces(tensor):
        labels, counts = piece.unique(return_counts=True)
        if labels.numel() > MAX_CLASSES:
            return None
        for label, count in zip(labels.tolist(), counts.tolist(), strict=True):
            totals[label] = totals.get(label, 0) + count
        if len(totals) > MAX_CLASSES:
            return None
    return [{"value": label, "count": totals[label]} for label in sorted(totals)]

"""Figures of a recorded tensor: counts over all of it, the shape of its distribution from all or from a sample.

Counts are taken piece by piece, so that figures of a tensor never need its memory twice.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Refused, Unavailable
from app.engine import torch_lane
from app.engine.inspector import as_tensor, finite, written_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SAMPLE_ABOVE = 4_000_000
SAMPLE_SIZE = 1_000_000
PIECE = 1_000_000
"""Elements that are looked at in one go."""

BINS = 64
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MAX_CLASSES = 1000
"""Different labels up to which their balance is told."""

_COUNTED_RANGE = 1_000_000
"""Least to greatest label up to which each possible one has a counter; beyond, labels are sorted."""


@dataclass(frozen=True)
class Sampling:
    """above: elements up to which the distribution is of all of them. size: how many are drawn of more."""

    above: int = SAMPLE_ABOVE
    size: int = SAMPLE_SIZE


def never() -> bool:
    """Nobody withdraws the question."""
    return False


def stats(value: Any, sampling: Sampling | None = None, is_unwanted: Callable[[], bool] = never) -> dict[str, Any]:
    """{count, min, max, nan, inf, zero_frac, mean, std, quantiles, histogram{counts, edges}, sampled, class_balance}.

    count to zero_frac are exact. mean to histogram are over finite values: all of a tensor up to `sampling.above`
    elements, else `sampling.size` drawn with a fixed seed, and sampled is true. min, max: of the finite values. std:
    of the population (divided by n). quantiles: {"0.5": ...}, linear between neighbours. class_balance: [{value,
    count}] by value, for tensors of integers with at most MAX_CLASSES different ones, else null. Figures that do not
    exist are null. is_unwanted: asked every few milliseconds.
    Raises: Refused output_not_tensor, output_no_data, output_not_real; TooLarge sparse_too_large; Unavailable
    question_dropped once it is unwanted.
    """
    sampling = sampling or Sampling()
    tensor = as_tensor(value)
    if tensor.is_complex():
        raise Refused.of("output_not_real", dtype=str(tensor.dtype).replace("torch.", ""))
    tensor = written_out(tensor)
    counted = _count(tensor, is_unwanted)
    is_sampled = counted.count > sampling.above
    values = _sample(tensor, counted.count, sampling.size) if is_sampled else tensor.reshape(-1)
    return {
        "count": counted.count,
        "min": counted.low,
        "max": counted.high,
        "nan": counted.nan,
        "inf": counted.inf,
        "zero_frac": counted.zeros / counted.count if counted.count else None,
        **_distribution(_finite(values) if counted.nan or counted.inf else values, counted),
        "sampled": is_sampled,
        "class_balance": _balance(tensor, counted, is_unwanted),
    }


@dataclass
class _Counted:
    count: int = 0
    nan: int = 0
    inf: int = 0
    zeros: int = 0
    low: Any = None
    high: Any = None

    def widen(self, low: Any, high: Any) -> None:
        """Take in the extremes of a further piece."""
        self.low = low if self.low is None else min(low, self.low)
        self.high = high if self.high is None else max(high, self.high)


def _count(tensor: Any, is_unwanted: Callable[[], bool]) -> _Counted:
    found = _Counted(count=tensor.numel())
    for piece in _wanted(tensor, is_unwanted):
        found.zeros += piece.numel() - int(piece.count_nonzero())
        low, high = (number.item() for number in piece.aminmax())
        if math.isfinite(low) and math.isfinite(high):
            # both pass on a NaN, so there is none, nor an infinity: the usual case takes two passes instead of six
            found.widen(low, high)
            continue
        found.nan += int(piece.isnan().sum())
        found.inf += int(piece.isinf().sum())
        number = _finite(piece)
        if number.numel():
            found.widen(number.min().item(), number.max().item())
    return found


def _wanted(tensor: Any, is_unwanted: Callable[[], bool]) -> Iterator[Any]:
    """The pieces, for as long as anybody waits for what comes of them."""
    for piece in _pieces(tensor):
        if is_unwanted():
            raise Unavailable.of("question_dropped")
        yield piece


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


def _sample(tensor: Any, count: int, size: int) -> Any:
    """So many elements drawn at random, the same each time. An even stride would fall into step with columns."""
    torch: Any = torch_lane.load()
    drawn = torch.randint(0, count, (size,), generator=torch.Generator().manual_seed(0)).to(tensor.device)
    if tensor.is_contiguous():
        return tensor.view(-1)[drawn]
    places = []
    for extent in reversed(tensor.shape):
        places.append(drawn % extent)
        drawn = drawn // extent
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


def _balance(tensor: Any, counted: _Counted, is_unwanted: Callable[[], bool]) -> list[dict[str, int]] | None:
    if tensor.is_floating_point() or str(tensor.dtype) == "torch.bool":
        return None
    if not counted.count:
        return []
    count = _counters if counted.high - counted.low < _COUNTED_RANGE else _sorted_labels
    totals = count(_wanted(tensor, is_unwanted), counted)
    return None if totals is None else [{"value": label, "count": totals[label]} for label in sorted(totals)]


def _counters(pieces: Iterator[Any], counted: _Counted) -> dict[int, int] | None:
    totals: Any = 0
    for piece in pieces:
        totals = (piece - counted.low).bincount(minlength=counted.high - counted.low + 1) + totals
        if int(totals.count_nonzero()) > MAX_CLASSES:
            return None
    present = totals.nonzero().flatten()
    return dict(zip((present + counted.low).tolist(), totals[present].tolist(), strict=True))


def _sorted_labels(pieces: Iterator[Any], counted: _Counted) -> dict[int, int] | None:
    totals: dict[int, int] = {}
    for piece in pieces:
        labels, counts = piece.unique(return_counts=True)
        if labels.numel() > MAX_CLASSES:
            return None
        for label, count in zip(labels.tolist(), counts.tolist(), strict=True):
            totals[label] = totals.get(label, 0) + count
        if len(totals) > MAX_CLASSES:
            return None
    return totals

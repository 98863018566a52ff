"""Large recorded tensors: a million of their numbers as JSON, and figures of all their numbers."""

from __future__ import annotations

import gc
import json
import time
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.api.answers import to_bytes
from app.engine import figures, inspector
from tests.support.bench import paired, report

if TYPE_CHECKING:
    from collections.abc import Callable


def _timed(work: Callable[[], Any]) -> float:
    gc.collect()
    gc.disable()  # as a server that answers much
    begun = time.perf_counter()
    work()
    taken = time.perf_counter() - begun
    gc.enable()
    return taken


@pytest.mark.bench
@pytest.mark.parametrize(("name", "shape"), [("a square", (1000, 1000)), ("pairs", (500_000, 2))])
def test_a_million_numbers(name: str, shape: tuple[int, int]) -> None:
    value = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    name = f"a million numbers as JSON, {name}"
    ours, peer = paired(
        3,
        lambda: _timed(lambda: to_bytes(inspector.answer(value, "", 10**6))),
        lambda: _timed(lambda: json.dumps(value.tolist())),
        name,
    )
    report(name, ours, "s", "1.5 x json.dumps", ours / peer, "json.dumps of tolist()")


@pytest.mark.bench
def test_figures() -> None:
    value = torch.empty(64_000_000).uniform_(generator=torch.Generator().manual_seed(0))
    name = "figures of 64 million numbers"
    ours, peer = paired(
        3,
        lambda: _timed(lambda: figures.stats(value)),
        lambda: _timed(lambda: (value.aminmax(), value.count_nonzero(), value.isnan().any())),
        name,
    )
    report(name, ours, "s", "3 x the passes", ours / peer, "aminmax, count_nonzero and isnan of all in one call each")

"""Figures that are kept: the most recently asked ones, within a size, of the value as it is."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import torch

from app.engine.holdings import survey
from app.engine.recorder import Recorded
from app.engine.stats_cache import Place, StatsCache

STATS = {"count": 1}
SIZE = len('{"count": 1}')


def _recorded(value: Any = None) -> Recorded:
    holding = survey([value])
    return Recorded(value, holding, holding.versions())


def test_the_least_recently_asked_leave_first() -> None:
    cache = StatsCache(3 * SIZE)
    kept = {port: _recorded() for port in "abcd"}
    for port in "abc":
        cache.keep(Place("r", "n", port), kept[port], (), STATS)
    assert cache.find(Place("r", "n", "a"), kept["a"]) == STATS
    cache.keep(Place("r", "n", "d"), kept["d"], (), STATS)
    found = [port for port in "abcd" if cache.find(Place("r", "n", port), kept[port])]
    assert (found, len(cache), cache.bytes) == (["a", "c", "d"], 3, 3 * SIZE)


def test_what_is_larger_than_all_of_it_pushes_nothing_out() -> None:
    cache, small, large = StatsCache(SIZE), _recorded(), _recorded()
    cache.keep(Place("r", "n", "a"), small, (), STATS)
    cache.keep(Place("r", "n", "b"), large, (), {"count": 10})
    assert cache.find(Place("r", "n", "a"), small) == STATS
    assert cache.find(Place("r", "n", "b"), large) is None


def test_nothing_is_kept_of_a_value_whose_changes_torch_does_not_count() -> None:
    with torch.inference_mode():
        recorded = _recorded(torch.ones(2))
    cache = StatsCache()
    cache.keep(Place("r", "n", "a"), recorded, recorded.holding.versions(), STATS)
    assert len(cache) == 0


def test_figures_of_another_value_or_an_older_state_of_it_are_dropped() -> None:
    cache, place, tensor = StatsCache(), Place("r", "n", "a"), torch.ones(2)
    recorded = _recorded(tensor)
    cache.keep(place, recorded, recorded.holding.versions(), STATS)
    assert cache.find(place, _recorded(tensor)) is None
    assert (len(cache), cache.bytes) == (0, 0)
    before = recorded.holding.versions()
    tensor.add_(1)  # while the figures were being computed
    cache.keep(place, recorded, before, STATS)
    assert cache.find(place, recorded) is None


def test_keeping_again_replaces() -> None:
    cache, place, recorded = StatsCache(), Place("r", "n", "a"), _recorded()
    for count in (1, 2):
        cache.keep(place, recorded, (), {"count": count})
    assert (cache.find(place, recorded), cache.bytes) == ({"count": 2}, SIZE)


def test_a_run_is_forgotten_alone_and_values_are_not_held() -> None:
    cache, tensor = StatsCache(), torch.ones(2)
    first, second = _recorded(tensor), _recorded(tensor)
    cache.keep(Place("r", "n", "a"), first, (0,), STATS)
    cache.keep(Place("s", "n", "a"), second, (0,), STATS)
    cache.forget("r")
    assert (cache.find(Place("r", "n", "a"), first), cache.find(Place("s", "n", "a"), second)) == (None, STATS)
    gone = weakref.ref(tensor)
    del first, second, tensor
    gc.collect()
    assert gone() is None

"""Recorded outputs: what of a run is held, for how long, and what leaves first."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NotFound
from app.engine.cache import ExecutionCache
from app.engine.recorder import REMEMBERED, RunOutputStore
from tests.support.canvas import play, step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _code(ask: Callable[[], Any]) -> str:
    with pytest.raises(NotFound) as caught:
        ask()
    return caught.value.reason.code


def _store(*runs: str, **limits: Any) -> RunOutputStore:
    store = RunOutputStore(**limits)
    for run in runs:
        store.begin(run)
    return store


def test_ports_are_found_by_run_node_and_name() -> None:
    store = _store("r")
    store.record("r", "n", {"a": 1, "b": "x"})
    assert store.port("r", "n", "a").value == 1
    assert list(store.ports("r")) == [("n", "a"), ("n", "b")]
    assert _code(lambda: store.port("r", "n", "c")) == "output_port_not_found"
    assert _code(lambda: store.port("r", "m", "a")) == "output_node_not_found"
    assert _code(lambda: store.port("s", "n", "a")) == "outputs_not_found"
    assert _code(lambda: store.ports("s")) == "outputs_not_found"


def test_a_run_that_has_not_begun_records_nothing() -> None:
    store = _store()
    store.record("r", "n", {"a": torch.zeros(10)})
    store.note("r", "n", "steps", [])
    assert (len(store), store.bytes) == (0, 0)


def test_the_oldest_run_leaves_whole() -> None:
    store = _store("r1", "r2", max_runs=2)
    store.record("r1", "n", {"a": torch.zeros(10)})
    store.begin("r1")
    store.begin("r3")
    assert _code(lambda: store.ports("r1")) == "outputs_evicted"
    assert (store.ports("r2"), len(store), store.bytes) == ({}, 2, 0)


def test_bytes_are_limited_over_all_runs_with_shared_memory_counted_once() -> None:
    store = _store("r1", "r2", "r3", max_bytes=10_000)
    shared = torch.zeros(1000)
    store.record("r1", "n", {"a": shared, "b": shared[5:]})
    store.record("r2", "n", {"a": shared.view(10, 100)})
    assert store.bytes == 4000
    store.record("r3", "n", {"a": torch.zeros(1400)})
    assert (store.bytes, len(store)) == (9600, 3)
    store.record("r3", "m", {"a": torch.zeros(200)})
    # both runs hold the shared memory, so both must go before any of it is free
    assert (store.bytes, len(store)) == (6400, 1)


def test_a_run_larger_than_the_limit_says_so_and_records_no_more() -> None:
    store = _store("r1", "r2", max_bytes=10_000)
    store.record("r1", "n", {"a": torch.zeros(100)})
    store.record("r2", "n", {"a": torch.zeros(2501)})
    store.record("r2", "m", {"a": 1})
    store.note("r2", "m", "steps", [{}])
    assert _code(lambda: store.ports("r2")) == "outputs_too_large"
    assert _code(lambda: store.port("r2", "m", "a")) == "outputs_too_large"
    assert store.bytes == 400
    store.begin("r3")
    store.record("r3", "n", {"a": torch.zeros(100)})
    assert (store.bytes, len(store)) == (800, 3)


def test_a_run_that_grows_beyond_the_limit_pushes_others_out_only_while_it_fits() -> None:
    store = _store("r1", "r2", "r3", max_bytes=10_000)
    for run in ("r1", "r2"):
        store.record(run, "n", {"a": torch.zeros(1000)})
    store.record("r3", "n", {"a": torch.zeros(1000)})
    assert _code(lambda: store.ports("r1")) == "outputs_evicted"
    assert store.bytes == 8000
    shared = torch.zeros(1500)
    store.record("r3", "m", {"a": shared, "b": shared[1:]})
    assert (_code(lambda: store.ports("r2")), store.bytes) == ("outputs_evicted", 10_000)
    store.record("r3", "o", {"a": torch.zeros(3)})
    assert (_code(lambda: store.ports("r3")), store.bytes) == ("outputs_too_large", 0)


def test_no_byte_limit_at_zero() -> None:
    store = _store("r", max_bytes=0)
    store.record("r", "n", {"a": torch.zeros(10_000)})
    assert store.bytes == 40_000


def test_recording_a_port_again_replaces_it() -> None:
    store = _store("r")
    store.record("r", "n", {"a": torch.zeros(10)})
    store.record("r", "n", {"a": torch.zeros(20)})
    assert store.bytes == 80


def test_delete_says_whether_there_was_anything() -> None:
    store = _store("r")
    store.record("r", "n", {"a": torch.zeros(10)})
    assert store.delete("r")
    assert not store.delete("r")
    assert store.bytes == 0
    assert _code(lambda: store.ports("r")) == "outputs_deleted"


def test_a_node_without_ports_is_known_all_the_same() -> None:
    store = _store("r")
    store.record("r", "print", {})
    assert store.noted("r", "print", "gradients") == []
    assert _code(lambda: store.port("r", "print", "out")) == "output_port_not_found"


def test_why_a_run_has_left_is_known_of_the_last_ones_only() -> None:
    store = _store(*map(str, range(REMEMBERED + 3)), max_runs=1)
    left = [str(n) for n in range(REMEMBERED + 2)]
    assert {_code(lambda n=n: store.ports(n)) for n in left[2:]} == {"outputs_evicted"}  # type: ignore[misc]
    assert {_code(lambda n=n: store.ports(n)) for n in left[:2]} == {"outputs_not_found"}  # type: ignore[misc]


def test_values_are_held_without_their_graph_and_in_containers_of_their_own() -> None:
    store = _store("r")
    weight = torch.ones(2, requires_grad=True)
    values = [weight * 2, {"deep": (weight * 3,)}]
    store.record("r", "n", {"a": values, "b": weight})
    values.append(1)
    held = store.port("r", "n", "a").value
    assert len(held) == 2
    assert held[0].grad_fn is None
    assert held[1]["deep"][0].tolist() == [3.0, 3.0]
    assert held[1]["deep"][0].grad_fn is None
    assert not store.port("r", "n", "b").value.requires_grad
    assert weight.requires_grad


def test_a_change_in_place_after_the_recording_is_told() -> None:
    store = _store("r")
    tensor = torch.zeros(2)
    store.record("r", "n", {"a": tensor, "b": tensor.clone()})
    assert not store.port("r", "n", "a").is_changed
    tensor.add_(1)
    assert store.port("r", "n", "a").is_changed
    assert not store.port("r", "n", "b").is_changed


def test_notes_go_with_their_node() -> None:
    store = _store("r")
    store.record("r", "n", {"a": 1})
    store.note("r", "m", "steps", [{"index": 0}])
    assert store.noted("r", "m", "steps") == [{"index": 0}]
    assert store.noted("r", "n", "steps") == []
    assert _code(lambda: store.noted("r", "x", "steps")) == "output_node_not_found"
    assert _code(lambda: store.noted("s", "n", "steps")) == "outputs_not_found"


def test_a_run_records_completed_and_cached_nodes(tmp_path: Path) -> None:
    store, cache = RunOutputStore(), ExecutionCache()
    nodes = (step("a", value=1), step("x", "a", card="card"))
    for run_id in ("1" * 32, "2" * 32):
        play(tmp_path, cache, *nodes, run_id=run_id, recorder=store)
        assert list(store.ports(run_id)) == [("a", "out"), ("x", "out")]
        assert store.port(run_id, "a", "out").value.tolist() == [1.0]
    assert store.port("1" * 32, "a", "out").value.data_ptr() == store.port("2" * 32, "a", "out").value.data_ptr()
    assert store.bytes == 16


def test_a_run_with_nothing_to_record_is_there_all_the_same(tmp_path: Path) -> None:
    store = RunOutputStore()
    play(tmp_path, None, recorder=store, run_id="1" * 32)
    assert store.ports("1" * 32) == {}


def test_many_threads_leave_the_books_in_order() -> None:
    store = RunOutputStore(max_runs=3, max_bytes=20_000)

    def work(seed: int) -> None:
        for turn in range(60):
            run = str((seed + turn) % 7)
            store.begin(run)
            store.record(run, "n", {"a": torch.zeros(500), "b": turn})
            if turn % 5 == 0:
                store.delete(run)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store) <= 3
    for run in map(str, range(7)):
        store.delete(run)
    assert store.bytes == 0

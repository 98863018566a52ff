"""The cache's keys, limits, and what it refuses to keep or to hand out."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest
import torch

from app.core.graph.prepared import PreparedNode, Wire
from app.engine.cache import Circumstances, ExecutionCache, cache_key

NODE = PreparedNode("n1", "Add", {"value": 1.5}, (Wire("a", "s", "x"), Wire("b", "t", "y")))
TOKENS = {"s": "token-s", "t": "token-t"}
CPU = Circumstances("cpu")


def _key(node: PreparedNode = NODE, tokens: Any = None, around: Circumstances = CPU, fingerprint: Any = None) -> Any:
    return cache_key(node, TOKENS if tokens is None else tokens, around, fingerprint)


def test_all_that_a_result_depends_on_is_in_the_key() -> None:
    others = [
        _key(replace(NODE, id="n2")),
        _key(replace(NODE, type="Sub")),
        _key(replace(NODE, params={"value": 2.5})),
        _key(replace(NODE, wires=(Wire("a", "t", "y"), Wire("b", "s", "x")))),
        _key(replace(NODE, wires=(Wire("a", "s", "z"), Wire("b", "t", "y")))),
        _key(tokens={**TOKENS, "t": "token-t2"}),
        _key(around=Circumstances("cuda:0")),
        _key(around=Circumstances("cpu", seed=7)),
        _key(around=Circumstances("cpu", deterministic=True)),
        _key(fingerprint=[3, 5, ""]),
    ]
    assert len({_key(), *others}) == 11
    assert len(_key()) == 64


def test_the_order_of_params_and_of_ports_does_not_count_but_that_of_wires_into_one_port_does() -> None:
    assert _key(replace(NODE, wires=NODE.wires[::-1])) == _key()
    two = {"p": 1, "q": [1, {"r": 2}]}
    assert _key(replace(NODE, params=two)) == _key(replace(NODE, params=dict(reversed(two.items()))))
    double = (Wire("a", "s", "x"), Wire("a", "t", "y"))
    assert _key(replace(NODE, wires=double)) != _key(replace(NODE, wires=double[::-1]))


def test_there_is_no_key_below_a_node_without_token_or_for_params_that_are_no_json() -> None:
    assert _key(tokens={"s": "token-s"}) is None
    assert _key(replace(NODE, params={"value": object()})) is None


def test_what_is_stored_is_found_with_containers_of_its_own() -> None:
    cache = ExecutionCache()
    values = {"out": [1, [2]]}
    token = cache.store("k", "n", values, "said", [{"output_kind": "text"}])
    values["out"].append(3)
    hit = cache.find("k")
    assert hit is not None
    assert (hit.token, hit.values, hit.log, hit.outputs) == (
        token,
        {"out": [1, [2]]},
        "said",
        [{"output_kind": "text"}],
    )
    hit.values["out"].append(4)
    again = cache.find("k")
    assert again is not None
    assert again.values == {"out": [1, [2]]}
    assert cache.find("other") is None


def test_the_least_recently_used_goes_first() -> None:
    cache = ExecutionCache(max_entries=2)
    for key in ("a", "b"):
        cache.store(key, key, {"out": key})
    assert cache.find("a") is not None
    cache.store("c", "c", {"out": "c"})
    assert [cache.find(key) is not None for key in "abc"] == [True, False, True]
    assert len(cache) == 2


def _kept(cache: ExecutionCache, keys: str) -> str:
    return "".join(key for key in keys if cache.find(key) is not None)


def test_a_run_pushes_out_nothing_that_it_has_used_itself() -> None:
    cache = ExecutionCache(max_entries=2)
    first = cache.begin_run()
    assert cache.store("a", "a", {"out": 1}, run=first) is not None
    assert cache.store("b", "b", {"out": 2}, run=first) is not None
    assert cache.store("c", "c", {"out": 3}, run=first) is None
    assert len(cache) == 2
    second = cache.begin_run()
    assert cache.find("a", second) is not None
    assert cache.store("d", "d", {"out": 4}, run=second) is not None
    assert cache.store("e", "e", {"out": 5}, run=second) is None
    assert _kept(cache, "abcde") == "ad"


def test_what_found_no_room_does_not_take_turns_with_what_did() -> None:
    cache = ExecutionCache(max_entries=1)

    def asked(*keys: str) -> list[bool]:
        run = cache.begin_run()
        hits = [(cache.find(key, run), cache.store(key, key, {"out": key}, run=run)) for key in keys]
        return [hit is not None for hit, _ in hits]

    assert asked("a", "b") == [False, False]
    assert asked("b", "a") == [False, True]
    assert asked("b") == [False]
    assert asked("b") == [False]  # `a` was not used in the last run: it goes only now
    assert asked("b") == [True]


def test_what_goes_is_of_the_oldest_run_then_of_the_same_node_then_the_last_used() -> None:
    cache = ExecutionCache(max_entries=4)
    runs = [cache.begin_run() for _ in range(4)]
    cache.store("o", "of an older run", {"out": 0}, run=runs[0])
    for key in "xyz":
        cache.store(key, key, {"out": key}, run=runs[1])
    cache.store("p", "y", {"out": 1}, run=runs[2])
    cache.store("q", "y", {"out": 2}, run=runs[2])
    cache.store("r", "new", {"out": 3}, run=runs[2])
    assert _kept(cache, "oxyzpqr") == "xpqr"


def test_a_result_that_finds_no_room_in_bytes_pushes_nothing_out_in_vain() -> None:
    cache = ExecutionCache(max_bytes=10_000)
    first, second = cache.begin_run(), cache.begin_run()
    cache.store("a", "a", {"out": torch.zeros(1500)}, run=first)
    cache.store("b", "b", {"out": torch.zeros(500)}, run=first)
    cache.store("c", "c", {"out": torch.zeros(400)}, run=first)
    assert cache.find("a", second) is not None
    assert cache.store("d", "d", {"out": torch.zeros(1200)}, run=second) is None
    assert (cache.bytes, len(cache)) == (9600, 3)
    assert cache.store("e", "e", {"out": torch.zeros(400)}, run=second) is not None
    assert (cache.bytes, _kept(cache, "abcde")) == (9600, "abe")


def test_bytes_are_limited_and_shared_memory_counts_once() -> None:
    cache = ExecutionCache(max_bytes=10_000)
    base = torch.zeros(1000)
    cache.store("a", "a", {"out": base})
    cache.store("b", "b", {"out": base.view(10, 100)})
    assert cache.bytes == 4000
    cache.store("c", "c", {"out": torch.zeros(1200)})
    assert (cache.bytes, len(cache)) == (8800, 3)
    cache.store("d", "d", {"out": torch.zeros(500)})
    # dropping only one of the two views frees nothing
    assert (cache.bytes, len(cache)) == (6800, 2)
    assert cache.find("c") is not None
    assert cache.store("e", "e", {"out": torch.zeros(2501)}) is None
    assert cache.find("d") is not None
    cache.clear()
    assert (cache.bytes, len(cache)) == (0, 0)


def test_no_byte_limit_at_zero() -> None:
    cache = ExecutionCache(max_bytes=0)
    assert cache.store("a", "a", {"out": torch.zeros(10_000)}) is not None
    assert cache.bytes == 40_000


def test_a_tensor_changed_in_place_drops_its_entry() -> None:
    cache = ExecutionCache()
    model, tensor = torch.nn.Linear(2, 2), torch.zeros(3)
    cache.store("t", "t", {"out": {"deep": (tensor,)}})
    cache.store("m", "m", {"out": model})
    assert cache.find("t") is not None
    assert cache.find("m") is not None
    tensor.add_(1)
    with torch.no_grad():
        model.weight.mul_(2)
    assert cache.find("t") is None
    assert cache.find("m") is None
    assert (cache.bytes, len(cache)) == (0, 0)


def _inference() -> torch.Tensor:
    with torch.inference_mode():
        return torch.zeros(2)


@pytest.mark.parametrize(
    "value",
    [
        iter([1]),
        torch.zeros(2, requires_grad=True),
        [torch.zeros(2, requires_grad=True) * 2],
        _inference(),
        (n for n in range(2)),
    ],
    ids=["iterator", "leaf", "graph", "inference", "generator"],
)
def test_what_cannot_be_used_twice_is_not_kept_and_drops_what_was_there(value: Any) -> None:
    cache = ExecutionCache()
    cache.store("k", "n", {"out": 1})
    assert cache.store("k", "n", {"out": value}) is None
    assert cache.find("k") is None


def test_the_token_stays_for_an_equal_result_and_changes_with_another() -> None:
    cache = ExecutionCache()
    first = cache.store("k", "n", {"out": torch.ones(2), "text": "a"})
    assert cache.store("k", "n", {"out": torch.ones(2), "text": "a"}) == first
    second = cache.store("k", "n", {"out": torch.zeros(2), "text": "a"})
    assert second != first
    changed = torch.zeros(2)
    third = cache.store("k", "n", {"out": changed, "text": "a"})
    changed.add_(1)
    assert third == second
    # the entry's tensor is now what the new one is, but what was made from it was made from zeros
    assert cache.store("k", "n", {"out": torch.ones(2), "text": "a"}) not in (first, second, None)


def test_results_of_a_node_are_dropped_by_its_id() -> None:
    cache = ExecutionCache()
    for key, node_id in (("a", "n1"), ("b", "n1"), ("c", "n2")):
        cache.store(key, node_id, {"out": key})
    cache.drop_node("n1")
    assert [cache.find(key) is not None for key in "abc"] == [False, False, True]


def test_many_threads_leave_the_books_in_order() -> None:
    cache = ExecutionCache(max_entries=8, max_bytes=4000)
    shared = torch.zeros(100)

    def work(seed: int) -> None:
        for turn in range(200):
            key = str((seed * 7 + turn) % 12)
            if cache.find(key) is None:
                cache.store(key, key, {"out": shared if turn % 2 else torch.zeros(200)})

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cache) <= 8
    assert 0 < cache.bytes <= 4000
    for key in map(str, range(12)):
        cache.drop_node(key)
    assert cache.bytes == 0

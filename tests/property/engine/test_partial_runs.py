"""Changing one node of a large graph computes exactly that node and what depends on it, and nothing is ever stale."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.cache import ExecutionCache
from tests.support.canvas import ended, play, shown, step

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.graph.prepared import PreparedNode

SIZE = 40


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("canvas")


@st.composite
def graphs(draw: st.DrawFn) -> list[PreparedNode]:
    """SIZE nodes, each fed by up to three earlier ones; a few are never cached."""
    unkept = draw(st.sets(st.integers(0, SIZE - 1), max_size=2))
    nodes = []
    for at in range(SIZE):
        after = draw(st.sets(st.integers(0, at - 1), max_size=3)) if at else set()
        kind = "Unkept" if at in unkept else "Sum"
        nodes.append(step(f"n{at}", *(f"n{source}" for source in sorted(after)), kind=kind, value=at % 3))
    return nodes


def _below(nodes: list[PreparedNode], roots: set[str]) -> set[str]:
    found = set(roots)
    for node in nodes:
        if any(wire.source in found for wire in node.wires):
            found.add(node.id)
    return found


def _computed(sinks: Any) -> set[str]:
    return {node_id for node_id, status in ended(sinks).items() if status == "completed"}


@settings(max_examples=40, deadline=None)
@given(nodes=graphs(), changed=st.integers(0, SIZE - 1), threads=st.integers(1, 3))
def test_one_change_computes_that_node_and_what_depends_on_it(
    root: Path, nodes: list[PreparedNode], changed: int, threads: int
) -> None:
    cache = ExecutionCache()
    always = _below(nodes, {node.id for node in nodes if node.type == "Unkept"})
    first = play(root, cache, *nodes, max_parallel_nodes=threads)
    assert _computed(first) == {node.id for node in nodes}
    again = play(root, cache, *nodes, max_parallel_nodes=threads)
    assert _computed(again) == always
    assert shown(again) == shown(first)

    edited = list(nodes)
    edited[changed] = replace(nodes[changed], params={"value": 17})
    after = play(root, cache, *edited, max_parallel_nodes=threads)
    assert _computed(after) == always | _below(nodes, {nodes[changed].id})
    assert shown(after) == shown(play(root, None, *edited))

    back = play(root, cache, *nodes, max_parallel_nodes=threads)
    assert _computed(back) == always
    assert shown(back) == shown(first)


@settings(max_examples=30, deadline=None)
@given(nodes=graphs(), forced=st.sets(st.integers(0, SIZE - 1), max_size=4))
def test_nodes_named_as_changed_are_computed_and_no_others(
    root: Path, nodes: list[PreparedNode], forced: set[int]
) -> None:
    cache = ExecutionCache()
    play(root, cache, *nodes)
    always = _below(nodes, {node.id for node in nodes if node.type == "Unkept"})
    names = {f"n{at}" for at in forced}
    assert _computed(play(root, cache, *nodes, changed_nodes=frozenset(names))) == always | names


@settings(max_examples=15, deadline=None)
@given(nodes=graphs(), room=st.integers(1, SIZE), changed=st.integers(0, SIZE - 1), threads=st.integers(1, 3))
def test_a_cache_too_small_for_the_graph_still_gives_what_fits_in_it(
    root: Path, nodes: list[PreparedNode], room: int, changed: int, threads: int
) -> None:
    cache = ExecutionCache(max_entries=room)
    kept = [node for node in nodes if node.id not in _below(nodes, {n.id for n in nodes if n.type == "Unkept"})]
    first = play(root, cache, *nodes, max_parallel_nodes=threads)
    for _ in range(2):
        again = play(root, cache, *nodes, max_parallel_nodes=threads)
        assert len(nodes) - len(_computed(again)) == len(cache) == min(room, len(kept))
        assert shown(again) == shown(first)
    edited = list(nodes)
    edited[changed] = replace(nodes[changed], params={"value": 17})
    after = play(root, cache, *edited, max_parallel_nodes=threads)
    assert shown(after) == shown(play(root, None, *edited))
    assert len(cache) <= room


@pytest.mark.parametrize(("size", "found"), [(257, 256), (300, 256)])
@pytest.mark.parametrize("is_chain", [False, True])
def test_the_first_256_of_a_larger_graph_are_cached(root: Path, size: int, found: int, is_chain: bool) -> None:
    cache = ExecutionCache()
    nodes = [step(f"n{at}", *([f"n{at - 1}"] if is_chain and at else []), value=at) for at in range(size)]
    for _ in range(2):
        again = [*ended(play(root, cache, *nodes)).values()]
    assert (again.count("cached"), len(cache)) == (found, 256)


def test_a_node_put_in_front_of_a_full_cache_costs_one_result(root: Path) -> None:
    cache = ExecutionCache(max_entries=SIZE)
    nodes = [step(f"n{at}", value=at) for at in range(SIZE)]
    play(root, cache, *nodes, max_parallel_nodes=1)
    assert _computed(play(root, cache, step("new"), *nodes, max_parallel_nodes=1)) == {"new", f"n{SIZE - 1}"}

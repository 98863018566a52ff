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

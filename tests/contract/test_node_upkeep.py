"""What node types owe to who reuses their work: to tell when a file has changed, and to take kept weights."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from torch import nn

from app.core.vocab.errors import NodeError
from app.engine.context import NodeContext
from app.engine.modules import structure_of
from app.engine.node import Node
from app.engine.registry import discover
from app.engine.weights import NodeStateStore
from tests.support.nodes import run_context

if TYPE_CHECKING:
    from pathlib import Path

REGISTRY = discover()
NODES = {name: REGISTRY.node_class(name) for name in REGISTRY.catalog}
READERS = {
    "CSVReader": ({"path": "a.csv"}, ["data/files/a.csv"]),
    "FileReader": ({"path": "a.txt"}, ["data/files/a.txt"]),
    "ImageReader": ({"path": "a.png"}, ["data/images/a.png"]),
    "ImageBatchReader": ({"directory": "pictures"}, ["pictures/a.png", "pictures/b.png"]),
    "ImageFolderDataset": ({"path": "p", "split": "train"}, ["p/train/cat/a.png", "p/train/dog/b.png"]),
    "Dataset": (
        {"name": "MNIST", "split": "test", "data_dir": "sets"},
        [f"sets/MNIST/raw/t10k-{part}-ubyte.gz" for part in ("images-idx3", "labels-idx1")],
    ),
}
"""Node type -> (params, the files that it reads with them)."""

LAYERS = [name for name, node in NODES.items() if node.SPEC.structural_params]


def context(root: Path, **changes: Any) -> NodeContext:
    run = run_context(root, **changes)
    return NodeContext(run=run, node_id="n1", device="cpu", seed=None, progress=lambda _: None)


def fingerprint(name: str, root: Path) -> Any:
    params = {**NODES[name].SPEC.defaults(), **READERS[name][0]}
    return NODES[name]().cache_fingerprint(params, context(root))


def made(name: str, root: Path) -> list[Path]:
    paths = [root / part for part in READERS[name][1]]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"one")
    return paths


def test_every_reader_that_can_be_cached_is_looked_at_here() -> None:
    """Whoever asks for a path to read has the resolver in its module."""
    readers = {
        name
        for name, node in NODES.items()
        if node.SPEC.cacheable and {"find_input", "find_folder"} & set(vars(sys.modules[node.__module__]))
    }
    watched = {name for name, node in NODES.items() if node.cache_fingerprint is not Node.cache_fingerprint}
    assert readers == set(READERS)
    assert watched - readers == {"Map"}  # which follows its preset


@pytest.mark.parametrize("name", READERS)
def test_a_changed_file_is_told_and_an_unchanged_one_is_not(name: str, tmp_path: Path) -> None:
    paths = made(name, tmp_path)
    before = fingerprint(name, tmp_path)
    assert before
    assert fingerprint(name, tmp_path) == before
    for path in paths:
        about = path.stat()
        path.write_bytes(b"other")
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
        assert fingerprint(name, tmp_path) != before, f"{path} was rewritten"
        path.write_bytes(b"one")
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
        assert fingerprint(name, tmp_path) == before
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns + 1))
        assert fingerprint(name, tmp_path) != before, f"{path} was touched"
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


def test_a_data_set_is_its_own_files_alone(tmp_path: Path) -> None:
    assert fingerprint("Dataset", tmp_path) == []
    first, _ = made("Dataset", tmp_path)
    before = fingerprint("Dataset", tmp_path)
    (first.parent / "train-images-idx3-ubyte.gz").write_bytes(b"of the other split")
    assert fingerprint("Dataset", tmp_path) == before
    first.unlink()
    assert fingerprint("Dataset", tmp_path) == []


def test_a_set_that_comes_with_the_program_looks_at_no_file(tmp_path: Path) -> None:
    node = NODES["Dataset"]
    params = {**node.SPEC.defaults(), "name": "Iris", "data_dir": "/nowhere/at/all"}
    assert node().cache_fingerprint(params, context(tmp_path)) is None


@pytest.mark.parametrize("name", LAYERS)
def test_what_is_built_from_params_is_kept_while_they_stay(name: str, tmp_path: Path) -> None:
    node: Any = NODES[name]
    params = node.SPEC.defaults()
    assert isinstance(node().build(params), nn.Module)
    store = NodeStateStore()
    around = context(tmp_path, weights=store, graph_id="g")

    for _ in range(2):
        with contextlib.suppress(NodeError, KeyError):  # no inputs; the module comes first
            node().execute({}, params, around)
        assert store.node_ids("g") == ["n1"]
        kept = store.module("g", "n1", structure_of(node.SPEC, params), lambda: pytest.fail("there is none"))
        assert isinstance(kept, nn.Module)


def test_a_layer_of_experts_is_built_from_all_its_params() -> None:
    assert set(NODES["MoELayer"].SPEC.structural_params) == set(NODES["MoELayer"].SPEC.defaults())

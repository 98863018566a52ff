"""Every node that reads files says when they changed: a cached picture, table or folder is never an old one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from app.core.graph.prepared import PreparedGraph, PreparedNode
from app.engine.cache import ExecutionCache
from app.engine.registry import discover
from app.engine.runner import run_graph
from tests.support.canvas import ended, shown
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _text(path: Path, turn: int) -> None:
    path.write_text(f"a,b\n{turn},2\n", encoding="utf-8")


def _picture(path: Path, turn: int) -> None:
    Image.new("RGB", (2 + turn, 2)).save(path)


CASES: list[tuple[str, str, str, Callable[[Path, int], None]]] = [
    ("CSVReader", "path", "data/files/t.csv", _text),
    ("FileReader", "path", "data/files/t.csv", _text),
    ("ImageReader", "path", "data/images/p.png", _picture),
    ("ImageFolderDataset", "path", "pictures/train/cat/p.png", _picture),
    ("ImageBatchReader", "directory", "pictures/cat/p.png", _picture),
]
FOLDERS = {"ImageFolderDataset": "pictures", "ImageBatchReader": "pictures/cat"}


@pytest.mark.parametrize(("kind", "param", "file", "write"), CASES, ids=[case[0] for case in CASES])
def test_a_changed_file_is_read_again(tmp_path: Path, kind: str, param: str, file: str, write: Any) -> None:
    registry, cache, path = discover(), ExecutionCache(), tmp_path / file
    name = FOLDERS.get(kind, path.name)
    params = {**registry.node_class(kind).SPEC.defaults(), param: name}

    def run() -> tuple[str, Any]:
        sinks = RecordingSinks()
        context = run_context(tmp_path, sinks, cache=cache)
        outcome = run_graph(PreparedGraph((PreparedNode("n", kind, params),)), context, registry)
        assert outcome.error is None, outcome.error.text()
        return ended(sinks)["n"], shown(sinks)["n"]

    run_context(tmp_path)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, 1)
    status, first = run()
    assert status == "completed"
    assert run() == ("cached", first)
    write(path, 2)
    assert run()[0] == "completed"

"""Own node types in a run process follow their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.child.own_nodes import OwnNodes
from tests.support.bodies import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

NODE = """
from app.core.vocab.nodespec import NodeSpec, Text
from app.engine.node import Node
class {name}(Node):
    SPEC = NodeSpec("{name}", "Test", Text("{text}", "{text}"), "x")
    def execute(self, inputs, params, context):
        return {{}}
"""


def _file(folder: Path, file: str, name: str, text: str = "a") -> str:
    path = folder / file
    path.write_text(NODE.format(name=name, text=text))
    return str(path)


def test_a_graph_of_built_in_types_reads_no_file(tmp_path: Path) -> None:
    nodes = OwnNodes(REGISTRY)
    assert nodes.registry([str(tmp_path / "none.py")], {"Body"}) is REGISTRY


def test_a_file_keeps_its_classes_until_its_content_changes(tmp_path: Path) -> None:
    nodes = OwnNodes(REGISTRY)
    file = _file(tmp_path, "mine.py", "Mine")
    first = nodes.registry([file], {"Mine"}).node_class("Mine")
    assert nodes.registry([file], {"Mine"}).node_class("Mine") is first
    _file(tmp_path, "mine.py", "Mine", "b")
    second = nodes.registry([file], {"Mine"}).node_class("Mine")
    assert second is not first
    assert second.SPEC.description.en == "b"


def test_built_in_types_win_and_so_does_the_first_file(tmp_path: Path) -> None:
    files = [_file(tmp_path, "a.py", "Mine", "first"), _file(tmp_path, "b.py", "Mine", "second")]
    files.append(_file(tmp_path, "c.py", "Body"))
    registry = OwnNodes(REGISTRY).registry(files, {"Mine"})
    assert registry.node_class("Mine").SPEC.description.en == "first"
    assert registry.node_class("Body") is REGISTRY.node_class("Body")


def test_a_file_that_cannot_be_loaded_costs_its_own_types_only(tmp_path: Path) -> None:
    good = _file(tmp_path, "good.py", "Good")
    bad = tmp_path / "bad.py"
    bad.write_text("raise SystemExit")
    registry = OwnNodes(REGISTRY).registry([str(bad), good, str(tmp_path / "gone.py")], {"Good"})
    assert sorted(registry.catalog) == ["Body", "Good"]

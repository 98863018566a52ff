"""Node types are found by walking a package."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import Bug
from app.engine.custom import load
from app.engine.registry import discover, module_names

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = """
from abc import abstractmethod
from app.core.vocab.nodespec import NodeSpec, Text
from app.engine.node import Node

class {name}(Node):
    SPEC = NodeSpec("{name}", "Test", Text("x", "x"), "x")
    def execute(self, inputs, params, context):
        return {{}}
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "walked"
    (folder / "inner").mkdir(parents=True)
    (folder / "_torch").mkdir()
    for place in (folder, folder / "inner", folder / "_torch"):
        (place / "__init__.py").write_text("")
    (folder / "one.py").write_text(SOURCE.format(name="Zebra"))
    (folder / "inner" / "two.py").write_text(
        "from walked.one import Zebra\n" + SOURCE.format(name="Ant")
        + "class Base(Node):\n    @abstractmethod\n    def other(self): ...\nclass Unspecified(Ant):\n    pass\n"
    )  # fmt: skip
    (folder / "_torch" / "never.py").write_text("raise RuntimeError('imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "walked"]:
        del sys.modules[name]


def test_every_class_with_a_spec_is_found_once_and_in_name_order(package: Path) -> None:
    registry = discover("walked")
    assert list(registry.catalog) == ["Ant", "Zebra"]
    assert registry.node_class("Ant").__module__ == "walked.inner.two"
    assert registry.catalog["Zebra"] is registry.node_class("Zebra").SPEC
    with pytest.raises(KeyError):
        registry.node_class("Base")


def test_underscored_modules_are_named_for_the_bundle_but_not_imported(package: Path) -> None:
    names = module_names("walked")
    assert "walked._torch.never" in names
    discover("walked")
    assert "walked._torch.never" not in sys.modules


def test_two_classes_of_one_name_are_our_bug(package: Path) -> None:
    (package / "three.py").write_text(SOURCE.format(name="Ant"))
    with pytest.raises(Bug, match="Ant"):
        discover("walked")


def test_discovery_of_the_real_nodes_imports_no_heavy_library(repo: Path) -> None:
    code = (
        "import sys; from app.engine.registry import discover; discover();"
        "print({'torch', 'numpy', 'sklearn', 'pandas', 'PIL'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


ALIAS = """
class Alias:
    __class__ = property(lambda self: type)  # what list[int] is to Python 3.10
    __module__ = __name__
PAIRS = Alias()
"""


def test_what_only_looks_like_a_class_is_passed_over(package: Path, tmp_path: Path) -> None:
    (package / "three.py").write_text(ALIAS)
    assert list(discover("walked").catalog) == ["Ant", "Zebra"]
    own = tmp_path / "own.py"
    assert list(load(own, (ALIAS + SOURCE.format(name="Own")).encode())) == ["Own"]

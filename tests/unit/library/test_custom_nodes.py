"""A user's own node files: what loads, what fails alone, and what running code keeps."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import CduiError
from app.engine.live import LiveRegistry
from app.engine.registry import Registry
from app.library.custom_nodes import CustomNodes
from tests.support.mock_nodes import Mock

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node
T = Text("a", "b")
"""


def node(name: str, more: str = "", body: str = "return {}", class_name: str = "N") -> str:
    """A file that defines one type."""
    spec = f'SPEC = NodeSpec("{name}", "Own", T, "名"{", " + more if more else ""})'
    call = f"    def execute(self, inputs, params, context):\n        {body}\n"
    return f"{HEAD}\nclass {class_name}(Node):\n    {spec}\n{call}"


@pytest.fixture
def custom(tmp_path: Path) -> CustomNodes:
    (tmp_path / "own").mkdir()
    return CustomNodes(tmp_path / "own", LiveRegistry(Registry({"Mock": Mock})))


def write(custom: CustomNodes, **files: str) -> None:
    for name, text in files.items():
        (custom.files.folder / f"{name}.py").write_text(text, "utf-8")


def found(custom: CustomNodes) -> dict[str, Any]:
    """File name -> types it brings, or the code of its error."""
    return {row.filename: row.error.code if row.error else list(row.nodes) for row in custom.list()}


CALL = "    def execute(self, inputs, params, context): ..."
BROKEN = {
    "bytes": ("\0", "custom_syntax"),
    "syntax": ("class (", "custom_syntax"),
    "raises": ("1 / 0", "custom_import_failed"),
    "missing": ("import a_library_that_nobody_has", "custom_import_failed"),
    "leaves": ("import sys; sys.exit(3)", "custom_exits"),
    "gone": ("import os; os._exit(0)", "custom_exits"),
    "interrupts": ("raise KeyboardInterrupt", "custom_import_failed"),
    "nothing": ("x = 1", "custom_no_node"),
    "not_spec": (f"{HEAD}\nclass N(Node):\n    SPEC = 5\n{CALL}", "custom_bad_spec"),
    "no_execute": (f'{HEAD}\nclass N(Node):\n    SPEC = NodeSpec("N", "c", T, "t")', "custom_bad_spec"),
    "bad_name": (node("a b"), "custom_bad_spec"),
    "bad_text": (f'{HEAD}\nclass N(Node):\n    SPEC = NodeSpec("N", "c", "text", "t")\n{CALL}', "custom_bad_spec"),
    "bad_default": (node("D", 'params=(ParamSpec("p", ParamType.INT, "x", T),)'), "custom_bad_spec"),
    "twice_param": (node("P", 'params=(ParamSpec("p", ParamType.INT, 1, T),) * 2'), "custom_bad_spec"),
    "twice_port": (node("Q", 'inputs=(PortSpec("p", DataType.ANY, T),) * 2'), "custom_bad_spec"),
    "port_list": (node("R", 'outputs=[PortSpec("p", DataType.ANY, T)]'), "custom_bad_spec"),
    "cache": (node("U", 'cacheable="yes"'), "custom_bad_spec"),
    "align": (node("V", "align_inputs=1"), "custom_bad_spec"),
    "structure": (node("W", "structural_params=5"), "custom_bad_spec"),
    "structures": (node("X", "structural_params=(object(),)"), "custom_bad_spec"),
    "no_function": (node("Y", "dynamic_ports=0"), "custom_bad_spec"),
    "dynamic": (node("S", "dynamic_ports=lambda params: 1 / 0"), "custom_import_failed"),
    "builtin": (node("Mock"), "custom_duplicate_type"),
}  # fmt: skip


def test_a_file_that_fails_costs_nobody_else(custom: CustomNodes) -> None:
    write(custom, good=node("Good"), **{name: text for name, (text, _) in BROKEN.items()})
    assert custom.reload() == 1
    assert found(custom) == {"good.py": ["Good"], **{f"{name}.py": code for name, (_, code) in BROKEN.items()}}
    assert sorted(custom._registry.catalog) == ["Good", "Mock"]
    assert custom._registry.node_class("Mock") is Mock


def test_a_file_that_never_ends_is_given_up_with_what_it_started(custom: CustomNodes) -> None:
    custom._check_s = 0.5
    write(custom, loops="while True: pass", starts="import subprocess; subprocess.Popen(['sleep', '600']).wait()")
    assert custom.reload() == 0
    assert found(custom) == {"loops.py": "custom_too_slow", "starts.py": "custom_too_slow"}


def test_what_a_file_prints_or_starts_is_no_answer(custom: CustomNodes) -> None:
    stays = "import sys, threading\nif sys.argv[0].endswith('custom.py'): "
    stays += "threading.Thread(target=threading.Event().wait).start()\n"
    write(custom, prints='print(\'{"code": "internal"}\')\n' + stays + node("Good"))
    custom.reload()
    assert found(custom) == {"prints.py": ["Good"]}


def test_of_two_files_with_one_type_the_first_by_name_has_it(custom: CustomNodes) -> None:
    write(custom, b=node("Same"), a=node("Same"), c=node("Other"))
    custom.reload()
    assert found(custom) == {"a.py": ["Same"], "b.py": "custom_duplicate_type", "c.py": ["Other"]}
    assert custom.row("b.py").error.params == {"node_type": "Same", "other": "a.py"}  # type: ignore[union-attr]  # it has one
    custom.delete("a.py")
    assert found(custom) == {"b.py": ["Same"], "c.py": ["Other"]}


def test_reloading_keeps_what_did_not_change_and_what_runs(custom: CustomNodes) -> None:
    write(custom, a=node("A", body='return {"v": 1}'), b=node("B"))
    custom.reload()
    began = custom._registry.now
    old, same = began.node_class("A"), began.node_class("B")
    write(custom, a=node("A", body='return {"v": 2}'))
    custom.reload()
    assert custom._registry.node_class("B") is same
    assert custom._registry.node_class("A") is not old
    assert began.node_class("A") is old
    values = [cls().execute({}, {}, None) for cls in (old, custom._registry.node_class("A"))]  # type: ignore[arg-type]  # unused
    assert values == [{"v": 1}, {"v": 2}]
    custom.delete("a.py")
    assert sorted(custom._registry.catalog) == ["B", "Mock"]
    assert began.node_class("A") is old


def test_off_and_on_again(custom: CustomNodes) -> None:
    write(custom, a=node("A"))
    custom.reload()
    off = custom.toggle("a.py")
    assert (off.filename, off.enabled, off.nodes) == ("a.py.disabled", False, ())
    assert sorted(custom._registry.catalog) == ["Mock"]
    on = custom.toggle("a.py.disabled")
    assert (on.filename, on.enabled, on.nodes) == ("a.py", True, ("A",))
    assert os.listdir(custom.files.folder) == ["a.py"]


def refused(call: Any, *arguments: Any) -> str:
    with pytest.raises(CduiError) as caught:
        call(*arguments)
    return caught.value.reason.code


def test_names_and_clashes(custom: CustomNodes, tmp_path: Path) -> None:
    write(custom, a=node("A"), __init__="1 / 0")
    (custom.files.folder / "b.py.disabled").write_text("x")
    (tmp_path / "secret.py").write_text("x")
    for call in (custom.toggle, custom.delete, custom.files.begin):
        assert refused(call, "__init__.py") == "custom_name_reserved"
        assert refused(call, "../secret.py") == "name_has_characters"
    assert refused(custom.files.begin, "b.py") == "file_exists"
    assert refused(custom.files.begin, "c.txt") == "file_type_refused"
    assert refused(custom.toggle, "gone.py") == refused(custom.delete, "gone.py") == "file_not_found"
    (custom.files.folder / "a.py.disabled").write_text("x")
    assert refused(custom.toggle, "a.py") == "file_exists"
    custom.reload()
    assert sorted(custom._registry.catalog) == ["A", "Mock"]
    assert (tmp_path / "secret.py").exists()


@pytest.mark.parametrize("name", ["x" * 300, "x" * 246 + ".py", "x" * 244 + ".py", "名" * 90 + ".py"])
def test_a_name_that_leaves_no_room_for_its_ending_is_refused(custom: CustomNodes, name: str) -> None:
    with pytest.raises(CduiError) as caught:
        custom.files.begin(name)
    assert (caught.value.reason.code, caught.value.reason.params["limit"]) == ("name_too_long", 246)
    assert os.listdir(custom.files.folder) == []


def test_the_longest_name_goes_off_and_on_and_away(custom: CustomNodes) -> None:
    name = "x" * 243 + ".py"
    coming = custom.files.begin(name)
    coming.write(node("A").encode())
    assert coming.finish(overwrite=False).name == name
    custom.reload()
    off = custom.toggle(name)
    assert (len(off.filename), off.enabled) == (255, False)
    assert refused(custom.files.begin, name) == "file_exists"
    assert custom.toggle(off.filename).nodes == ("A",)
    assert custom.delete(name) == name


def test_a_file_of_too_long_a_name_put_there_by_hand_can_be_removed(custom: CustomNodes) -> None:
    name = "x" * 246 + ".py"
    (custom.files.folder / name).write_text(node("A"))
    custom.reload()
    assert custom.row(name).nodes == ("A",)
    assert refused(custom.toggle, name) == "name_too_long"
    assert refused(custom.toggle, "x" * 300) == refused(custom.delete, "x" * 300) == "name_too_long"
    assert custom.delete(name) == name
    assert list(custom._registry.catalog) == ["Mock"]


def test_many_reloads_at_once_end_with_one_state(custom: CustomNodes) -> None:
    write(custom, a=node("A"), b=node("B"))
    threads = [threading.Thread(target=custom.reload) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(custom._registry.catalog) == ["A", "B", "Mock"]
    assert found(custom) == {"a.py": ["A"], "b.py": ["B"]}

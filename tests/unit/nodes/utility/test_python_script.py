"""PythonScript: what a script gets and gives, how it fails, and how it stops."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.graph.prepare import prepare_value
from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType
from app.core.vocab.run import RunStatus
from app.engine import console
from app.engine.context import CancelFlag
from app.engine.registry import discover
from app.engine.runner import run_graph
from app.nodes.utility.python_script import PythonScript
from tests.support.graphs import graph, node
from tests.support.nodes import RecordingSinks, call, run_context

if TYPE_CHECKING:
    from pathlib import Path

GRADIENT = """
import torch

def run(inputs, params):
    '''Doc.'''
    x = inputs["in1"]
    return {"out1": x ** 2, "out2": run.__doc__, "lost": 1, "__interrupted__": {}, 3: 4}
"""


def script(root: Path, code: str, inputs: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
    return call(PythonScript, root, inputs, {"code": code, **params})


def test_outputs_by_key_with_gradients(tmp_path: Path) -> None:
    x = torch.tensor([2.0, -3.0], requires_grad=True)
    out = script(tmp_path, GRADIENT, {"in1": x}, output_ports=2)
    assert set(out) == {"out1", "out2", "lost"}  # the engine warns of the key that is no port
    assert out["out2"] == "Doc."
    (gradient,) = torch.autograd.grad(out["out1"].sum(), x)
    assert gradient.tolist() == [4.0, -6.0]


@pytest.mark.parametrize("value", ["5", "None", "[1, 2]", "(1, 2)", "'text'"])
def test_a_single_value_is_the_first_output(tmp_path: Path, value: str) -> None:
    assert script(tmp_path, f"def run(inputs, params):\n    return {value}") == {"out1": eval(value)}


def test_the_default_gives_nothing(tmp_path: Path) -> None:
    assert call(PythonScript, tmp_path) == {"out1": None}


def test_only_fed_inputs_and_the_other_params(tmp_path: Path) -> None:
    code = "def run(inputs, params):\n    return [sorted(inputs), params]"
    fed, params = script(tmp_path, code, {"in2": 1}, input_ports=3)["out1"]
    assert fed == ["in2"]
    assert params == {"input_ports": 3, "output_ports": 1, "input_types": "ANY", "output_types": "ANY"}


def test_every_allowed_module_and_a_class(tmp_path: Path) -> None:
    code = """
import collections, itertools, json, math, re, statistics
import numpy as np
from torch.nn import functional as F

class Counter:
    def __init__(self):
        self.n = 0
    def up(self):
        self.n += 1
        return self.n

def run(inputs, params):
    c = Counter()
    while c.up() < 5:
        pass
    total = sum(x for x in itertools.islice(itertools.count(), 4))
    return [c.n, total, float(np.sqrt(4.0)), json.dumps({}), F.relu(inputs["in1"]).tolist()]
"""
    assert script(tmp_path, code, {"in1": torch.tensor([-1.0, 1.0])})["out1"] == [5, 6, 2.0, "{}", [0.0, 1.0]]


@pytest.mark.parametrize(
    ("code", "code_of", "params"),
    [
        ("import os\ndef run(i, p): ...", "script_import_refused", {"line": 1, "module": "os"}),
        ("x = 1", "script_no_run", {}),
        ("def run(", "script_syntax", {"line": 1}),
        ("def run(i, p): ...\nreturn 1", "script_syntax", {"line": 2, "message": "'return' outside function"}),
        ("def run(i, p):\n  for k in [1]:\n    1 / 0", "script_failed", {"line": 3, "error_type": "ZeroDivisionError"}),
        ("x = []\nx[3]\ndef run(i, p): ...", "script_failed", {"line": 2, "error_type": "IndexError"}),
        ("def run(i): ...", "script_failed", {"line": 1, "error_type": "TypeError"}),
        ("run = 5", "script_failed", {"line": 1, "error_type": "TypeError"}),
        ("def run(i, p):\n  raise SystemExit(3)", "script_failed", {"line": 2, "error_type": "SystemExit"}),
        ("def run(i, p):\n  raise ValueError", "script_failed", {"line": 2, "message": "-"}),
        ("def run(i, p): return run(i, p)", "script_failed", {"error_type": "RecursionError"}),
        (
            "import json\ndef run(i, p):\n\n  return json.loads('{')",
            "script_failed",
            {"line": 4, "error_type": "JSONDecodeError"},
        ),
        (
            "class E(Exception):\n  def __str__(self): return 1 / 0\ndef run(i, p):\n  raise E",
            "script_failed",
            {"line": 4, "error_type": "E", "message": "-"},
        ),
        ("def run(i, p): ...\nimport torch\ntorch.ones(2) @ torch.ones(3)", "script_failed", {"line": 3}),
        ("def run(i, p): ...\nx = " + "+".join("1" for _ in range(40_000)), "script_syntax", {}),
    ],
)
def test_a_failure_is_told_with_its_line(tmp_path: Path, code: str, code_of: str, params: dict[str, Any]) -> None:
    with pytest.raises(NodeError) as caught:
        script(tmp_path, code)
    assert caught.value.reason.code == code_of
    assert {key: caught.value.reason.params.get(key) for key in params} == params


def test_an_import_that_is_not_written_out_is_refused_too(tmp_path: Path) -> None:
    hidden = "def run(i, p):\n    b = print.__self__\n    return getattr(b, '__imp' + 'ort__')\n"
    kept = script(tmp_path, hidden)["out1"]
    assert kept is __import__  # no wall: see app.core.graph.script
    own = "def run(i, p):\n    import math\n    return [open_ for open_ in dir() if open_ == 'x'] + [math.pi > 3]\n"
    assert script(tmp_path, own)["out1"] == [True]


def test_want_of_memory_is_left_to_the_engine(tmp_path: Path) -> None:
    with pytest.raises(MemoryError):
        script(tmp_path, "def run(i, p):\n    raise MemoryError")


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "for k in iter(int, 1): pass",
        "f()",
        "\n  while True:\n    try: f()\n    except Exception: pass",
    ],
)
def test_a_stop_is_heard_in_loops_and_calls(tmp_path: Path, body: str) -> None:
    flag, heard = CancelFlag(), threading.Event()

    class Trip:
        """Asks for the stop once the script is at work."""

        def __call__(self) -> None:
            flag.set()
            heard.set()

    code = f"def f(): ...\ndef run(inputs, params):\n  inputs['in1']()\n  {body}\n  return 1"
    run = run_context(tmp_path, cancel=flag)
    out = call(PythonScript, tmp_path, {"in1": Trip()}, {"code": code}, run=run)
    assert out == {"__interrupted__": {}}
    assert heard.is_set()


@pytest.mark.parametrize(
    ("params", "inputs", "outputs"),
    [
        ({}, [("in1", "ANY")], [("out1", "ANY")]),
        (
            {"input_ports": 3, "input_types": "TENSOR, list", "output_ports": 2, "output_types": "model"},
            [("in1", "TENSOR"), ("in2", "LIST"), ("in3", "LIST")],
            [("out1", "MODEL"), ("out2", "MODEL")],
        ),
        ({"input_ports": 99, "output_ports": -4, "output_types": "trigger"}, None, [("out1", "ANY")]),
    ],
)
def test_ports_follow_the_params(
    params: dict[str, Any], inputs: list[tuple[str, str]] | None, outputs: list[tuple[str, str]]
) -> None:
    made = PythonScript.SPEC.ports({**PythonScript.SPEC.defaults(), **params})
    assert inputs is None or [(port.name, port.data_type.value) for port in made[0]] == inputs
    assert len(made[0]) <= 8
    assert all(port.optional for port in made[0])
    assert [(port.name, port.data_type.value) for port in made[1]] == outputs


@pytest.mark.parametrize("types", ["TENSORS", "", "TRIGGER", "ANY,,ANY"])
def test_types_that_are_none_are_named(tmp_path: Path, types: str) -> None:
    with pytest.raises(NodeError) as caught:
        script(tmp_path, "def run(i, p): ...", output_types=types)
    assert caught.value.reason.code == "script_types_malformed"
    assert "TRIGGER" not in caught.value.reason.params["allowed"]
    assert {kind.value for kind in DataType} - {"TRIGGER"} == set(caught.value.reason.params["allowed"].split(", "))


def _graph(code: str, **params: Any) -> dict[str, Any]:
    return graph([node("go", "Start"), node("s", "PythonScript", code=code, **params)], "go > s")


def test_what_it_prints_goes_to_the_console_of_the_run(tmp_path: Path) -> None:
    prepared = prepare_value(_graph("def run(inputs, params):\n    print('hello', 1 + 1)"), discover().catalog)
    assert prepared.graph is not None
    said: list[str] = []
    with console.capture(said.append):
        outcome = run_graph(prepared.graph, run_context(tmp_path, RecordingSinks()))
    assert outcome.status is RunStatus.SUCCEEDED
    assert "".join(said) == "hello 2\n"


def test_a_failure_names_node_and_line(tmp_path: Path) -> None:
    prepared = prepare_value(_graph("def run(inputs, params):\n    return 1 / 0"), discover().catalog)
    assert prepared.graph is not None
    outcome = run_graph(prepared.graph, run_context(tmp_path, RecordingSinks()))
    assert outcome.error is not None
    assert outcome.error.code == "script_failed"
    assert outcome.error.params == {
        "node_id": "s",
        "line": 2,
        "error_type": "ZeroDivisionError",
        "message": "division by zero",
    }

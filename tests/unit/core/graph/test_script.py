"""Scripts are checked without being run: each refusal with its line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.script import ALLOWED_MODULES, validate_script

RUN = "def run(inputs, params):\n    return 1\n"


def test_a_good_script() -> None:
    check = validate_script("import torch.nn as nn\nfrom collections import Counter\n" + RUN)
    assert tuple(check) == (True, None, None, True, ALLOWED_MODULES)
    assert check.allowed_modules == ("collections", "itertools", "json", "math", "numpy", "re", "statistics", "torch")
    assert validate_script("run = lambda inputs, params: 1").ok


@pytest.mark.parametrize("module", ALLOWED_MODULES)
def test_what_may_be_imported(module: str) -> None:
    assert validate_script(f"import {module}\n{RUN}").ok
    assert validate_script(f"{RUN}    from {module} import x as y\n").ok


@pytest.mark.parametrize(
    ("statement", "module"),
    [
        ("import os", "os"),
        ("import math, sys", "sys"),
        ("import os.path as math", "os.path"),
        ("from subprocess import run", "subprocess"),
        ("from . import math", "."),
        ("from .torch import nn", ".torch"),
        ("from __future__ import annotations", "__future__"),
        ("import torchvision", "torchvision"),
        ("import mathx", "mathx"),
    ],
)
def test_any_other_import_is_refused_with_its_line(statement: str, module: str) -> None:
    check = validate_script(f"{RUN}\nif False:\n    {statement}\nimport shutil\n")
    assert (check.ok, check.line, check.defines_run) == (False, 5, True)
    assert check.error is not None
    assert check.error.code == "script_import_refused"
    assert check.error.params == {"line": 5, "module": module, "allowed": ", ".join(ALLOWED_MODULES)}


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("__import__('os')", "__import__"),
        ("eval('1')", "eval"),
        ("exec('1')", "exec"),
        ("compile('1', 'a', 'exec')", "compile"),
        ("open('a')", "open"),
        ("input()", "input"),
        ("breakpoint()", "breakpoint"),
        ("__builtins__", "__builtins__"),
        ("run.__globals__", "__globals__"),
        ("().__class__.__base__.__subclasses__()", "__subclasses__"),
    ],
)
def test_names_that_lead_elsewhere_are_refused(expression: str, name: str) -> None:
    check = validate_script(f"{RUN}x = [\n  {expression}]")
    assert check.error is not None
    assert (check.error.code, check.error.params) == ("script_name_refused", {"line": 4, "name": name})
    assert check.line == 4


def test_names_of_the_authors_own_are_free() -> None:
    assert validate_script("class A:\n    def open(self): return self.eval\n" + RUN).ok


@pytest.mark.parametrize(
    ("code", "code_of", "line"),
    [
        ("", "script_no_run", None),
        ("x = 1", "script_no_run", None),
        ("class A:\n    def run(self): pass", "script_no_run", None),
        ("async def run(inputs, params): pass", "script_no_run", None),
        ("def run(:", "script_syntax", 1),
        ("x = 1\n  y = 2", "script_syntax", 2),
        ("a\0b", "script_syntax", None),
        ("(" * 500, "script_syntax", 1),
        ("x = " + "-" * 100_000 + "1", "script_syntax", None),
        ("x" * 200_001, "script_too_long", None),
        ("def run(inputs, params): ...\nimport os", "script_import_refused", 2),
    ],
)
def test_what_is_no_script(code: str, code_of: str, line: int | None) -> None:
    check = validate_script(code)
    assert check.error is not None
    assert (check.ok, check.error.code) == (False, code_of)
    assert line is None or check.line == line


@given(st.text() | st.text("()[]{}:=\n \\'\"#defrunimport.,*@_"))
def test_never_raises(code: str) -> None:
    check = validate_script(code)
    assert check.ok is (check.error is None)
    assert check.error is None or json.dumps(check.error.to_json())

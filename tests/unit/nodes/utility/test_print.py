"""Print: the value goes on, the log line tells what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from app.nodes.readable import MAX_CHARS
from app.nodes.utility.print import Print
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


class Broken:
    """Cannot describe itself."""

    @property
    def shape(self) -> object:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (torch.tensor([[1.0, 2.5]]), "x: tensor 1x2 float32 on cpu: [[1, 2.5]]"),
        (torch.tensor([1, 2]), "x: tensor 2 int64 on cpu: [1, 2]"),
        (torch.tensor(True), "x: tensor of one number bool on cpu: True"),
        (torch.tensor([float("nan")], requires_grad=True), "x: tensor 1 float32 on cpu: [nan]"),
        (torch.zeros(0, 3), "x: tensor 0x3 float32 on cpu"),
        (torch.arange(100.0), "x: tensor 100 float32 on cpu: min 0, max 99, mean 49.5"),
        (torch.arange(4.0, dtype=torch.bfloat16), "x: tensor 4 bfloat16 on cpu: [0, 1, 2, 3]"),
        (torch.zeros(100, dtype=torch.complex64), "x: tensor 100 complex64 on cpu"),
        (torch.zeros(3, 3).to_sparse(), "x: tensor 3x3 float32 on cpu"),
        (torch.zeros(3, device="meta"), "x: tensor 3 float32 on meta"),
        (np.array([1, 2]), "x: tensor 2 int64: array([1, 2])"),
        ("hello", "x: hello"),
        (3, "x: 3"),
        (None, "x: None"),
        (44 / 45, "x: 0.977778"),
        (2.0, "x: 2.0"),
        (1e20, "x: 1e+20"),
        (float("-inf"), "x: -inf"),
        ({"a": [1 / 3]}, "x: dict of 1: {'a': [0.333333]}"),
        ([1, "a"], "x: list of 2: [1, 'a']"),
        (list(range(50)), f"x: list of 50: [{', '.join(str(i) for i in range(20))}, ...]"),
        ({"a": 1}, "x: dict of 1: {'a': 1}"),
        (torch.nn.Linear(2, 3), "x: Linear with 9 parameters\nLinear(in_features=2, out_features=3, bias=True)"),
        (Broken(), "x: <Broken, cannot be shown: RuntimeError>"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_log_line(tmp_path: Path, value: Any, line: str) -> None:
    result = call(Print, tmp_path, {"value": value}, {"label": "x"})
    assert result["value"] is value
    assert result["__log__"] == line


def test_without_a_label_the_value_stands_alone(tmp_path: Path) -> None:
    assert call(Print, tmp_path, {"value": 5})["__log__"] == "5"


@pytest.mark.parametrize("kind", ["text", "list", "dict", "number"])
def test_a_log_line_is_bounded(tmp_path: Path, kind: str) -> None:
    huge: dict[str, Any] = {
        "text": "x" * 10**6,
        "list": ["y" * 10**5] * 1000,
        "dict": dict.fromkeys(range(1000), "z" * 1000),
        "number": 10**100000,
    }
    assert 0 < len(call(Print, tmp_path, {"value": huge[kind]})["__log__"]) <= MAX_CHARS


def test_a_large_tensor_is_sampled(tmp_path: Path) -> None:
    value = torch.ones(1).expand(2_000_001)
    line = call(Print, tmp_path, {"value": value})["__log__"]
    assert line == "tensor 2000001 float32 on cpu: min 1, max 1, mean 1 (of the first 1,000,000)"

"""What a run says that it was computed with."""

from __future__ import annotations

import json
import platform
import sys
from typing import TYPE_CHECKING

import torch

from app.engine import surroundings

if TYPE_CHECKING:
    import pytest


def test_versions_and_switches_are_those_in_force() -> None:
    before = torch.get_float32_matmul_precision()
    try:
        torch.set_float32_matmul_precision("high")
        found = surroundings.facts()
    finally:
        torch.set_float32_matmul_precision(before)
    assert found["environment"]["python"] == platform.python_version()
    assert found["environment"]["torch"] == torch.__version__
    assert found["numerics"]["matmul_precision"] == "high"
    assert found["numerics"]["threads"] == torch.get_num_threads()
    json.dumps(found, allow_nan=False)


def test_what_no_node_has_loaded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in surroundings.LIBRARIES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert list(surroundings.facts()) == ["environment"]
    assert list(surroundings.facts()["environment"]) == ["python", "platform"]

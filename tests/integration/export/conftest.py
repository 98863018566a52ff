"""Runs a script in this process, where a matrix of scripts would pay the start of torch for each."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def run_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], dict[str, Any]]]:
    """Executes main() of a script: what was printed, by its label; tensors as lists."""
    before = torch.get_rng_state()

    def run(script: str) -> dict[str, Any]:
        shown: dict[str, Any] = {}

        def keep(label: str, *value: Any) -> None:
            if value:
                shown[label] = value[0].tolist() if isinstance(value[0], torch.Tensor) else value[0]

        monkeypatch.setattr(sys, "argv", ["exported.py"])
        exec(compile(script, "exported.py", "exec"), {"__name__": "__main__", "print": keep})
        return shown

    yield run
    torch.set_rng_state(before)
    torch.use_deterministic_algorithms(False)

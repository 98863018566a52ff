"""Switch: which input goes on for which number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.flow.switch import Switch
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

VALUES = {"input_0": "zero", "input_1": "one", "input_2": "two", "input_3": "three"}


@pytest.mark.parametrize(
    ("selector", "chosen"),
    [
        (0, "zero"),
        (1, "one"),
        (2, "two"),
        (3, "three"),
        (2.9, "two"),
        (True, "one"),
        ("3", "three"),
        (torch.tensor(2), "two"),
        (torch.tensor([[1.0]], requires_grad=True), "one"),
        (np.int64(3), "three"),
        (4, "zero"),
        (-1, "zero"),
        (10**30, "zero"),
    ],
)
def test_the_number_chooses(tmp_path: Path, selector: Any, chosen: str) -> None:
    assert call(Switch, tmp_path, {"selector": selector, **VALUES}) == {"output": chosen}


def test_an_input_that_is_not_fed_falls_back_to_the_first(tmp_path: Path) -> None:
    value = torch.ones(2, requires_grad=True)
    assert call(Switch, tmp_path, {"selector": 2, "input_0": value, "input_1": 1})["output"] is value


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        (None, "nothing"),
        ("left", "str"),
        (float("nan"), "float"),
        (float("inf"), "float"),
        (torch.ones(2), "Tensor"),
        (torch.tensor(1j), "Tensor"),
        ([1], "list"),
    ],
)
def test_what_is_no_number_is_named(tmp_path: Path, selector: Any, found: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(Switch, tmp_path, {"selector": selector, **VALUES})
    assert caught.value.reason.code == "selector_unusable"
    assert caught.value.reason.params == {"found": found}


def test_nothing_to_choose_from_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(Switch, tmp_path, {"selector": 1})
    assert (caught.value.reason.code, caught.value.reason.params) == ("input_unfed", {"port": "input_0"})

"""RNNCell against torch with the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.rnn.rnn_cell import RNNCell
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("nonlinearity", ["tanh", "relu"])
@pytest.mark.parametrize("has_state", [True, False])
def test_is_torch_s_cell_of_that_seed(tmp_path: Path, kind: torch.dtype, nonlinearity: str, has_state: bool) -> None:
    def reference(*given: torch.Tensor) -> Any:
        torch.manual_seed(5)
        return nn.RNNCell(3, 4, nonlinearity=nonlinearity).to(kind)(*given)

    inputs = {"tensor": strided((6, 3), kind, 1)}
    if has_state:
        inputs["hidden"] = random((6, 4), kind, 2)
    params = {"input_size": 3, "hidden_size": 4, "nonlinearity": nonlinearity, "seed": 5}
    agreement.check(RNNCell, tmp_path, inputs, params, reference, outputs=("hidden",))


def test_the_shared_random_state_is_left_alone(tmp_path: Path) -> None:
    torch.manual_seed(1)
    before = torch.get_rng_state()
    call(RNNCell, tmp_path, {"tensor": random((2, 8))})
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("seed", [-1, 2**63 - 1])
def test_any_seed_is_good(tmp_path: Path, seed: int) -> None:
    one, two = (call(RNNCell, tmp_path, {"tensor": random((2, 8))}, {"seed": seed})["hidden"] for _ in range(2))
    assert torch.equal(one, two)


@pytest.mark.parametrize(
    ("shapes", "params", "code"),
    [
        (((2, 3),), {}, "layer_size_unfit"),
        (((8,),), {}, "rank_unfit"),
        (((2, 8), (2, 8)), {}, "layer_size_unfit"),
        (((2, 8), (16,)), {}, "rank_unfit"),
        (((2, 8), (3, 16)), {}, "sizes_disagree"),
        (((2, 8),), {"hidden_size": 2**62}, "size_out_of_range"),
        (((2, 8),), {"hidden_size": 2**31 - 1}, "out_of_memory_ahead"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shapes: tuple[tuple[int, ...], ...], params: dict[str, Any], code: str
) -> None:
    inputs = dict(zip(("tensor", "hidden"), map(random, shapes), strict=False))
    assert agreement.refusal(RNNCell, tmp_path, inputs, params).code == code

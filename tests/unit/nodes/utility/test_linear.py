"""Linear against torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.utility.linear import Linear
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.tensors import random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("shape", "params", "module"),
    [
        ((2, 3, 4), {"in_features": 4, "out_features": 5}, lambda: nn.Linear(4, 5)),
        ((6,), {"in_features": 6, "out_features": 3}, lambda: nn.Linear(6, 3)),
    ],
    ids=named,
)
@pytest.mark.parametrize("kind", [torch.float32, torch.float64], ids=named)
def test_is_torch_s_layer_with_the_same_weights(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], module: Any, kind: torch.dtype
) -> None:
    agreement.check(Linear, tmp_path, {"tensor": strided(shape, kind)}, params, lambda x: module().to(kind)(x))


@pytest.mark.parametrize(
    ("shape", "params", "code"),
    [
        ((2, 3), {}, "layer_size_unfit"),
        ((), {}, "rank_unfit"),
        ((2, 3), {"in_features": -1}, "size_out_of_range"),
        ((1, 3), {"in_features": 3, "out_features": 2**31 - 1}, "out_of_memory_ahead"),
        ((2, 3), {"in_features": 2**31 - 1, "out_features": 2**31 - 1}, "layer_params_bad"),
    ],
    ids=named,
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, shape: tuple[int, ...], params: dict[str, Any], code: str
) -> None:
    assert agreement.refusal(Linear, tmp_path, {"tensor": random(shape)}, params).code == code


def test_whole_numbers_become_floats(tmp_path: Path) -> None:
    value = random((2, 3), torch.int64)
    torch.manual_seed(3)
    out = call(Linear, tmp_path, {"tensor": value}, {"in_features": 3, "out_features": 2})["tensor"]
    torch.manual_seed(3)
    torch.testing.assert_close(out, nn.Linear(3, 2)(value.float()))


def test_the_size_to_set_is_named(tmp_path: Path) -> None:
    why = agreement.refusal(Linear, tmp_path, {"tensor": random((2, 3))}, {"in_features": 4})
    assert why.text() == (
        "Dimension 1 of input tensor (2 x 3) has the size 3, and in_features is 4. "
        "Set in_features to 3, or change the node before."
    )


def test_weights_come_from_the_run_s_random_state(tmp_path: Path) -> None:
    def once(seed: int) -> Any:
        torch.manual_seed(seed)
        return call(Linear, tmp_path, {"tensor": random((1, 3))}, {"in_features": 3})["tensor"]

    assert torch.equal(once(1), once(1))
    assert not torch.equal(once(1), once(2))


def test_the_module_can_be_had_by_itself() -> None:
    module = Linear().build({"in_features": 3, "out_features": 2})
    assert {name: tuple(part.shape) for name, part in module.named_parameters()} == {"weight": (2, 3), "bias": (2,)}
    assert module.training


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float16], ids=named)
def test_the_float_type_of_the_input_is_kept(tmp_path: Path, kind: torch.dtype) -> None:
    out = call(Linear, tmp_path, {"tensor": random((2, 3), kind)}, {"in_features": 3})["tensor"]
    assert out.dtype is kind

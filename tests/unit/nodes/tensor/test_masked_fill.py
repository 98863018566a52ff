"""MaskedFill against torch.where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.masked_fill import MaskedFill
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("how", "custom", "fill"), [("-inf", 5.0, float("-inf")), ("zero", 5.0, 0.0), ("custom", -2.5, -2.5)]
)
@pytest.mark.parametrize("shape", [(2, 3, 4), (3, 4), (1, 4), (3, 1)])
def test_puts_the_value_under_the_mask(
    tmp_path: Path, how: str, custom: float, fill: float, shape: tuple[int, ...]
) -> None:
    mask = torch.rand(shape, generator=torch.Generator().manual_seed(2)) < 0.5
    mask.view(-1)[0] = True
    agreement.check(
        MaskedFill,
        tmp_path,
        {"tensor": strided((2, 3, 4), torch.float64), "mask": mask},
        {"value": how, "custom_value": custom},
        lambda value, where: torch.where(where, torch.tensor(fill, dtype=value.dtype), value),
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.is_floating_point], ids=str)
def test_whole_numbers_become_floats_and_masks_may_be_numbers(tmp_path: Path, kind: torch.dtype) -> None:
    value = random((4,), kind)
    out = call(MaskedFill, tmp_path, {"tensor": value, "mask": torch.tensor([0, 2, 0, 1]).to(kind)})["tensor"]
    kept = value.float().tolist()
    assert out.dtype is torch.float32
    assert out.tolist() == [kept[0], float("-inf"), kept[2], float("-inf")]


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(MaskedFill, tmp_path, {"tensor": torch.tensor(2.0), "mask": True})["tensor"].item() == float("-inf")
    assert call(MaskedFill, tmp_path, {"tensor": torch.zeros(0), "mask": torch.zeros(0)})["tensor"].shape == (0,)


def test_a_value_beyond_the_type_and_a_mask_beyond_the_shape_are_refused(tmp_path: Path) -> None:
    half = {"tensor": torch.zeros(2, dtype=torch.float16), "mask": torch.ones(2)}
    why = agreement.refusal(MaskedFill, tmp_path, half, {"value": "custom", "custom_value": 1e9})
    assert (why.code, why.params["dtype"]) == ("value_out_of_type", "float16")
    wide = {"tensor": torch.zeros(2), "mask": torch.ones(3)}
    assert agreement.refusal(MaskedFill, tmp_path, wide).code == "shapes_differ"

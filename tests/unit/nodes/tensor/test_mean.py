"""Mean against sums and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.nodes.tensor.mean import Mean
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("text", "dims"), [("1", (1,)), ("0,-1", (0, 2)), ("[2, 1]", (2, 1)), ("0，1，2,", (0, 1, 2))])
@pytest.mark.parametrize("keepdim", [False, True])
def test_is_the_sum_over_the_count(
    tmp_path: Path, kind: torch.dtype, text: str, dims: tuple[int, ...], keepdim: bool
) -> None:
    value = strided((3, 4, 5), kind)
    count = torch.tensor([value.shape[dim] for dim in dims]).prod().item()
    wide = value if kind.is_floating_point else value.float()
    out = call(Mean, tmp_path, {"tensor": value}, {"dim": text, "keepdim": keepdim})["tensor"]
    torch.testing.assert_close(out, wide.sum(dims, keepdim=keepdim) / count)


def test_gradient_and_mutants(tmp_path: Path) -> None:
    agreement.check(
        Mean,
        tmp_path,
        {"tensor": strided((3, 4, 5), torch.float64)},
        {"dim": "0,2", "keepdim": True},
        lambda x: x.sum((0, 2), keepdim=True) / 15,
    )


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(Mean, tmp_path, {"tensor": torch.tensor(3)})["tensor"].item() == 3.0
    assert call(Mean, tmp_path, {"tensor": torch.zeros(0)})["tensor"].isnan().item()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("", "dims_malformed"), ("a", "dims_malformed"), ("0,,1", "dims_malformed"), ("0.5", "dims_malformed")),
        *(("0,-2", "dim_twice"), ("2", "dim_out_of_range"), ("-3", "dim_out_of_range")),
    ],
)
def test_dimensions_that_are_none_are_refused(tmp_path: Path, text: str, code: str) -> None:
    assert agreement.refusal(Mean, tmp_path, {"tensor": random((2, 3))}, {"dim": text}).code == code

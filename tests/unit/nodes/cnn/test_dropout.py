"""Dropout against its two possible values, and its share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.cnn.dropout import Dropout
from tests.support import agreement
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("p", [0.25, 0.8])
def test_values_are_scaled_or_0(tmp_path: Path, p: float) -> None:
    value = strided((50, 40), torch.float64) + 10
    torch.manual_seed(1)
    out = call(Dropout, tmp_path, {"tensor": value}, {"p": p})["tensor"]
    kept = out != 0
    torch.testing.assert_close(out[kept], value[kept] / (1 - p))
    assert abs(kept.double().mean().item() - (1 - p)) < 0.05


@pytest.mark.parametrize("p", [0.25, 0.8])
def test_is_torch_s_in_the_same_random_state(tmp_path: Path, p: float) -> None:
    agreement.check(
        Dropout, tmp_path, {"tensor": strided((8, 6), torch.float64)}, {"p": p}, lambda x: nn.Dropout(p).train()(x)
    )


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_ends_of_the_range(tmp_path: Path, kind: torch.dtype) -> None:
    value = random((3, 4), kind)
    floats = value if kind.is_floating_point else value.float()
    assert torch.equal(call(Dropout, tmp_path, {"tensor": value}, {"p": 0.0})["tensor"], floats)
    assert not call(Dropout, tmp_path, {"tensor": value}, {"p": 1.0})["tensor"].any()


def test_one_number_and_no_number(tmp_path: Path) -> None:
    assert call(Dropout, tmp_path, {"tensor": 2.0}, {"p": 0.0})["tensor"].item() == 2.0
    assert call(Dropout, tmp_path, {"tensor": torch.zeros(0)})["tensor"].shape == (0,)


def test_complex_numbers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(Dropout, tmp_path, {"tensor": torch.ones(2) * 1j})
    assert (caught.value.reason.code, caught.value.reason.params) == ("complex_unfit", {"port": "tensor"})

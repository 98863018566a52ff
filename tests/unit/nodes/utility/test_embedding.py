"""Embedding against torch and its own table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.nodes.utility.embedding import Embedding
from tests.support import agreement, mutants
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

SIZES = {"num_embeddings": 7, "embedding_dim": 4}


@pytest.mark.parametrize("kind", [torch.int64, torch.int32, torch.uint8, torch.float32], ids=str)
@pytest.mark.parametrize("padding_idx", [-1, 3])
def test_is_torch_s_table_with_the_same_weights(tmp_path: Path, kind: torch.dtype, padding_idx: int) -> None:
    ids = torch.tensor([[0, 6, 3], [2, 2, 1]]).to(kind)

    def reference(x: torch.Tensor) -> Any:
        return nn.Embedding(7, 4, padding_idx=None if padding_idx < 0 else padding_idx)(x.long())

    torch.manual_seed(agreement.SEED)
    out = call(Embedding, tmp_path, {"tensor": ids}, {**SIZES, "padding_idx": padding_idx})["tensor"]
    torch.manual_seed(agreement.SEED)
    expected = reference(ids)
    mutants.check(mutants.equals(expected.detach()), out.detach())
    assert out.requires_grad
    assert bool((out[0, 2] == 0).all()) == (padding_idx == 3)


def test_the_gradient_reaches_each_row_as_often_as_it_is_used() -> None:
    module: Any = Embedding().build({**SIZES, "padding_idx": -1})
    torch.autograd.backward(module(torch.tensor([2, 2, 5])).sum())
    assert module.weight.grad[:, 0].tolist() == [0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0]


def test_one_id_no_id_and_truth_values(tmp_path: Path) -> None:
    assert call(Embedding, tmp_path, {"tensor": 3}, SIZES)["tensor"].shape == (4,)
    assert call(Embedding, tmp_path, {"tensor": torch.zeros(0, 2)}, SIZES)["tensor"].shape == (0, 2, 4)
    assert call(Embedding, tmp_path, {"tensor": torch.tensor([True])}, SIZES)["tensor"].shape == (1, 4)


@pytest.mark.parametrize(
    ("ids", "params", "code"),
    [
        (torch.tensor([0, 7]), {}, "id_out_of_range"),
        (torch.tensor([-1]), {}, "id_out_of_range"),
        (torch.tensor([0.5]), {}, "ids_not_whole"),
        (torch.tensor([float("nan")]), {}, "ids_not_whole"),
        (torch.tensor([1j]), {}, "complex_unfit"),
        (torch.tensor([1]), {"padding_idx": 7}, "layer_params_bad"),
        (torch.tensor([1]), {"embedding_dim": 0}, "size_out_of_range"),
        (torch.tensor([1]), {"num_embeddings": 2**31 - 1, "embedding_dim": 2**20}, "out_of_memory_ahead"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(tmp_path: Path, ids: torch.Tensor, params: dict[str, Any], code: str) -> None:
    assert agreement.refusal(Embedding, tmp_path, {"tensor": ids}, {**SIZES, **params}).code == code

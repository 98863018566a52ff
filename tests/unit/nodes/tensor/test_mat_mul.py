"""MatMul against einsum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.mat_mul import MatMul
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def matmul(root: Path, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    result: torch.Tensor = call(MatMul, root, {"tensor_a": a, "tensor_b": b})["tensor"]
    return result


@pytest.mark.parametrize(
    ("left", "right", "rule"),
    [
        ((2, 3), (3, 4), "ij,jk->ik"),
        ((3,), (3,), "i,i->"),
        ((2, 3), (3,), "ij,j->i"),
        ((3,), (3, 4), "i,ij->j"),
        ((5, 2, 3), (3, 4), "bij,jk->bik"),
        ((5, 2, 3), (5, 3, 4), "bij,bjk->bik"),
        ((3,), (5, 3, 4), "i,bij->bj"),
    ],
)
def test_is_the_matrix_product(tmp_path: Path, left: tuple[int, ...], right: tuple[int, ...], rule: str) -> None:
    a, b = random(left, torch.float64, 1).requires_grad_(), random(right, torch.float64, 2).requires_grad_()
    out = matmul(tmp_path, a, b)
    expected = torch.einsum(rule, a, b)
    torch.testing.assert_close(out, expected)
    weight = random(tuple(out.shape), torch.float64, 3)
    grads = torch.autograd.grad((out * weight).sum(), (a, b))
    wanted = torch.autograd.grad((expected * weight).sum(), (a, b))
    for grad, want in zip(grads, wanted, strict=True):
        mutants.check(mutants.equals(want), grad)


def test_mutants_of_the_product_fail(tmp_path: Path) -> None:
    a, b = strided((2, 3), torch.float64, 1), strided((3, 4), torch.float64, 2)
    mutants.check(mutants.equals(torch.einsum("ij,jk->ik", a, b)), matmul(tmp_path, a, b))


def test_leading_dimensions_broadcast(tmp_path: Path) -> None:
    a, b = random((1, 4, 2, 3), seed=1), random((5, 1, 3, 2), seed=2)
    torch.testing.assert_close(
        matmul(tmp_path, a, b), torch.einsum("xyij,zyjk->zxyik", a, b[:, :1].expand(5, 4, 3, 2))[:, 0]
    )


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_every_type(tmp_path: Path, kind: torch.dtype) -> None:
    a, b = random((2, 3), kind, 1), random((3, 2), kind, 2)
    expected = a.double() @ b.double()
    torch.testing.assert_close(matmul(tmp_path, a, b).double(), expected, rtol=1e-6, atol=1e-6)


def test_mixed_types_promote(tmp_path: Path) -> None:
    out = matmul(tmp_path, torch.tensor([[1, 2]]), torch.tensor([[0.5], [1.5]]))
    assert out.dtype is torch.float32
    assert out.tolist() == [[3.5]]


def test_empty_inner_dimension_gives_zeros(tmp_path: Path) -> None:
    assert torch.equal(matmul(tmp_path, torch.ones(2, 0), torch.ones(0, 3)), torch.zeros(2, 3))


@pytest.mark.parametrize(
    ("left", "right"), [((2, 3), (2, 3)), ((), (3,)), ((3,), ()), ((3,), (4,)), ((2, 2, 3), (5, 3, 4))]
)
def test_sizes_that_do_not_multiply_are_named(tmp_path: Path, left: tuple[int, ...], right: tuple[int, ...]) -> None:
    with pytest.raises(NodeError) as caught:
        matmul(tmp_path, torch.zeros(left), torch.zeros(right))
    assert caught.value.reason.code == "shapes_do_not_multiply"


def test_a_product_beyond_all_memory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        matmul(tmp_path, torch.zeros(1, 1).expand(2**24, 1), torch.zeros(1, 1).expand(1, 2**24))
    assert caught.value.reason.code == "tensor_too_large"

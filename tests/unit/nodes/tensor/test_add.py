"""Add against torch.add."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.add import Add
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path


def add(root: Path, a: object, b: object, alpha: float = 1.0) -> torch.Tensor:
    result: torch.Tensor = call(Add, root, {"tensor_a": a, "tensor_b": b}, {"alpha": alpha})["tensor"]
    return result


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("alpha", [1.0, 2.0, -0.5])
@pytest.mark.parametrize(("left", "right"), [((2, 3), (2, 3)), ((4, 1, 3), (2, 1)), ((), (3,)), ((3,), ())])
def test_is_a_plus_alpha_times_b(
    tmp_path: Path, kind: torch.dtype, alpha: float, left: tuple[int, ...], right: tuple[int, ...]
) -> None:
    a, b = random(left, kind, 1), random(right, kind, 2)
    whole = not kind.is_floating_point and alpha == int(alpha)
    expected = a + (b if alpha == 1 else b * (int(alpha) if whole and kind is not torch.bool else alpha))
    assert torch.equal(add(tmp_path, a, b, alpha), expected)


@pytest.mark.parametrize("alpha", [1.0, 0.3])
def test_gradients_and_mutants(tmp_path: Path, alpha: float) -> None:
    a, b = strided((3, 4), torch.float64, 1).requires_grad_(), random((4,), torch.float64, 2).requires_grad_()
    out = add(tmp_path, a, b, alpha)
    mutants.check(mutants.equals((a + alpha * b).detach()), out.detach())
    weight = random((3, 4), torch.float64, 3)
    torch.autograd.backward((out * weight).sum())
    assert a.grad is not None
    assert b.grad is not None
    mutants.check(mutants.equals(weight), a.grad)
    mutants.check(mutants.equals(alpha * weight.sum(0)), b.grad)


def test_mixed_types_promote_as_torch_does(tmp_path: Path) -> None:
    out = add(tmp_path, torch.tensor([1, 2]), torch.tensor([0.5, 0.25]), 2.0)
    assert out.dtype is torch.float32
    assert out.tolist() == [2.0, 2.5]


def test_large_whole_numbers_are_exact(tmp_path: Path) -> None:
    assert add(tmp_path, torch.tensor([2**62]), torch.tensor([1]), 3.0).tolist() == [2**62 + 3]


def test_an_alpha_beyond_float32_overflows(tmp_path: Path) -> None:
    assert add(tmp_path, torch.tensor([1.0]), torch.tensor([2.0]), -1e300).tolist() == [float("-inf")]


def test_empty_tensors(tmp_path: Path) -> None:
    assert add(tmp_path, torch.zeros(0, 3), torch.ones(1, 3)).shape == (0, 3)


def test_inputs_are_left_alone(tmp_path: Path) -> None:
    a, b = random((3,), seed=1), random((3,), seed=2)
    kept = (a.clone(), b.clone())
    add(tmp_path, a, b, 2.0)
    assert torch.equal(a, kept[0])
    assert torch.equal(b, kept[1])


def test_sizes_that_contradict_are_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        add(tmp_path, torch.zeros(2, 3), torch.zeros(2, 4))
    assert caught.value.reason.to_json()["params"] == {"a": "2 x 3", "b": "2 x 4"}
    assert caught.value.reason.code == "shapes_differ"


def test_a_result_beyond_all_memory_is_refused_before_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        add(tmp_path, torch.zeros(1, 1).expand(2**22, 1), torch.zeros(1, 1).expand(1, 2**22))
    assert caught.value.reason.code == "tensor_too_large"
    assert caught.value.reason.params["wanted"] == "64.0 TiB (70368744177664 bytes)"


@pytest.mark.parametrize("value", ["text", None, object(), [[1], [2, 3]], {"a": 1}])
def test_what_is_no_tensor_is_named_with_its_port(tmp_path: Path, value: object) -> None:
    with pytest.raises(NodeError) as caught:
        add(tmp_path, torch.zeros(1), value)
    assert caught.value.reason.code == "not_a_tensor"
    assert caught.value.reason.params["port"] == "tensor_b"


def test_numbers_and_lists_serve_as_tensors(tmp_path: Path) -> None:
    assert add(tmp_path, [1, 2], 3).tolist() == [4, 5]

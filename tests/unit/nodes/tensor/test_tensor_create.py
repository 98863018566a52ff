"""TensorCreate: shape, fill, gradient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.tensor.tensor_create import TensorCreate
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


def create(root: Path, **params: Any) -> torch.Tensor:
    result: torch.Tensor = call(TensorCreate, root, {}, params)["tensor"]
    return result


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"shape": "2,3", "fill": "zeros"}, torch.zeros(2, 3)),
        ({"shape": "3", "fill": "ones"}, torch.ones(3)),
        ({"shape": " [ 2 , 2 ] ", "fill": "full", "value": -1.5}, torch.full((2, 2), -1.5)),
        ({"shape": "4,9", "fill": "arange"}, torch.arange(4.0)),
        ({"shape": "()", "fill": "full", "value": 2.0}, torch.tensor(2.0)),
        ({"shape": "0,5", "fill": "ones"}, torch.ones(0, 5)),
        ({"shape": "２，１", "fill": "ones"}, torch.ones(2, 1)),
    ],
)
def test_fills(tmp_path: Path, params: dict[str, Any], expected: torch.Tensor) -> None:
    made = create(tmp_path, **params)
    assert torch.equal(made, expected)
    assert made.dtype is torch.float32
    assert not made.requires_grad


@pytest.mark.parametrize("fill", ["randn", "rand"])
@pytest.mark.parametrize("shape", ["2,3", "()"])
def test_random_fills_follow_the_random_state(tmp_path: Path, fill: str, shape: str) -> None:
    torch.manual_seed(7)
    made = create(tmp_path, shape=shape, fill=fill)
    torch.manual_seed(7)
    sizes = (2, 3) if shape == "2,3" else ()
    assert torch.equal(made, (torch.randn if fill == "randn" else torch.rand)(sizes))
    assert not torch.equal(made, create(tmp_path, shape=shape, fill=fill))


@pytest.mark.parametrize("fill", ["zeros", "ones", "randn", "rand", "full", "arange"])
def test_requires_grad(tmp_path: Path, fill: str) -> None:
    made = create(tmp_path, shape="2,3", fill=fill, requires_grad=True)
    torch.autograd.backward((made * 3).sum())
    assert made.grad is not None
    assert torch.equal(made.grad, torch.full_like(made, 3.0))


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ("", "shape_malformed"),
        ("a", "shape_malformed"),
        ("1,,2", "shape_malformed"),
        ("1.5", "shape_malformed"),
        ("1e3", "shape_malformed"),
        ("9" * 5000, "shape_malformed"),
        (",".join("1" * 65), "shape_malformed"),
        ("-1,3", "shape_negative"),
        ("2,-3", "shape_negative"),
        ("99999999,99999999", "tensor_too_large"),
        ("999999999999999999,999999999999999999", "tensor_too_large"),
    ],
)
def test_shapes_that_cannot_be(tmp_path: Path, shape: str, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        create(tmp_path, shape=shape)
    assert caught.value.reason.code == code


def test_arange_needs_a_size(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        create(tmp_path, shape="()", fill="arange")
    assert caught.value.reason.code == "shape_malformed"


def test_the_refusal_names_what_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.shapes.free_bytes", lambda device: 3 << 20)
    assert create(tmp_path, shape="1024,768").numel() == 786432  # exactly what is free
    with pytest.raises(NodeError) as caught:
        create(tmp_path, shape="1024,1024")
    assert caught.value.reason.params == {
        "shape": "1024 x 1024",
        "wanted": "4.0 MiB (4194304 bytes)",
        "free": "3.0 MiB (3145728 bytes)",
        "device": "cpu",
    }


@pytest.mark.parametrize("value", [3.402823466385289e38, -1e39])
def test_a_value_beyond_float32_is_refused(tmp_path: Path, value: float) -> None:
    with pytest.raises(NodeError) as caught:
        call(TensorCreate, tmp_path, params={"fill": "full", "value": value})
    assert caught.value.reason.code == "value_out_of_type"

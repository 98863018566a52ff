"""TensorInput: values by hand and by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch.profiler import ProfilerActivity, profile

from app.core.vocab.errors import NodeError
from app.nodes.data.tensor_input import TensorInput
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

KINDS = {
    "float32": torch.float32,
    "float64": torch.float64,
    "int64": torch.int64,
    "int32": torch.int32,
    "bool": torch.bool,
}


def made(root: Path, **params: Any) -> torch.Tensor:
    result: torch.Tensor = call(TensorInput, root, {}, params)["tensor"]
    return result


def refusal(root: Path, **params: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(NodeError) as caught:
        made(root, **params)
    return caught.value.reason.code, dict(caught.value.reason.params)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", ["2,3", "()", "0,3", "5"])
def test_zeros_ones_arange(tmp_path: Path, kind: str, shape: str) -> None:
    sizes = [] if shape == "()" else [int(size) for size in shape.split(",")]
    zeros = torch.zeros(sizes, dtype=KINDS[kind])
    assert torch.equal(made(tmp_path, shape=shape, dtype=kind, value_mode="zeros"), zeros)
    assert torch.equal(made(tmp_path, shape=shape, dtype=kind, value_mode="ones"), torch.ones_like(zeros))
    counted = torch.arange(zeros.numel()).reshape(sizes).to(KINDS[kind])
    assert torch.equal(made(tmp_path, shape=shape, dtype=kind, value_mode="arange"), counted)


@pytest.mark.parametrize("kind", KINDS)
def test_random_values_depend_on_the_seed_alone(tmp_path: Path, kind: str) -> None:
    torch.manual_seed(1)
    first = made(tmp_path, shape="40,50", dtype=kind, seed=5)
    torch.manual_seed(2)
    assert torch.equal(first, made(tmp_path, shape="40,50", dtype=kind, seed=5))
    assert not torch.equal(first, made(tmp_path, shape="40,50", dtype=kind, seed=6))
    assert first.dtype is KINDS[kind]


def test_random_values_have_the_promised_spread(tmp_path: Path) -> None:
    normal = made(tmp_path, shape="10000")
    assert abs(normal.mean().item()) < 0.05
    assert abs(normal.std().item() - 1) < 0.05
    assert set(made(tmp_path, shape="1000", dtype="int64").tolist()) == set(range(10))
    assert set(made(tmp_path, shape="1000", dtype="bool").tolist()) == {True, False}


def test_random_floats_are_torchs_own(tmp_path: Path) -> None:
    expected = torch.randn(2, 3, dtype=torch.float64, generator=torch.Generator().manual_seed(11))
    assert torch.equal(made(tmp_path, shape="2,3", dtype="float64", seed=11), expected)


@pytest.mark.parametrize("seed", [-1, -(10**30), 2**64 + 3, 10**40])
def test_any_whole_number_is_a_seed(tmp_path: Path, seed: int) -> None:
    assert torch.equal(made(tmp_path, seed=seed), made(tmp_path, seed=seed % 2**64))


@pytest.mark.parametrize(
    ("values", "kind", "shape", "expected"),
    [
        ([[1, 2], [3, 4]], "float32", "2,2", [[1.0, 2.0], [3.0, 4.0]]),
        ([[1, 2], [3, 4]], "int64", "4", [1, 2, 3, 4]),
        ([1.0, 2.0], "int32", "2", [1, 2]),
        ([0, 2, -1, 0.5], "bool", "4", [False, True, True, True]),
        (7, "float64", "()", 7.0),
        ([], "float32", "0", []),
        ([[], []], "float32", "2,0", [[], []]),
        ([True, False], "int64", "2", [1, 0]),
        ([2**63 - 1], "int64", "1", [2**63 - 1]),
    ],
)
def test_values_typed_in(tmp_path: Path, values: Any, kind: str, shape: str, expected: Any) -> None:
    out = made(tmp_path, shape=shape, dtype=kind, value_mode="explicit", values=values)
    assert out.tolist() == expected
    assert out.dtype is KINDS[kind]


@pytest.mark.parametrize(
    ("values", "kind", "code", "params"),
    [
        (None, "float32", "values_missing", {}),
        ("", "float32", "values_missing", {}),
        ([1, 2, 3], "float32", "values_count", {"count": 3, "shape": "2", "wanted": 2}),
        ([[1], [2, 3]], "float32", "values_ragged", {"found": "a row of 2"}),
        ([[1], 2], "float32", "values_ragged", {"found": "2"}),
        ([1, [2]], "float32", "values_ragged", {"found": "1"}),
        ([1, "2"], "float32", "values_ragged", {"found": "2"}),
        ([1, None], "float32", "values_ragged", {"found": "None"}),
        ({"a": 1}, "float32", "values_ragged", {"found": "{'a': 1}"}),
        (torch.zeros(0), "float32", "values_ragged", {"found": "tensor([])"}),
        ([1, 1.5], "int64", "value_out_of_type", {"value": "1.5", "dtype": "int64"}),
        ([1, 2**31], "int32", "value_out_of_type", {"value": "2147483648", "dtype": "int32"}),
        ([1, float("nan")], "int64", "value_out_of_type", {"value": "nan", "dtype": "int64"}),
        ([1, float("inf")], "int64", "value_out_of_type", {"value": "inf", "dtype": "int64"}),
        ([1, 10**400], "float64", "value_out_of_type", {"value": "2^100 and more", "dtype": "float64"}),
    ],
)
def test_values_that_cannot_be(tmp_path: Path, values: Any, kind: str, code: str, params: dict[str, Any]) -> None:
    got = refusal(tmp_path, shape="2", dtype=kind, value_mode="explicit", values=values)
    assert got == (code, params)


def test_a_grid_thousands_deep_does_not_recurse(tmp_path: Path) -> None:
    deep: Any = [1]
    for _ in range(5000):
        deep = [deep]
    assert made(tmp_path, shape="1", value_mode="explicit", values=deep).tolist() == [1.0]


def test_an_absurd_size_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, shape="9999999,9999999")[0] == "tensor_too_large"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["random", "arange"])
def test_nothing_larger_than_the_result_is_made(tmp_path: Path, kind: str, mode: str) -> None:
    """What was checked is what is taken: no tensor of int64 on the way to a smaller type."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as seen:
        out = made(tmp_path, shape="300,1000", dtype=kind, value_mode=mode)
    taken = sum(max(0, event.self_cpu_memory_usage) for event in seen.key_averages())
    assert out.nbytes <= taken < out.nbytes * 1.1


@pytest.mark.parametrize("kind", KINDS)
def test_counting_and_drawing_give_the_values_of_int64(tmp_path: Path, kind: str) -> None:
    counted = made(tmp_path, shape="3,4", dtype=kind, value_mode="arange")
    assert torch.equal(counted, torch.arange(12).reshape(3, 4).to(KINDS[kind]))
    if not kind.startswith("float"):
        drawn = torch.randint(0, 2 if kind == "bool" else 10, (1000,), generator=torch.Generator().manual_seed(4))
        assert torch.equal(made(tmp_path, shape="1000", dtype=kind, seed=4), drawn.to(KINDS[kind]))

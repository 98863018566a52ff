"""Summaries of everything that may leave a port."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch

from app.core.events.strict import dumps
from app.core.events.summary import MAX_TEXT, SAMPLE_SIZE, _strided, summarise, type_of

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
INTS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]


def _figures(summary: dict[str, Any]) -> tuple[Any, Any, Any]:
    return summary["min"], summary["max"], summary["mean"]


@pytest.mark.parametrize("dtype", [*FLOATS, *INTS], ids=str)
@pytest.mark.parametrize("count", [4, 300])
def test_every_number_type_has_its_figures(dtype: torch.dtype, count: int) -> None:
    tensor = (torch.arange(count) % 4).to(dtype)
    summary = summarise(tensor)
    assert (summary["type"], summary["shape"], summary["dtype"]) == ("tensor", [count], str(dtype)[6:])
    assert _figures(summary) == (0.0, 3.0, 1.5)
    assert all(type(figure) is float for figure in _figures(summary))
    assert summary.get("values") == ([0, 1, 2, 3] if count == 4 else None)


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn], ids=str)
@pytest.mark.parametrize("count", [4, 300])
def test_rare_number_types_have_their_figures_too(dtype: torch.dtype, count: int) -> None:
    assert _figures(summarise((torch.arange(count) % 4).to(dtype))) == (0.0, 3.0, 1.5)


def test_a_large_sparse_tensor_has_a_shape_and_no_figures() -> None:
    large = torch.sparse_coo_tensor(torch.tensor([[5], [7]]), torch.ones(1), (100_000, 100_000), check_invariants=True)
    summary = summarise(large)
    assert (summary["shape"], _figures(summary)) == ([100_000, 100_000], (None, None, None))


@pytest.mark.parametrize("count", [4, 300])
def test_booleans_are_zeros_and_ones(count: int) -> None:
    summary = summarise(torch.arange(count) % 4 == 0)
    assert _figures(summary) == (0.0, 1.0, 0.25)
    assert summary["dtype"] == "bool"


def test_complex_numbers_are_listed_as_pairs_without_figures() -> None:
    summary = summarise(torch.tensor([[1 + 2j]]))
    assert summary["values"] == [[[1.0, 2.0]]]
    assert _figures(summary) == _figures(summarise(torch.ones(300, dtype=torch.complex64))) == (None, None, None)


def test_figures_have_four_decimals_and_values_none_cut() -> None:
    summary = summarise(torch.tensor([1 / 3, 2 / 3], dtype=torch.float64))
    assert _figures(summary) == (0.3333, 0.6667, 0.5)
    assert summary["values"] == [1 / 3, 2 / 3]


def test_empty_and_zero_dimensional_tensors() -> None:
    empty = summarise(torch.empty(0, 3))
    assert (empty["shape"], _figures(empty), empty["values"]) == ([0, 3], (None, None, None), [])
    assert summarise(torch.empty(10**12, 0))["values"] == []
    single = summarise(torch.tensor(2.5))
    assert (single["shape"], _figures(single), single["values"]) == ([], (2.5, 2.5, 2.5), 2.5)


@pytest.mark.parametrize("count", [3, 300])
def test_not_a_number_anywhere_means_no_figures(count: int) -> None:
    tensor = torch.ones(count)
    tensor[1] = float("nan")
    assert _figures(summarise(tensor)) == (None, None, None)
    json.loads(dumps(summarise(tensor)), parse_constant=pytest.fail)


@pytest.mark.parametrize("count", [3, 300])
def test_an_infinity_hides_only_what_it_touches(count: int) -> None:
    tensor = torch.ones(count)
    tensor[1] = float("inf")
    assert _figures(summarise(tensor)) == (1.0, None, None)


@pytest.mark.filterwarnings("ignore:Sparse CSR", "ignore:.*quantize")
def test_gradients_layouts_and_places_do_not_matter() -> None:
    base = torch.tensor([[0.0, 0.0], [0.0, 3.0]])
    learned = base.clone().requires_grad_() * 1
    for tensor in (
        learned,
        base.to_sparse(),
        base.to_sparse_csr(),
        torch.quantize_per_tensor(base, 0.1, 0, torch.qint8),
    ):
        summary = summarise(tensor)
        assert summary["shape"] == [2, 2]
        assert _figures(summary) == (0.0, 3.0, 0.75), tensor.layout
    assert _figures(summarise(torch.randn(30, 40).t())) != (None, None, None)
    meta = summarise(torch.empty(1000, device="meta"))
    assert (meta["shape"], meta["dtype"], _figures(meta)) == ([1000], "float32", (None, None, None))


@pytest.mark.parametrize("shape", [(5_000_000,), (3, 2_000_001), (5, 1000, 7, 200), (2,) * 23])
def test_a_huge_tensor_is_sampled_as_a_view(shape: tuple[int, ...]) -> None:
    tensor = torch.ones(1).expand(shape)
    view = _strided(tensor, shape)
    assert SAMPLE_SIZE // 4 <= view.numel() <= SAMPLE_SIZE
    assert view.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()
    summary = summarise(tensor)
    assert summary["sampled"] is True
    assert _figures(summary) == (1.0, 1.0, 1.0)
    assert "sampled" not in summarise(torch.ones(1).expand(4_000_000))


def test_arrays_and_numpy_scalars() -> None:
    array = summarise(np.arange(6, dtype=np.int16).reshape(2, 3))
    assert array == {
        "type": "tensor", "shape": [2, 3], "dtype": "int16", "min": 0.0, "max": 5.0, "mean": 2.5,
        "values": [[0, 1, 2], [3, 4, 5]],
    }  # fmt: skip
    assert _figures(summarise(np.arange(1000))) == (0.0, 999.0, 499.5)
    assert _figures(summarise(np.array(["a", "b"]))) == (None, None, None)
    assert summarise(np.float32(1.5)) == {"type": "scalar", "value": 1.5}
    assert summarise(np.bool_(True)) == {"type": "scalar", "value": True}
    assert summarise(np.complex64(1 + 2j)) == {"type": "scalar", "value": [1.0, 2.0]}


@pytest.mark.parametrize(
    ("value", "shown"),
    [(True, True), (3, 3), (2.5, 2.5), (float("nan"), None), (float("-inf"), None), (10**40, 10**40)],
)
def test_scalars(value: Any, shown: Any) -> None:
    assert summarise(value) == {"type": "scalar", "value": shown}


def test_strings_are_cut_and_may_be_downloaded() -> None:
    assert summarise("short") == {"type": "string", "value": "short"}
    long = summarise("x" * 10_000_000)["value"]
    assert (len(long), long[-1]) == (MAX_TEXT, "…")
    assert summarise("/m/a.pt", lambda text: text[3:])["download_path"] == "a.pt"
    assert "download_path" not in summarise("/m/a.pt", lambda text: None)
    assert summarise("\ud800")["value"] == "\ufffd"


def test_models_are_counted() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 1))
    model[0].requires_grad_(False)
    assert summarise(model) == {"type": "model", "class": "Sequential", "params": 11, "trainable": 3}
    assert summarise(torch.nn.LazyLinear(2)) == {"type": "model", "class": "LazyLinear", "params": 0, "trainable": 0}


def test_lists_show_values_only_when_they_are_plain_and_few() -> None:
    assert summarise([1, 2.5, None, "x", True]) == {
        "type": "list", "length": 5, "repr": "[1, 2.5, None, 'x', True]", "values": [1, 2.5, None, "x", True],
    }  # fmt: skip
    assert summarise([(1, 2), [3.0, float("nan")]])["values"] == [[1, 2], [3.0, None]]
    assert "values" not in summarise(list(range(257)))
    mixed = summarise([torch.ones(1000, 1000), {"a": 1}, [[[[[[1]]]]]]])
    assert mixed["repr"] == "[<tensor [1000, 1000] float32>, {'a': 1}, [[[<list of 1>]]]]"
    assert "values" not in mixed
    long = summarise(["y" * 50] * 1_000_000)
    assert (long["length"], len(long["repr"])) == (1_000_000, MAX_TEXT)


def test_anything_else_has_its_class_name() -> None:
    class Trap:
        dtype = shape = property(lambda self: 1 / 0)

        def __repr__(self) -> str:
            raise RuntimeError("no")

    assert summarise(None) == {"type": "NoneType", "repr": "None"}
    assert summarise({"a": 1}) == {"type": "dict", "repr": "{'a': 1}"}
    assert (
        summarise({"w": torch.ones(1000, 1000), "s": {2, 1}})["repr"]
        == "{'w': <tensor [1000, 1000] float32>, 's': {1, 2}}"
    )
    assert len(summarise(dict.fromkeys(range(1_000_000)))["repr"]) == MAX_TEXT
    assert summarise(Trap()) == {"type": "Trap", "repr": "<Trap>"}


@pytest.mark.parametrize(
    "value",
    ["x", True, 1, 1.5, np.float32(1), torch.zeros(2), np.zeros(2), [1], (1,), torch.nn.ReLU(), None, {1: 2}, int],
    ids=str,
)
def test_the_type_alone_is_the_one_of_the_summary(value: Any) -> None:
    assert type_of(value) == summarise(value)["type"]

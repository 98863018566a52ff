"""What the Inspector is told about each kind of value."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import torch

from app.core.vocab.errors import Refused, TooLarge
from app.engine import inspector
from app.engine.inspector import answer, rows
from app.engine.recorder import RunOutputStore

BASE = torch.arange(24.0).reshape(2, 3, 4)


def test_a_whole_tensor() -> None:
    assert answer(torch.tensor([[1.0, 2.0], [3.0, 6.0]])) == {
        "type": "tensor",
        "full_shape": [2, 2],
        "dtype": "float32",
        "slice": "",
        "sliced_shape": [2, 2],
        "values": [[1.0, 2.0], [3.0, 6.0]],
        "truncated": False,
        "min": 1.0,
        "max": 6.0,
        "mean": 3.0,
    }


def test_a_slice_has_its_own_figures() -> None:
    found = answer(BASE, " 1, ::2, -1 ")
    assert found == {
        "type": "tensor",
        "full_shape": [2, 3, 4],
        "dtype": "float32",
        "slice": "1, ::2, -1",
        "sliced_shape": [2],
        "values": [15.0, 23.0],
        "truncated": True,
        "min": 15.0,
        "max": 23.0,
        "mean": 19.0,
    }
    assert answer(BASE, "0,0,0")["values"] == 0.0


def test_the_limit_is_on_the_slice_not_on_the_tensor() -> None:
    assert answer(BASE, "0", max_elements=12)["sliced_shape"] == [3, 4]
    with pytest.raises(TooLarge) as caught:
        answer(BASE, "0", max_elements=11)
    assert caught.value.reason.params == {"count": 12, "limit": 11}
    with pytest.raises(TooLarge):
        answer(torch.zeros(4097))
    assert len(answer(torch.zeros(4096))["values"]) == 4096


@pytest.mark.parametrize("wanted", [0, -1, 1_000_001])
def test_a_limit_out_of_range_is_refused(wanted: int) -> None:
    with pytest.raises(Refused) as caught:
        answer(BASE, max_elements=wanted)
    assert caught.value.reason.code == "max_elements_bad"


@pytest.mark.parametrize(
    ("value", "dtype", "values", "low"),
    [
        (torch.tensor([1, -2]), "int64", [1, -2], -2),
        (torch.tensor([True, False]), "bool", [True, False], 0),
        (torch.tensor([3, 255], dtype=torch.uint8), "uint8", [3, 255], 3),
        (torch.tensor([1.5], dtype=torch.bfloat16), "bfloat16", [1.5], 1.5),
        (torch.tensor([1.5], dtype=torch.float16), "float16", [1.5], 1.5),
        (torch.tensor([1.5]).to(torch.float8_e4m3fn), "float8_e4m3fn", [1.5], 1.5),
        (torch.tensor([1 + 2j]), "complex64", [[1.0, 2.0]], None),
        (torch.tensor([1 + 2j]).conj(), "complex64", [[1.0, -2.0]], None),
        (torch.tensor([1.0, float("nan"), float("inf")]), "float32", [1.0, None, None], None),
        (torch.tensor([1.0, float("-inf")]), "float32", [1.0, None], None),
        (torch.empty(0, 10**9), "float32", [], None),
        (torch.tensor(7), "int64", 7, 7),
        (torch.ones(2, requires_grad=True) * 3, "float32", [3.0, 3.0], 3.0),
        (torch.eye(2).to_sparse(), "float32", [[1.0, 0.0], [0.0, 1.0]], 0.0),
        (np.array([[1, 2]], dtype=np.int32), "int32", [[1, 2]], 1),
    ],
    ids=str,
)
def test_every_kind_of_tensor(value: Any, dtype: str, values: Any, low: Any) -> None:
    found = answer(value)
    assert (found["type"], found["dtype"], found["values"], found["min"]) == ("tensor", dtype, values, low)
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    ("value", "text", "code"),
    [
        (torch.zeros(2, device="meta"), "", "output_no_data"),
        (np.array(["a", "b"]), "", "output_not_tensor"),
        ([1, 2], "0", "output_not_tensor"),
        (5, "0", "output_not_tensor"),
        ("text", "0", "output_not_tensor"),
        (torch.zeros(2), "x", "slice_malformed"),
        (torch.zeros(2), "2", "slice_index_outside"),
        (
            torch.zeros(2 * 10**6).to_sparse(),
            "0",
            "sparse_too_large",
        ),
    ],
)
def test_what_cannot_be_answered(value: Any, text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        answer(value, text)
    assert caught.value.reason.code == code


def test_a_string_is_whole_up_to_the_limit() -> None:
    text = "x" * 300
    assert answer(text) == {"type": "string", "value": text, "length": 300, "truncated": False}
    assert answer(text, max_elements=5) == {"type": "string", "value": "xxxxx", "length": 300, "truncated": True}
    assert answer("\ud800")["value"] == "\ufffd"


def test_a_model_a_list_a_scalar_and_anything_else_are_summed_up() -> None:
    assert answer(torch.nn.Linear(3, 2)) == {"type": "model", "class": "Linear", "params": 8, "trainable": 8}
    assert answer([1, 2])["values"] == [1, 2]
    assert answer((1, torch.zeros(2)))["length"] == 2
    assert answer(float("nan")) == {"type": "scalar", "value": None}
    assert answer(3) == {"type": "scalar", "value": 3}
    assert answer(None) == {"type": "NoneType", "repr": "None"}


class Rude:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


def test_rows_name_every_port_with_its_type_and_shape() -> None:
    store = RunOutputStore()
    store.begin("r")
    store.record("r", "n", {"a": BASE, "b": torch.nn.ReLU(), "c": 1, "d": "x", "e": [1], "f": Rude()})
    store.record("r", "m", {"a": np.zeros((2, 1))})
    assert [(row["node_id"], row["port"], row["type"], row["full_shape"]) for row in rows(store.ports("r"))] == [
        ("n", "a", "tensor", [2, 3, 4]),
        ("n", "b", "model", None),
        ("n", "c", "scalar", None),
        ("n", "d", "string", None),
        ("n", "e", "list", None),
        ("n", "f", "Rude", None),
        ("m", "a", "tensor", [2, 1]),
    ]
    assert inspector.DEFAULT_ELEMENTS == 4096

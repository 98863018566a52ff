"""Every kind of value that a node can give, recorded by a real run and read over HTTP: the value and its figures."""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

import pytest
import torch

from tests.support.recorded import VALUES, graph, inspected, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAN, INF = float("nan"), float("inf")
Pair = namedtuple("Pair", "left right")


class Rude:
    """Fails whatever is asked of it."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(name)


class Letters(torch.utils.data.Dataset):  # type: ignore[type-arg] # what it gives does not matter
    """A data set of two."""

    def __len__(self) -> int:
        return 2

    def __repr__(self) -> str:
        return "Letters(2)"


def _picture() -> Any:
    from PIL import Image

    return Image.new("RGB", (4, 2))


def _array() -> Any:
    import numpy as np

    return np.arange(6, dtype=np.uint16).reshape(2, 3)


def _dtype(name: str, values: Any) -> tuple[Callable[[], Any], dict[str, Any], int | str]:
    """A tensor of two numbers, 1 and 2, of a dtype."""
    low, high = (True, True) if name == "bool" else (1, 2)
    return (
        lambda: torch.tensor([1, 2]).to(getattr(torch, name)),
        {
            "type": "tensor",
            "dtype": name,
            "values": values,
            "min": low,
            "max": high,
            "mean": 1.0 if low is high else 1.5,
        },
        2,
    )


CASES: dict[str, tuple[Callable[[], Any], dict[str, Any], int | str]] = {
    **{
        name: _dtype(name, [1.0, 2.0])
        for name in ("float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")
    },
    **{
        name: _dtype(name, [1, 2])
        for name in ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64")
    },
    "bool": _dtype("bool", [True, True]),
    "complex": (
        lambda: torch.tensor([[1 + 2j, complex(NAN, -INF)]]),
        {"dtype": "complex64", "values": [[[1.0, 2.0], [None, None]]], "full_shape": [1, 2], "mean": None},
        "output_not_real",
    ),
    "conjugate": (
        lambda: torch.tensor([1 + 2j]).conj(),
        {"dtype": "complex64", "values": [[1.0, -2.0]]},
        "output_not_real",
    ),
    "quantised": (
        lambda: torch.quantize_per_tensor(torch.tensor([0.5, 1.0]), 0.5, 0, torch.quint8),
        {"dtype": "quint8", "values": [0.5, 1.0]},
        2,
    ),
    "sparse": (
        lambda: torch.eye(3).to_sparse(),
        {"dtype": "float32", "values": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]},
        9,
    ),
    "sparse rows": (
        lambda: torch.eye(2).to_sparse_csr(),
        {"dtype": "float32", "values": [[1.0, 0.0], [0.0, 1.0]]},
        4,
    ),
    "one number": (lambda: torch.tensor(7.5), {"full_shape": [], "values": 7.5, "sliced_shape": []}, 1),
    "empty": (
        lambda: torch.empty(0, 3),
        {"full_shape": [0, 3], "values": [], "min": None, "max": None, "mean": None},
        0,
    ),
    "many empty rows": (lambda: torch.empty(10**9, 0), {"full_shape": [10**9, 0], "values": []}, 0),
    "turned": (
        lambda: torch.arange(6).reshape(2, 3).t(),
        {"full_shape": [3, 2], "values": [[0, 3], [1, 4], [2, 5]]},
        6,
    ),
    "spread out": (lambda: torch.ones(1).expand(3, 2), {"values": [[1.0, 1.0]] * 3}, 6),
    "odd numbers": (
        lambda: torch.tensor([NAN, INF, -INF, 1.0]),
        {"values": [None, None, None, 1.0], "min": None, "max": None, "mean": None},
        4,
    ),
    "needs a gradient": (lambda: torch.ones(2, requires_grad=True) * 2, {"values": [2.0, 2.0]}, 2),
    "no data": (lambda: torch.zeros(2, device="meta"), {"code": "output_no_data"}, "output_no_data"),
    "array": (_array, {"type": "tensor", "dtype": "uint16", "values": [[0, 1, 2], [3, 4, 5]]}, 6),
    "model": (
        lambda: torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU()),
        {"type": "model", "class": "Sequential", "params": 9, "trainable": 9},
        "output_not_tensor",
    ),
    "list": (lambda: [1, [2.5, 3]], {"type": "list", "length": 2, "values": [1, [2.5, 3]]}, "output_not_tensor"),
    "tensors": (
        lambda: (torch.zeros(2), torch.zeros(3)),
        {"type": "list", "length": 2, "repr": "(<tensor [2] float32>, <tensor [3] float32>)"},
        "output_not_tensor",
    ),
    "pair": (lambda: Pair(1, 2), {"type": "list", "length": 2}, "output_not_tensor"),
    "text": (
        lambda: "\ud800" + "é" * 10_000,
        {"type": "string", "value": "\ufffd" + "é" * 4095, "length": 10_001, "truncated": True},
        "output_not_tensor",
    ),
    "number": (lambda: 2.5, {"type": "scalar", "value": 2.5}, "output_not_tensor"),
    "no number": (lambda: NAN, {"type": "scalar", "value": None}, "output_not_tensor"),
    "huge": (lambda: 10**400, {"type": "scalar", "value": 10**400}, "output_not_tensor"),
    "flag": (lambda: True, {"type": "scalar", "value": True}, "output_not_tensor"),
    "nothing": (lambda: None, {"type": "NoneType", "repr": "None"}, "output_not_tensor"),
    "mapping": (lambda: {"a": NAN, 3: b"x"}, {"type": "dict", "repr": "{'a': nan, 3: b'x'}"}, "output_not_tensor"),
    "data set": (Letters, {"type": "Letters", "repr": "Letters(2)"}, "output_not_tensor"),
    "optimizer": (
        lambda: torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1),
        {"type": "SGD"},
        "output_not_tensor",
    ),
    "picture": (_picture, {"type": "Image", "repr": "<PIL.Image.Image image mode=RGB size=4x2>"}, "output_not_tensor"),
    "iterator": (lambda: iter([1, 2]), {"type": "list_iterator"}, "output_not_tensor"),
    "rude": (Rude, {"type": "Rude", "repr": "<Rude>"}, "output_not_tensor"),
}


@pytest.fixture(autouse=True)
def _values() -> Any:
    VALUES.update({name: make for name, (make, _, _) in CASES.items()})
    yield
    VALUES.clear()


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor", "ignore:Sparse CSR tensor support")
async def test_every_kind_of_value(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(**{name: name for name in CASES}), seed=1)
        listed = (await client.get(f"/api/execution/outputs/{run_id}")).json
        assert [row["node_id"] for row in listed] == list(CASES)
        for name, (_, wanted, figures) in CASES.items():
            path = f"/api/execution/outputs/{run_id}/{name}/out"
            reply = await client.get(path)
            answer = {"code": reply.code} if reply.status >= 400 else reply.json
            assert {key: answer.get(key) for key in wanted} == wanted, name
            stats = await client.get(path + "/stats")
            if isinstance(figures, str):
                assert (stats.status, stats.code) == (400, figures), name
            else:
                assert (stats.status, stats.json["count"]) == (200, figures), name


async def test_figures_of_small_numbers_of_every_kind(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        real = [name for name, (_, wanted, count) in CASES.items() if count == 2 and wanted.get("values") == [1, 2]]
        assert len(real) == 14
        run_id = await run(client, graph(**{name: name for name in real}))
        for name in real:
            stats = (await client.get(f"/api/execution/outputs/{run_id}/{name}/out/stats")).json
            assert (stats["min"], stats["max"], stats["mean"], stats["std"]) == (1, 2, 1.5, 0.5), name
            assert stats["quantiles"]["0.5"] == 1.5, name
            is_label = name.startswith(("int", "uint"))
            balance = [{"value": 1, "count": 1}, {"value": 2, "count": 1}] if is_label else None
            assert stats["class_balance"] == balance, name

"""Every kind of value that a node can give, recorded by a real run and read over HTTP: the value and its figures."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.engine.registry import Registry, discover
from app.runs.executors.inprocess import InProcessExecutor
from app.runs.executors.run_process import Patience
from tests.support import kinds, plane, run_processes, runs
from tests.support.recorded import graph, run

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.runs.executors.base import Executor
    from tests.support.plane import Client

_BUILTIN = discover()
REGISTRY = Registry({"Start": _BUILTIN.node_class("Start"), "Kind": kinds.Kind})

Case = tuple[dict[str, Any], int | str]
"""What the answer holds, or the code of its refusal; how many elements are counted, or the code of that refusal."""


def _dtype(name: str, values: Any) -> Case:
    """A tensor of two numbers, 1 and 2, of a dtype."""
    low, high = (True, True) if name == "bool" else (1, 2)
    return (
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


CASES: dict[str, Case] = {
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
        {"dtype": "complex64", "values": [[[1.0, 2.0], [None, None]]], "full_shape": [1, 2], "mean": None},
        "output_not_real",
    ),
    "conjugate": (
        {"dtype": "complex64", "values": [[1.0, -2.0]]},
        "output_not_real",
    ),
    "quantised": (
        {"dtype": "quint8", "values": [0.5, 1.0]},
        2,
    ),
    "sparse": (
        {"dtype": "float32", "values": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]},
        9,
    ),
    "sparse rows": (
        {"dtype": "float32", "values": [[1.0, 0.0], [0.0, 1.0]]},
        4,
    ),
    "large and sparse": ({"code": "sparse_too_large"}, "sparse_too_large"),
    "one number": ({"full_shape": [], "values": 7.5, "sliced_shape": []}, 1),
    "empty": (
        {"full_shape": [0, 3], "values": [], "min": None, "max": None, "mean": None},
        0,
    ),
    "many empty rows": ({"full_shape": [10**9, 0], "values": []}, 0),
    "turned": (
        {"full_shape": [3, 2], "values": [[0, 3], [1, 4], [2, 5]]},
        6,
    ),
    "spread out": ({"values": [[1.0, 1.0]] * 3}, 6),
    "odd numbers": (
        {"values": [None, None, None, 1.0], "min": None, "max": None, "mean": None},
        4,
    ),
    "needs a gradient": ({"values": [2.0, 2.0]}, 2),
    "no data": ({"code": "output_no_data"}, "output_no_data"),
    "array": ({"type": "tensor", "dtype": "uint16", "values": [[0, 1, 2], [3, 4, 5]]}, 6),
    "model": (
        {"type": "model", "class": "Sequential", "params": 9, "trainable": 9},
        "output_not_tensor",
    ),
    "list": ({"type": "list", "length": 2, "values": [1, [2.5, 3]]}, "output_not_tensor"),
    "tensors": (
        {"type": "list", "length": 2, "repr": "(<tensor [2] float32>, <tensor [3] float32>)"},
        "output_not_tensor",
    ),
    "pair": ({"type": "list", "length": 2}, "output_not_tensor"),
    "text": (
        {"type": "string", "value": "\ufffd" + "é" * 4095, "length": 10_001, "truncated": True},
        "output_not_tensor",
    ),
    "number": ({"type": "scalar", "value": 2.5}, "output_not_tensor"),
    "no number": ({"type": "scalar", "value": None}, "output_not_tensor"),
    "huge": ({"type": "scalar", "value": 10**400}, "output_not_tensor"),
    "flag": ({"type": "scalar", "value": True}, "output_not_tensor"),
    "nothing": ({"type": "NoneType", "repr": "None"}, "output_not_tensor"),
    "mapping": ({"type": "dict", "repr": "{'a': nan, 3: b'x'}"}, "output_not_tensor"),
    "data set": ({"type": "Letters", "repr": "Letters(2)"}, "output_not_tensor"),
    "optimizer": (
        {"type": "SGD"},
        "output_not_tensor",
    ),
    "picture": ({"type": "Image", "repr": "<PIL.Image.Image image mode=RGB size=4x2>"}, "output_not_tensor"),
    "iterator": ({"type": "list_iterator"}, "output_not_tensor"),
    "rude": ({"type": "Rude", "repr": "<Rude>"}, "output_not_tensor"),
}


@asynccontextmanager
async def _client(root: Path, where: str) -> AsyncIterator[Client]:
    """Of a control plane whose runs execute in a thread of this process, or in a process of their own."""
    executor: Executor = (
        InProcessExecutor(REGISTRY)
        if where == "thread"
        else run_processes.executor(own_nodes=lambda: [kinds.FILE], patience=Patience(start_s=60, answer_s=60))
    )
    try:
        async with runs.serving(root, executor, REGISTRY) as service:
            services = plane.make(root, runs=service, catalog=REGISTRY.catalog)
            async with plane.serving(services) as client:
                yield client
    finally:
        await asyncio.to_thread(executor.close)


@pytest.mark.parametrize("where", ["thread", "process"])
@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor", "ignore:Sparse CSR tensor support")
async def test_every_kind_of_value(tmp_path: Path, where: str) -> None:
    async with _client(tmp_path, where) as client:
        run_id = await run(client, graph(**{name: ("Kind", {"name": name}) for name in CASES}), seed=1)
        listed = (await client.get(f"/api/execution/outputs/{run_id}")).json
        assert [row["node_id"] for row in listed] == list(CASES) == [*kinds.DTYPES, *kinds.MAKES]
        for name, (wanted, figures) in CASES.items():
            path = f"/api/execution/outputs/{run_id}/{name}/out"
            reply = await client.get(path)
            answer = {"code": reply.code} if reply.status >= 400 else reply.json
            assert {key: answer.get(key) for key in wanted} == wanted, name
            stats = await client.get(path + "/stats")
            if isinstance(figures, int):
                assert (stats.status, stats.json["count"]) == (200, figures), name
            else:
                assert (stats.status, stats.code) == (413 if figures == "sparse_too_large" else 400, figures), name


@pytest.mark.parametrize("where", ["thread", "process"])
async def test_figures_of_small_numbers_of_every_kind(tmp_path: Path, where: str) -> None:
    async with _client(tmp_path, where) as client:
        real = [name for name in kinds.DTYPES if name != "bool"]
        run_id = await run(client, graph(**{name: ("Kind", {"name": name}) for name in real}))
        for name in real:
            stats = (await client.get(f"/api/execution/outputs/{run_id}/{name}/out/stats")).json
            assert (stats["min"], stats["max"], stats["mean"], stats["std"]) == (1, 2, 1.5, 0.5), name
            assert stats["quantiles"]["0.5"] == 1.5, name
            is_label = name.startswith(("int", "uint"))
            balance = [{"value": 1, "count": 1}, {"value": 2, "count": 1}] if is_label else None
            assert stats["class_balance"] == balance, name


async def test_refusals_are_the_same_wherever_a_run_executes(tmp_path: Path) -> None:
    said: dict[str, list[Any]] = {}
    for where in ("thread", "process"):
        async with _client(tmp_path / where, where) as client:
            names = ("turned", "list")
            run_id = await run(client, graph(**{name: ("Kind", {"name": name}) for name in names}), seed=1)
            base = f"/api/execution/outputs/{run_id}"
            paths = (
                "/turned/out?slice=3", "/turned/out?slice=x", "/turned/out?max_elements=5", "/list/out?slice=0",
                "/list/out/stats", "/turned/no", "/no/out", "/no/__steps_index", "/turned/__grad_index",
            )  # fmt: skip
            replies = [await client.get(base + path) for path in paths]
            replies += [await client.ask("DELETE", base) for _ in range(2)]
            replies.append(await client.get(base))
            said[where] = [json.loads(reply.body.replace(run_id.encode(), b"RUN")) for reply in replies]
    assert said["thread"] == said["process"]
    assert [answer["detail"]["code"] for answer in said["thread"][:4]] == [
        "slice_index_outside",
        "slice_malformed",
        "slice_too_large",
        "output_not_tensor",
    ]

"""Every kind of value that a node can give, by name. Also loaded as a file of own nodes where a run executes elsewhere:
its one node type is `Kind`.
"""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.engine.context import NodeContext

FILE = Path(__file__).resolve()
WORDS = Text("for tests", "測試用")
NAN, INF = float("nan"), float("inf")
DTYPES = (
    *("float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"),
    *("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64", "bool"),
)
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


MAKES: dict[str, Callable[[], Any]] = {
    "complex": lambda: torch.tensor([[1 + 2j, complex(NAN, -INF)]]),
    "conjugate": lambda: torch.tensor([1 + 2j]).conj(),
    "quantised": lambda: torch.quantize_per_tensor(torch.tensor([0.5, 1.0]), 0.5, 0, torch.quint8),
    "sparse": lambda: torch.eye(3).to_sparse(),
    "sparse rows": lambda: torch.eye(2).to_sparse_csr(),
    "large and sparse": lambda: torch.zeros(2_000_000).to_sparse(),
    "one number": lambda: torch.tensor(7.5),
    "empty": lambda: torch.empty(0, 3),
    "many empty rows": lambda: torch.empty(10**9, 0),
    "turned": lambda: torch.arange(6).reshape(2, 3).t(),
    "spread out": lambda: torch.ones(1).expand(3, 2),
    "odd numbers": lambda: torch.tensor([NAN, INF, -INF, 1.0]),
    "needs a gradient": lambda: torch.ones(2, requires_grad=True) * 2,
    "no data": lambda: torch.zeros(2, device="meta"),
    "array": _array,
    "model": lambda: torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU()),
    "list": lambda: [1, [2.5, 3]],
    "tensors": lambda: (torch.zeros(2), torch.zeros(3)),
    "pair": lambda: Pair(1, 2),
    "text": lambda: "\ud800" + "é" * 10_000,
    "number": lambda: 2.5,
    "no number": lambda: NAN,
    "huge": lambda: 10**400,
    "flag": lambda: True,
    "nothing": lambda: None,
    "mapping": lambda: {"a": NAN, 3: b"x"},
    "data set": Letters,
    "optimizer": lambda: torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1),
    "picture": _picture,
    "iterator": lambda: iter([1, 2]),
    "rude": Rude,
}


def make(name: str) -> Any:
    """The value of this name; of a dtype, a tensor of 1 and 2."""
    return torch.tensor([1, 2]).to(getattr(torch, name)) if name in DTYPES else MAKES[name]()


class Kind(Node):
    """Gives the value that its param names."""

    SPEC = NodeSpec(
        "Kind", "Test", WORDS, "種類", (), (PortSpec("out", DataType.ANY, WORDS),),
        (ParamSpec("name", ParamType.STRING, "", WORDS),),
    )  # fmt: skip

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Anew each time."""
        return {"out": make(params["name"])}

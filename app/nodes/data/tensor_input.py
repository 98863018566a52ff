"""TensorInput: a tensor typed in by hand or made by a rule."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.grids import grid_tensor
from app.nodes.ports import param, port
from app.nodes.shapes import parse_shape, refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from app.engine.context import NodeContext

_ITEM_BYTES = {"float32": 4, "float64": 8, "int64": 8, "int32": 4, "bool": 1}
_SEEDS = 2**64


class TensorInput(Node):
    """The values lie on the run's device; random ones depend on `seed` alone, on every device."""

    SPEC = NodeSpec(
        name="TensorInput",
        category="Data",
        description=Text("A tensor whose values you type in, or that a rule fills.", "自己填值、或依規則填值的張量。"),
        title_zh_tw="張量輸入",
        outputs=(port("tensor", DataType.TENSOR, "The tensor.", "產生的張量。"),),
        params=(
            param("shape", ParamType.STRING, "1,4,4", "Sizes separated by commas.", "各維度大小，以逗號分隔。"),
            param(
                "dtype",
                ParamType.SELECT,
                "float32",
                "Type of every value.",
                "每個值的型別。",
                options=tuple(_ITEM_BYTES),
            ),
            param(
                "value_mode",
                ParamType.SELECT,
                "random",
                "explicit: the grid below; random: normal numbers, or whole numbers from 0 to 9; "
                "zeros, ones, arange (0, 1, 2, ...).",
                "explicit：下方表格的值；random：常態分布的數，或 0 到 9 的整數；zeros、ones、arange（0、1、2…）。",
                options=("explicit", "random", "zeros", "ones", "arange"),
            ),
            param(
                "values",
                ParamType.TENSOR_GRID,
                None,
                "The values for explicit, as nested lists.",
                "explicit 所用的值，以巢狀清單表示。",
            ),
            param(
                "seed",
                ParamType.INT,
                0,
                "The same seed gives the same random values.",
                "相同的種子會得到相同的隨機值。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError shape_*, tensor_too_large, values_*, value_out_of_type."""
        shape, kind, mode = parse_shape(params["shape"]), params["dtype"], params["value_mode"]
        for place in {"cpu", context.device}:  # it is made on the CPU, and moved
            refuse_absurd(shape, _ITEM_BYTES[kind], place)
        if mode == "explicit":
            made = grid_tensor(params["values"], shape, kind)
        else:
            made = _ruled(mode, shape, kind, params["seed"])
        if context.device.startswith("mps") and kind == "float64":  # which that device does not have
            made = made.float()
        return {"tensor": made.to(context.device)}


def _ruled(mode: str, shape: tuple[int, ...], kind: str, seed: int) -> Tensor:
    import torch

    dtype = getattr(torch, kind)
    if mode == "zeros":
        return torch.zeros(shape, dtype=dtype)
    if mode == "ones":
        return torch.ones(shape, dtype=dtype)
    if mode == "arange":
        return _counted(math.prod(shape), dtype).reshape(shape)
    generator = torch.Generator().manual_seed(seed % _SEEDS)
    if dtype.is_floating_point:
        return torch.randn(shape, dtype=dtype, generator=generator)
    return torch.randint(0, 2 if kind == "bool" else 10, shape, dtype=dtype, generator=generator)


def _counted(count: int, dtype: Any) -> Tensor:
    """0, 1, 2, ... in the type itself: one of int64 first would take up to eight times what was checked."""
    import torch

    if dtype is torch.bool:
        made = torch.ones(count, dtype=dtype)
        made[:1] = False
        return made
    return torch.arange(count, dtype=dtype)

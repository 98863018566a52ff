"""Normalize: numbers brought to one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text
from app.nodes.tables import refuse_not_finite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from app.engine.context import NodeContext


class Normalize(Node):
    """Works along one axis; what has no spread is divided by 1. Whole numbers become float32."""

    SPEC = NodeSpec(
        name="Normalize",
        category="Data",
        description=Text(
            "Brings numbers to a common scale along an axis: mean 0 and spread 1, the range 0 to 1, or length 1.",
            "沿某一軸把數值調成相同尺度：平均 0 且標準差 1、範圍 0 到 1，或長度 1。",
        ),
        title_zh_tw="正規化",
        inputs=(port("tensor", DataType.TENSOR, "Numbers, such as [N, F].", "數值，例如 [N, F]。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The scaled numbers, of the same shape.", "調整後的數值，形狀不變。"),
            port(
                "stats",
                DataType.LIST,
                "What was measured: {name, values} for mean and std, min and max, or norm.",
                "量得的統計值：{name, values}，依模式為 mean 與 std、min 與 max，或 norm。",
            ),
        ),
        params=(
            param(
                "mode",
                ParamType.SELECT,
                "zscore",
                "zscore: mean 0, population standard deviation 1; minmax: 0 to 1; unit_norm: euclidean length 1.",
                "zscore：平均 0、母體標準差 1；minmax：0 到 1；unit_norm：歐氏長度 1。",
                options=("zscore", "minmax", "unit_norm"),
            ),
            param(
                "axis",
                ParamType.INT,
                0,
                "The axis to measure along; 0 measures each column of a table.",
                "沿哪一軸計算；0 表示對表格的每一欄計算。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, tensor_empty, dim_out_of_range, values_not_finite."""
        value = tensor(inputs, "tensor")
        axis = dim_of(value, params["axis"])
        if not value.numel():
            raise NodeError.of("tensor_empty", port="tensor", shape=shape_text(value.shape))
        refuse_not_finite(value, "tensor")
        scaled, stats = _scaled(value if value.is_floating_point() else value.float(), params["mode"], axis)
        measured = [{"name": name, "values": stat.detach().squeeze(axis).tolist()} for name, stat in stats.items()]
        return {"tensor": scaled, "stats": measured}


def _scaled(value: Tensor, mode: str, axis: int) -> tuple[Tensor, dict[str, Tensor]]:
    import torch

    if not value.dim():
        result, stats = _scaled(value.reshape(1), mode, 0)
        return result.reshape(()), stats
    if mode == "unit_norm":
        norm = torch.linalg.vector_norm(value, dim=axis, keepdim=True)
        return value / torch.where(norm == 0, 1, norm), {"norm": norm}
    low, high = value.amin(axis, keepdim=True), value.amax(axis, keepdim=True)
    if mode == "minmax":
        return (value - low) / torch.where(high == low, 1, high - low), {"min": low, "max": high}
    mean = value.mean(axis, keepdim=True)
    std = value.std(axis, correction=0, keepdim=True)
    # equal numbers may leave a spread of rounding errors, so their equality itself is asked
    return (value - mean) / torch.where(high == low, 1, std), {"mean": mean, "std": std}

"""Mean: averages along dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import dims_of, floats
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Mean(Node):
    """Whole numbers are averaged as floats; an average of nothing is NaN, as torch has it."""

    SPEC = NodeSpec(
        name="Mean",
        category="Tensor Operations",
        description=Text("Averages the values along one or more dimensions.", "沿一個或多個維度取平均。"),
        title_zh_tw="平均",
        inputs=(port("tensor", DataType.TENSOR, "Values to average.", "要平均的值。"),),
        outputs=(port("tensor", DataType.TENSOR, "The averages.", "平均值。"),),
        params=(
            param(
                "dim",
                ParamType.STRING,
                "-1",
                "Dimensions to average over, separated by commas; negative counts from the end.",
                "要取平均的維度，以逗號分隔；負數表示由後往前數。",
            ),
            param(
                "keepdim", ParamType.BOOL, False, "Leaves the dimension in place with size 1.", "保留該維度，大小為 1。"
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, dims_malformed, dim_out_of_range, dim_twice."""
        value = floats(inputs, "tensor")
        return {"tensor": value.mean(dims_of(value, params["dim"], "dim"), keepdim=params["keepdim"])}

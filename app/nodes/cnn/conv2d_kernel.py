"""Conv2dKernel: a kernel of fixed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.grids import grid_values
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_PRESETS = {
    "EdgeDetection3x3": [[-1.0, -1.0, -1.0], [-1.0, 8.0, -1.0], [-1.0, -1.0, -1.0]],
    "Sharpen3x3": [[0.0, -1.0, 0.0], [-1.0, 5.0, -1.0], [0.0, -1.0, 0.0]],
    "VerticalEdge3x3": [[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]],
}


class Conv2dKernel(Node):
    """float32 on the run's device. VerticalEdge3x3 is Sobel's, which finds edges between left and right."""

    SPEC = NodeSpec(
        name="Conv2dKernel",
        category="CNN",
        description=Text(
            "A kernel for Conv2dExplicit: a well-known one, or numbers of your own.",
            "供自訂卷積使用的卷積核：選用常見的，或自行填值。",
        ),
        title_zh_tw="卷積核",
        inputs=(),
        outputs=(port("tensor", DataType.TENSOR, "The kernel, [k, k].", "卷積核，[k, k]。"),),
        params=(
            param(
                "preset",
                ParamType.SELECT,
                "EdgeDetection3x3",
                "A kernel that is there, or Custom for your own.",
                "現成的卷積核，或以 Custom 自行填值。",
                options=("EdgeDetection3x3", "Sharpen3x3", "VerticalEdge3x3", "Custom"),
            ),
            param(
                "kernel_size",
                ParamType.INT,
                3,
                "Rows and columns of your own kernel.",
                "自訂卷積核的列數與欄數。",
                at_least=1,
                at_most=15,
                visible_when={"preset": "Custom"},
            ),
            param(
                "weights",
                ParamType.TENSOR_GRID,
                [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
                "The numbers of your own kernel, row by row.",
                "自訂卷積核的數值，逐列填寫。",
                visible_when={"preset": "Custom"},
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError values_missing, values_ragged, values_count, value_out_of_type."""
        import torch

        return {"tensor": torch.tensor(kernel_values(params), dtype=torch.float32, device=context.device)}


def kernel_values(params: Mapping[str, Any]) -> list[list[float]]:
    """The rows of the kernel. Raises: NodeError values_missing, values_ragged, values_count, value_out_of_type."""
    custom = params["preset"] == "Custom"
    values, size = (params["weights"], params["kernel_size"]) if custom else (_PRESETS[params["preset"]], 3)
    flat = [float(value) for value in grid_values(values, (size, size), "float32")]
    return [flat[start : start + size] for start in range(0, len(flat), size)]

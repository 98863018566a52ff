"""MaskedFill: another value wherever a mask is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import floats
from app.nodes.operands import refuse_broadcast, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class MaskedFill(Node):
    """A mask of numbers is true where it is not 0; whole numbers in `tensor` become floats, which can hold -inf."""

    SPEC = NodeSpec(
        name="MaskedFill",
        category="Tensor Operations",
        description=Text(
            "Replaces the values under a mask, for example scores that attention must not see.",
            "以指定的值取代遮罩為真的位置，例如注意力不該看到的分數。",
        ),
        title_zh_tw="遮罩填值",
        inputs=(
            port("tensor", DataType.TENSOR, "Values.", "原本的值。"),
            port(
                "mask", DataType.TENSOR, "True where a value is replaced; broadcasts.", "為真的位置會被取代；可以廣播。"
            ),
        ),
        outputs=(
            port("tensor", DataType.TENSOR, "The values with replacements, as floats.", "取代後的值，為浮點數。"),
        ),
        params=(
            param(
                "value",
                ParamType.SELECT,
                "-inf",
                "What is put there: minus infinity, 0, or custom_value.",
                "填入的值：負無限大、0，或 custom_value。",
                options=("-inf", "zero", "custom"),
            ),
            param("custom_value", ParamType.FLOAT, 0.0, "The value for custom.", "選 custom 時填入的值。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, shapes_differ, tensor_too_large, value_out_of_type."""
        import torch

        value, mask = floats(inputs, "tensor"), tensor(inputs, "mask")
        refuse_broadcast(value, mask)
        fill = {"-inf": float("-inf"), "zero": 0.0}.get(params["value"], params["custom_value"])
        if abs(fill) != float("inf") and abs(fill) > torch.finfo(value.dtype).max:
            raise NodeError.of("value_out_of_type", value=f"{fill:.6g}", dtype=str(value.dtype).removeprefix("torch."))
        return {"tensor": value.masked_fill(mask if mask.dtype is torch.bool else mask != 0, fill)}

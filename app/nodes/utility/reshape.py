"""Reshape: the same items in another shape."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import parse_shape, shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Reshape(Node):
    """Row-major order is kept; a view where the memory allows it, else a copy."""

    SPEC = NodeSpec(
        name="Reshape",
        category="Utility",
        description=Text(
            "Arranges the items of a tensor in another shape, in the same order.",
            "以相同順序把張量的各項排成另一種形狀。",
        ),
        title_zh_tw="改變形狀",
        inputs=(port("tensor", DataType.TENSOR, "What is rearranged.", "要改變形狀的張量。"),),
        outputs=(port("tensor", DataType.TENSOR, "The same items in the new shape.", "新形狀的張量，內容相同。"),),
        params=(
            param(
                "shape",
                ParamType.STRING,
                "-1,784",
                "New sizes separated by commas; one may be -1 and is worked out.",
                "新的各維度大小，以逗號分隔；可有一個 -1，會自動算出。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, shape_*, reshape_count."""
        value = tensor(inputs, "tensor")
        shape = parse_shape(params["shape"], infer=True)
        known = math.prod(size for size in shape if size != -1)
        count = value.numel()
        fits = known > 0 and count % known == 0 if -1 in shape else known == count
        if not fits:
            raise NodeError.of(
                "reshape_count", shape=params["shape"], found=shape_text(value.shape), count=count, known=known
            )
        return {"tensor": value.reshape(shape)}

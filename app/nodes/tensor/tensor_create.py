"""TensorCreate: a new tensor of a given shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port
from app.nodes.shapes import parse_shape, refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class TensorCreate(Node):
    """A float32 tensor on the run's device; random fills draw from the run's random state."""

    SPEC = NodeSpec(
        name="TensorCreate",
        category="Tensor Operations",
        description=Text(
            "Makes a float tensor of a shape, filled by a rule.", "依指定形狀產生浮點數張量，並以規則填值。"
        ),
        title_zh_tw="建立張量",
        outputs=(port("tensor", DataType.TENSOR, "The new tensor, float32.", "新的張量，float32。"),),
        params=(
            param(
                "shape",
                ParamType.STRING,
                "1,3,224,224",
                "Sizes separated by commas.",
                "各維度大小，以逗號分隔。",
            ),
            param(
                "fill",
                ParamType.SELECT,
                "zeros",
                "zeros, ones, randn (normal), rand (0 to 1), full (one value), "
                "or arange (0, 1, 2, ... as many as the first size).",
                "填值規則：全 0、全 1、randn（常態分布）、rand（0 到 1）、full（同一個值），"
                "或 arange（0、1、2…，個數為第一個大小）。",
                options=("zeros", "ones", "randn", "rand", "full", "arange"),
            ),
            param("value", ParamType.FLOAT, 0.0, "The value that full fills in.", "full 所填的值。"),
            param(
                "requires_grad",
                ParamType.BOOL,
                False,
                "Record operations on it, so that gradients can reach it.",
                "記錄對它的運算，讓梯度可以傳回來。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError shape_*, tensor_too_large, value_out_of_type."""
        import torch

        shape, fill = parse_shape(params["shape"]), params["fill"]
        if fill == "arange":
            if not shape:
                raise NodeError.of("shape_malformed", shape=params["shape"])
            shape = shape[:1]
        refuse_absurd(shape, 4, context.device)
        where: Any = {"dtype": torch.float32, "device": context.device, "requires_grad": params["requires_grad"]}
        if fill == "full":
            if torch.finfo(torch.float32).max < abs(params["value"]) < float("inf"):
                raise NodeError.of("value_out_of_type", value=f"{params['value']:.6g}", dtype="float32")
            return {"tensor": torch.full(shape, float(params["value"]), **where)}
        if fill == "arange":
            return {"tensor": torch.arange(shape[0], **where)}
        make = {"zeros": torch.zeros, "ones": torch.ones, "randn": torch.randn, "rand": torch.rand}[fill]
        return {"tensor": make(*shape, **where) if shape else make((), **where)}

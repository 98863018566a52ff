"""Activation: a nonlinear function of each value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import reals
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Activation(Node):
    """Without weights: prelu has the fixed slope 0.25, leaky_relu 0.01; softmax runs over the last dimension."""

    SPEC = NodeSpec(
        name="Activation",
        category="CNN",
        description=Text("Applies a nonlinear function to each value.", "對每個值套用非線性函數。"),
        title_zh_tw="激勵函數",
        inputs=(port("tensor", DataType.TENSOR, "Values of any shape.", "任意形狀的值。"),),
        outputs=(
            port("tensor", DataType.TENSOR, "The function of each value, as floats.", "每個值的函數值，為浮點數。"),
        ),
        params=(
            param(
                "function",
                ParamType.SELECT,
                "relu",
                "Which function; softmax makes shares along the last dimension.",
                "要用的函數；softmax 沿最後一維轉成比例。",
                options=(
                    "relu",
                    "sigmoid",
                    "tanh",
                    "leaky_relu",
                    "elu",
                    "gelu",
                    "silu",
                    "mish",
                    "selu",
                    "softmax",
                    "hardswish",
                    "prelu",
                ),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, complex_unfit, layer_input_failed."""
        from functools import partial

        from torch.nn import functional

        from app.nodes._torch.layer_modules import apply

        name = params["function"]
        special: dict[str, Any] = {
            "softmax": partial(functional.softmax, dim=-1),
            "prelu": partial(functional.leaky_relu, negative_slope=0.25),
        }
        return {"tensor": apply(name, special.get(name) or getattr(functional, name), reals(inputs, "tensor"))}

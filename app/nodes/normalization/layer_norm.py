"""LayerNorm: the trailing dimensions of each item normalised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals
from app.nodes.layer_node import LayerNode
from app.nodes.ports import param, port
from app.nodes.shapes import parse_shape, shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor, nn


class LayerNorm(LayerNode):
    """nn.LayerNorm with a learned scale and shift."""

    SPEC = NodeSpec(
        name="LayerNorm",
        category="Normalization",
        description=Text(
            "Brings the trailing dimensions of each item to mean 0 and spread 1.",
            "讓每筆資料最後幾個維度的平均為 0、離散程度為 1。",
        ),
        title_zh_tw="層正規化",
        inputs=(
            port(
                "tensor", DataType.TENSOR, "Values, [..., normalized_shape].", "要正規化的值，[..., normalized_shape]。"
            ),
        ),
        outputs=(
            port("tensor", DataType.TENSOR, "The normalised values, of the same shape.", "正規化後的值，形狀不變。"),
        ),
        params=(
            param(
                "normalized_shape",
                ParamType.STRING,
                "512",
                "Sizes of the trailing dimensions, separated by commas.",
                "最後幾個維度的大小，以逗號分隔。",
            ),
            param(
                "eps",
                ParamType.FLOAT,
                1e-05,
                "Added to the variance, so that nothing is divided by 0; from 0 to 1.",
                "加到變異數上以避免除以 0，介於 0 與 1。",
            ),
        ),
        cacheable=False,
        structural_params=("normalized_shape", "eps"),
    )

    def build(self, params: Mapping[str, Any]) -> nn.Module:
        """Raises: NodeError shape_*, size_out_of_range, layer_params_bad, out_of_memory_ahead."""
        return super().build({**params, "normalized_shape": trailing_shape(params)})

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, shape_*, trailing_unfit."""
        value = reals(inputs, "tensor")
        shape = parse_shape(params["normalized_shape"])
        if len(shape) > value.dim() or tuple(value.shape[value.dim() - len(shape) :]) != shape:
            raise NodeError.of(
                "trailing_unfit",
                port="tensor",
                shape=shape_text(value.shape),
                wanted=shape_text(shape),
                param="normalized_shape",
            )
        return (value,)


def trailing_shape(params: Mapping[str, Any]) -> list[int]:
    """The sizes in `normalized_shape`, at least one, once `eps` is known to be sound.

    Raises: NodeError shape_*, size_out_of_range.
    """
    if not 0 <= params["eps"] <= 1:
        raise NodeError.of("size_out_of_range", param="eps", value=f"{params['eps']:.6g}", least=0, most=1)
    shape = list(parse_shape(params["normalized_shape"]))
    if not shape:
        raise NodeError.of("shape_malformed", shape=params["normalized_shape"])
    return shape

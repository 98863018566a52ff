"""TransformerEncoder: a stack of self-attention layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.nodes.layer_node import LayerNode
from app.nodes.ports import port
from app.nodes.transformer.attention import STACK_FIXED, STACK_PARAMS, STACK_STRUCTURAL, sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class TransformerEncoder(LayerNode):
    """nn.TransformerEncoder, sequence first, without dropout, of which no param speaks; its layers begin alike."""

    SPEC = NodeSpec(
        name="TransformerEncoder",
        category="Transformer",
        description=Text(
            "Lets every step of a sequence look at every other, layer by layer.", "讓序列的每一步逐層參考其他所有步。"
        ),
        title_zh_tw="Transformer 編碼器",
        inputs=(port("tensor", DataType.TENSOR, "[time, batch, d_model].", "[時間, 批次, d_model]。"),),
        outputs=(port("tensor", DataType.TENSOR, "The same shape.", "形狀不變。"),),
        params=STACK_PARAMS,
        cacheable=False,
        structural_params=STACK_STRUCTURAL,
    )

    FIXED: ClassVar[Mapping[str, Any]] = STACK_FIXED

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError of sequence()."""
        return (sequence(inputs, "tensor", params, "d_model"),)

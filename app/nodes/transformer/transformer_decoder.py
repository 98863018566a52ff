"""TransformerDecoder: a stack of layers that attend to themselves and to a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.nodespec import DataType, NodeSpec, Text
from app.nodes.layer_node import LayerNode, refuse_unequal
from app.nodes.ports import port
from app.nodes.transformer.attention import STACK_FIXED, STACK_PARAMS, STACK_STRUCTURAL, sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class TransformerDecoder(LayerNode):
    """nn.TransformerDecoder, sequence first, without a causal mask and without dropout, of which no param speaks."""

    SPEC = NodeSpec(
        name="TransformerDecoder",
        category="Transformer",
        description=Text(
            "Lets every step of a sequence look at the others and at the steps of a memory.",
            "讓序列的每一步參考其他步，以及記憶中的各步。",
        ),
        title_zh_tw="Transformer 解碼器",
        inputs=(
            port("tensor", DataType.TENSOR, "[time, batch, d_model].", "[時間, 批次, d_model]。"),
            port(
                "memory",
                DataType.TENSOR,
                "What an encoder gave, [memory time, batch, d_model].",
                "編碼器的輸出，[記憶時間, 批次, d_model]。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The shape of tensor.", "形狀與 tensor 相同。"),),
        params=STACK_PARAMS,
        cacheable=False,
        structural_params=STACK_STRUCTURAL,
    )

    FIXED: ClassVar[Mapping[str, Any]] = STACK_FIXED

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError of sequence(), sizes_disagree."""
        value = sequence(inputs, "tensor", params, "d_model")
        memory = sequence(inputs, "memory", params, "d_model")
        refuse_unequal((value, "tensor"), (memory, "memory"), 1)
        return value, memory

"""MultiHeadAttention: values gathered by how well keys match queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.layer_node import LayerNode, refuse_unequal
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd
from app.nodes.transformer.attention import sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class MultiHeadAttention(LayerNode):
    """nn.MultiheadAttention, sequence first, without a mask; weights are averaged over the heads."""

    SPEC = NodeSpec(
        name="MultiHeadAttention",
        category="Transformer",
        description=Text(
            "Gathers for each query the values whose keys match it, in several heads at once.",
            "為每個查詢彙集鍵相符的值，由多個注意力頭同時進行。",
        ),
        title_zh_tw="多頭注意力",
        inputs=(
            port("query", DataType.TENSOR, "[L, batch, embed_dim].", "[L, 批次, embed_dim]。"),
            port("key", DataType.TENSOR, "[S, batch, embed_dim].", "[S, 批次, embed_dim]。"),
            port("value", DataType.TENSOR, "[S, batch, embed_dim].", "[S, 批次, embed_dim]。"),
        ),
        outputs=(
            port("output", DataType.TENSOR, "[L, batch, embed_dim].", "[L, 批次, embed_dim]。"),
            port(
                "weights",
                DataType.TENSOR,
                "How much each query takes of each value, [batch, L, S].",
                "每個查詢取用各個值的比重，[批次, L, S]。",
            ),
        ),
        params=(
            param(
                "embed_dim",
                ParamType.INT,
                512,
                "Features of each step; the heads must divide them.",
                "每一步的特徵數，須能被注意力頭數整除。",
            ),
            param("num_heads", ParamType.INT, 8, "Attention heads.", "注意力頭數。"),
        ),
        cacheable=False,
        structural_params=("embed_dim", "num_heads"),
    )

    FIXED: ClassVar[Mapping[str, Any]] = {"batch_first": False}

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError of sequence(), sizes_disagree, tensor_too_large."""
        query, key, value = (sequence(inputs, port, params, "embed_dim") for port in ("query", "key", "value"))
        refuse_unequal((query, "query"), (key, "key"), 1)
        refuse_unequal((key, "key"), (value, "value"), 0)
        refuse_unequal((key, "key"), (value, "value"), 1)
        weights = (query.shape[1], params["num_heads"], query.shape[0], key.shape[0])
        refuse_absurd(weights, query.element_size(), str(query.device))
        return query, key, value

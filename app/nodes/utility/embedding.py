"""Embedding: a learned row for each id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.layer_node import LayerNode
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor


class Embedding(LayerNode):
    """nn.Embedding; a padding_idx below 0 means none. Ids may come as floats, as tables of numbers do."""

    SPEC = NodeSpec(
        name="Embedding",
        category="Utility",
        description=Text(
            "Looks up a learned vector for each id, such as a word or a category.",
            "為每個編號（例如詞或類別）查出可學習的向量。",
        ),
        title_zh_tw="嵌入",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "Ids of any shape, from 0 to num_embeddings - 1.",
                "任意形狀的編號，從 0 到 num_embeddings - 1。",
            ),
        ),
        outputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "A vector for each id, [..., embedding_dim].",
                "每個編號的向量，[..., embedding_dim]。",
            ),
        ),
        params=(
            param("num_embeddings", ParamType.INT, 10000, "Rows of the table.", "表格的列數。"),
            param("embedding_dim", ParamType.INT, 256, "Length of each vector.", "每個向量的長度。"),
            param(
                "padding_idx",
                ParamType.INT,
                -1,
                "An id whose vector is 0 and stays so; negative: none.",
                "向量固定為 0 的編號；負數表示沒有。",
            ),
        ),
        cacheable=False,
        structural_params=("num_embeddings", "embedding_dim", "padding_idx"),
    )

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, ids_not_whole, id_out_of_range, tensor_too_large."""
        value = tensor(inputs, "tensor")
        if value.is_complex():
            raise NodeError.of("complex_unfit", port="tensor")
        ids = value.long()
        if value.is_floating_point() and not bool((ids == value).all()):
            odd = value[ids != value].flatten()[0].item()
            raise NodeError.of("ids_not_whole", port="tensor", value=str(odd))
        bad = ids[(ids < 0) | (ids >= params["num_embeddings"])]
        if bad.numel():
            raise NodeError.of("id_out_of_range", port="tensor", value=int(bad[0]), last=params["num_embeddings"] - 1)
        refuse_absurd([*ids.shape, params["embedding_dim"]], 4, str(ids.device))
        return (ids,)

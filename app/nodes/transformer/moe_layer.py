"""MoELayer: a router sends each token to a few of many experts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor, nn


class MoELayer(LayerNode):
    """Each expert is linear, GELU, linear. The weights depend on `seed` alone, so results are cached as well."""

    SPEC = NodeSpec(
        name="MoELayer",
        category="Transformer",
        description=Text(
            "Sends each token to the experts that a router scores highest and mixes their answers.",
            "把每個詞元送到路由器評分最高的幾個專家，再混合它們的輸出。",
        ),
        title_zh_tw="混合專家層",
        inputs=(
            port(
                "x",
                DataType.TENSOR,
                "Tokens, [batch, time, hidden_dim] or [time, hidden_dim].",
                "詞元，[批次, 時間, hidden_dim] 或 [時間, hidden_dim]。",
            ),
        ),
        outputs=(
            port(
                "output",
                DataType.TENSOR,
                "The mixed answers, [batch, time, hidden_dim].",
                "混合後的輸出，[批次, 時間, hidden_dim]。",
            ),
            port(
                "routing_weights",
                DataType.TENSOR,
                "Shares of the chosen experts, which sum to 1, [batch, time, top_k].",
                "所選專家的比重，總和為 1，[批次, 時間, top_k]。",
            ),
            port(
                "expert_indices",
                DataType.TENSOR,
                "The chosen experts, best first, [batch, time, top_k].",
                "所選的專家，由高分到低分，[批次, 時間, top_k]。",
            ),
        ),
        params=(
            param("num_experts", ParamType.INT, 4, "How many experts there are.", "專家的數量。", at_least=1),
            param(
                "top_k", ParamType.INT, 2, "Experts that each token is sent to.", "每個詞元送往的專家數。", at_least=1
            ),
            param("hidden_dim", ParamType.INT, 128, "Features of a token.", "詞元的特徵數。", at_least=1),
            param(
                "expert_hidden_dim", ParamType.INT, 256, "Width inside each expert.", "每個專家的內部寬度。", at_least=1
            ),
            param(
                "seed",
                ParamType.INT,
                42,
                "The same seed gives the same router and experts.",
                "相同的種子會得到相同的路由器與專家。",
            ),
        ),
        structural_params=("num_experts", "top_k", "hidden_dim", "expert_hidden_dim", "seed"),
    )

    def build(self, params: Mapping[str, Any]) -> nn.Module:
        """Raises: NodeError experts_too_few, size_out_of_range, out_of_memory_ahead."""
        from app.nodes._torch.seeded_modules import experts

        if params["top_k"] > params["num_experts"]:
            raise NodeError.of("experts_too_few", top_k=params["top_k"], num_experts=params["num_experts"])
        return experts(params)

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit."""
        value = reals(inputs, "x")
        refuse_rank(value, "x", 2, 3)
        refuse_size(value, "x", -1, params, "hidden_dim")
        return (value if value.dim() == 3 else value[None],)

"""RNNCell: one step of a plain recurrent network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size, refuse_unequal
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor, nn


class RNNCell(LayerNode):
    """nn.RNNCell: nonlinearity(W x + b + U h + c); the weights depend on `seed` alone."""

    SPEC = NodeSpec(
        name="RNNCell",
        category="RNN",
        description=Text(
            "Takes one step of a plain recurrent network, so that you can watch the state change.",
            "執行單純循環網路的一步，方便觀察狀態的變化。",
        ),
        title_zh_tw="循環單元",
        inputs=(
            port(
                "tensor",
                DataType.TENSOR,
                "Input of this step, [batch, input_size].",
                "這一步的輸入，[批次, input_size]。",
            ),
            port(
                "hidden",
                DataType.TENSOR,
                "State before, [batch, hidden_size]; zeros if missing.",
                "先前的狀態，[批次, hidden_size]；未接時為零。",
                optional=True,
            ),
        ),
        outputs=(
            port("hidden", DataType.TENSOR, "State after, [batch, hidden_size].", "之後的狀態，[批次, hidden_size]。"),
        ),
        params=(
            param("input_size", ParamType.INT, 8, "Features of the input.", "輸入的特徵數。", at_least=1),
            param("hidden_size", ParamType.INT, 16, "Features of the state.", "狀態的特徵數。", at_least=1),
            param(
                "nonlinearity",
                ParamType.SELECT,
                "tanh",
                "Function at the end of the step.",
                "步驟最後的函數。",
                options=("tanh", "relu"),
            ),
            param("seed", ParamType.INT, 42, "The same seed gives the same weights.", "相同的種子會得到相同的權重。"),
        ),
        cacheable=False,
        structural_params=("input_size", "hidden_size", "nonlinearity", "seed"),
    )

    def build(self, params: Mapping[str, Any]) -> nn.Module:
        """Raises: NodeError size_out_of_range, out_of_memory_ahead."""
        from app.nodes._torch.seeded_modules import rnn_cell

        return rnn_cell(params["input_size"], params["hidden_size"], params["nonlinearity"], params["seed"])

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit, sizes_disagree."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 2)
        refuse_size(value, "tensor", 1, params, "input_size")
        refuse_absurd([value.shape[0], params["hidden_size"]], value.element_size(), str(value.device))
        if inputs.get("hidden") is None:
            return (value,)
        hidden = reals(inputs, "hidden")
        refuse_rank(hidden, "hidden", 2)
        refuse_size(hidden, "hidden", 1, params, "hidden_size")
        refuse_unequal((value, "tensor"), (hidden, "hidden"), 0)
        return value, hidden

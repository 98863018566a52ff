"""What LSTM and GRU have in common: ports, params and the check of their input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, ParamType
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

INPUTS = (
    port("tensor", DataType.TENSOR, "A sequence, [batch, time, input_size].", "序列，[批次, 時間, input_size]。"),
)

OUTPUTS = (
    port(
        "output",
        DataType.TENSOR,
        "The state after each step, [batch, time, directions * hidden_size].",
        "每一步之後的狀態，[批次, 時間, 方向數 * hidden_size]。",
    ),
    port(
        "hidden",
        DataType.TENSOR,
        "The last state, [layers * directions, batch, hidden_size].",
        "最後的狀態，[層數 * 方向數, 批次, hidden_size]。",
    ),
)

PARAMS = (
    param("input_size", ParamType.INT, 128, "Features of each step.", "每一步的特徵數。"),
    param("hidden_size", ParamType.INT, 256, "Features of the state.", "狀態的特徵數。"),
    param(
        "num_layers",
        ParamType.INT,
        1,
        "Layers, each over the sequence of the one before.",
        "層數，每一層處理前一層的序列。",
    ),
    param(
        "batch_first",
        ParamType.BOOL,
        True,
        "On: [batch, time, features]; off: [time, batch, features].",
        "開啟：[批次, 時間, 特徵]；關閉：[時間, 批次, 特徵]。",
    ),
    param(
        "bidirectional",
        ParamType.BOOL,
        False,
        "Reads the sequence from the end as well; the output is twice as wide.",
        "同時由後往前讀，輸出寬度加倍。",
    ),
)

STRUCTURAL = tuple(spec.name for spec in PARAMS)


class RecurrentNode(LayerNode):
    """A layer over a batch of sequences whose last dimension is input_size."""

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit, tensor_too_large."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 3)
        refuse_size(value, "tensor", 2, params, "input_size")
        width = params["hidden_size"] * (2 if params["bidirectional"] else 1)
        refuse_absurd([*value.shape[:2], width], value.element_size(), str(value.device))
        return (value,)

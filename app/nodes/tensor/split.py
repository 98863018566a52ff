"""Split: a tensor cut into pieces, one port for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Ports, PortSpec, Text
from app.engine.node import Node
from app.nodes.dims import refuse_rank
from app.nodes.operands import dim_of, tensor
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_MOST = 32
_INPUTS = (port("tensor", DataType.TENSOR, "What is cut.", "要切開的張量。"),)


def _chunk(number: int) -> PortSpec:
    return port(f"chunk_{number}", DataType.TENSOR, f"Piece {number}, counted from 0.", f"從 0 起算的第 {number} 段。")


def _ports(params: Mapping[str, Any]) -> Ports:
    return _INPUTS, tuple(_chunk(number) for number in range(min(max(params["chunks"], 1), _MOST)))


class Split(Node):
    """torch.chunk: pieces of equal size but for the last; with too few items the last ports give nothing."""

    SPEC = NodeSpec(
        name="Split",
        category="Tensor Operations",
        description=Text("Cuts a tensor into pieces along a dimension.", "沿某一維度把張量切成數段。"),
        title_zh_tw="切分",
        inputs=_INPUTS,
        outputs=(_chunk(0), _chunk(1)),
        params=(
            param(
                "chunks",
                ParamType.INT,
                2,
                "How many pieces, and ports. The last piece may be smaller, or missing where there are too few items.",
                "段數，也就是輸出數。最後一段可能較小；項目太少時可能沒有。",
                at_least=1,
                at_most=_MOST,
            ),
            param(
                "dim",
                ParamType.INT,
                0,
                "The dimension that is cut; negative counts from the end.",
                "要切開的維度，負數表示由後往前數。",
            ),
        ),
        dynamic_ports=_ports,
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, rank_unfit, dim_out_of_range."""
        value = tensor(inputs, "tensor")
        refuse_rank(value, "tensor", *range(1, max(value.dim(), 1) + 1))
        pieces = value.chunk(params["chunks"], dim_of(value, params["dim"]))
        return {f"chunk_{number}": piece for number, piece in enumerate(pieces)}

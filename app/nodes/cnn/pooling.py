"""What the pools over windows have in common: ports, params and how they are applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.nodespec import DataType, ParamType
from app.engine.node import Node
from app.nodes.dims import reals, refuse_rank
from app.nodes.ports import param, port
from app.nodes.windows import pool, refuse_windows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

INPUTS = (
    port(
        "tensor",
        DataType.TENSOR,
        "[N, C, H, W] or one image [C, H, W].",
        "[N, C, H, W]，或單張影像 [C, H, W]。",
    ),
)

OUTPUTS = (port("tensor", DataType.TENSOR, "The smaller maps.", "縮小後的特徵圖。"),)

PARAMS = (
    param("kernel_size", ParamType.INT, 2, "Width of the window.", "視窗的寬度。"),
    param("stride", ParamType.INT, 2, "Step of the window.", "視窗移動的步幅。"),
)


class PoolNode(Node):
    """One value for each window, by the function of torch.nn.functional that FUNCTION names."""

    FUNCTION: ClassVar[str]

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of pool() and refuse_windows(), not_a_tensor, complex_unfit, rank_unfit,
        layer_input_failed.
        """
        from functools import partial

        from torch.nn import functional

        from app.nodes._torch.layer_modules import apply

        window = pool(params)
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", 3, 4)
        refuse_windows(value, 2, window)
        return {"tensor": apply(self.SPEC.name, partial(getattr(functional, self.FUNCTION), **window), value)}

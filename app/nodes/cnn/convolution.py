"""What Conv1d and Conv2d have in common: params and the check of their input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.nodespec import ParamType
from app.nodes.dims import reals, refuse_rank
from app.nodes.layer_node import LayerNode, refuse_size
from app.nodes.ports import param
from app.nodes.windows import refuse_windows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

PARAMS = (
    param("in_channels", ParamType.INT, 1, "Channels of the input.", "輸入的通道數。"),
    param(
        "out_channels",
        ParamType.INT,
        32,
        "Channels of the output, one for each learned kernel.",
        "輸出的通道數，每個通道各有一個可學習的卷積核。",
    ),
    param("kernel_size", ParamType.INT, 3, "Width of the window.", "視窗的寬度。"),
    param("stride", ParamType.INT, 1, "Step of the window.", "視窗移動的步幅。"),
    param("padding", ParamType.INT, 1, "Zeros added on each side.", "每一側補上的零。"),
)

STRUCTURAL = tuple(spec.name for spec in PARAMS)


class ConvolutionNode(LayerNode):
    """A convolution over the last DIMS dimensions; the one before them holds the channels, the first may be missing."""

    DIMS: ClassVar[int]

    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, layer_size_unfit; those of refuse_windows()."""
        value = reals(inputs, "tensor")
        refuse_rank(value, "tensor", self.DIMS + 1, self.DIMS + 2)
        refuse_size(value, "tensor", -1 - self.DIMS, params, "in_channels")
        refuse_windows(value, self.DIMS, params, params["out_channels"])
        return (value,)

"""Conv2dExplicit: a kernel of your own slides over each channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.dims import reals, refuse_rank
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text
from app.nodes.windows import refuse_windows, setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Conv2dExplicit(Node):
    """Each channel by itself (depthwise), without a bias; as in torch the kernel is not turned around."""

    SPEC = NodeSpec(
        name="Conv2dExplicit",
        category="CNN",
        description=Text(
            "Slides a kernel that you supply over each channel of images, for example to find edges.",
            "以自訂的卷積核掃過影像的每個通道，例如找出邊緣。",
        ),
        title_zh_tw="自訂卷積",
        inputs=(
            port("tensor", DataType.TENSOR, "Images, [N, C, H, W].", "影像，[N, C, H, W]。"),
            port(
                "kernel",
                DataType.TENSOR,
                "[k, k] or [1, 1, k, k] for all channels, or [C, 1, k, k].",
                "[k, k] 或 [1, 1, k, k]（所有通道共用），或 [C, 1, k, k]。",
            ),
        ),
        outputs=(port("tensor", DataType.TENSOR, "The filtered channels.", "濾波後的各通道。"),),
        params=(
            param("stride", ParamType.INT, 1, "Step of the kernel.", "卷積核移動的步幅。", at_least=1),
            param("padding", ParamType.INT, 1, "Zeros added on each side.", "每一側補上的零。", at_least=0),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, complex_unfit, rank_unfit, kernel_unfit, window_unfit, tensor_too_large,
        layer_input_failed.
        """
        from torch.nn import functional

        from app.nodes._torch.layer_modules import apply

        step = {"stride": setting(params, "stride", 1), "padding": setting(params, "padding", 0)}
        value, kernel = reals(inputs, "tensor"), reals(inputs, "kernel")
        refuse_rank(value, "tensor", 4)
        channels = value.shape[1]
        size = kernel.shape[-1] if kernel.dim() else 0
        if not size or tuple(kernel.shape) not in ((size, size), (1, 1, size, size), (channels, 1, size, size)):
            raise NodeError.of("kernel_unfit", shape=shape_text(kernel.shape), channels=channels)
        refuse_windows(value, 2, {"kernel_size": size, **step})
        weights = kernel.reshape(-1, 1, size, size).expand(channels, 1, size, size)
        settings: dict[str, Any] = {"groups": max(channels, 1), **step}
        found = apply("Conv2dExplicit", lambda x, k: functional.conv2d(x, k, **settings), value, weights)
        return {"tensor": found}

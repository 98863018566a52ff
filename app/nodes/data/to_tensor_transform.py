"""ToTensorTransform: pictures become tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import Text
from app.engine.node import Node
from app.nodes.data.transform_steps import step_spec, with_step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ToTensorTransform(Node):
    """float32 [C, H, W] from 0 to 1; tensors pass, bytes in them are scaled."""

    SPEC = step_spec(
        "ToTensorTransform",
        "轉成張量",
        Text("Turns pictures into tensors with values from 0 to 1.", "把圖片轉成值為 0 到 1 的張量。"),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError transform_not_callable."""
        from app.nodes._torch.transforms import ToTensor

        return with_step(inputs, ToTensor())

"""Transform: what happens to each item of a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class Transform(Node):
    """The data set that comes in stays as it is; what comes out shares its items. A transform it had is replaced."""

    SPEC = NodeSpec(
        name="Transform",
        category="Data",
        description=Text(
            "Applies a transform to each item of a data set; without one, the three settings below.",
            "對資料集的每一項套用轉換；未接轉換時，套用下列三項設定。",
        ),
        title_zh_tw="套用轉換",
        inputs=(
            port("dataset", DataType.DATASET, "Items of input and label.", "由輸入與標籤組成的項目。"),
            port("transform", DataType.TRANSFORM, "What to do with each input.", "對每個輸入的處理。", optional=True),
        ),
        outputs=(
            port("dataset", DataType.DATASET, "The same items, transformed when loaded.", "相同的項目，載入時轉換。"),
        ),
        params=(
            param(
                "resize",
                ParamType.INT,
                0,
                "Side of the square that pictures are brought to; 0 keeps their size.",
                "圖片縮放成的正方形邊長；0 表示保持原尺寸。",
                at_least=0,
            ),
            param(
                "normalize", ParamType.BOOL, True, "Bring values from 0..1 to -1..1.", "把 0 到 1 的值變成 -1 到 1。"
            ),
            param("to_tensor", ParamType.BOOL, True, "Turn pictures into tensors.", "把圖片轉成張量。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError dataset_unusable, transform_not_callable, tensor_too_large."""
        from app.nodes._torch.items import transformed, usable
        from app.nodes._torch.transforms import Chain, Normalize, Resize, ToTensor, joined

        dataset = usable(inputs.get("dataset"))
        if inputs.get("transform") is not None:
            return {"dataset": transformed(dataset, joined([inputs["transform"]]))}
        refuse_absurd((params["resize"], params["resize"], 4), 4, "cpu")
        steps = (
            *((Resize(params["resize"]),) if params["resize"] else ()),
            *((ToTensor(),) if params["to_tensor"] else ()),
            *((Normalize((0.5,), (0.5,)),) if params["normalize"] else ()),
        )
        return {"dataset": transformed(dataset, Chain(steps))}

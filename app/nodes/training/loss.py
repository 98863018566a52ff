"""The Loss node: a torch loss function with the options that its type takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

TYPES = (
    *("CrossEntropyLoss", "MSELoss", "BCEWithLogitsLoss", "L1Loss", "SmoothL1Loss", "NLLLoss", "KLDivLoss"),
    *("HuberLoss", "BCELoss", "MarginRankingLoss", "CosineEmbeddingLoss"),
)
_WEIGHTED = ["BCELoss", "BCEWithLogitsLoss", "CrossEntropyLoss", "NLLLoss"]


class Loss(Node):
    """Makes one loss function; it is stateless and may be shared by loops."""

    SPEC = NodeSpec(
        name="Loss",
        category="Training",
        title_zh_tw="損失函數",
        description=Text(
            "Makes the function that says how far the model's outputs are from the targets.",
            "建立損失函數，用來衡量模型輸出與目標之間的差距。",
        ),
        outputs=(
            PortSpec(
                "loss_fn",
                DataType.LOSS_FN,
                Text("The loss function, for a TrainingLoop.", "損失函數，供 TrainingLoop 使用。"),
            ),
        ),
        params=(
            ParamSpec(
                "type",
                ParamType.SELECT,
                "CrossEntropyLoss",
                Text(
                    "Which loss: CrossEntropyLoss for classes, MSELoss for numbers, BCEWithLogitsLoss for yes or no.",
                    "損失種類：分類用 CrossEntropyLoss，數值預測用 MSELoss，是非題用 BCEWithLogitsLoss。",
                ),
                options=TYPES,
            ),
            ParamSpec(
                "label_smoothing",
                ParamType.FLOAT,
                0.0,
                Text(
                    "Share of each target spread evenly over all classes.", "將每個目標的一部分平均分給所有類別的比例。"
                ),
                min_value=0.0,
                max_value=1.0,
                visible_when={"type": ["CrossEntropyLoss"]},
            ),
            ParamSpec(
                "reduction",
                ParamType.SELECT,
                "mean",
                Text(
                    "How the losses of a batch become one; with none, a TrainingLoop takes their mean.",
                    "如何將一個批次的損失合成一個值；選 none 時 TrainingLoop 會取平均。",
                ),
                options=("mean", "sum", "none"),
                advanced=True,
            ),
            ParamSpec(
                "weight",
                ParamType.STRING,
                "",
                Text(
                    "One number per class, comma separated, to make rare classes count more; empty for equal.",
                    "每個類別一個數字，以逗號分隔，可讓少見的類別更受重視；留空表示相同。",
                ),
                visible_when={"type": _WEIGHTED},
                advanced=True,
            ),
            ParamSpec(
                "ignore_index",
                ParamType.INT,
                -100,
                Text("Targets with this class number do not count.", "類別編號等於此值的目標不計入損失。"),
                visible_when={"type": ["CrossEntropyLoss", "NLLLoss"]},
                advanced=True,
            ),
            ParamSpec(
                "pos_weight",
                ParamType.STRING,
                "",
                Text(
                    "Weight of the positive answers, one number per output, comma separated; empty for 1.",
                    "正類的權重，每個輸出一個數字，以逗號分隔；留空表示 1。",
                ),
                visible_when={"type": ["BCEWithLogitsLoss"]},
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError list_not_numbers."""
        from app.nodes._torch.losses import make_loss

        return {"loss_fn": make_loss(params)}

"""The LRScheduler node: a schedule that changes the learning rate while training goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

TYPES = (
    *("StepLR", "CosineAnnealingLR", "ExponentialLR", "ReduceLROnPlateau", "CosineAnnealingWarmRestarts"),
    *("MultiStepLR", "OneCycleLR", "warmup_cosine", "warmup_linear", "constant_with_warmup"),
)


class LRScheduler(Node):
    """Wraps an optimizer in a schedule. Its steps are epochs, or optimizer steps where the TrainingLoop says so."""

    SPEC = NodeSpec(
        name="LRScheduler",
        category="Training",
        title_zh_tw="學習率排程器",
        description=Text(
            "Changes the learning rate by a plan. One step is one epoch, or one optimizer step if the TrainingLoop's "
            "scheduler_step says so.",
            "依計畫調整學習率。一步為一個訓練週期；若 TrainingLoop 的 scheduler_step 另有設定，則為一次最佳化步驟。",
        ),
        inputs=(
            PortSpec(
                "optimizer", DataType.OPTIMIZER, Text("The optimizer whose rate changes.", "要調整學習率的最佳化器。")
            ),
        ),
        outputs=(
            PortSpec(
                "scheduler", DataType.ANY, Text("The schedule, for a TrainingLoop.", "排程，供 TrainingLoop 使用。")
            ),
        ),
        cacheable=False,
        params=(
            ParamSpec("type", ParamType.SELECT, "StepLR", Text("Which plan.", "使用的計畫。"), options=TYPES),
            ParamSpec(
                "warmup_steps",
                ParamType.INT,
                100,
                Text("Steps in which the rate climbs from almost zero.", "學習率由接近零開始上升的步數。"),
                min_value=1,
                visible_when={"type": ["warmup_cosine", "warmup_linear", "constant_with_warmup"]},
            ),
            ParamSpec(
                "step_size",
                ParamType.INT,
                10,
                Text(
                    "StepLR: steps between two drops. MultiStepLR: drops at one, two, three and four times this.",
                    "StepLR：兩次下降之間的步數。MultiStepLR：在此值的一、二、三、四倍時下降。",
                ),
            ),
            ParamSpec(
                "gamma",
                ParamType.FLOAT,
                0.1,
                Text(
                    "Factor of one drop; ReduceLROnPlateau uses it too.", "每次下降的倍率；ReduceLROnPlateau 也使用它。"
                ),
            ),
            ParamSpec(
                "T_max",
                ParamType.INT,
                50,
                Text(
                    "Steps of half a cosine; between warm restarts, the length of the first cycle.",
                    "半個餘弦週期的步數；熱重啟時為第一個週期的長度。",
                ),
            ),
            ParamSpec(
                "max_lr",
                ParamType.FLOAT,
                0.01,
                Text("OneCycleLR: the highest rate.", "OneCycleLR：最高的學習率。"),
            ),
            ParamSpec(
                "total_steps",
                ParamType.INT,
                1000,
                Text(
                    "OneCycleLR and the warm-ups: the step at which the plan ends; later the rate stays.",
                    "OneCycleLR 與暖身計畫：計畫結束的步數；之後學習率不再改變。",
                ),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_an_optimizer, schedule_too_short, scheduler_params."""
        from app.nodes._torch.schedulers import make_scheduler

        return {"scheduler": make_scheduler(inputs["optimizer"], params)}

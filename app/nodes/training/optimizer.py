"""The Optimizer node: a torch optimizer over a model's parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

TYPES = ("Adam", "SGD", "AdamW", "RMSprop", "Adagrad", "RAdam", "NAdam", "Rprop", "ASGD")


class Optimizer(Node):
    """Makes an optimizer with the hyperparameters that its type takes; the others keep torch's defaults."""

    SPEC = NodeSpec(
        name="Optimizer",
        category="Training",
        title_zh_tw="最佳化器",
        description=Text(
            "Makes the method that changes the model's weights after each batch.",
            "建立最佳化器，決定每個批次之後如何更新模型的權重。",
        ),
        inputs=(PortSpec("model", DataType.MODEL, Text("The model to train.", "要訓練的模型。")),),
        outputs=(
            PortSpec("optimizer", DataType.OPTIMIZER, Text("The optimizer of this model.", "此模型的最佳化器。")),
        ),
        cacheable=False,
        params=(
            ParamSpec(
                "type",
                ParamType.SELECT,
                "Adam",
                Text("Which method.", "使用的方法。"),
                options=TYPES,
            ),
            ParamSpec(
                "lr",
                ParamType.FLOAT,
                0.001,
                Text("Learning rate: how big a step is.", "學習率：每一步的大小。"),
                min_value=0.0,
            ),
            ParamSpec(
                "weight_decay",
                ParamType.FLOAT,
                0.0,
                Text(
                    "How strongly weights are pulled towards zero; Rprop has none.",
                    "將權重拉向零的強度；Rprop 不適用。",
                ),
                min_value=0.0,
            ),
            ParamSpec(
                "momentum",
                ParamType.FLOAT,
                0.0,
                Text("Share of the last step that is kept.", "保留上一步方向的比例。"),
                min_value=0.0,
                visible_when={"type": ["RMSprop", "SGD"]},
            ),
            ParamSpec(
                "betas",
                ParamType.STRING,
                "0.9, 0.999",
                Text("Two decay rates: of the mean and of the square.", "兩個衰減率：平均值與平方值各一。"),
                visible_when={"type": ["Adam", "AdamW", "NAdam", "RAdam"]},
                advanced=True,
            ),
            ParamSpec(
                "eps",
                ParamType.FLOAT,
                1e-08,
                Text("Small number that keeps a division from failing.", "避免除以零的極小值。"),
                min_value=0.0,
                visible_when={"type": ["Adam", "AdamW", "NAdam", "RAdam", "RMSprop"]},
                advanced=True,
            ),
            ParamSpec(
                "amsgrad",
                ParamType.BOOL,
                False,
                Text("Keep the largest mean square seen so far.", "保留至今最大的平方平均值。"),
                visible_when={"type": ["Adam", "AdamW"]},
                advanced=True,
            ),
            ParamSpec(
                "nesterov",
                ParamType.BOOL,
                False,
                Text("Look one step ahead; needs a momentum and no dampening.", "預先看一步；需要動量，且阻尼須為 0。"),
                visible_when={"type": ["SGD"]},
                advanced=True,
            ),
            ParamSpec(
                "dampening",
                ParamType.FLOAT,
                0.0,
                Text("Share of the new gradient left out of the momentum.", "更新動量時略去新梯度的比例。"),
                min_value=0.0,
                visible_when={"type": ["SGD"]},
                advanced=True,
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError nothing_to_train, optimizer_params, list_not_numbers, list_wrong_length."""
        from app.nodes._torch.optimizers import make_optimizer

        return {"optimizer": make_optimizer(inputs["model"], params)}

"""DecisionTreeClassifier: classify by a tree of questions learnt from known rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import CLASSES, INPUTS, PREDICTIONS, SEEDS
from app.nodes.extras import require
from app.nodes.ports import param, port
from app.nodes.tables import task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

_DEEPEST_TEXT = 200  # the writer of the text recurses once a level


class DecisionTreeClassifier(Node):
    """scikit-learn's tree; any whole number is a random_state, taken modulo 2^32."""

    SPEC = NodeSpec(
        name="DecisionTreeClassifier",
        category="Classical",
        description=Text(
            "Learns a tree of yes-or-no questions from known rows and classifies new ones with it.",
            "從已知資料列學出一棵是非問題的樹，再用它分類新的資料列。",
        ),
        title_zh_tw="決策樹分類",
        inputs=INPUTS,
        outputs=(
            PREDICTIONS,
            port(
                "feature_importances",
                DataType.TENSOR,
                "How much each column decides, [F]; the sum is 1, or 0 for a tree without questions.",
                "每一欄的影響程度，[F]；總和為 1，沒有問題的樹則為 0。",
            ),
            port("tree_text", DataType.STRING, "The tree written out.", "以文字寫出的樹。"),
            CLASSES,
        ),
        params=(
            param(
                "max_depth",
                ParamType.INT,
                5,
                "How many questions deep; 0 sets no limit.",
                "最多問幾層問題；0 表示不限。",
                at_least=0,
            ),
            param(
                "criterion",
                ParamType.SELECT,
                "gini",
                "How a question is judged.",
                "評估問題好壞的標準。",
                options=("gini", "entropy", "log_loss"),
            ),
            param(
                "random_state",
                ParamType.INT,
                42,
                "Seed that decides between equally good questions.",
                "在同樣好的問題之間做選擇的種子。",
            ),
        ),
        requires_extra="ml",
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError extra_missing and those of tables.task()."""
        import torch

        trees = require("sklearn.tree", "ml")
        work = task(inputs)
        learner = trees.DecisionTreeClassifier(
            max_depth=params["max_depth"] or None,
            criterion=params["criterion"],
            random_state=params["random_state"] % SEEDS,
        )
        learner.fit(work.x_train, work.labels.codes)
        names = [str(label) for label in work.labels.classes]
        importances = torch.from_numpy(learner.feature_importances_.copy())
        return {
            "predictions": work.named(learner.predict(work.x_query)),
            "feature_importances": importances.to(device=work.device, dtype=torch.float32),
            "tree_text": _text(trees, learner, names),
            "classes": work.labels.classes,
        }


def _text(trees: Any, learner: Any, names: list[str]) -> str:
    if len(names) == 1:  # scikit-learn shows a lone class by its number
        return f"|--- class: {names[0]}\n"
    return str(trees.export_text(learner, class_names=names, max_depth=min(learner.get_depth(), _DEEPEST_TEXT)))

"""LinearRegression: a straight line, or plane, through known values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.classical.learner import KNOWN_ROWS
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text
from app.nodes.tables import refuse_not_finite, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

    from app.engine.context import NodeContext


class LinearRegression(Node):
    """Ordinary least squares in float64; of several best answers the one with the smallest coefficients.

    The outputs have the floating type of x_query, float32 for whole numbers.
    """

    SPEC = NodeSpec(
        name="LinearRegression",
        category="Classical",
        description=Text(
            "Fits a weighted sum of the columns to known values and predicts new ones with it.",
            "以各欄的加權總和擬合已知數值，再用來預測新的數值。",
        ),
        title_zh_tw="線性迴歸",
        inputs=(
            KNOWN_ROWS,
            port("y_train", DataType.TENSOR, "Their values, [N] or [N, 1].", "對應的數值，[N] 或 [N, 1]。"),
            port("x_query", DataType.TENSOR, "Rows to predict for, [M, F].", "要預測的資料列，[M, F]。"),
        ),
        outputs=(
            port("predictions", DataType.TENSOR, "A value for each row, [M].", "每一列的預測值，[M]。"),
            port("coef", DataType.TENSOR, "Weight of each column, [F].", "每一欄的權重，[F]。"),
            port("intercept", DataType.SCALAR, "The value where all columns are 0.", "所有欄皆為 0 時的值。"),
        ),
        params=(
            param(
                "fit_intercept",
                ParamType.BOOL,
                True,
                "Also fit a constant; off, the plane goes through zero.",
                "一併擬合常數項；關閉時平面通過原點。",
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of tables.table(), targets_not_a_column, lengths_differ, features_differ,
        learner_failed.
        """
        import torch

        rows, query = table(inputs, "x_train"), table(inputs, "x_query")
        values = _targets(inputs, rows.shape[0])
        if rows.shape[1] != query.shape[1]:
            raise NodeError.of("features_differ", train=rows.shape[1], query=query.shape[1])
        x, y = _plain(rows), _plain(values)
        x_mean, y_mean = (x.mean(0), y.mean()) if params["fit_intercept"] else (torch.zeros(()), torch.zeros(()))
        try:  # gelsd also solves where columns depend on each other
            coef = torch.linalg.lstsq(x - x_mean, (y - y_mean).unsqueeze(1), driver="gelsd").solution[:, 0]
        except RuntimeError as error:  # squares beyond float64
            raise NodeError.of("learner_failed", learner=self.SPEC.name, message=str(error)[:300]) from error
        intercept = float(y_mean - (x_mean * coef).sum()) if params["fit_intercept"] else 0.0
        kind = query.dtype if query.is_floating_point() else torch.float32
        return {
            "predictions": (_plain(query) @ coef + intercept).to(query.device, kind),
            "coef": coef.to(query.device, kind),
            "intercept": intercept,
        }


def _targets(inputs: dict[str, Any], rows: int) -> Tensor:
    value = tensor(inputs, "y_train")
    if value.dim() == 2 and value.shape[1] == 1:
        value = value[:, 0]
    if value.dim() != 1:
        raise NodeError.of("targets_not_a_column", shape=shape_text(value.shape))
    if len(value) != rows:
        raise NodeError.of("lengths_differ", a="x_train", a_count=rows, b="y_train", b_count=len(value))
    refuse_not_finite(value, "y_train")
    return value


def _plain(value: Tensor) -> Tensor:
    return value.detach().cpu().double()

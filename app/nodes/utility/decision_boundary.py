"""DecisionBoundary: which class a model predicts where in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes import plotting
from app.nodes.operands import type_text
from app.nodes.ports import param, port
from app.nodes.utility.points import labels_of, plane

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from app.engine.context import NodeContext

_FAILURES = (ValueError, TypeError, RuntimeError, AttributeError, IndexError, AssertionError, KeyError)
_BATCH = 10_000
"""Rows predicted at once: a kernel machine holds a row of distances for each."""


class DecisionBoundary(Node):
    """A PNG of 640 x 480 pixels over the points' range and a tenth of it around; classes are compared as text."""

    SPEC = NodeSpec(
        name="DecisionBoundary",
        category="Utility",
        description=Text(
            "Colours the plane by the class that a model predicts, with the training points on it.",
            "依模型預測的類別為平面上色，並畫出訓練資料點。",
        ),
        title_zh_tw="決策邊界",
        inputs=(
            port("model", DataType.MODEL, "A fitted model with predict().", "訓練好、具有 predict() 的模型。"),
            port("x_train", DataType.TENSOR, "A row for each point, [N, 2].", "每點一列，[N, 2]。"),
            port("y_train", DataType.LIST, "A label for each point.", "每個點的標籤。"),
        ),
        outputs=(
            port("image", DataType.STRING, "The picture, a PNG as base64.", "圖片，base64 編碼的 PNG。", media="image"),
        ),
        params=(
            param(
                "grid_steps",
                ParamType.INT,
                200,
                "Places asked for along each axis.",
                "每個軸上取樣的點數。",
                at_least=20,
                at_most=500,
            ),
            param(
                "show_support_vectors",
                ParamType.BOOL,
                False,
                "Rings the points that hold the boundary of a support vector machine.",
                "圈出支持向量機用來決定邊界的點。",
            ),
            param("title", ParamType.STRING, "", "Stands above the picture.", "寫在圖片上方的標題。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError model_cannot_predict, predict_failed, those of plane() and labels_of()."""
        model = inputs.get("model")
        if not callable(getattr(model, "predict", None)) or isinstance(model, type):
            raise NodeError.of("model_cannot_predict", found=type_text(model))
        points = plane(inputs, "x_train")
        known = labels_of(inputs, "y_train", points, "x_train")
        x, y = plotting.span(points[:, 0], 0.1), plotting.span(points[:, 1], 0.1)
        answers = _predicted(model, _grid(x, y, params["grid_steps"]))
        names = list(dict.fromkeys([*map(_name, known.classes), *sorted(set(answers))]))
        place = {name: number for number, name in enumerate(names)}
        plot = plotting.Plot(params["title"], x, y, names)
        plot.cells(_colors([place[name] for name in answers], params["grid_steps"]))
        for (across, up), code in zip(points.tolist(), known.codes, strict=True):
            plot.dot(across, up, plotting.color(place[_name(known.classes[code])]))
        if params["show_support_vectors"]:
            for across, up in _support(model):
                plot.ring(across, up)
        return {"image": plot.png(plotting.room_of(context.run.payload_cap_bytes))}


def _grid(x: plotting.Span, y: plotting.Span, steps: int) -> NDArray[Any]:
    """[steps * steps, 2] centres of cells, row by row from the top."""
    import numpy

    share = (numpy.arange(steps) + 0.5) / steps
    across, up = numpy.meshgrid(x[0] + share * (x[1] - x[0]), y[1] - share * (y[1] - y[0]))
    return numpy.stack([across.reshape(-1), up.reshape(-1)], -1)


def _predicted(model: Any, rows: NDArray[Any]) -> list[str]:
    names: list[str] = []
    name = type(model).__name__
    for start in range(0, len(rows), _BATCH):
        part = rows[start : start + _BATCH]
        try:
            answers = model.predict(part)
            found = list(answers.tolist() if hasattr(answers, "tolist") else answers)
        except _FAILURES as error:
            message = (str(error) or type(error).__name__).splitlines()[0][:300]
            raise NodeError.of("predict_failed", model=name, message=message) from error
        if len(found) != len(part):
            raise NodeError.of("predict_failed", model=name, message=f"{len(found)} answers for {len(part)} rows")
        names += [_name(answer) for answer in found]
    return names


def _name(label: Any) -> str:
    """A class as text; 1.0 and 1 are the same, and so is [1]."""
    while isinstance(label, list) and len(label) == 1:
        label = label[0]
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)[:100]


def _colors(codes: Sequence[int], steps: int) -> NDArray[Any]:
    import numpy

    table = numpy.array([plotting.pale(number) for number in range(max(codes) + 1)], numpy.uint8)
    cells: NDArray[Any] = table[numpy.array(codes).reshape(steps, steps)]
    return cells


def _support(model: Any) -> list[tuple[float, float]]:
    """The support vectors of a fitted machine; none where the model is of another kind."""
    import numpy

    vectors = numpy.asarray(getattr(model, "support_vectors_", ()))
    if vectors.ndim != 2 or vectors.shape[1] != 2:
        return []
    return [(float(across), float(up)) for across, up in vectors]

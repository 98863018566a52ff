"""ScatterPlot2D: points in a plane, coloured by label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes import plotting
from app.nodes.ports import param, port
from app.nodes.utility.points import labels_of, plane

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


class ScatterPlot2D(Node):
    """A PNG of 640 x 480 pixels; classes have their colours in natural order, with a legend."""

    SPEC = NodeSpec(
        name="ScatterPlot2D",
        category="Utility",
        description=Text("Draws points in a plane, one colour for each label.", "在平面上畫點，每種標籤一種顏色。"),
        title_zh_tw="散佈圖",
        inputs=(
            port("points", DataType.TENSOR, "A row for each point, [N, 2].", "每點一列，[N, 2]。"),
            port("labels", DataType.LIST, "A label for each point.", "每個點的標籤。", optional=True),
        ),
        outputs=(
            port("image", DataType.STRING, "The picture, a PNG as base64.", "圖片，base64 編碼的 PNG。", media="image"),
        ),
        params=(param("title", ParamType.STRING, "", "Stands above the picture.", "寫在圖片上方的標題。"),),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of plane() and labels_of()."""
        points = plane(inputs, "points")
        names: list[str] = []
        codes = [0] * len(points)
        if inputs.get("labels") is not None:
            found = labels_of(inputs, "labels", points, "points")
            names, codes = [str(label) for label in found.classes], found.codes
        plot = plotting.Plot(
            params["title"], plotting.span(points[:, 0], 0.05), plotting.span(points[:, 1], 0.05), names
        )
        for (x, y), code in zip(points.tolist(), codes, strict=True):
            plot.dot(x, y, plotting.color(code))
        return {"image": plot.png(plotting.room_of(context.run.payload_cap_bytes))}

"""Visualize: a picture of any numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes import plotting
from app.nodes.operands import tensor
from app.nodes.ports import param, port
from app.nodes.shapes import shape_text
from app.nodes.utility.pixels import sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from PIL import Image

    from app.engine.context import NodeContext

BINS = 50
"""Bars of a histogram."""

_MOST_POINTS = 2000


class Visualize(Node):
    """A PNG of 640 x 480 pixels or less, or of the image's proportions; values that are not finite are left out."""

    SPEC = NodeSpec(
        name="Visualize",
        category="Utility",
        description=Text(
            "Draws numbers as a line, a histogram, a heatmap or an image.", "把數值畫成折線、直方圖、熱圖或影像。"
        ),
        title_zh_tw="視覺化",
        inputs=(
            port(
                "data",
                DataType.ANY,
                "A tensor, an array, a list of numbers or a picture.",
                "張量、陣列、數字清單或圖片。",
            ),
        ),
        outputs=(
            port("image", DataType.STRING, "The picture, a PNG as base64.", "圖片，base64 編碼的 PNG。", media="image"),
        ),
        params=(
            param("title", ParamType.STRING, "", "Stands above the picture.", "寫在圖片上方的標題。"),
            param(
                "plot_type",
                ParamType.SELECT,
                "line",
                "line: the values in order; histogram: how often they occur; heatmap: a table as colours; "
                "image: pixels, batches tiled.",
                "line：依序的值；histogram：出現次數；heatmap：以顏色表示表格；image：像素，批次會並排。",
                options=("line", "histogram", "heatmap", "image"),
            ),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError not_a_tensor, complex_unfit, tensor_empty, nothing_to_draw."""
        values = _values(inputs)
        room = plotting.room_of(context.run.payload_cap_bytes)
        picture = _DRAWERS[params["plot_type"]](values, params["title"])
        return {"image": plotting.png_text(picture, room)}


def _values(inputs: dict[str, Any]) -> NDArray[Any]:
    """The numbers as numpy: bytes as they are, all else as float64 within plotting.LIMIT."""
    import numpy
    import torch

    data = inputs.get("data")
    if hasattr(data, "__array_interface__") and not hasattr(data, "dtype"):  # a picture of Pillow
        inputs = {"data": numpy.array(data)}
    value = tensor(inputs, "data").detach().cpu()
    if value.is_complex():
        raise NodeError.of("complex_unfit", port="data")
    if not value.numel():
        raise NodeError.of("tensor_empty", port="data", shape=shape_text(value.shape))
    if value.dtype is torch.uint8:
        bytes_found: NDArray[Any] = value.numpy()
        return bytes_found
    floats: NDArray[Any] = value.double().numpy()
    if not numpy.isfinite(floats).any():
        raise NodeError.of("nothing_to_draw", port="data")
    return numpy.where(numpy.isfinite(floats), numpy.clip(floats, -plotting.LIMIT, plotting.LIMIT), numpy.nan)


def _line(values: NDArray[Any], title: str) -> Image.Image:
    import numpy

    flat = values.reshape(-1).astype(numpy.float64)
    finite = numpy.isfinite(flat)
    plot = plotting.Plot(title, plotting.span(numpy.array([0, flat.size - 1])), plotting.span(flat[finite], 0.03))
    run: list[tuple[float, float]] = []
    for place, value in _thinned(flat, finite):
        if math.isnan(value):
            if run:
                plot.line(run)
            run = []
        else:
            run.append((place, value))
    if run:
        plot.line(run)
    return plot.image


def _thinned(flat: NDArray[Any], finite: NDArray[Any]) -> list[tuple[float, float]]:
    """(place, value) of each item; of long rows the smallest and largest of each stretch, so that no peak is lost."""
    import numpy

    if flat.size <= _MOST_POINTS:
        return list(enumerate(flat.tolist()))
    starts = numpy.linspace(0, flat.size, _MOST_POINTS // 2, endpoint=False).astype(int)
    low = numpy.minimum.reduceat(numpy.where(finite, flat, numpy.inf), starts)
    high = numpy.maximum.reduceat(numpy.where(finite, flat, -numpy.inf), starts)
    points: list[tuple[float, float]] = []
    for place, least, most in zip(starts.tolist(), low.tolist(), high.tolist(), strict=True):
        points += [(place, least), (place, most)] if math.isfinite(least) else [(place, math.nan)]
    return points


def _histogram(values: NDArray[Any], title: str) -> Image.Image:
    import numpy

    flat = values.reshape(-1).astype(numpy.float64)
    finite = flat[numpy.isfinite(flat)]
    ends = plotting.span(finite)
    counts, edges = numpy.histogram(finite, BINS, ends)
    plot = plotting.Plot(title, ends, (0.0, float(counts.max()) * 1.03))
    for count, left, right in zip(counts.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        plot.bar(left, right, count)
    return plot.image


def _heatmap(values: NDArray[Any], title: str) -> Image.Image:
    import numpy

    table = _table(values.astype(numpy.float64))
    finite = table[numpy.isfinite(table)]
    low, high = plotting.span(finite)
    plot = plotting.Plot(title, (0.0, 1.0), (0.0, 1.0), plain=True)
    plot.cells(plotting.shades(table, low, high))
    plot.scale(low, high)
    return plot.image


def _table(values: NDArray[Any]) -> NDArray[Any]:
    """Two dimensions: a row of items folded into a square, leading dimensions laid out as rows."""
    import numpy

    if values.ndim >= 2:
        return values.reshape(-1, values.shape[-1])
    flat = values.reshape(-1)
    side = math.ceil(math.sqrt(flat.size))
    rows = math.ceil(flat.size / side)
    return numpy.concatenate([flat, numpy.full(rows * side - flat.size, numpy.nan)]).reshape(rows, side)


def _image(values: NDArray[Any], title: str) -> Image.Image:
    return plotting.titled(sheet(values), title)


_DRAWERS = {"line": _line, "histogram": _histogram, "heatmap": _heatmap, "image": _image}

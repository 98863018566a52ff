"""Visualize: what is drawn is read back from the pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pytest
import torch
from PIL import Image

from app.nodes import plotting
from app.nodes.utility.visualize import BINS, Visualize
from tests.support import agreement
from tests.support.nodes import call
from tests.support.pictures import pixels, places
from tests.support.tensors import KINDS, random, strided

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LEFT, TOP, RIGHT, BOTTOM = plotting.Plot("", (0, 1), (0, 1)).box
PLAIN = plotting.Plot("", (0, 1), (0, 1), plain=True).box


def drawn(root: Path, data: Any, plot_type: str, title: str = "") -> NDArray[Any]:
    return pixels(call(Visualize, root, {"data": data}, {"plot_type": plot_type, "title": title}))


def heights(picture: NDArray[Any], columns: list[int]) -> list[float]:
    """The middle of the drawn line in each column, as a share of the axis from the bottom."""
    marks = places(picture, plotting.COLORS[0])
    found = [marks[marks[:, 1] == column][:, 0].mean() for column in columns]
    return [(BOTTOM - row) / (BOTTOM - TOP) for row in found]


def test_a_line_goes_through_its_values(tmp_path: Path) -> None:
    values = torch.tensor([[0.0, 4.0, 1.0], [3.0, 2.0, 2.0]])
    columns = [round(LEFT + place * (RIGHT - LEFT) / 5) for place in range(1, 5)]
    low, high = plotting.span(values.numpy(), 0.03)
    expected = [(value - low) / (high - low) for value in values.flatten()[1:5].tolist()]
    assert heights(drawn(tmp_path, values, "line"), columns) == pytest.approx(expected, abs=0.02)
    shuffled = values.flatten().roll(1)
    assert heights(drawn(tmp_path, shuffled, "line"), columns) != pytest.approx(expected, abs=0.02)


def test_a_line_is_broken_where_a_value_is_missing(tmp_path: Path) -> None:
    picture = drawn(tmp_path, [0.0, 1.0, float("nan"), 1.0, 0.0], "line")
    columns = places(picture, plotting.COLORS[0])[:, 1]
    gap = (LEFT + (RIGHT - LEFT) * 0.3, LEFT + (RIGHT - LEFT) * 0.7)
    assert len(columns) > 50
    assert not ((columns > gap[0]) & (columns < gap[1])).any()


def test_no_peak_of_a_long_line_is_lost(tmp_path: Path) -> None:
    values = torch.zeros(200_000)
    values[123_457] = 1.0
    marks = places(drawn(tmp_path, values, "line"), plotting.COLORS[0])
    assert marks[:, 0].min() < TOP + 20
    peak = marks[marks[:, 0] < TOP + 40][:, 1].mean()
    assert (peak - LEFT) / (RIGHT - LEFT) == pytest.approx(123_457 / 200_000, abs=0.01)


def test_the_bars_of_a_histogram_are_as_high_as_the_counts(tmp_path: Path) -> None:
    values = random((3000,), torch.float64)
    picture = drawn(tmp_path, values, "histogram")
    counts = numpy.histogram(values.numpy(), BINS)[0]
    width = (RIGHT - LEFT) / BINS
    marks = places(picture, plotting.COLORS[0])
    tops = [(marks[marks[:, 1] == round(LEFT + (bar + 0.5) * width)][:, 0]) for bar in range(BINS)]
    shares = [(BOTTOM - rows.min()) / (BOTTOM - TOP) if len(rows) else 0.0 for rows in tops]
    assert shares == pytest.approx((counts / (counts.max() * 1.03)).tolist(), abs=0.005)


@pytest.mark.parametrize(("shape", "table"), [((4, 6), (4, 6)), ((2, 2, 6), (4, 6)), ((9,), (3, 3)), ((), (1, 1))])
def test_each_cell_of_a_heatmap_has_the_shade_of_its_value(
    tmp_path: Path, shape: tuple[int, ...], table: tuple[int, int]
) -> None:
    values = random(shape)
    picture = drawn(tmp_path, values, "heatmap")
    cells = values.double().reshape(table).numpy()
    expected = plotting.shades(cells, *plotting.span(cells))
    left, top, right, bottom = PLAIN
    rows = [round(top + (row + 0.5) * (bottom - top) / table[0]) for row in range(table[0])]
    columns = [round(left + (column + 0.5) * (right - left) / table[1]) for column in range(table[1])]
    assert (picture[numpy.ix_(rows, columns)] == expected).all()


def test_a_row_that_fills_no_square_leaves_cells_missing(tmp_path: Path) -> None:
    picture = drawn(tmp_path, [1.0, 2.0, 3.0], "heatmap")
    _, top, right, bottom = PLAIN
    assert tuple(picture[bottom - 5, right - 5]) == plotting.MISSING
    assert tuple(picture[top + 5, right - 5]) != plotting.MISSING


@pytest.mark.parametrize("layout", ["CHW", "HWC", "NCHW", "NHWC", "HW"])
def test_an_image_shows_its_pixels(tmp_path: Path, layout: str) -> None:
    pixel = random((5, 7, 3), torch.uint8) * 20
    image = pixel[..., :1].expand(5, 7, 3) if layout == "HW" else pixel
    data = {"CHW": pixel.permute(2, 0, 1), "HWC": pixel, "HW": pixel[..., 0]}.get(layout)
    if data is None:
        data = pixel.permute(2, 0, 1)[None] if layout == "NCHW" else pixel[None]
    picture = drawn(tmp_path, data, "image")
    times = picture.shape[0] // 5
    assert picture.shape == (5 * times, 7 * times, 3)
    assert (picture[times // 2 :: times, times // 2 :: times] == image.numpy()).all()


def test_a_batch_is_tiled_row_by_row(tmp_path: Path) -> None:
    batch = torch.arange(5, dtype=torch.uint8)[:, None, None, None].expand(5, 1, 8, 8) * 50
    picture = drawn(tmp_path, batch, "image")
    times = picture.shape[0] // 17
    assert picture.shape == (17 * times, 26 * times, 3)
    found = [int(picture[(row * 9 + 4) * times, (column * 9 + 4) * times, 0]) for row in (0, 1) for column in (0, 1, 2)]
    assert found == [0, 50, 100, 150, 200, 255]


def test_floats_are_taken_as_0_to_1_or_stretched(tmp_path: Path) -> None:
    half = drawn(tmp_path, torch.full((1, 4, 4), 0.5), "image")
    assert set(half.flatten().tolist()) == {128}
    wide = drawn(tmp_path, torch.tensor([[-2.0, 0.0], [1.0, 2.0]]), "image")
    assert sorted(set(wide.flatten().tolist())) == [0, 128, 191, 255]


def test_large_and_small_pictures_keep_their_proportions(tmp_path: Path) -> None:
    assert drawn(tmp_path, torch.linspace(0, 1, 1000).expand(2000, 1000), "image").shape[:2] == (640, 320)
    assert drawn(tmp_path, torch.rand(1, 100_000), "image").shape[:2] == (1, 640)


@pytest.mark.parametrize(("shape", "plot_type"), [((64, 3, 32, 32), "image"), ((1000, 1000), "heatmap")])
def test_no_picture_is_too_large_for_an_event(tmp_path: Path, shape: tuple[int, ...], plot_type: str) -> None:
    text = call(Visualize, tmp_path, {"data": random(shape)}, {"plot_type": plot_type})["image"]
    assert 20_000 < len(text) <= plotting.room_of(131072)


@pytest.mark.parametrize("plot_type", ["line", "histogram", "heatmap", "image"])
def test_every_kind_of_number_and_data_will_do(tmp_path: Path, plot_type: str) -> None:
    for kind in (*KINDS, torch.bfloat16):
        assert drawn(tmp_path, strided((2, 3, 4), kind), plot_type).size
    for data in (
        2,
        [1, 2],
        numpy.ones((3, 2)),
        Image.new("RGB", (4, 3)),
        Image.new("1", (4, 3)),
        numpy.array([1e308, -1e308]),
    ):
        assert drawn(tmp_path, data, plot_type, "title").size
    assert drawn(tmp_path, torch.full((4,), 1e16), plot_type).size
    assert drawn(tmp_path, [float("inf"), 1.0], plot_type).size


@pytest.mark.parametrize("plot_type", ["line", "histogram", "heatmap", "image"])
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (torch.zeros(0, 3), "tensor_empty"),
        (torch.tensor([1j]), "complex_unfit"),
        ([float("nan")], "nothing_to_draw"),
        ("text", "not_a_tensor"),
        ({}, "not_a_tensor"),
        (None, "not_a_tensor"),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, plot_type: str, data: Any, code: str) -> None:
    assert agreement.refusal(Visualize, tmp_path, {"data": data}, {"plot_type": plot_type}).code == code


def test_the_picture_is_shown_to_people() -> None:
    assert [(port.name, port.media) for port in Visualize.SPEC.outputs] == [("image", "image")]

"""ScatterPlot2D: points are read back from the pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.nodes import plotting
from app.nodes.utility.scatter_plot2d import ScatterPlot2D
from tests.support import agreement
from tests.support.nodes import call
from tests.support.pictures import pixels

if TYPE_CHECKING:
    from pathlib import Path

POINTS = torch.tensor([[0.0, 0.0], [4.0, -2.0], [1.0, 5.0], [3.0, 3.0]])


def centres(points: torch.Tensor, names: list[str]) -> list[tuple[int, int]]:
    """(row, column) where each point must lie."""
    plane = points.double().numpy()
    plot = plotting.Plot("", plotting.span(plane[:, 0], 0.05), plotting.span(plane[:, 1], 0.05), names)
    return [(round(row), round(column)) for column, row in (plot.at(x, y) for x, y in plane.tolist())]


@pytest.mark.parametrize("labels", [["b", "a", "b", "c"], [2, 1, 2, 30], [True, False, True, True]])
def test_each_point_lies_at_its_place_in_the_colour_of_its_label(tmp_path: Path, labels: list[Any]) -> None:
    names = [str(label) for label in sorted(set(labels))]
    picture = pixels(call(ScatterPlot2D, tmp_path, {"points": POINTS, "labels": labels}, {"title": "t"}))
    for place, label in zip(centres(POINTS, names), labels, strict=True):
        assert tuple(picture[place]) == plotting.color(names.index(str(label)))
    moved = pixels(call(ScatterPlot2D, tmp_path, {"points": POINTS.flip(1), "labels": labels}))
    assert any(tuple(moved[place]) not in plotting.COLORS for place in centres(POINTS, names))


def test_without_labels_there_is_one_colour_and_no_legend(tmp_path: Path) -> None:
    picture = pixels(call(ScatterPlot2D, tmp_path, {"points": POINTS}))
    assert {tuple(picture[place]) for place in centres(POINTS, [])} == {plotting.color(0)}


def test_one_point_whole_numbers_and_many_classes(tmp_path: Path) -> None:
    one = torch.tensor([[1, 2]])
    assert tuple(pixels(call(ScatterPlot2D, tmp_path, {"points": one}))[centres(one, [])[0]]) == plotting.color(0)
    many = torch.rand(40, 2, generator=torch.Generator().manual_seed(0))
    assert pixels(call(ScatterPlot2D, tmp_path, {"points": many, "labels": list(range(40))})).shape == (480, 640, 3)


@pytest.mark.parametrize(
    ("points", "labels", "code"),
    [
        (torch.zeros(3), None, "table_needed"),
        (torch.zeros(0, 2), None, "tensor_empty"),
        (torch.zeros(3, 3), None, "columns_unfit"),
        (torch.tensor([[1.0, float("nan")]]), None, "values_not_finite"),
        (torch.tensor([[1j, 2j]]), None, "complex_unfit"),
        (torch.zeros(3, 2), ["a"], "lengths_differ"),
        (torch.zeros(1, 2), [[1]], "label_unusable"),
        (torch.zeros(1, 2), 5, "not_a_list"),
        ("text", None, "not_a_tensor"),
    ],
    ids=str,
)
def test_what_are_no_points_is_refused(tmp_path: Path, points: Any, labels: Any, code: str) -> None:
    inputs = {"points": points} if labels is None else {"points": points, "labels": labels}
    assert agreement.refusal(ScatterPlot2D, tmp_path, inputs).code == code


def test_the_picture_is_shown_to_people() -> None:
    assert [(port.name, port.media) for port in ScatterPlot2D.SPEC.outputs] == [("image", "image")]

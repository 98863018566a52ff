"""DecisionBoundary: regions, points and rings are read back from the pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
import pytest
import torch
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from app.nodes import plotting
from app.nodes.utility.decision_boundary import DecisionBoundary
from tests.support import agreement
from tests.support.case_names import named
from tests.support.nodes import call
from tests.support.pictures import pixels
from tests.support.tables import NAMES, blobs

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


class Model:
    """Answers what it was given, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def predict(self, rows: NDArray[Any]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(rows)


def plot_of(points: torch.Tensor, names: tuple[str, ...]) -> plotting.Plot:
    plane = points.double().numpy()
    return plotting.Plot("", plotting.span(plane[:, 0], 0.1), plotting.span(plane[:, 1], 0.1), names)


@pytest.mark.parametrize("steps", [20, 75])
def test_the_plane_has_the_colour_of_the_predicted_class(tmp_path: Path, steps: int) -> None:
    points, labels = blobs(60, columns=2)
    model = KNeighborsClassifier(3).fit(points.numpy(), labels)
    inputs = {"model": model, "x_train": points, "y_train": labels}
    picture = pixels(call(DecisionBoundary, tmp_path, inputs, {"grid_steps": steps}))
    plot = plot_of(points, NAMES)
    share = (numpy.arange(20) + 0.5) / 20
    spots = [
        (plot.x[0] + a * (plot.x[1] - plot.x[0]), plot.y[0] + b * (plot.y[1] - plot.y[0])) for a in share for b in share
    ]
    wanted = [plotting.pale(NAMES.index(name)) for name in model.predict(numpy.array(spots))]
    found = [tuple(picture[round(row), round(column)].tolist()) for column, row in (plot.at(*spot) for spot in spots)]
    pale = [(have, want) for have, want in zip(found, wanted, strict=True) if have in map(plotting.pale, range(3))]
    assert len(pale) > 300
    assert sum(have == want for have, want in pale) / len(pale) > (0.999 if steps == 20 else 0.95)
    turned = list(zip(reversed(found), wanted, strict=True))
    assert sum(have == want for have, want in turned) / len(turned) < 0.8


def test_the_points_lie_on_it_in_the_colours_of_their_labels(tmp_path: Path) -> None:
    points, labels = torch.tensor([[0.0, 0.0], [1.0, 2.0], [3.0, -1.0]]), ["bee", "cow", "ant"]
    model = Model(lambda rows: numpy.array(["ant"] * len(rows)))
    picture = pixels(call(DecisionBoundary, tmp_path, {"model": model, "x_train": points, "y_train": labels}))
    plot = plot_of(points, NAMES)
    for (x, y), label in zip(points.tolist(), labels, strict=True):
        column, row = plot.at(x, y)
        assert tuple(picture[round(row), round(column)]) == plotting.color(NAMES.index(label))


@pytest.mark.parametrize("shown", [True, False])
def test_support_vectors_are_ringed_on_demand(tmp_path: Path, shown: bool) -> None:
    points, labels = blobs(60, columns=2)
    model = SVC().fit(points.numpy(), labels)
    inputs = {"model": model, "x_train": points, "y_train": labels}
    picture = pixels(call(DecisionBoundary, tmp_path, inputs, {"show_support_vectors": shown}))
    dark = int((picture[40:440, 80:500] == 40).all(-1).sum())
    assert (dark > 500) is shown


def test_a_model_without_support_vectors_is_drawn_all_the_same(tmp_path: Path) -> None:
    inputs = {"model": Model(lambda rows: [1] * len(rows)), "x_train": torch.rand(3, 2), "y_train": [1, 2, 1]}
    assert pixels(call(DecisionBoundary, tmp_path, inputs, {"show_support_vectors": True})).shape == (480, 640, 3)


@pytest.mark.parametrize(
    "answer",
    [
        lambda rows: torch.ones(len(rows)),
        lambda rows: numpy.ones((len(rows), 1)),
        lambda rows: ["1"] * len(rows),
        lambda rows: (1 for _ in rows),
    ],
)
def test_the_same_class_has_one_colour_however_it_is_written(tmp_path: Path, answer: Any) -> None:
    inputs = {"model": Model(answer), "x_train": torch.rand(2, 2), "y_train": [1, 2]}
    picture = pixels(call(DecisionBoundary, tmp_path, inputs, {"grid_steps": 20}))
    left, top, _, _ = plot_of(torch.rand(2, 2), ("1", "2")).box
    assert tuple(picture[top + 2, left + 2]) == plotting.pale(0)


@pytest.mark.parametrize(
    ("model", "points", "labels", "code"),
    [
        (None, torch.zeros(2, 2), [1, 2], "model_cannot_predict"),
        (SVC, torch.zeros(2, 2), [1, 2], "model_cannot_predict"),
        (torch.nn.Linear(2, 1), torch.zeros(2, 2), [1, 2], "model_cannot_predict"),
        (SVC(), torch.zeros(2, 2), [1, 2], "predict_failed"),
        (Model(ValueError("no\nsecond line")), torch.zeros(2, 2), [1, 2], "predict_failed"),
        (Model(lambda _rows: [1]), torch.zeros(2, 2), [1, 2], "predict_failed"),
        (Model(lambda _rows: 3), torch.zeros(2, 2), [1, 2], "predict_failed"),
        (Model(list), torch.zeros(2, 3), [1, 2], "columns_unfit"),
        (Model(list), torch.zeros(2, 2), [1], "lengths_differ"),
    ],
    ids=named,
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, model: Any, points: Any, labels: Any, code: str) -> None:
    inputs = {"model": model, "x_train": points, "y_train": labels}
    assert agreement.refusal(DecisionBoundary, tmp_path, inputs).code == code


def test_the_picture_is_shown_to_people() -> None:
    assert [(port.name, port.media) for port in DecisionBoundary.SPEC.outputs] == [("image", "image")]

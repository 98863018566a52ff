"""EvaluateModel counts what one counts by hand, and leaves model and random state as they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.engine.sinks import MetricPoint
from app.nodes.training.evaluate_model import EvaluateModel
from tests.support.nodes import RecordingSinks, call, run_context
from tests.support.training import NoisyItems, make_model

if TYPE_CHECKING:
    from pathlib import Path


def expected(model: nn.Module, items: NoisyItems) -> int:
    model.eval()
    with torch.no_grad():
        return int((model(items.x).argmax(1) == items.y).sum())


@pytest.mark.parametrize("batch_size", [1, 7, 22, 100])
def test_counts(tmp_path: Path, batch_size: int) -> None:
    items, model = NoisyItems(noise=0), make_model()
    right = expected(model, items)
    model.train()
    sinks = RecordingSinks()
    before = torch.get_rng_state()
    found = call(
        EvaluateModel,
        tmp_path,
        {"model": model, "dataset": items},
        {"batch_size": batch_size, "step": 4},
        run_context(tmp_path, sinks),
    )
    assert (found["correct"], found["total"], found["accuracy"]) == (right, 22, right / 22)
    assert 0 < right < 22
    assert sinks.metrics == [MetricPoint("eval_accuracy", right / 22, 4, "n1")]
    assert model.training
    assert torch.equal(torch.get_rng_state(), before)


def test_wrong_labels_are_wrong(tmp_path: Path) -> None:
    items, model = NoisyItems(noise=0), make_model()
    model.eval()
    with torch.no_grad():
        items.y = (model(items.x).argmax(1) + 1) % 3
    assert call(EvaluateModel, tmp_path, {"model": model, "dataset": items})["correct"] == 0


def test_every_element_counts(tmp_path: Path) -> None:
    """Segmentation: scores [N, C, H, W], labels [N, H, W]."""
    masks = torch.randint(0, 3, (4, 2, 5))
    items = [(nn.functional.one_hot(mask, 3).permute(2, 0, 1).float(), mask) for mask in masks]
    found = call(EvaluateModel, tmp_path, {"model": nn.Identity(), "dataset": items})
    assert (found["correct"], found["total"]) == (40, 40)


def test_an_empty_set_is_zero_of_zero(tmp_path: Path) -> None:
    found = call(EvaluateModel, tmp_path, {"model": make_model(), "dataset": []})
    assert (found["accuracy"], found["correct"], found["total"]) == (0.0, 0, 0)


def test_a_stop_ends_it_between_batches(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    run = run_context(tmp_path, sinks)

    class Stopping(NoisyItems):
        def __getitem__(self, index: int) -> Any:
            if index == 9:
                run.cancel.set()
            return super().__getitem__(index)

    inputs = {"model": make_model(), "dataset": Stopping(noise=0)}
    found = call(EvaluateModel, tmp_path, inputs, {"batch_size": 5}, run)
    assert found["__interrupted__"] == {"batch": 2}
    assert found["total"] == 10
    assert not sinks.metrics


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"model": 5, "dataset": []}, "model_needed"),
        ({"model": nn.Identity(), "dataset": 5}, "dataset_bad"),
        ({"model": nn.Linear(5, 1), "dataset": [(torch.zeros(5), torch.zeros(4))]}, "evaluation_shapes"),
        ({"model": nn.Flatten(0), "dataset": [(torch.zeros(5), 1)]}, "evaluation_shapes"),
        ({"model": nn.Identity(), "dataset": [torch.zeros(5)]}, "batch_not_pairs"),
        ({"model": nn.Linear(3, 2), "dataset": [(torch.zeros(5), 1)]}, "model_failed"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, inputs: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(EvaluateModel, tmp_path, inputs)
    assert caught.value.reason.code == code

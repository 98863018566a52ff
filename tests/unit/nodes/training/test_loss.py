"""The Loss node makes what torch makes by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.training.loss import TYPES, Loss
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path

GENERATOR = torch.Generator().manual_seed(7)
SCORES = torch.randn(6, 3, generator=GENERATOR, dtype=torch.float64)
LABELS = torch.tensor([0, 2, 1, 1, 0, 2])
TARGETS = torch.rand(6, 3, generator=GENERATOR, dtype=torch.float64)
SIGNS = torch.tensor([1.0, -1.0, 1.0, 1.0, -1.0, -1.0], dtype=torch.float64)

CASES: list[tuple[dict[str, Any], nn.Module, tuple[Any, ...]]] = [
    (
        {"type": "CrossEntropyLoss", "label_smoothing": 0.2, "weight": "1, 2.5, 0.5", "ignore_index": 1},
        nn.CrossEntropyLoss(torch.tensor([1, 2.5, 0.5]).double(), label_smoothing=0.2, ignore_index=1),
        (SCORES, LABELS),
    ),
    ({"type": "MSELoss", "reduction": "sum"}, nn.MSELoss(reduction="sum"), (SCORES, TARGETS)),
    (
        {"type": "BCEWithLogitsLoss", "pos_weight": "[2, 3, 4]", "weight": "1 2 3"},
        nn.BCEWithLogitsLoss(torch.tensor([1, 2, 3.0]).double(), pos_weight=torch.tensor([2, 3, 4.0]).double()),
        (SCORES, TARGETS),
    ),
    ({"type": "L1Loss"}, nn.L1Loss(), (SCORES, TARGETS)),
    ({"type": "SmoothL1Loss", "reduction": "none"}, nn.SmoothL1Loss(reduction="none"), (SCORES, TARGETS)),
    (
        {"type": "NLLLoss", "weight": "1,2,3", "ignore_index": 2},
        nn.NLLLoss(torch.tensor([1, 2, 3.0]).double(), ignore_index=2),
        (SCORES.log_softmax(1), LABELS),
    ),
    ({"type": "KLDivLoss", "reduction": "sum"}, nn.KLDivLoss(reduction="sum"), (SCORES.log_softmax(1), TARGETS)),
    ({"type": "HuberLoss"}, nn.HuberLoss(), (SCORES * 3, TARGETS)),
    (
        {"type": "BCELoss", "weight": "1,2,3"},
        nn.BCELoss(torch.tensor([1, 2, 3.0]).double()),
        (SCORES.sigmoid(), TARGETS),
    ),
    ({"type": "MarginRankingLoss"}, nn.MarginRankingLoss(), (SCORES[:, 0], SCORES[:, 1], SIGNS)),
    ({"type": "CosineEmbeddingLoss"}, nn.CosineEmbeddingLoss(), (SCORES, TARGETS, SIGNS)),
]


def value_and_gradient(loss: nn.Module, arguments: tuple[Any, ...]) -> tuple[torch.Tensor, torch.Tensor]:
    first = arguments[0].detach().clone().requires_grad_()
    value = loss(first, *arguments[1:])
    value.sum().backward()
    assert first.grad is not None
    return value.detach(), first.grad


def test_every_type_is_tried() -> None:
    assert sorted(case[0]["type"] for case in CASES) == sorted(TYPES)


@pytest.mark.parametrize(("params", "expected", "arguments"), CASES, ids=[case[0]["type"] for case in CASES])
def test_value_and_gradient(tmp_path: Path, params: dict[str, Any], expected: nn.Module, arguments: Any) -> None:
    made = call(Loss, tmp_path, params=params)["loss_fn"].double()
    value, gradient = value_and_gradient(made, arguments)
    wanted, wanted_gradient = value_and_gradient(expected, arguments)
    assert torch.equal(value, wanted)
    assert torch.equal(gradient, wanted_gradient)
    for wrong in (torch.zeros_like(gradient), gradient.flatten().roll(1).view_as(gradient)):
        assert not torch.equal(wrong, wanted_gradient)


def test_options_of_other_types_are_ignored(tmp_path: Path) -> None:
    made = call(Loss, tmp_path, params={"type": "MSELoss", "weight": "1,2", "pos_weight": "x", "label_smoothing": 0.5})
    assert type(made["loss_fn"]) is nn.MSELoss
    assert not list(made["loss_fn"].buffers())


@pytest.mark.parametrize("weight", ["1, two", "nan", "1e999", "1;2"])
def test_a_weight_that_is_no_list_of_numbers(tmp_path: Path, weight: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(Loss, tmp_path, params={"weight": weight})
    assert caught.value.reason.code == "list_not_numbers"
    assert caught.value.reason.params == {"param": "weight", "value": weight}

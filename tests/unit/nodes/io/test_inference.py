"""Inference against the model called by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.io.inference import Inference
from tests.support import mutants
from tests.support.nodes import call
from tests.support.tensors import random, strided
from tests.support.training import FEATURES, make_model

if TYPE_CHECKING:
    from pathlib import Path


def ask(root: Path, model: Any, x: Any, **params: Any) -> Any:
    return call(Inference, root, {"model": model, "input": x}, params)


@pytest.mark.parametrize("device", ["auto", "cpu"])
def test_answers_as_the_model_in_eval_mode(tmp_path: Path, device: str) -> None:
    model, x = make_model(), strided((6, FEATURES))
    expected = make_model().eval()(x).detach()
    out = ask(tmp_path, model, x, device=device)
    mutants.check(mutants.equals(expected), out["output"])
    assert not out["output"].requires_grad
    assert out["model"] is model


def test_every_part_comes_back_in_its_mode_and_nothing_is_drawn(tmp_path: Path) -> None:
    model = make_model()
    next(iter(model.children())).eval()
    before = torch.get_rng_state()
    ask(tmp_path, model, random((4, FEATURES)))
    assert [part.training for part in model.modules()] == [True, False, True, True, True, True]
    assert torch.equal(torch.get_rng_state(), before)


def test_a_layer_that_works_in_place_leaves_the_input_alone(tmp_path: Path) -> None:
    x = torch.tensor([-1.0, 2.0])
    assert ask(tmp_path, nn.ReLU(inplace=True), x)["output"].tolist() == [0.0, 2.0]
    assert x.tolist() == [-1.0, 2.0]


def test_of_several_outputs_the_first(tmp_path: Path) -> None:
    model, x = nn.LSTM(3, 2), random((4, 1, 3))
    torch.testing.assert_close(ask(tmp_path, model, x)["output"], model(x)[0].detach())


class _Text(nn.Module):
    def forward(self, x: torch.Tensor) -> str:
        return "text"


@pytest.mark.parametrize(
    ("model", "x", "code"),
    [
        ("resnet", torch.ones(1), "model_needed"),
        (None, torch.ones(1), "model_needed"),
        (nn.Linear(3, 2), "x", "not_a_tensor"),
        (nn.Linear(3, 2), torch.ones(1, 4), "model_failed"),
        (nn.Linear(3, 2), torch.ones(1, 3, dtype=torch.int64), "model_failed"),
        (_Text(), torch.ones(1), "output_not_a_tensor"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, model: Any, x: Any, code: str) -> None:
    with pytest.raises(NodeError) as caught:
        ask(tmp_path, model, x)
    assert caught.value.reason.code == code


def test_the_mode_comes_back_after_a_failure(tmp_path: Path) -> None:
    model = make_model()
    with pytest.raises(NodeError):
        ask(tmp_path, model, torch.ones(1, FEATURES + 1))
    assert model.training

"""ModelSaver writes files that torch and safetensors read on their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from app.core.vocab.errors import NodeError
from app.engine.sinks import Artifact
from app.nodes.io.model_saver import ModelSaver
from tests.support.nodes import RecordingSinks, call, run_context
from tests.support.training import assert_same_weights, make_model

if TYPE_CHECKING:
    from pathlib import Path


class Own(nn.Module):
    """A class that a loader does not know."""


def tied() -> nn.Module:
    """Two names for one tensor, and a tensor that is not contiguous."""
    model = nn.Sequential(nn.Linear(4, 4, bias=False), nn.Linear(4, 4, bias=False), nn.Linear(3, 2, bias=False))
    model[1].weight = model[0].weight
    model[2].weight = nn.Parameter(torch.randn(3, 2).t())
    return model


def test_state_dict(tmp_path: Path) -> None:
    model, sinks = make_model(), RecordingSinks()
    found = call(ModelSaver, tmp_path, {"model": model}, {}, run_context(tmp_path, sinks))
    path = tmp_path / "data" / "output" / "model_weights.pt"
    assert found["path"] == str(path)
    assert found["model"] is model
    assert_same_weights(torch.load(path, weights_only=True), model.state_dict())
    assert sinks.artifacts == [Artifact("model", str(path), "n1", {"save_mode": "state_dict", "format": "pytorch"})]


def test_safetensors(tmp_path: Path) -> None:
    model = make_model()
    found = call(ModelSaver, tmp_path, {"model": model}, {"format": "safetensors", "path": "m.safetensors"})
    assert_same_weights(load_file(found["path"]), model.state_dict())


def test_safetensors_keeps_a_tied_tensor_once(tmp_path: Path) -> None:
    model = tied()
    found = call(ModelSaver, tmp_path, {"model": model}, {"format": "safetensors"})
    tensors = load_file(found["path"])
    assert set(tensors) == {"0.weight", "2.weight"}
    assert torch.equal(tensors["2.weight"], model[2].weight)  # type: ignore[index]


def test_full_model(tmp_path: Path) -> None:
    model = make_model()
    found = call(ModelSaver, tmp_path, {"model": model}, {"save_mode": "full_model"})
    loaded = torch.load(found["path"], weights_only=False)
    assert_same_weights(loaded.state_dict(), model.state_dict())


@pytest.mark.parametrize(
    ("model", "params", "code"),
    [
        (nn.ReLU(), {"save_mode": "full_model", "format": "safetensors"}, "format_mismatch"),
        (nn.Sequential(Own()), {"save_mode": "full_model"}, "model_not_saved"),
        (5, {}, "model_needed"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, model: Any, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(ModelSaver, tmp_path, {"model": model}, params)
    assert caught.value.reason.code == code
    assert not list((tmp_path / "data" / "output").iterdir())

"""CheckpointSaver writes everything that was wired, readable by torch alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.engine.sinks import Artifact
from app.nodes.io.checkpoint_saver import CheckpointSaver
from tests.support.nodes import RecordingSinks, call, run_context
from tests.support.training import make_model

if TYPE_CHECKING:
    from pathlib import Path


def parts() -> dict[str, Any]:
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    model(torch.randn(4, 5)).sum().backward()
    optimizer.step()
    return {"model": model, "optimizer": optimizer}


def test_writes_everything(tmp_path: Path) -> None:
    inputs = parts()
    inputs["lr_scheduler"] = torch.optim.lr_scheduler.StepLR(inputs["optimizer"], 3)
    inputs["losses"] = torch.tensor([3.0, 2.0], requires_grad=True)
    inputs["grad_scaler_state"] = {"scale": 4.0}
    sinks = RecordingSinks()
    found = call(CheckpointSaver, tmp_path, inputs, {"path": "c.pt", "epoch": 7}, run_context(tmp_path, sinks))
    path = tmp_path / "data" / "output" / "c.pt"
    assert found["path"] == str(path)
    assert found["model"] is inputs["model"]
    assert sinks.artifacts == [Artifact("checkpoint", str(path), "n1", {"reason": "saved", "epoch": 7})]
    saved = torch.load(path, weights_only=True)
    assert saved["epoch"] == 7
    assert saved["losses"].tolist() == [3.0, 2.0]
    assert saved["grad_scaler_state"] == {"scale": 4.0}
    assert saved["scheduler_state_dict"] == inputs["lr_scheduler"].state_dict()
    assert torch.equal(saved["model_state_dict"]["0.weight"], inputs["model"].state_dict()["0.weight"])
    assert saved["optimizer_state_dict"]["param_groups"] == inputs["optimizer"].state_dict()["param_groups"]


def test_leaves_out_what_was_not_wired(tmp_path: Path) -> None:
    found = call(CheckpointSaver, tmp_path, parts(), {"path": "data/files/deep/c.pt"})
    assert found["path"] == str(tmp_path / "data" / "files" / "deep" / "c.pt")
    assert set(torch.load(found["path"], weights_only=True)) == {"epoch", "model_state_dict", "optimizer_state_dict"}


def test_an_explicit_file_is_written_also_where_rows_have_no_place(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    run = run_context(tmp_path, sinks, can_record_artifacts=False)
    found = call(CheckpointSaver, tmp_path, parts(), {}, run)
    assert torch.load(found["path"], weights_only=True)["epoch"] == 0
    assert not sinks.artifacts


@pytest.mark.parametrize(
    ("inputs", "params", "code"),
    [
        ({}, {"epoch": -1}, "epoch_negative"),
        ({"model": 1}, {}, "model_needed"),
        ({"optimizer": nn.ReLU()}, {}, "not_an_optimizer"),
        ({"lr_scheduler": 0.1}, {}, "not_a_scheduler"),
        ({}, {"path": "../../c.pt"}, "path_outside"),
        ({}, {"path": ""}, "path_empty"),
        ({}, {"path": "data/models"}, "file_is_folder"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, inputs: dict[str, Any], params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        call(CheckpointSaver, tmp_path, {**parts(), **inputs}, params)
    assert caught.value.reason.code == code


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = call(CheckpointSaver, tmp_path, parts(), {"epoch": 1})

    def denied(*args: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("app.nodes.durable_file.os.replace", denied)
    with pytest.raises(NodeError) as caught:
        call(CheckpointSaver, tmp_path, parts(), {"epoch": 2})
    assert caught.value.reason.code == "file_unwritable"
    assert caught.value.reason.params["why"] == "Permission denied"
    assert torch.load(first["path"], weights_only=True)["epoch"] == 1
    assert [p.name for p in (tmp_path / "data" / "output").iterdir()] == ["checkpoint.pt"]

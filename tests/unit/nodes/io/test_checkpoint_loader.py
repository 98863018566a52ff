"""CheckpointLoader restores everything, and refuses damaged, foreign and hostile files by name."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.io.checkpoint_loader import CheckpointLoader
from app.nodes.io.checkpoint_saver import CheckpointSaver
from tests.support.nodes import call, run_context
from tests.support.training import assert_same_weights, make_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def parts(seed: int = 3, kind: str = "Adam") -> dict[str, Any]:
    model = make_model(seed, dropout=0.0)
    optimizer = getattr(torch.optim, kind)(model.parameters(), lr=0.02)
    return {
        "model": model,
        "optimizer": optimizer,
        "lr_scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5),
    }


def train(made: dict[str, Any], steps: int) -> None:
    generator = torch.Generator().manual_seed(steps)
    for _ in range(steps):
        made["optimizer"].zero_grad()
        made["model"](torch.randn(4, 5, generator=generator)).square().sum().backward()
        made["optimizer"].step()
        made["lr_scheduler"].step()


def saved(root: Path, **params: Any) -> tuple[dict[str, Any], str]:
    made = parts()
    train(made, 5)
    made["losses"] = torch.tensor([2.0, 1.0])
    made["grad_scaler_state"] = {"scale": 8.0}
    return made, call(CheckpointSaver, root, made, params)["path"]


def test_restores_everything(tmp_path: Path) -> None:
    made, path = saved(tmp_path, epoch=5)
    fresh = parts(seed=9)
    found = call(CheckpointLoader, tmp_path, fresh, {"path": path})
    assert found["model"] is fresh["model"]
    assert found["optimizer"] is fresh["optimizer"]
    assert found["lr_scheduler"] is fresh["lr_scheduler"]
    assert found["epoch"] == 5
    assert found["losses"].tolist() == [2.0, 1.0]
    assert found["grad_scaler_state"] == {"scale": 8.0}
    train(made, 4)
    train(fresh, 4)
    assert_same_weights(fresh["model"].state_dict(), made["model"].state_dict())
    assert fresh["optimizer"].param_groups[0]["lr"] == made["optimizer"].param_groups[0]["lr"] == 0.02 * 0.5**4


def test_a_bare_name_is_an_upload_or_an_output(tmp_path: Path) -> None:
    saved(tmp_path, path="c.pt", epoch=2)
    assert call(CheckpointLoader, tmp_path, parts(), {"path": "c.pt"})["epoch"] == 2
    output = tmp_path / "data" / "output" / "c.pt"
    os.replace(output, tmp_path / "data" / "models" / "c.pt")
    assert call(CheckpointLoader, tmp_path, parts(), {"path": "c.pt"})["epoch"] == 2


def test_a_checkpoint_of_another_program_loads(tmp_path: Path) -> None:
    made = parts()
    train(made, 2)
    content = {
        "epoch": 4,
        "model_state_dict": made["model"].state_dict(),
        "optimizer_state_dict": made["optimizer"].state_dict(),
        "losses": [1.0, 0.5],
        "arch": "mine",
    }
    torch.save(content, tmp_path / "data.pt")
    inputs = parts(seed=9)
    del inputs["lr_scheduler"]
    found = call(CheckpointLoader, tmp_path, inputs, {"path": str(tmp_path / "data.pt")})
    assert (found["epoch"], found["lr_scheduler"], found["grad_scaler_state"]) == (4, None, None)
    assert found["epoch"].cut is None
    assert found["losses"].tolist() == [1.0, 0.5]


class Bomb:
    """Would run a command when unpickled."""

    def __reduce__(self) -> Any:
        return os.system, ("touch /tmp/cdui-bomb-went-off",)


def bad(root: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    _, path = saved(root)
    content = torch.load(path, weights_only=True)
    content = change(content)
    torch.save(content, root / "bad.pt")
    return root / "bad.pt"


def without(key: str) -> Callable[[dict[str, Any]], Any]:
    return lambda content: {name: value for name, value in content.items() if name != key}


def changed(key: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda content: {**content, key: value}


FOREIGN: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("tensor", lambda content: torch.zeros(3), "checkpoint_foreign"),
    ("weights", lambda content: content["model_state_dict"], "checkpoint_foreign"),
    ("no_epoch", without("epoch"), "checkpoint_foreign"),
    ("no_optimizer", without("optimizer_state_dict"), "checkpoint_foreign"),
    ("epoch_text", changed("epoch", "5"), "checkpoint_foreign"),
    ("epoch_negative", changed("epoch", -1), "checkpoint_foreign"),
    ("weights_list", changed("model_state_dict", [1]), "checkpoint_foreign"),
    ("other_weights", changed("model_state_dict", {"a": torch.zeros(2)}), "weights_mismatch"),
    ("no_tensor", lambda c: {**c, "model_state_dict": {**c["model_state_dict"], "0.weight": 5}}, "weights_mismatch"),
    ("optimizer_empty", changed("optimizer_state_dict", {}), "optimizer_mismatch"),
    ("schedule_text", changed("scheduler_state_dict", "x"), "resume_state_bad"),
    ("schedule_other", changed("scheduler_state_dict", {"T_max": 3}), "resume_state_bad"),
    ("bomb", changed("extra", Bomb()), "file_unsafe"),
]


@pytest.mark.parametrize(("change", "code"), [case[1:] for case in FOREIGN], ids=[case[0] for case in FOREIGN])
def test_foreign_content(tmp_path: Path, change: Any, code: str) -> None:
    path = bad(tmp_path, change)
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, parts(), {"path": str(path)})
    assert caught.value.reason.code == code
    assert not os.path.exists("/tmp/cdui-bomb-went-off")


def test_a_raw_pickle_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "raw.pt").write_bytes(pickle.dumps(Bomb()))
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, parts(), {"path": str(tmp_path / "raw.pt")})
    assert caught.value.reason.code in ("file_unsafe", "file_damaged")
    assert not os.path.exists("/tmp/cdui-bomb-went-off")


@pytest.mark.parametrize("part", [0.0, 0.001, 0.5, 0.9, 0.999])
def test_a_truncated_file(tmp_path: Path, part: float) -> None:
    _, path = saved(tmp_path)
    with open(path, "r+b") as file:
        file.truncate(int(os.path.getsize(path) * part))
    before = parts(seed=9)
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, before, {"path": path})
    assert caught.value.reason.code == "file_damaged"
    assert_same_weights(before["model"].state_dict(), parts(seed=9)["model"].state_dict())


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"<html>404</html>", bytes(4096), b"\x80\x02}q\x00."])
def test_files_that_are_no_checkpoint(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.pt").write_bytes(data)
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, parts(), {"path": str(tmp_path / "x.pt")})
    assert caught.value.reason.code in ("file_damaged", "checkpoint_foreign")


def test_another_type_of_optimizer(tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, parts(kind="SGD"), {"path": path})
    assert caught.value.reason.code == "optimizer_mismatch"
    assert caught.value.reason.params["type"] == "SGD"


def test_another_model_is_told_what_differs(tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    model = nn.Sequential(nn.Linear(5, 9), nn.Linear(9, 3))
    inputs = {"model": model, "optimizer": torch.optim.Adam(model.parameters())}
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, inputs, {"path": path})
    assert caught.value.reason.code in ("weights_mismatch", "optimizer_mismatch")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        call(CheckpointLoader, tmp_path, parts(), {"path": "nowhere.pt"})
    assert caught.value.reason.code == "file_missing"


def test_a_name_that_this_run_has_saved_means_that_file(tmp_path: Path) -> None:
    """An upload of the same name wins in every other run."""
    model = make_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    wired = {"model": model, "optimizer": optimizer}
    upload = call(CheckpointSaver, tmp_path, wired, {"path": "data/models/c.pt", "epoch": 1})["path"]
    run = run_context(tmp_path)
    saved = call(CheckpointSaver, tmp_path, wired, {"path": "c.pt", "epoch": 2}, run)["path"]
    same = call(CheckpointLoader, tmp_path, wired, {"path": "c.pt"}, run)
    assert (same["epoch"], same["__log__"]) == (2, f"loaded {saved}, 2 epochs done")
    other = call(CheckpointLoader, tmp_path, wired, {"path": "c.pt"})
    assert (other["epoch"], other["__log__"]) == (1, f"loaded {upload}, 1 epochs done")

"""Everything a graph can get wrong around a TrainingLoop has a code that names what to change."""

from __future__ import annotations

import errno
import os
from multiprocessing import forkserver, resource_tracker
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn
from torch.utils.data import DataLoader

from app.core.vocab.errors import NodeError
from app.nodes._torch.layer_types import Merge
from app.nodes.training.training_loop import TrainingLoop
from tests.support.training import NoisyItems, loop, make_loader, make_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module", autouse=True)
def _fork_server() -> None:
    """Start what lives as long as the interpreter before a test takes stock of open pipes."""
    forkserver.ensure_running()
    resource_tracker.ensure_running()


def items(x: torch.Tensor, y: Any) -> DataLoader[Any]:
    return DataLoader([(x, y)] * 4, batch_size=2)  # type: ignore[arg-type]


def uneven() -> DataLoader[Any]:
    return DataLoader([(X, 1), (X[:4], 1)], batch_size=2)  # type: ignore[arg-type]


class Torn(NoisyItems):
    """A data set whose seventh item cannot be read."""

    def __getitem__(self, index: int) -> Any:
        if index == 6:
            raise OSError(errno.EIO, "the disk is gone")
        return super().__getitem__(index)


class Detached(nn.Module):
    """A model whose output has lost its gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x).detach()  # type: ignore[no-any-return]


class InPlace(nn.Module):
    """A model that writes over what the backward pass needs."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.fc(x).exp()
        z = y * y
        y += 1
        return z  # type: ignore[no-any-return]


class InHalf(nn.Module):
    """No row of layers: nobody but the model itself knows what it calls."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x) / 2  # type: ignore[no-any-return]


class Once(nn.Linear):
    """Fails the first time alone."""

    calls = 0

    def forward(self, input: torch.Tensor) -> torch.Tensor:  # noqa: A002 - torch's own name
        self.calls += 1
        if self.calls == 1:
            raise ValueError("only once")
        return super().forward(input)


X = torch.zeros(5)
CASES: list[tuple[str, Callable[[], dict[str, Any]], dict[str, Any]]] = [
    ("strategy_unavailable", lambda: {"params": {"strategy": "ddp"}}, {"strategy": "ddp"}),
    ("model_needed", lambda: {"inputs": {"model": 3}}, {"got": "int"}),
    ("not_an_optimizer", lambda: {"inputs": {"optimizer": None}}, {"got": "NoneType"}),
    ("not_a_scheduler", lambda: {"inputs": {"lr_scheduler": 0.1}}, {"got": "float"}),
    ("loss_bad", lambda: {"inputs": {"loss_fn": "mse"}}, {"got": "str"}),
    ("nothing_to_train", lambda: {"inputs": {"model": nn.ReLU()}}, {"model": "ReLU"}),
    ("loader_bad", lambda: {"loader": 5}, {"port": "dataloader", "got": "int"}),
    ("loader_bad", lambda: {"validate": torch.zeros(3)}, {"port": "val_dataloader", "got": "Tensor"}),
    ("loader_empty", lambda: {"loader": make_loader(NoisyItems(items=3), drop_last=True)}, {"port": "dataloader"}),
    ("loader_empty", lambda: {"loader": iter([])}, {"port": "dataloader"}),
    ("loader_empty", lambda: {"validate": iter([])}, {"port": "val_dataloader"}),
    ("start_epoch_bad", lambda: {"inputs": {"start_epoch": -1}}, {"value": "-1"}),
    ("start_epoch_bad", lambda: {"inputs": {"start_epoch": 1.5}}, {"value": "1.5"}),
    ("start_epoch_bad", lambda: {"inputs": {"start_epoch": float("nan")}}, {"value": "nan"}),
    ("start_epoch_bad", lambda: {"inputs": {"start_epoch": "two"}}, {"value": "two"}),
    (
        "monitor_unavailable",
        lambda: {
            "params": {"early_stopping_patience": 1, "monitor": "val_accuracy"},
            "loss": {"type": "MSELoss"},
            "validate": make_loader(),
        },
        {"monitor": "val_accuracy", "loss": "MSELoss"},
    ),
    ("batch_not_pairs", lambda: {"loader": [torch.zeros(2, 5)]}, {"got": "[2, 5] float32"}),
    ("batch_not_pairs", lambda: {"loader": [{"x": 1}]}, {"got": "dict"}),
    ("batch_not_pairs", lambda: {"loader": [(X, X, X)]}, {"got": "tuple ([5] float32, [5] float32, [5] float32)"}),
    ("batch_not_pairs", lambda: {"loader": [(torch.zeros(2, 5), ["a", "b"])]}, {}),
    ("batch_failed", lambda: {"loader": make_loader(Torn(), shuffle=False)}, {"batch": 2}),
    ("batch_failed", lambda: {"loader": uneven()}, {"batch": 1}),
    (
        "layer_width_unfit",
        lambda: {"loader": items(torch.zeros(4), 1)},
        {"layer": "0", "type": "Linear", "in_shape": "[2, 4]", "param": "in_features", "found": 4, "wanted": 5},
    ),
    (
        "layer_failed",
        lambda: {"model": nn.Sequential(nn.Linear(5, 3), Merge("Concat", dim=4)), "loader": items(X, 1)},
        {"layer": "1", "type": "Concat", "in_shape": "[2, 3]"},
    ),
    ("model_failed", lambda: {"model": InHalf(), "loader": items(torch.zeros(4), 1)}, {"input": "[2, 4] float32"}),
    ("model_failed", lambda: {"model": nn.Sequential(Once(5, 3))}, {"model": "Sequential", "message": "only once"}),
    (
        "loss_failed",
        lambda: {"loader": items(X, 1.5)},
        {"loss": "CrossEntropyLoss", "output": "[2, 3] float32", "target": "[2] float64"},
    ),
    ("labels_outside", lambda: {"loader": items(X, 7)}, {"output": "[2, 3] float32", "least": 7, "most": 7, "last": 2}),
    ("labels_outside", lambda: {"loader": items(X, -1)}, {"loss": "CrossEntropyLoss", "least": -1, "most": -1}),
    (
        "labels_outside",  # the label that is to be ignored is no label
        lambda: {"loader": [(torch.zeros(3, 5), torch.tensor([-100, 1, 3]))]},
        {"least": 1, "most": 3, "last": 2},
    ),
    ("loss_failed", lambda: {"loader": [(torch.zeros(2, 5), torch.tensor([1, 2, 0]))]}, {"target": "[3] int64"}),
    (
        "loss_failed",
        lambda: {"loader": items(X, torch.zeros(1)), "loss": {"type": "MSELoss"}},
        {"output": "[2, 3] float32", "target": "[2, 1] float32", "message": "shapes differ"},
    ),
    ("loss_without_gradient", lambda: {"model": Detached()}, {"model": "Detached"}),
    ("backward_failed", lambda: {"model": InPlace(), "loss": {"type": "CrossEntropyLoss"}}, {}),
    (
        "plateau_needs_epochs",
        lambda: {"params": {"scheduler_step": "optimizer_step"}, "scheduler": {"type": "ReduceLROnPlateau"}},
        {},
    ),
]


@pytest.mark.parametrize(("code", "make", "params"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_mistakes_are_named(tmp_path: Path, code: str, make: Any, params: dict[str, Any]) -> None:
    with pytest.raises(NodeError) as caught:
        loop(tmp_path, **make())
    assert caught.value.reason.code == code
    assert params.items() <= caught.value.reason.params.items()


def test_a_failure_in_a_loader_worker_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        loop(tmp_path, loader=make_loader(Torn(), workers=1, shuffle=False))
    assert caught.value.reason.code == "batch_failed"
    assert "the disk is gone" in caught.value.reason.params["message"]


def test_running_out_of_memory_goes_through_to_the_engine(tmp_path: Path) -> None:
    class Greedy(nn.Linear):
        def forward(self, input: torch.Tensor) -> torch.Tensor:  # noqa: A002 - torch's own name
            raise torch.OutOfMemoryError("no room")

    with pytest.raises(torch.OutOfMemoryError):
        loop(tmp_path, model=Greedy(5, 3))


@pytest.mark.req("DN-011")
def test_one_device_unless_chosen(tmp_path: Path) -> None:
    assert TrainingLoop.SPEC.defaults()["strategy"] == "single"
    assert len(loop(tmp_path).outputs["losses"]) == 3


def test_early_stopping_without_validation_warns(tmp_path: Path) -> None:
    ours = loop(tmp_path, {"early_stopping_patience": 1})
    assert [kind for kind, _ in ours.sinks.warnings] == ["early_stopping_without_validation"]
    assert len(ours.outputs["losses"]) == 3


def test_a_missing_card_falls_back_to_the_cpu_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    ours = loop(tmp_path, {"device": "cuda"})
    assert [(kind, p["params"]) for kind, p in ours.sinks.warnings] == [
        ("device_unavailable", {"wanted": "cuda", "device": "cpu"})
    ]
    assert ours.frames[0]["config"]["device"] == "cpu"


def test_a_full_disk_costs_the_checkpoint_not_the_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = loop(tmp_path / "a", {})

    def full(fd: int, data: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("app.nodes.durable_file.os.write", full)
    ours = loop(tmp_path / "b", {"checkpoint_every": 2})
    assert torch.equal(ours.weights["0.weight"], whole.weights["0.weight"])
    ((kind, payload),) = ours.sinks.warnings
    assert (kind, payload["code"]) == ("checkpoint_not_written", "checkpoint_not_written")
    assert payload["params"]["why"] == "No space left on device"
    assert not ours.sinks.artifacts
    assert not list((tmp_path / "b" / "data" / "models" / "periodic").iterdir())
    stopped = loop(tmp_path / "c", {}, stop_after=2)
    assert stopped.interrupted is not None
    assert stopped.interrupted["checkpoint_path"] is None


def test_deterministic_is_a_scope(tmp_path: Path) -> None:
    seen = []

    class Watch(nn.Linear):
        def forward(self, input: torch.Tensor) -> torch.Tensor:  # noqa: A002 - torch's own name
            seen.append(torch.are_deterministic_algorithms_enabled())
            return super().forward(input)

    loop(tmp_path, {"deterministic": True, "epochs": 1}, model=Watch(5, 3))
    assert all(seen)
    assert not torch.are_deterministic_algorithms_enabled()
    seen.clear()
    loop(tmp_path, {"epochs": 1}, model=Watch(5, 3))
    assert not any(seen)


def test_checkpoint_state_that_makes_no_sense(tmp_path: Path) -> None:
    stopped = loop(tmp_path, {}, stop_after=3)
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    content = torch.load(path, weights_only=True)
    for name, value in [("batch", "x"), ("batch", -1), ("early", 3), ("version", 99), ("loss_sum", None)]:
        torch.save({**content, "cdui": {**content["cdui"], name: value}}, path)
        by_epoch = loop(tmp_path, {}, resume=path, model=make_model())
        assert len(by_epoch.outputs["losses"]) == 3
    content["cdui"]["python"] = [3, [1, 2], None]
    torch.save(content, path)
    with pytest.raises(NodeError) as caught:
        loop(tmp_path, {}, resume=path, model=make_model())
    assert caught.value.reason.code == "resume_state_bad"


def _big(rng: dict[str, Any]) -> None:
    rng["python"] = [3, [2**70] * 625, None]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda c: c["cdui"]["early"].update(weights=5), "resume_state_bad"),
        (lambda c: c["cdui"]["early"].update(weights={"a": torch.zeros(2)}), "resume_state_bad"),
        (lambda c: c["cdui"]["early"].update(best="x"), "resume_state_bad"),
        (lambda c: c["cdui"]["early"].pop("counter"), "resume_state_bad"),
        (lambda c: _big(c["cdui"]), "resume_state_bad"),
        (lambda c: _big(c["cdui"]["start_rng"]), "resume_state_bad"),
        (lambda c: c["cdui"].update(loader_rng=[torch.zeros(3)]), "resume_state_bad"),
        (lambda c: c.update(epoch=2**63), "checkpoint_foreign"),
        (lambda c: c["optimizer_state_dict"]["param_groups"][0].update(lr="fast"), "optimizer_mismatch"),
        (lambda c: c["optimizer_state_dict"]["param_groups"][0].update(betas=[0.9]), "optimizer_mismatch"),
        (lambda c: c["optimizer_state_dict"]["param_groups"][0].update(betas=[0.9, "x"]), "optimizer_mismatch"),
        (lambda c: c["optimizer_state_dict"]["state"].update({0: [1]}), "optimizer_mismatch"),
        (lambda c: c["optimizer_state_dict"]["state"][0].pop("exp_avg"), "optimizer_step_failed"),
        (lambda c: c["optimizer_state_dict"]["state"][0].update(step="x"), "optimizer_mismatch"),
    ],
)
def test_damaged_values_are_told_in_words(tmp_path: Path, change: Any, code: str) -> None:
    params = {"early_stopping_patience": 3}
    stopped = loop(tmp_path, params, stop_after=3, validate=make_loader(seed=8))
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    content = torch.load(path, weights_only=True)
    change(content)
    torch.save(content, path)
    with pytest.raises(NodeError) as caught:
        loop(tmp_path, params, resume=path, validate=make_loader(seed=8))
    assert caught.value.reason.code == code


@pytest.mark.parametrize(
    "change",
    [lambda cut: cut.update(steps=10**30), lambda cut: cut["order"].update(items=torch.zeros(2))],
    ids=["count", "order"],
)
def test_counts_that_nothing_can_hold_resume_by_epochs(tmp_path: Path, change: Any) -> None:
    stopped = loop(tmp_path, {}, stop_after=3)
    assert stopped.interrupted is not None
    path = stopped.interrupted["checkpoint_path"]
    content = torch.load(path, weights_only=True)
    change(content["cdui"])
    torch.save(content, path)
    assert len(loop(tmp_path, {}, resume=path).outputs["losses"]) == 3

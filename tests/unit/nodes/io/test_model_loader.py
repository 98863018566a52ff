"""ModelLoader reads both formats and whole models, and runs nothing that a file brings."""

from __future__ import annotations

import os
import threading
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.io.model_loader import ModelLoader
from app.nodes.io.model_saver import ModelSaver
from app.nodes.layer_table import LAYERS
from app.nodes.training.sequential_model import SequentialModel
from tests.support.layers import chain, graph
from tests.support.nodes import call
from tests.support.training import assert_same_weights, make_model

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Bomb(nn.Module):
    """Would run a command when unpickled."""

    def __reduce__(self) -> Any:
        return os.system, ("touch /tmp/cdui-model-bomb",)


@pytest.mark.parametrize("file_format", ["pytorch", "safetensors"])
def test_weights_come_back(tmp_path: Path, file_format: str) -> None:
    model, fresh = make_model(), make_model(seed=8)
    path = call(ModelSaver, tmp_path, {"model": model}, {"format": file_format})["path"]
    found = call(ModelLoader, tmp_path, {"model": fresh}, {"path": os.path.basename(path)})
    assert found["model"] is fresh
    assert_same_weights(fresh.state_dict(), model.state_dict())


def test_tied_weights_come_back_from_safetensors(tmp_path: Path) -> None:
    def tied() -> nn.Module:
        made = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
        made[1].weight = made[0].weight
        return made

    model, fresh = tied(), tied()
    path = call(ModelSaver, tmp_path, {"model": model}, {"format": "safetensors"})["path"]
    call(ModelLoader, tmp_path, {"model": fresh}, {"path": path})
    assert_same_weights(fresh.state_dict(), model.state_dict())


def test_the_weights_of_a_checkpoint(tmp_path: Path) -> None:
    model, fresh = make_model(), make_model(seed=8)
    torch.save({"epoch": 3, "model_state_dict": model.state_dict()}, tmp_path / "c.pt")
    call(ModelLoader, tmp_path, {"model": fresh}, {"path": str(tmp_path / "c.pt")})
    assert_same_weights(fresh.state_dict(), model.state_dict())


def test_not_strict_passes_over_names_of_one_side(tmp_path: Path) -> None:
    model, fresh = make_model(), make_model(seed=8)
    state = {**model.state_dict(), "extra": torch.zeros(1)}
    del state["4.bias"]
    torch.save(state, tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {"model": fresh}, {"path": str(tmp_path / "m.pt")})
    assert caught.value.reason.code == "weights_mismatch"
    assert caught.value.reason.params["missing"] == "4.bias"
    assert caught.value.reason.params["unexpected"] == "extra"
    old = fresh.state_dict()["4.bias"].clone()
    found = call(ModelLoader, tmp_path, {"model": fresh}, {"path": str(tmp_path / "m.pt"), "strict": False})
    assert found["__log__"] == f"loaded {tmp_path / 'm.pt'}, passed over: 4.bias, extra"
    assert torch.equal(fresh.state_dict()["4.bias"], old)
    assert torch.equal(fresh.state_dict()["4.weight"], model.state_dict()["4.weight"])


@pytest.mark.parametrize("strict", [True, False])
def test_other_shapes_are_named(tmp_path: Path, strict: bool) -> None:
    torch.save({**make_model().state_dict(), "4.bias": torch.zeros(9)}, tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {"model": make_model()}, {"path": str(tmp_path / "m.pt"), "strict": strict})
    assert caught.value.reason.code == "weights_mismatch"
    assert caught.value.reason.params["shapes"] == "4.bias [9] != [3]"


WHOLE: dict[str, dict[str, Any]] = {
    "MultiHeadAttention": {"embed_dim": 4, "num_heads": 2},
    "TransformerEncoder": {"d_model": 4, "nhead": 2, "num_layers": 1, "dim_feedforward": 8, "activation": "gelu"},
    "TransformerDecoder": {"d_model": 4, "nhead": 2, "num_layers": 1, "dim_feedforward": 8},
    "LSTM": {"input_size": 4, "hidden_size": 4},
    "GRU": {"input_size": 4, "hidden_size": 4},
    "Linear": {"in_features": 4, "out_features": 4},
    "LayerNorm": {"normalized_shape": 4},
    "Reshape": {"shape": "-1,5,4"},
}


@pytest.mark.parametrize("kind", sorted(LAYERS))
def test_whole_models_of_every_layer_type(tmp_path: Path, kind: str) -> None:
    text = chain(("a", kind, WHOLE.get(kind, {})))
    model = call(SequentialModel, tmp_path, params={"layers": text})["model"]
    path = call(ModelSaver, tmp_path, {"model": model}, {"save_mode": "full_model"})["path"]
    found = call(ModelLoader, tmp_path, {}, {"path": path, "load_mode": "full_model"})["model"]
    assert type(found) is type(model)
    assert_same_weights(found.state_dict(), model.state_dict())
    if kind in WHOLE:
        x = torch.randn(2, 5, 4)
        assert torch.equal(found.eval()(x), model.eval()(x))


def test_a_whole_model_with_branches_computes_the_same(tmp_path: Path) -> None:
    wires = [("in", "t"), ("in", "r"), ("t", "m"), ("r", "m"), ("m", "out")]
    text = graph([("t", "Tanh", {}), ("r", "PReLU", {}), ("m", "Subtract", {})], wires)
    model = call(SequentialModel, tmp_path, params={"layers": text})["model"]
    path = call(ModelSaver, tmp_path, {"model": model}, {"save_mode": "full_model"})["path"]
    found = call(ModelLoader, tmp_path, {}, {"path": path, "load_mode": "full_model"})["model"]
    x = torch.randn(3, 4)
    assert torch.equal(found(x), model(x))


def test_hostile_whole_models_are_not_run(tmp_path: Path) -> None:
    torch.save(nn.Sequential(Bomb()), tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {}, {"path": str(tmp_path / "m.pt"), "load_mode": "full_model"})
    assert caught.value.reason.code == "file_unsafe"
    assert "system" in caught.value.reason.params["names"]
    assert not os.path.exists("/tmp/cdui-model-bomb")


def test_whole_models_can_be_read_by_several_threads(tmp_path: Path) -> None:
    path = call(ModelSaver, tmp_path, {"model": make_model()}, {"save_mode": "full_model"})["path"]
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for _ in range(20):
                call(ModelLoader, tmp_path, {}, {"path": path, "load_mode": "full_model"})
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    ("write", "params", "code"),
    [
        (lambda p: torch.save([1, 2], p), {}, "weights_foreign"),
        (lambda p: torch.save({"a": 1}, p), {}, "weights_foreign"),
        (lambda p: torch.save({}, p), {}, "weights_foreign"),
        (lambda p: torch.save(make_model(), p), {}, "file_whole_model"),
        (lambda p: torch.save({"a": torch.zeros(1), "b": threading.Thread}, p), {}, "file_unsafe"),
        (lambda p: torch.save({"a": torch.zeros(1)}, p), {"load_mode": "full_model"}, "model_foreign"),
        (lambda p: save_file({"a": torch.zeros(1)}, p), {"load_mode": "full_model"}, "model_foreign"),
        (lambda p: p.write_bytes(b"\x20\0\0\0\0\0\0\0{" + b"x" * 40), {}, "file_damaged"),
        (lambda p: p.write_bytes(b"\xff\xff\0\0\0\0\0\0{}"), {}, "file_damaged"),
        (lambda p: p.write_bytes(b"hello"), {}, "file_damaged"),
        (lambda p: p.mkdir(), {}, "file_is_folder"),
    ],
)
def test_files_that_hold_no_model(tmp_path: Path, write: Any, params: dict[str, Any], code: str) -> None:
    write(tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {"model": make_model()}, {"path": str(tmp_path / "m.pt"), **params})
    assert caught.value.reason.code == code


def test_weights_need_a_model(tmp_path: Path) -> None:
    torch.save(make_model().state_dict(), tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {}, {"path": str(tmp_path / "m.pt")})
    assert caught.value.reason.code == "model_needed"


class Calls(nn.Module):
    """Pickles itself as a call of `made` with `args`."""

    def __init__(self, made: Any, *args: Any) -> None:
        super().__init__()
        self.made, self.args = made, args

    def __reduce__(self) -> Any:
        return self.made, self.args


@pytest.mark.parametrize(
    ("made", "args", "name"),
    [
        (nn.Linear, (10**6, 10**6), "torch.nn.modules.linear.Linear"),
        (nn.functional.relu, (torch.zeros(1),), "torch.nn.functional.relu"),
        (bytearray, (10**12,), "__builtin__.bytearray"),
        (torch.Tensor, (10**6, 10**6), "torch.Tensor"),
    ],
)
def test_a_file_that_calls_a_layer_to_make_weights_is_refused(
    tmp_path: Path, made: Any, args: tuple[Any, ...], name: str
) -> None:
    torch.save(nn.Sequential(Calls(made, *args)), tmp_path / "m.pt")
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {}, {"path": str(tmp_path / "m.pt"), "load_mode": "full_model"})
    assert (caught.value.reason.code, caught.value.reason.params["names"]) == ("file_unsafe", name)


def _rewritten(path: Path, change: Callable[[str, bytes], bytes], packed: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path) as source:
        entries = [(entry.filename, source.read(entry)) for entry in source.infolist()]
    with zipfile.ZipFile(path, "w", packed) as target:
        for name, data in entries:
            target.writestr(name, change(name, data))


@pytest.mark.parametrize("way", ["repeated tensor", "short storage", "packed"])
def test_a_file_whose_tensors_are_larger_than_itself_is_refused(tmp_path: Path, way: str) -> None:
    layer = nn.Linear(4, 4)
    path = tmp_path / "m.pt"
    if way == "repeated tensor":
        layer.register_buffer("wide", torch.zeros(1).expand(10**12))
    torch.save(nn.Sequential(layer), path)
    if way == "short storage":
        _rewritten(path, lambda name, data: data[:8] if "/data/" in name else data)
    if way == "packed":
        _rewritten(path, lambda name, data: data, zipfile.ZIP_DEFLATED)
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {}, {"path": str(path), "load_mode": "full_model"})
    assert caught.value.reason.code == "file_damaged"


def test_reading_a_whole_model_changes_nothing_for_later_files(tmp_path: Path) -> None:
    """What one file may hold is not what every file of this process may hold from then on."""
    before = torch.serialization.get_safe_globals()
    torch.save(make_model(), tmp_path / "m.pt")
    call(ModelLoader, tmp_path, {}, {"path": str(tmp_path / "m.pt"), "load_mode": "full_model"})
    assert torch.serialization.get_safe_globals() == before
    with pytest.raises(NodeError) as caught:
        call(ModelLoader, tmp_path, {"model": make_model()}, {"path": str(tmp_path / "m.pt")})
    assert caught.value.reason.code == "file_whole_model"

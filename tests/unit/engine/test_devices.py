"""Device strings on a machine without cards, and the alignment of inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.device import Inventory
from app.core.vocab.errors import NodeError
from app.engine import devices, torch_lane
from app.engine.context import NodeContext
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, graph, node
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def two_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_lane, "inventory", lambda: Inventory(cuda=2, current_cuda=1))


def test_this_machine_has_what_torch_says() -> None:
    found = torch_lane.inventory()
    assert found.cuda == torch.cuda.device_count()
    assert found.mps is torch.backends.mps.is_available()


def test_a_missing_device_falls_back_to_the_cpu_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_lane, "inventory", Inventory)
    sinks = RecordingSinks()
    seen: list[str] = []

    def look(inputs: dict[str, Any], context: NodeContext) -> Any:
        seen.append(context.device)
        return {"out": 1}

    run_graph(graph(node("a", look)), run_context(tmp_path, sinks, device="cuda:0"), MOCKS)
    assert seen == ["cpu"]
    [(kind, payload)] = sinks.warnings
    assert (kind, payload["code"]) == ("device_unavailable", "device_unavailable")
    assert payload["params"] == {"wanted": "cuda:0", "device": "cpu"}


def test_the_cpu_needs_no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode() -> Inventory:
        raise AssertionError("torch was asked")

    monkeypatch.setattr(torch_lane, "inventory", explode)
    assert devices.usable("cpu") == ("cpu", None)


@pytest.mark.usefixtures("two_cards")
def test_an_index_past_the_last_card_is_the_current_card() -> None:
    assert devices.usable("cuda:7") == ("cuda:1", None)
    assert devices.usable("auto") == ("cuda:1", None)


@pytest.mark.usefixtures("two_cards")
def test_a_node_s_own_device(tmp_path: Path) -> None:
    sinks = RecordingSinks()
    context = NodeContext(run_context(tmp_path, sinks), "n", "cuda:0", None, lambda payload: None)
    assert [devices.for_node(text, context) for text in ("", "auto", "cuda", "cuda:0", "cuda:1", "cpu")] == [
        "cuda:0", "cuda:0", "cuda:0", "cuda:0", "cuda:1", "cpu",
    ]  # fmt: skip
    assert sinks.warnings == []
    assert devices.for_node("mps", context) == "cpu"
    assert [(kind, w["node_id"]) for kind, w in sinks.warnings] == [("device_unavailable", "n")]
    with pytest.raises(NodeError) as refused:
        devices.for_node("tpu", context)
    assert refused.value.reason.code == "device_unknown"


def test_tensors_move_wherever_they_lie_and_nothing_else_does() -> None:
    here, module = torch.ones(2), torch.nn.Linear(1, 1)
    inputs = {"t": here, "l": [here, 1, (here, "x")], "d": {"k": here}, "m": module, "n": None}
    same = devices.aligned(inputs, "cpu")
    assert all(same[port] is value for port, value in inputs.items())
    moved = devices.aligned(inputs, "meta")
    assert moved["t"].device.type == moved["l"][0].device.type == moved["l"][2][0].device.type == "meta"
    assert moved["d"]["k"].device.type == "meta"
    assert [*moved["l"][1:2], moved["l"][2][1]] == [1, "x"]
    assert isinstance(moved["l"][2], tuple)
    assert moved["m"] is module
    assert module.weight.device.type == "cpu"
    assert inputs["t"] is here
    assert here.device.type == "cpu"


class _Mover:
    """Stands for a tensor on its way to mps, which this machine lacks."""

    def __init__(self, dtype: Any = torch.float64) -> None:
        self.dtype, self.device, self.moves = dtype, torch.device("cpu"), list[Any]()

    def to(self, where: Any) -> _Mover:
        self.moves.append(where)
        return self


def test_float64_becomes_float32_on_the_way_to_mps() -> None:
    wide, narrow = _Mover(), _Mover(torch.float16)
    torch_lane._moved_tensor(wide, "mps:0", torch)
    torch_lane._moved_tensor(narrow, "mps:0", torch)
    assert wide.moves == [torch.float32, "mps:0"]
    assert narrow.moves == ["mps:0"]

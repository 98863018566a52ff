"""What the engine asks of torch on a card, against a stand-in for torch, since tests have no card."""

from __future__ import annotations

import importlib.util
import random
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.device import Inventory
from app.core.vocab.run import RunStatus
from app.engine import seeds, torch_lane
from app.engine.failures import failure_of
from app.engine.runner import run_graph
from tests.support.mock_nodes import MOCKS, fail, graph, node
from tests.support.nodes import run_context

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1024**3


class FakeTorch:
    """One card with 80 GiB; remembers what was asked of it."""

    def __init__(self, initialised: bool = True) -> None:
        self.asked: list[Any] = []
        self.Tensor = torch.Tensor
        self.OutOfMemoryError = torch.OutOfMemoryError
        self.float64, self.float32 = torch.float64, torch.float32
        self.backends = SimpleNamespace(mps=SimpleNamespace(is_available=lambda: False))
        self.cuda = SimpleNamespace(
            is_available=lambda: True,
            is_initialized=lambda: initialised,
            device_count=lambda: 1,
            current_device=lambda: 0,
            mem_get_info=lambda device: (10 * GIB, 80 * GIB),
            memory_allocated=lambda device: 60 * GIB,
            memory_reserved=lambda device: 64 * GIB,
            max_memory_allocated=lambda device: 61 * GIB,
            reset_peak_memory_stats=lambda device: self.asked.append(("reset", device)),
            empty_cache=lambda: self.asked.append("empty_cache"),
            manual_seed_all=lambda seed: self.asked.append(("cuda seed", seed)),
            seed_all=lambda: self.asked.append("cuda seeded anew"),
            get_rng_state_all=lambda: ["cuda state"],
            set_rng_state_all=lambda state: self.asked.append(("cuda rng", state)),
        )

    def get_rng_state(self) -> Any:
        return "cpu state"

    def set_rng_state(self, state: Any) -> None:
        self.asked.append(("cpu rng", state))

    @property
    def default_generator(self) -> Any:
        return SimpleNamespace(manual_seed=lambda seed: self.asked.append(("cpu seed", seed)))

    manual_seed = None  # what tells a whole torch from a half imported one; not to be called


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> FakeTorch:
    fake = FakeTorch()
    monkeypatch.setattr(torch_lane, "loaded", lambda: fake)
    monkeypatch.setattr(torch_lane, "load", lambda: fake)
    return fake


@pytest.mark.req("EA-272")
def test_a_run_on_a_card_reports_its_peak_as_not_exact(tmp_path: Path, card: FakeTorch) -> None:
    assert torch_lane.inventory() == Inventory(cuda=1)
    outcome = run_graph(graph(node("a")), run_context(tmp_path, device="cuda:0"), MOCKS)
    assert outcome.status is RunStatus.SUCCEEDED
    assert outcome.peak_memory == ({"device": "cuda:0", "bytes": 61 * GIB, "exact": False},)
    assert card.asked == [("reset", "cuda:0")]


def test_running_out_of_memory_names_the_allocator_s_figures_and_frees_the_cache(
    tmp_path: Path, card: FakeTorch
) -> None:
    error = torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity")
    outcome = run_graph(graph(node("a", fail(error))), run_context(tmp_path, device="cuda:0"), MOCKS)
    assert outcome.error is not None
    assert outcome.error.params == {
        "node_id": "a",
        "node_type": "Mock",
        "device": "cuda:0",
        "digest": "requested=20.00 GiB, allocated=60.00GiB, reserved=64.00GiB, free=10.00GiB, total=80.00GiB",
    }
    assert "empty_cache" in card.asked


def test_a_card_that_no_longer_answers_does_not_hide_the_error(card: FakeTorch) -> None:
    def lost(device: str) -> Any:
        raise RuntimeError("CUDA error: unspecified launch failure")

    card.cuda.mem_get_info = lost
    card.cuda.empty_cache = lambda: lost("cuda:0")
    card.cuda.reset_peak_memory_stats = lost
    card.cuda.get_rng_state_all = lambda: lost("cuda:0")
    with seeds.seeded_run():
        torch_lane.start_peak("cuda:0")
    card.cuda.get_rng_state_all = lambda: ["state"]
    card.cuda.set_rng_state_all = lost
    with seeds.seeded_run():
        pass
    failure = failure_of(torch.OutOfMemoryError("CUDA out of memory."), node("a"), "cuda:0")
    assert (failure.reason.code, failure.reason.params["digest"]) == ("out_of_memory", "-")


def test_random_states_of_cpu_and_card_are_given_back(card: FakeTorch) -> None:
    state = random.getstate()
    with seeds.seeded_run():
        seeds.apply(9)
    assert card.asked == [("cpu seed", 9), ("cuda seed", 9), ("cpu rng", "cpu state"), ("cuda rng", ["cuda state"])]
    assert random.getstate() == state


def test_a_card_that_came_into_use_in_a_seeded_run_does_not_keep_its_seed(card: FakeTorch) -> None:
    card.cuda.is_initialized = lambda: False
    with seeds.seeded_run():
        card.cuda.is_initialized = lambda: True
    assert card.asked == [("cpu rng", "cpu state"), "cuda seeded anew"]


def test_a_card_that_was_never_used_is_not_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeTorch(initialised=False)
    monkeypatch.setattr(torch_lane, "loaded", lambda: fake)
    assert torch_lane.peak_bytes("cuda:0") is None
    assert torch_lane.memory_digest("cuda:0") == ""
    assert torch_lane.random_state() == ("cpu state", None)
    torch_lane.release_memory()
    assert fake.asked == []


def test_without_torch_there_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else real(name))
    assert torch_lane.load() is None
    assert torch_lane.inventory() == Inventory()
    assert torch_lane.moved([1], "cpu") == [1]
    assert torch_lane.random_state() is None
    assert torch_lane.set_deterministic() is None
    torch_lane.seed_everything(1)
    torch_lane.release_memory()


def test_a_torch_that_is_still_being_imported_counts_as_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace())
    assert torch_lane.loaded() is None

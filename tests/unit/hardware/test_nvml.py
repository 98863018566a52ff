"""Cards as the driver's library tells them, with every error it may answer."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.reason import reason
from app.hardware import nvml
from tests.support.stub_nvml import GIB, StubCard, stub

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

A, B = "GPU-aaaa1111-0000", "GPU-bbbb2222-0000"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    def put(cards: list[StubCard], **changes: Any) -> ModuleType:
        module = stub(cards, **changes)
        monkeypatch.setitem(sys.modules, "pynvml", module)
        return module

    return put


def test_cards_come_with_their_figures_and_the_library_is_closed(install: Any) -> None:
    module = install([StubCard(A), StubCard(B, name=b"NVIDIA A100", utilisation=0)])
    found = nvml.list_cards()
    assert found.problem is None
    assert found.driver == "580.95.05"
    assert found.cards == (
        nvml.Card(0, A, "NVIDIA H200", 100 * GIB, 60 * GIB, 30, 40),
        nvml.Card(1, B, "NVIDIA A100", 100 * GIB, 60 * GIB, 0, 40),
    )
    assert (module.calls.count("nvmlInit"), module.calls.count("nvmlShutdown")) == (1, 1)


@pytest.mark.parametrize(
    ("errors", "code", "closed"),
    [
        ({"nvmlInit": 12}, "nvml_no_driver", 0),
        ({"nvmlInit": 9}, "nvml_no_driver", 0),
        ({"nvmlInit": 999}, "nvml_failed", 0),
        ({"nvmlDeviceGetCount": 15}, "nvml_failed", 1),
    ],
)
def test_a_library_that_fails_is_no_cards_and_a_reason(install: Any, errors: Any, code: str, closed: int) -> None:
    module = install([StubCard(A)], errors=errors)
    found = nvml.list_cards()
    assert found.cards == ()
    assert found.problem is not None
    assert found.problem.code == code
    assert module.calls.count("nvmlShutdown") == closed


def test_no_card_and_no_wrapper_have_reasons_of_their_own(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    install([])
    assert nvml.list_cards() == nvml.CardList(driver="580.95.05", problem=reason("nvml_no_cards"))
    monkeypatch.setitem(sys.modules, "pynvml", None)
    assert nvml.list_cards() == nvml.CardList(problem=reason("nvml_library_missing"))


def test_a_lost_card_does_not_hide_its_neighbours(install: Any) -> None:
    install([StubCard(A, errors={"nvmlDeviceGetHandleByIndex": 15}), StubCard(B)])
    assert [(card.index, card.uuid) for card in nvml.list_cards().cards] == [(1, B)]


CALLS = ["UUID", "Name", "MemoryInfo", "UtilizationRates", "Temperature", "MigMode"]


@pytest.mark.parametrize("code", [3, 15, 999])
def test_figures_that_are_not_to_be_had_are_none(install: Any, code: int) -> None:
    install([StubCard(A, errors={f"nvmlDeviceGet{name}": code for name in CALLS})])
    assert nvml.list_cards().cards == (nvml.Card(0, None, "NVIDIA GPU"),)


@pytest.mark.parametrize(
    ("sample", "total", "free"),
    [
        ({"free": 200 * GIB}, 100 * GIB, None),
        ({"used": 200 * GIB}, 100 * GIB, None),
        ({"free": -1}, 100 * GIB, None),
        ({"total": 0}, None, None),
        ({"free": 0, "used": 100 * GIB}, 100 * GIB, 0),
    ],
)
def test_memory_figures_that_contradict_themselves_are_dropped(
    install: Any, sample: Any, total: Any, free: Any
) -> None:
    install([StubCard(A, **sample)])
    [card] = nvml.list_cards().cards
    assert (card.total_bytes, card.free_bytes) == (total, free)


def test_impossible_utilisation_and_temperature_are_dropped(install: Any) -> None:
    install([StubCard(A, utilisation=101, temperature=9999)])
    [card] = nvml.list_cards().cards
    assert (card.utilisation, card.temperature_c) == (None, None)


def test_mig_instances_follow_their_card(install: Any) -> None:
    install([StubCard(A, mig=["MIG-1", "MIG-2"]), StubCard(B)])
    cards = nvml.list_cards().cards
    assert [(card.index, card.uuid, card.is_mig) for card in cards] == [
        (0, A, False), (0, "MIG-1", True), (0, "MIG-2", True), (1, B, False),
    ]  # fmt: skip
    assert cards[1].utilisation is None


def test_listing_cards_loads_no_torch(repo: Path) -> None:
    code = (
        "import sys\nfrom tests.support.stub_nvml import StubCard, stub\n"
        "sys.modules['pynvml'] = stub([StubCard('GPU-1')])\n"
        "from app.hardware import inventory, nvml\n"
        "inventory.look(); print(len(nvml.list_cards().cards), 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]


def test_the_real_library_of_this_machine_gives_cards_or_a_reason() -> None:
    found = nvml.list_cards()
    assert (found.problem is None) is bool(found.cards)


def test_the_stub_has_what_the_real_wrapper_has() -> None:
    import pynvml

    made = vars(stub([]))
    ours = [name for name in made if name.startswith(("nvml", "NVML"))]
    assert [name for name in ours if not hasattr(pynvml, name)] == []
    assert [made[name] for name in ours if name.startswith("NVML_")] == [
        getattr(pynvml, name) for name in ours if name.startswith("NVML_")
    ]

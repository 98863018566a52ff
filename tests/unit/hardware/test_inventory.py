"""What a machine offers, and how the device list says it."""

from __future__ import annotations

import platform
import sys
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.compose import rooms
from app.core.vocab.device import Inventory
from app.core.vocab.reason import reason
from app.hardware import inventory, nvml, torch_build
from app.hardware.interpreter import Interpreter
from app.hardware.inventory import answer, look, offer, with_figures
from app.hardware.nvml import Card, CardList
from app.hardware.torch_build import TorchBuild
from tests.support.stub_nvml import GIB, StubCard, stub

if TYPE_CHECKING:
    from pathlib import Path

CUDA, CPU = TorchBuild("2.13.0+cu130", "13.0"), TorchBuild("2.13.0+cpu")
NO_CARD = {"total_bytes": None, "free_bytes": None}
TWO = CardList((Card(0, "GPU-a", "NVIDIA H200", 140 * 1024**3), Card(1, "GPU-b", "NVIDIA A2")), "580")


def _offer(
    build: TorchBuild | None = CUDA, found: CardList = TWO, visible: str | None = None, mac: bool = False
) -> Any:
    return offer(build, found, visible, "Darwin" if mac else "Linux", "arm64" if mac else "x86_64", 8)


def test_several_cards_are_named_one_by_one_the_best_first() -> None:
    assert answer(_offer()) == {
        "default": "cuda:0",
        "devices": [
            {
                "value": "cuda:0",
                "label": "NVIDIA H200",
                "detail": "140.0 GiB",
                "available": True,
                "total_bytes": 140 * 1024**3,
                "free_bytes": None,
            },
            {"value": "cuda:1", "label": "NVIDIA A2", "detail": "", "available": True, **NO_CARD},
            {"value": "mps", "label": "MPS", "detail": reason("device_no_mps").text(), "available": False, **NO_CARD},
            {"value": "cpu", "label": "CPU", "detail": "8 cores", "available": True, **NO_CARD},
        ],
    }


def test_one_card_is_simply_cuda() -> None:
    found = _offer(visible="1")
    assert found.inventory == Inventory(cuda=1)
    assert [(row["value"], row["label"]) for row in answer(found)["devices"] if row["available"]] == [
        ("cuda", "NVIDIA A2"), ("cpu", "CPU"),
    ]  # fmt: skip
    assert answer(found)["default"] == "cuda"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"build": CPU}, "torch_without_cuda"),
        ({"build": None}, "torch_missing_here"),
        ({"visible": ""}, "visible_devices_none"),
        ({"visible": "NoDevFiles"}, "visible_devices_none"),
        ({"found": CardList(problem=reason("nvml_no_driver"))}, "nvml_no_driver"),
    ],
)
def test_cuda_that_is_not_there_says_why(changes: Any, code: str) -> None:
    found = _offer(**changes)
    assert found.inventory == Inventory()
    assert found.no_cuda.code == code
    [row] = [row for row in answer(found, "zh-TW")["devices"] if row["value"] == "cuda"]
    assert (row["available"], row["detail"]) == (False, found.no_cuda.text("zh-TW"))
    assert answer(found)["default"] == "cpu"


def test_a_list_that_ends_early_is_a_note() -> None:
    found = _offer(visible="1,oops,0")
    assert found.inventory.cuda == 1
    assert [(note.code, note.params["entry"]) for note in found.notes] == [("visible_devices_stopped", "oops")]
    assert _offer(visible="1,0").notes == ()


def test_a_mac_offers_mps() -> None:
    found = _offer(CPU, CardList(), mac=True)
    assert found.inventory == Inventory(mps=True)
    assert answer(found)["default"] == "mps"
    assert _offer(None, CardList(), mac=True).inventory == Inventory()


def test_without_a_cuda_build_the_driver_is_not_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode() -> CardList:
        raise AssertionError("the driver was asked")

    monkeypatch.setattr(nvml, "list_cards", explode)
    monkeypatch.setattr(torch_build, "look_up", lambda: CPU)
    assert look({}).inventory.cuda == 0
    monkeypatch.setattr(torch_build, "look_up", lambda: CUDA)
    monkeypatch.setattr(nvml, "list_cards", lambda: TWO)
    assert look({"CUDA_VISIBLE_DEVICES": "1"}).cards == TWO.cards[1:]
    assert inventory.look({}).inventory.cuda == 2


def test_the_torch_of_this_environment_is_read_right() -> None:
    assert torch_build.look_up() == TorchBuild(str(torch.__version__), torch.version.cuda, torch.version.hip)


def test_a_torch_whose_files_lie_elsewhere_is_told_by_its_metadata(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "torch")
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.9.1+cu128")
    assert torch_build.look_up() == TorchBuild("2.9.1+cu128", "12.8")
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.9.1")
    assert torch_build.look_up() == TorchBuild("2.9.1", None)


@pytest.mark.parametrize("source", ["", "cuda = '13.0'", "__version__ = ", "__version__ = make()"])
def test_a_version_file_that_says_nothing_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        torch_build.parse(source)


def test_a_version_file_is_read_not_run() -> None:
    source = "import os\n__version__ = '2.13.0+cu130'\ncuda: Optional[str] = '13.0'\nhip: Optional[str] = None\n"
    assert torch_build.parse(source) == TorchBuild("2.13.0+cu130", "13.0", None)


def test_without_torch_nothing_can_run_and_the_list_says_why() -> None:
    found = _offer(build=None)
    assert found.refused == reason("torch_missing")
    cpu = answer(found, "zh-TW")["devices"][-1]
    why = reason("torch_missing").text("zh-TW")
    assert cpu == {"value": "cpu", "label": "CPU", "detail": why, "available": False, **NO_CARD}
    assert _offer().refused is None


def test_a_refused_interpreter_is_the_detail_of_every_device() -> None:
    why = reason("python_not_found", python="/x")
    rows = answer(inventory.refused(why))["devices"]
    assert [(row["value"], row["available"]) for row in rows] == [("cuda", False), ("mps", False), ("cpu", False)]
    assert [row["detail"] for row in rows if row["value"] != "mps"] == [why.text()] * 2


@pytest.mark.parametrize(("cards", "offered"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_no_more_cards_are_offered_than_a_foreign_torch_reaches(
    monkeypatch: pytest.MonkeyPatch, cards: int, offered: int
) -> None:
    monkeypatch.setattr(nvml, "list_cards", lambda: TWO)
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    python = Interpreter("/p", "3.12.1", CUDA, cards)
    found = look({}, python)
    assert (found.inventory.cuda, len(found.cards)) == (offered, offered)
    why = reason("python_sees_no_card", python="/p", version=CUDA.version)
    assert found.no_cuda == (None if offered else why)


def test_the_driver_is_not_woken_for_a_foreign_torch_without_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    def woken() -> CardList:
        raise AssertionError("the driver was asked")

    monkeypatch.setattr(nvml, "list_cards", woken)
    assert look({}, Interpreter("/p", "3.12.1", CPU)).no_cuda == reason("torch_without_cuda", version=CPU.version)


def test_the_default_is_the_usual_device_as_it_is_there() -> None:
    usual = ("auto", "cpu", "cuda:1", "mps")
    assert [answer(_offer(), "en", one)["default"] for one in usual] == ["cuda:0", "cpu", "cuda:1", "cpu"]


def test_the_memory_of_a_card_is_that_of_now_and_of_a_lost_one_nobody_knows() -> None:
    cards = (
        Card(0, "GPU-a", "A", 8 * GIB, 8 * GIB),
        Card(1, "GPU-b", "B", 4 * GIB, 4 * GIB),
        Card(2, None, "C", 2 * GIB),
    )
    now = CardList((Card(0, "GPU-b", "B", 4 * GIB, GIB), Card(1, None, "D", GIB, 1)))
    rows = answer(with_figures(_offer(found=CardList(cards)), now))["devices"]
    assert [(row["label"], row["total_bytes"], row["free_bytes"]) for row in rows[:3]] == [
        ("A", 8 * GIB, None), ("B", 4 * GIB, GIB), ("C", 2 * GIB, None),
    ]  # fmt: skip


def test_a_machine_asks_the_driver_for_the_memory_of_now_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    card = StubCard("GPU-a", total=8 * GIB, free=6 * GIB, used=2 * GIB)
    monkeypatch.setitem(sys.modules, "pynvml", stub([card]))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setattr(torch_build, "look_up", lambda: CUDA)
    machine = rooms.Machine()
    free = [machine.describe("en")["devices"][0]["free_bytes"]]
    card.free = 2 * GIB
    free.append(machine.describe("en")["devices"][0]["free_bytes"])
    assert free == [6 * GIB, 2 * GIB]

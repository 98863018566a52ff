"""A stand-in for the module `pynvml`: the calls our code makes, with the answers and errors of the real wrapper."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

GIB = 1024**3


@dataclass
class StubCard:
    """One card. errors: function name -> NVML return code it fails with. mig: UUIDs of its instances, None when off."""

    uuid: str
    name: Any = "NVIDIA H200"
    total: int = 100 * GIB
    free: int = 60 * GIB
    used: int = 40 * GIB
    utilisation: int = 30
    temperature: int = 40
    mig: list[str] | None = None
    errors: dict[str, int] = field(default_factory=dict)


class NVMLError(Exception):
    """As pynvml's: `value` is the return code."""

    def __init__(self, value: int) -> None:
        super().__init__(f"code {value}")
        self.value = value


def stub(cards: list[StubCard], errors: dict[str, int] | None = None, driver: Any = "580.95.05") -> ModuleType:
    """Make the module. errors: of calls that are about no card (nvmlInit, nvmlDeviceGetCount, ...)."""
    module: Any = ModuleType("pynvml")
    module.calls = []
    handles = dict(enumerate(cards))
    general = errors or {}

    def ask(name: str, card: StubCard | None, answer: Any) -> Any:
        module.calls.append(name)
        code = (card.errors if card else general).get(name)
        if code is not None:
            raise NVMLError(code)
        return answer

    def instance(card: StubCard, place: int) -> Any:
        if card.mig is None or place >= len(card.mig):
            raise NVMLError(6)
        return StubCard(card.mig[place], "NVIDIA H200 MIG 1g.18gb", errors={"nvmlDeviceGetUtilizationRates": 3})

    def by_index(index: int) -> Any:
        card = handles.get(index)
        if card is None:
            raise NVMLError(2)
        return ask("nvmlDeviceGetHandleByIndex", card, card)

    def memory(card: StubCard) -> Any:
        info = SimpleNamespace(total=card.total, free=card.free, used=card.used)
        return ask("nvmlDeviceGetMemoryInfo", card, info)

    module.NVMLError = NVMLError
    module.NVML_ERROR_DRIVER_NOT_LOADED, module.NVML_ERROR_LIBRARY_NOT_FOUND, module.NVML_TEMPERATURE_GPU = 9, 12, 0
    module.nvmlInit = lambda: ask("nvmlInit", None, None)
    module.nvmlShutdown = lambda: ask("nvmlShutdown", None, None)
    module.nvmlDeviceGetCount = lambda: ask("nvmlDeviceGetCount", None, len(cards))
    module.nvmlSystemGetDriverVersion = lambda: ask("nvmlSystemGetDriverVersion", None, driver)
    module.nvmlDeviceGetHandleByIndex = by_index
    module.nvmlDeviceGetUUID = lambda c: ask("nvmlDeviceGetUUID", c, c.uuid)
    module.nvmlDeviceGetName = lambda c: ask("nvmlDeviceGetName", c, c.name)
    module.nvmlDeviceGetMemoryInfo = memory
    module.nvmlDeviceGetUtilizationRates = lambda c: ask(
        "nvmlDeviceGetUtilizationRates", c, SimpleNamespace(gpu=c.utilisation, memory=0)
    )
    module.nvmlDeviceGetTemperature = lambda c, sensor: ask("nvmlDeviceGetTemperature", c, c.temperature)
    module.nvmlDeviceGetMigMode = lambda c: ask("nvmlDeviceGetMigMode", c, [int(c.mig is not None)] * 2)
    module.nvmlDeviceGetMaxMigDeviceCount = lambda c: ask("nvmlDeviceGetMaxMigDeviceCount", c, 7)
    module.nvmlDeviceGetMigDeviceHandleByIndex = instance
    made: ModuleType = module
    return made

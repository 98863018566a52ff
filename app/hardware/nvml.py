"""The NVIDIA cards of this machine, told by the driver's own library (NVML). No torch, no CUDA context.

Every error of the library is an answer: no cards and a reason, or a figure that is None. NVML knows nothing of
CUDA_VISIBLE_DEVICES (app.hardware.visible) and numbers cards by PCI bus, as CUDA does with
CUDA_DEVICE_ORDER=PCI_BUS_ID only; whoever runs graphs sets that variable before CUDA is used.
"""

from __future__ import annotations

import importlib
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_lock = threading.Lock()
"""Init and shutdown are counted by the library, but its Python wrapper loads it without a lock of its own."""


@dataclass(frozen=True)
class Card:
    """One card or MIG instance. Sizes in bytes, utilisation in percent; None where the driver does not say.

    index: NVML's number of the card (for a MIG instance, of the card it is cut from).
    """

    index: int
    uuid: str | None
    name: str
    total_bytes: int | None = None
    free_bytes: int | None = None
    utilisation: int | None = None
    temperature_c: int | None = None
    is_mig: bool = False


@dataclass(frozen=True)
class CardList:
    """What NVML said. problem: why there are no cards, or None; driver: its version, None when unknown."""

    cards: tuple[Card, ...] = ()
    driver: str | None = None
    problem: Reason | None = None


def list_cards() -> CardList:
    """Ask the driver. Never raises; takes some milliseconds, and seconds where the driver is not resident."""
    try:
        nvml = importlib.import_module("pynvml")
    except ImportError:
        return CardList(problem=reason("nvml_library_missing"))
    with _lock:
        try:
            nvml.nvmlInit()
        except Exception as error:  # pynvml raises NVMLError and, from ctypes, OSError or AttributeError
            return CardList(problem=_problem(nvml, error))
        try:
            count = int(nvml.nvmlDeviceGetCount())
            driver = _asked(nvml.nvmlSystemGetDriverVersion)
            cards = tuple(card for index in range(count) for card in _cards_at(nvml, index))
            return CardList(cards, _text(driver), None if cards else reason("nvml_no_cards"))
        except Exception as error:  # as above; a lost card makes even the count fail
            return CardList(problem=_problem(nvml, error))
        finally:
            _asked(nvml.nvmlShutdown)


def _cards_at(nvml: Any, index: int) -> Iterator[Card]:
    handle = _asked(nvml.nvmlDeviceGetHandleByIndex, index)
    if handle is None:
        return  # this one is lost; its neighbours still count
    yield _card(nvml, handle, index, is_mig=False)
    mode = _asked(nvml.nvmlDeviceGetMigMode, handle) if hasattr(nvml, "nvmlDeviceGetMigMode") else None
    if not mode or mode[0] != 1:
        return
    for place in range(_whole(_asked(nvml.nvmlDeviceGetMaxMigDeviceCount, handle)) or 0):
        instance = _asked(nvml.nvmlDeviceGetMigDeviceHandleByIndex, handle, place)
        if instance is not None:
            yield _card(nvml, instance, index, is_mig=True)


def _card(nvml: Any, handle: Any, index: int, is_mig: bool) -> Card:
    total, free = _memory(_asked(nvml.nvmlDeviceGetMemoryInfo, handle))
    rates = _asked(nvml.nvmlDeviceGetUtilizationRates, handle)
    sensor = getattr(nvml, "NVML_TEMPERATURE_GPU", 0)
    return Card(
        index=index,
        uuid=_text(_asked(nvml.nvmlDeviceGetUUID, handle)),
        name=_text(_asked(nvml.nvmlDeviceGetName, handle)) or "NVIDIA GPU",
        total_bytes=total,
        free_bytes=free,
        utilisation=_within(getattr(rates, "gpu", None), 0, 100),
        temperature_c=_within(_asked(nvml.nvmlDeviceGetTemperature, handle, sensor), -50, 200),
        is_mig=is_mig,
    )


def _memory(info: Any) -> tuple[int | None, int | None]:
    """(total, free); a sample that contradicts itself (some drivers answer garbage) is dropped."""
    total, free, used = (_whole(getattr(info, name, None)) for name in ("total", "free", "used"))
    if total is None or total <= 0:
        return None, None
    if free is None or not 0 <= free <= total or (used is not None and not 0 <= used <= total):
        return total, None
    return total, free


def _asked(question: Callable[..., Any], *args: Any) -> Any:
    """The answer, or None for every way in which the library says no."""
    try:
        return question(*args)
    except Exception:  # NVMLError by the dozen, and ctypes errors where the driver lacks the function
        return None


def _text(value: Any) -> str | None:
    if isinstance(value, bytes):  # older wrappers answer bytes
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) and value else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _within(value: Any, low: int, high: int) -> int | None:
    number = _whole(value)
    return number if number is not None and low <= number <= high else None


def _problem(nvml: Any, error: Exception) -> Reason:
    absent = (getattr(nvml, "NVML_ERROR_LIBRARY_NOT_FOUND", 12), getattr(nvml, "NVML_ERROR_DRIVER_NOT_LOADED", 9))
    if getattr(error, "value", None) in absent:
        return reason("nvml_no_driver")
    return reason("nvml_failed", error=str(error)[:200] or type(error).__name__)

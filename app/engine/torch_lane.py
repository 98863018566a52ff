"""What the engine itself asks of torch. The only engine module that imports it, and only inside functions.

`loaded()` answers without importing: a run whose nodes never touch torch does not pay for it.

After some errors (a failed assertion on the card) every further CUDA call of the process raises. What happens around
a run, such as restoring states and reading figures, passes over that: the node's own error is the one to tell.
"""

from __future__ import annotations

import gc
import importlib.util
import operator
import os
import sys
from contextlib import suppress
from typing import Any

from app.core.vocab.device import Inventory

_GIB = 1024**3
_CARD_ORDER = ("CUDA_DEVICE_ORDER", "PCI_BUS_ID")
_OPENMP_WAIT = ("OMP_WAIT_POLICY", "PASSIVE")


def loaded() -> Any | None:
    """The torch module if this process has imported it, else None."""
    torch = sys.modules.get("torch")
    # a module that another thread is still importing is there, but half made
    return torch if torch is not None and hasattr(torch, "manual_seed") and hasattr(torch, "cuda") else None


def set_environment() -> None:
    """Set what torch's libraries read when they are loaded or first used, here and for processes started from here.

    Cards: CUDA numbers them by PCI bus, as the driver's own library does. Without this it puts the fastest card first,
    and `cuda:1` of the device list would be another card than the one that trains. Another wish of the environment
    gives way: the device list has no other order to offer.
    Threads: those of OpenMP sleep while they wait for each other instead of spinning, unless the environment says
    otherwise. Spinning gains a few microseconds on idle cores; beside other runs each wait may cost a time slice, and
    a training of tiny steps took thirty times as long.
    """
    name, order = _CARD_ORDER
    os.environ[name] = order
    os.environ.setdefault(*_OPENMP_WAIT)


def load() -> Any | None:
    """Import torch; None where it is not installed."""
    set_environment()
    if loaded() is None and importlib.util.find_spec("torch") is None:
        return None
    import torch

    return torch


def inventory() -> Inventory:
    """What torch can compute on here; imports it. Without torch, the CPU alone."""
    torch = load()
    if torch is None:
        return Inventory()
    cards = torch.cuda.device_count() if torch.cuda.is_available() else 0
    current = torch.cuda.current_device() if cards and torch.cuda.is_initialized() else 0
    return Inventory(cuda=cards, mps=bool(torch.backends.mps.is_available()), current_cuda=current)


def moved(value: Any, device: str) -> Any:
    """The value with every tensor in it on `device`, lists, tuples and dicts included; itself if nothing moved.

    float64 becomes float32 on the way to mps, which has no float64. Modules are left where they are.
    """
    torch = loaded()
    return value if torch is None else _moved(value, device, torch)


def _moved(value: Any, device: str, torch: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return _moved_tensor(value, device, torch)
    kind = type(value)
    if kind is list or kind is tuple:
        items = [_moved(item, device, torch) for item in value]
        return value if all(map(operator.is_, items, value)) else kind(items)
    if kind is dict:
        pairs = {key: _moved(item, device, torch) for key, item in value.items()}
        return value if all(pairs[key] is value[key] for key in value) else pairs
    return value


def _moved_tensor(value: Any, device: str, torch: Any) -> Any:
    there = value.device
    kind, _, index = device.partition(":")
    if there.type == kind and (kind == "cpu" or not index or str(there.index or 0) == index):
        return value
    if there.type == "meta":
        return value
    if kind == "mps" and value.dtype == torch.float64:
        value = value.to(torch.float32)
    return value.to(device)


def seed_everything(seed: int) -> None:
    """Set torch's random state on every device that is there, if torch is loaded. seed: 0..2^32-1.

    Draws as after torch.manual_seed. That one costs 0.2 ms on a machine without a card: for each kind of device that
    is not in use yet it stores the call, with a formatted stack, for the day it will be.
    """
    torch = loaded()
    if torch is None:
        return
    torch.default_generator.manual_seed(seed)
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(seed)
    if torch.backends.mps.is_available():
        torch.mps.manual_seed(seed)


def random_state() -> Any:
    """torch's random states (CPU, and CUDA once it is in use), to be given back to `restore_random_state`."""
    torch = loaded()
    if torch is None:
        return None
    cuda = None
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        with suppress(RuntimeError):
            cuda = torch.cuda.get_rng_state_all()
    return torch.get_rng_state(), cuda


def restore_random_state(state: Any) -> None:
    """Undo what seeding did to torch's random state. Cards that came into use since get a new one."""
    torch = loaded()
    if torch is None or state is None:
        return
    cpu, cuda = state
    torch.set_rng_state(cpu)
    with suppress(RuntimeError):
        if cuda is not None:
            torch.cuda.set_rng_state_all(cuda)
        elif torch.cuda.is_available() and torch.cuda.is_initialized():
            torch.cuda.seed_all()


def set_deterministic() -> Any:
    """Switch to deterministic algorithms (warning where there is none); answers what to give to `unset`."""
    torch = load()
    if torch is None:
        return None
    before = (
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
        torch.backends.cudnn.benchmark,
    )
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cudnn.benchmark = False
    return before


def unset_deterministic(before: Any) -> None:
    """Go back to what `set_deterministic` found."""
    torch = loaded()
    if torch is None or before is None:
        return
    enabled, warn_only, benchmark = before
    torch.use_deterministic_algorithms(enabled, warn_only=warn_only)
    torch.backends.cudnn.benchmark = benchmark


def is_out_of_memory(error: BaseException) -> bool:
    """True for torch's own out-of-memory exception."""
    kind = getattr(loaded(), "OutOfMemoryError", None)
    return isinstance(kind, type) and isinstance(error, kind)


def memory_digest(device: str) -> str:
    """The card's allocator in figures, GiB; empty where there is no such allocator."""
    torch = loaded()
    if torch is None or not device.startswith("cuda") or not torch.cuda.is_initialized():
        return ""
    try:
        free, total = torch.cuda.mem_get_info(device)
    except RuntimeError:
        return ""
    figures = {
        "allocated": torch.cuda.memory_allocated(device),
        "reserved": torch.cuda.memory_reserved(device),
        "free": free,
        "total": total,
    }
    return ", ".join(f"{name}={amount / _GIB:.2f}GiB" for name, amount in figures.items())


def release_memory() -> None:
    """Collect what is unreachable and give cached device memory back."""
    gc.collect()
    torch = loaded()
    if torch is None:
        return
    with suppress(RuntimeError):
        if torch.cuda.is_available() and torch.cuda.is_initialized():
            torch.cuda.empty_cache()
        if torch.backends.mps.is_available():
            torch.mps.empty_cache()


def start_peak(device: str) -> None:
    """Begin to measure the peak of a CUDA device."""
    torch = loaded()
    if torch is not None and device.startswith("cuda"):
        with suppress(RuntimeError):
            torch.cuda.reset_peak_memory_stats(device)


def peak_bytes(device: str) -> int | None:
    """Most bytes the allocator had in use on a CUDA device since `start_peak`; None for other devices."""
    torch = loaded()
    if torch is None or not device.startswith("cuda") or not torch.cuda.is_initialized():
        return None
    return int(torch.cuda.max_memory_allocated(device))

"""Takes and restores every random state that training draws from, in a form that weights_only files can hold."""

from __future__ import annotations

import random
from typing import Any

import numpy
import torch


def capture(device: torch.device) -> dict[str, Any]:
    """The states of python, numpy and torch now; of every card of this process when `device` is one.

    Returns: {python: [version, ints, gauss], numpy: {key, pos, has_gauss, gauss}, torch: {cpu, cuda}}.
    """
    version, numbers, gauss = random.getstate()
    state = numpy.random.get_state(legacy=False)
    assert isinstance(state, dict)
    inner = state["state"]
    return {
        "python": [version, list(numbers), gauss],
        "numpy": {
            "key": torch.from_numpy(inner["key"].astype("int64")),
            "pos": int(inner["pos"]),
            "has_gauss": int(state["has_gauss"]),
            "gauss": float(state["gauss"]),
        },
        "torch": {
            "cpu": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state_all() if device.type == "cuda" else [],
        },
    }


def restore(states: dict[str, Any]) -> None:
    """Put back what `capture` took. Cards that are not there any more are passed over."""
    version, numbers, gauss = states["python"]
    random.setstate((version, tuple(numbers), gauss))
    numpy_state = states["numpy"]
    numpy.random.set_state(
        {
            "bit_generator": "MT19937",
            "state": {"key": numpy_state["key"].numpy().astype("uint32"), "pos": numpy_state["pos"]},
            "has_gauss": numpy_state["has_gauss"],
            "gauss": numpy_state["gauss"],
        }
    )
    torch.set_rng_state(states["torch"]["cpu"])
    for index, state in enumerate(states["torch"]["cuda"]):
        if index < torch.cuda.device_count():
            torch.cuda.set_rng_state(state, index)


def generators(loader: Any) -> list[torch.Generator]:
    """The loader's own generators (its own, its samplers'), each once, in a stable order."""
    batch_sampler = getattr(loader, "batch_sampler", None)
    owners = (loader, getattr(loader, "sampler", None), batch_sampler, getattr(batch_sampler, "sampler", None))
    found: list[torch.Generator] = []
    for owner in owners:
        generator = getattr(owner, "generator", None)
        if isinstance(generator, torch.Generator) and not any(generator is known for known in found):
            found.append(generator)
    return found


def capture_loader(loader: Any) -> list[torch.Tensor]:
    """The states of a loader's generators; an empty list for no loader, or one that draws from torch's global state."""
    return [generator.get_state() for generator in generators(loader)] if loader is not None else []


def restore_loader(loader: Any, states: list[torch.Tensor]) -> None:
    """Put back what `capture_loader` took; a different number of generators means another loader, left alone."""
    own = generators(loader) if loader is not None else []
    if len(own) == len(states):
        for generator, state in zip(own, states, strict=True):
            generator.set_state(state)

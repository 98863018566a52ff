"""Which torch device a node works on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from app.core.vocab.device import Inventory, is_device, resolve
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from app.engine.context import NodeContext


def inventory() -> Inventory:
    """What torch sees on this machine."""
    cards = torch.cuda.device_count() if torch.cuda.is_available() else 0
    return Inventory(
        cuda=cards, mps=torch.backends.mps.is_available(), current_cuda=torch.cuda.current_device() if cards else 0
    )


def pick_device(wanted: str, context: NodeContext) -> torch.device:
    """The device for a node's `device` param: `auto` and the run's own kind mean the run's device.

    A kind that is not here falls back to the CPU with a run warning `device_missing`.
    """
    if wanted == "auto" or not is_device(wanted) or context.device.partition(":")[0] == wanted:
        return torch.device(context.device)
    found = resolve(wanted, inventory())
    if found.missing:
        why = reason("device_missing", device=wanted)
        context.run.sinks.warn("device_missing", {"node_id": context.node_id, **why.to_json()})
    return torch.device(found.device)

"""Device strings of runs and nodes, brought to what this machine has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.device import resolve
from app.core.vocab.errors import NodeError
from app.core.vocab.reason import Reason, reason
from app.engine import torch_lane

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext


def usable(device: str) -> tuple[str, Reason | None]:
    """(canonical device, why it is another one than asked for). `cpu` asks no torch. Raises: ValueError."""
    if device == "cpu":
        return device, None
    found = resolve(device, torch_lane.inventory())
    missing = reason("device_unavailable", wanted=device, device=found.device) if found.missing else None
    return found.device, missing


def for_node(wanted: str, context: NodeContext) -> str:
    """The device a node's own `device` param means: `auto` and empty text follow the run, a missing one is the CPU.

    A kind without an index means the run's own card when the run is on that kind. A missing device is a warning of
    the run. Raises: NodeError when the text is no device string.
    """
    if wanted in ("", "auto", context.device, context.device.partition(":")[0]):
        return context.device
    try:
        device, missing = usable(wanted)
    except ValueError:
        raise NodeError.of("device_unknown", wanted=wanted) from None
    if missing is not None:
        context.run.sinks.warn("device_unavailable", {**missing.to_json(), "node_id": context.node_id})
    return device


def aligned(inputs: Mapping[str, Any], device: str) -> dict[str, Any]:
    """The inputs with every tensor on `device` (lists, tuples and dicts included); modules stay where they are."""
    return {port: torch_lane.moved(value, device) for port, value in inputs.items()}

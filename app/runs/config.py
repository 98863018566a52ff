"""What the run service is configured with: plain values, read once from the settings by whoever composes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.scheduling.slots import SlotLimits


@dataclass(frozen=True)
class RunConfig:
    """Bounds and habits of the run service.

    keep_last: finished runs that stay, 0 for none, negative for all. keep_queue: waiting runs survive a restart.
    payload_cap_bytes: of one event. response_cap_bytes: of one page of events. console_cap_bytes: of one output.log.
    max_image_pixels: of one picture that a node reads. usual_device: of runs that name none.
    """

    limits: SlotLimits = field(default_factory=SlotLimits)
    interactive_limit: int = 2
    keep_last: int = 200
    keep_queue: bool = False
    payload_cap_bytes: int = 131072
    response_cap_bytes: int = 4 * 1024 * 1024
    console_cap_bytes: int = 16 * 1024 * 1024
    max_parallel_nodes: int = 4
    max_image_pixels: int = 25_000_000
    max_waiting_runs: int = 10_000
    usual_device: str = "auto"
    malformed_overrides: tuple[str, ...] = ()

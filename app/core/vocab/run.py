"""Run words: statuses, lanes, options, and how an execution ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.reason import Reason

MAX_SEED = 4294967295
"""Seeds are 32 bits wide."""


class RunStatus(str, Enum):
    """Where a run is in its life. The first three are active, the others final."""

    QUEUED = "queued"
    RUNNING = "running"
    DISCONNECTED = "disconnected"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    @property
    def is_final(self) -> bool:
        """True when nothing about the run's end can change any more."""
        return self not in (RunStatus.QUEUED, RunStatus.RUNNING, RunStatus.DISCONNECTED)


class ErrorMode(str, Enum):
    """What a failing node does to the rest of its run."""

    FAIL_FAST = "fail_fast"
    CONTINUE = "continue"
    RETRY = "retry"


@dataclass(frozen=True)
class RunOptions:
    """The closed set of options of a submission; every key is always stored, with the value in force.

    device: a device string; `auto` is the best device where the run executes. seed: 0..MAX_SEED, or None for a run
    without one. max_retries: 0..10.
    """

    device: str = "auto"
    seed: int | None = None
    deterministic: bool = False
    record_outputs: bool = False
    verbose: bool = False
    weights_persistent: bool = False
    backward_mode: bool = False
    auto_backward: bool = False
    lane: str = "queued"
    graph_id: str | None = None
    error_mode: ErrorMode = ErrorMode.FAIL_FAST
    max_retries: int = 0
    target: Mapping[str, Any] | None = None
    provenance: str | None = None
    on_disconnect: str = "interrupt"


@dataclass(frozen=True)
class Outcome:
    """How one execution ended. `peak_memory`: one entry per device, {device, bytes, exact}.

    outputs: JSON by output name, of a graph that was called as a function and succeeded; None for every other run.
    """

    status: RunStatus
    error: Reason | None = None
    peak_memory: tuple[Mapping[str, Any], ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, Any] | None = None

"""Where an execution sends what happens: four callables, the same for every place a run executes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True)
class MetricPoint:
    """One value of one series. value: any float; NaN and infinities are stored as null. step: 0 or more."""

    name: str
    value: float
    step: int
    node_id: str


@dataclass(frozen=True)
class Artifact:
    """A file that a node wrote. kind: checkpoint, model, image, tensorboard, file. path: absolute."""

    kind: str
    path: str
    node_id: str
    meta: Mapping[str, Any] = field(default_factory=dict)


class RunSinks(Protocol):
    """Takes what an execution reports. Thread-safe; each call returns at once unless the log is far behind."""

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        """Append one event (`node_status`, `inner_node_status`) to the run's log, capped."""

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        """Store metric points; they reach the log as `metric` events after they are durable."""

    def record_artifact(self, artifact: Artifact) -> None:
        """Store an artifact row and its event."""

    def warn(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Append a `run_warning`; payload holds code, params and text."""

"""The event vocabulary of a run's log: types, node statuses, output kinds, warning kinds."""

from __future__ import annotations

from enum import Enum


class EventType(str, Enum):
    """What an event of a run's log is about."""

    EXECUTION_START = "execution_start"
    NODE_STATUS = "node_status"
    INNER_NODE_STATUS = "inner_node_status"
    METRIC = "metric"
    ARTIFACT = "artifact"
    RUN_WARNING = "run_warning"
    EXECUTION_COMPLETE = "execution_complete"
    EXECUTION_ERROR = "execution_error"
    EXECUTION_STOPPED = "execution_stopped"


class NodeStatus(str, Enum):
    """Where a node is in its run. `progress` is no state: it marks a frame that carries a progress payload."""

    RUNNING = "running"
    COMPLETED = "completed"
    CACHED = "cached"
    SKIPPED = "skipped"
    ERROR = "error"
    INTERRUPTED = "interrupted"
    PROGRESS = "progress"
    BYPASSED = "bypassed"


class OutputKind(str, Enum):
    """What one entry of `outputs` holds; the entry's payload lies under a key of the same name."""

    TEXT = "text"
    IMAGE = "image"
    CHART = "chart"
    VIDEO = "video"
    TENSOR_SUMMARY = "tensor_summary"
    PROGRESS = "progress"


class WarningKind(str, Enum):
    """Kinds of `run_warning` that the engine itself sends."""

    NODE_RETRY = "node_retry"
    OUTPUT_IGNORED = "output_ignored"
    DEVICE_UNAVAILABLE = "device_unavailable"
    NO_GRADIENTS = "no_gradients"

"""What the server says over `/ws/execution`, as models: events of a run as the log has them, and what the socket adds.

Frames are sent from stored bytes and never pass through these: they describe them, for the OpenAPI document and for
the types of the page. A payload over the server's cap may be collapsed: `elided` is true then, and what did not fit is
gone.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from app.api.declare import Model, Open

Params = dict[str, Any]


class _Event(Model):
    """cursor: 1-based, without a gap within the run. bytes, cap_bytes: of a payload that was collapsed."""

    run_id: str
    cursor: int
    elided: bool = False
    bytes: int = 0
    cap_bytes: int = 0


class Shown(Open):
    """What a port gave, in a few figures; further keys by type."""

    type: str
    shape: list[int | str] = Field(default_factory=list)
    dtype: str = ""


class Picture(Model):
    """A picture that a node shows."""

    format: str
    encoding: Literal["base64"]
    data: str


class Output(Open):
    """One entry of what a node shows: its payload lies under the key that its kind names."""

    output_kind: str
    port: str = ""
    text: str = ""
    image: Picture | None = None
    progress: dict[str, Any] = Field(default_factory=dict)
    tensor_summary: dict[str, Shown] = Field(default_factory=dict)


class ExecutionStartFrame(_Event):
    """The run executes."""

    type: Literal["execution_start"]


class NodeStatusFrame(_Event):
    """error, code, params: of a node that failed. inner_node_id: where in a card the progress comes from."""

    type: Literal["node_status"]
    node_id: str
    status: Literal["running", "completed", "cached", "skipped", "error", "interrupted", "progress", "bypassed"]
    outputs: list[Output] = Field(default_factory=list)
    error: str = ""
    error_type: str = ""
    code: str = ""
    params: Params = Field(default_factory=dict)
    inner_node_id: str = ""


class InnerNodeStatusFrame(_Event):
    """Of a node inside a card. node_id: `<card>/<inner>`."""

    type: Literal["inner_node_status"]
    node_id: str
    container_id: str
    status: Literal["running", "completed", "cached", "skipped", "error", "interrupted", "progress", "bypassed"]
    error: str = ""
    code: str = ""
    params: Params = Field(default_factory=dict)


class MetricPoint(Model):
    """value: None where it was no finite number."""

    name: str
    value: float | None
    step: int
    node_id: str


class MetricFrame(_Event):
    """Points that are stored."""

    type: Literal["metric"]
    points: list[MetricPoint] = Field(default_factory=list)


class ArtifactFrame(_Event):
    """A file that a node wrote."""

    type: Literal["artifact"]
    artifact_id: int
    kind: str
    path: str
    meta: dict[str, Any]
    node_id: str


class RunWarningFrame(Open):
    """Something that does not end the run. Further keys by kind."""

    type: Literal["run_warning"]
    run_id: str
    cursor: int
    kind: str
    code: str = ""
    params: Params = Field(default_factory=dict)
    text: str = ""


class ExecutionCompleteFrame(_Event):
    """The run succeeded."""

    type: Literal["execution_complete"]


class ExecutionErrorFrame(Model):
    """The run failed; with `rejected`, and without run and cursor, an `execute` that became none."""

    type: Literal["execution_error"]
    run_id: str = ""
    cursor: int = 0
    error: str
    code: str = ""
    params: Params = Field(default_factory=dict)
    text: str = ""
    rejected: bool = False
    problems: list[dict[str, Any]] = Field(default_factory=list)
    elided: bool = False
    bytes: int = 0
    cap_bytes: int = 0


class ExecutionStoppedFrame(Model):
    """The run was stopped; `not_running`, without run and cursor, answers a `cancel` of nothing."""

    type: Literal["execution_stopped"]
    run_id: str = ""
    cursor: int = 0
    reason: str


class AttachedFrame(Model):
    """Events after `cursor` follow."""

    type: Literal["attached"]
    run_id: str
    cursor: int
    status: str


class DetachedFrame(Model):
    """No further event of that run comes; null when none was followed."""

    type: Literal["detached"]
    run_id: str | None


class CancelAckFrame(Model):
    """cancelled: whether this made a difference."""

    type: Literal["cancel_ack"]
    run_id: str
    status: str
    cancelled: bool


class CacheClearedFrame(Model):
    """The canvas's cache is empty."""

    type: Literal["cache_cleared"]


class _Told(Model):
    """What changed since the version that the client had.

    at: ISO time, UTC, when this was looked up. runs: ids, the newest change first; null when they are too many to name.
    rows: the list or the queue may be another. ended: ids in the order of their ends; `missed`: others may have ended.
    """

    version: str
    at: str
    runs: list[str] | None
    rows: bool
    ended: list[str]
    missed: bool


class WatchingFrame(_Told):
    """This socket is told of changes of all runs from now on."""

    type: Literal["watching"]


class RunsChangedFrame(_Told):
    """Runs, their list or the queue have changed since the frame before."""

    type: Literal["runs_changed"]


class UnwatchedFrame(Model):
    """No `runs_changed` comes any more."""

    type: Literal["unwatched"]


class ErrorFrame(Model):
    """An action that was refused, or a followed run that cannot be read."""

    type: Literal["error"]
    error: str
    code: str
    params: Params
    text: str
    run_id: str = ""


EVENTS: tuple[type[Model], ...] = (
    ExecutionStartFrame,
    NodeStatusFrame,
    InnerNodeStatusFrame,
    MetricFrame,
    ArtifactFrame,
    RunWarningFrame,
    ExecutionCompleteFrame,
    ExecutionErrorFrame,
    ExecutionStoppedFrame,
)
"""One for each type of event that a run's log has."""

FRAMES: tuple[type[Model], ...] = (
    *EVENTS,
    AttachedFrame,
    DetachedFrame,
    CancelAckFrame,
    CacheClearedFrame,
    WatchingFrame,
    RunsChangedFrame,
    UnwatchedFrame,
    ErrorFrame,
)

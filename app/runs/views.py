"""What the run service answers: plain values that the HTTP models and the command line are made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.vocab.reason import Reason
    from app.core.vocab.run import RunStatus
    from app.db.rows import ArtifactRow, EventRow, MetricRow, RunRow
    from app.runs.console_marks import Printed


@dataclass(frozen=True)
class Submitted:
    """Answer of a submit, given after its commit."""

    run_id: str
    status: RunStatus


@dataclass(frozen=True)
class Cancelled:
    """Answer of a cancel. cancelled: whether this call made a difference."""

    run_id: str
    status: RunStatus
    cancelled: bool


@dataclass(frozen=True)
class RunView:
    """A row with what is computed from the living queue. queue_position: 1-based within its queue key, or None."""

    row: RunRow
    queue_position: int | None = None
    queue_reason: Reason | None = None
    final_metrics: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True)
class RunFilter:
    """Which runs to list. q: part of the name or id. sort: a column of the row, `duration`, or `metric:` with a name;
    `-` before it for descending. group: `graph`, `status`, `worker`, or none. closed: groups whose runs are left out.
    since: ISO time, UTC. graph_id: as runs name their graph; with `graph`, those that name none count by that name.
    """

    status: Sequence[str] = ()
    q: str = ""
    sort: str = "-created_at"
    worker: str = ""
    graph: str = ""
    graph_id: str = ""
    tag: str = ""
    since: str = ""
    group: str = ""
    closed: Sequence[str] = ()
    limit: int = 50
    offset: int = 0


@dataclass(frozen=True)
class RunPage:
    """One page of runs. total: how many match the filter. counts: by status, as if no status had been asked for.

    groups: (value, how many) in the order of the list, when it is grouped; the value is None for this machine's runs.
    """

    runs: Sequence[RunView]
    total: int
    counts: Mapping[str, int] = field(default_factory=dict)
    groups: Sequence[tuple[str | None, int]] = ()


@dataclass(frozen=True)
class EventPage:
    """Events after a cursor. cursor: of the last event given, or the one asked with when there are none."""

    run_id: str
    status: RunStatus
    active: bool
    events: Sequence[EventRow]
    cursor: int


@dataclass(frozen=True)
class MetricsPage:
    """Points ordered by name, step. names: every series of the run. next: where the rest begins, None at the end."""

    run_id: str
    names: Sequence[str]
    metrics: Sequence[MetricRow]
    next: str | None = None


@dataclass(frozen=True)
class ArtifactsPage:
    """Files a run wrote, oldest first."""

    run_id: str
    artifacts: Sequence[ArtifactRow]


@dataclass(frozen=True)
class ConsolePage:
    """A piece of a run's console. offset: of the next byte. end: nothing more will come. times: of its lines."""

    text: str
    offset: int
    end: bool
    times: Sequence[Printed] = ()


@dataclass(frozen=True)
class QueueView:
    """The queue as a whole: run ids in the order they would start, and those that execute now."""

    paused: bool
    waiting: Sequence[str]
    running: Sequence[str]

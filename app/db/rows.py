"""Rows as the rooms above see them: frozen values, never peewee models. Times are ISO-8601 UTC text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.run import RunStatus


@dataclass(frozen=True)
class RunRow:
    """One run. graph_snapshot is left out (it may be megabytes; read it by id). error: {code, params, text} or None."""

    id: str
    name: str | None
    options: Mapping[str, Any]
    status: RunStatus
    error: Mapping[str, Any] | None
    queue_key: str
    created_at: str
    started_at: str | None
    finished_at: str | None
    tags: tuple[str, ...] = ()
    keep: bool = False
    graph_name: str = ""
    worker_id: str | None = None
    execution_facts: Mapping[str, Any] = field(default_factory=dict)
    peak_memory: tuple[Mapping[str, Any], ...] = ()
    last_cursor: int = 0


@dataclass(frozen=True)
class EventRow:
    """One event of one run's log. cursor: 1-based, gapless. payload_json: strict JSON text, already capped."""

    cursor: int
    type: str
    payload_json: str
    ts: str


@dataclass(frozen=True)
class MetricRow:
    """One metric point. value: None for NaN and infinities."""

    node_id: str
    name: str
    step: int
    value: float | None
    ts: str


@dataclass(frozen=True)
class ArtifactRow:
    """One file that a run wrote."""

    id: int
    kind: str
    path: str
    node_id: str
    meta: Mapping[str, Any]
    created_at: str
    backend: str = "local"
    mount_label: str | None = None
    relative_path: str | None = None

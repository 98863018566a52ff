"""Calls one node outside a run, with sinks that remember everything."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.engine.context import CancelFlag, Folders, NodeContext, RunContext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.node import Node
    from app.engine.sinks import Artifact, MetricPoint


@dataclass
class RecordingSinks:
    """RunSinks that keep what they are given, in order."""

    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    metrics: list[MetricPoint] = field(default_factory=list)
    artifacts: list[Artifact] = field(default_factory=list)
    warnings: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def emit(self, event_type: str, payload: Mapping[str, Any]) -> None:
        self.events.append((event_type, dict(payload)))

    def record_metrics(self, points: Sequence[MetricPoint]) -> None:
        self.metrics.extend(points)

    def record_artifact(self, artifact: Artifact) -> None:
        self.artifacts.append(artifact)

    def warn(self, kind: str, payload: Mapping[str, Any]) -> None:
        self.warnings.append((kind, dict(payload)))

    def series(self, name: str) -> list[tuple[int, float]]:
        """(step, value) of one metric series, in the order recorded."""
        return [(p.step, p.value) for p in self.metrics if p.name == name]


def folders(root: Path, samples: Path | None = None) -> Folders:
    """Data folders below `root`, made on the spot."""
    data = root / "data"
    made: dict[str, Any] = {
        name: data / name for name in ("files", "images", "models", "media", "output", "cache", "runs")
    }
    for path in made.values():
        path.mkdir(parents=True, exist_ok=True)
    repo = Path(__file__).resolve().parents[2]
    return Folders(data_parent=root, samples=samples or repo / "assets" / "samples", **made)


def run_context(root: Path, sinks: RecordingSinks | None = None, **changes: Any) -> RunContext:
    """A run on the CPU with folders below `root`; `changes` replace fields."""
    fields: dict[str, Any] = {
        "run_id": "0" * 32,
        "device": "cpu",
        "folders": folders(root),
        "sinks": sinks or RecordingSinks(),
        "cancel": CancelFlag(),
    }
    return RunContext(**{**fields, **changes})


def call(
    node: type[Node],
    root: Path,
    inputs: Mapping[str, Any] | None = None,
    params: Mapping[str, Any] | None = None,
    run: RunContext | None = None,
    progress: list[dict[str, Any]] | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Execute one node with its defaults and `params` over them. progress: takes the progress payloads."""
    unknown = set(params or {}) - set(node.SPEC.defaults())
    assert not unknown, f"{node.SPEC.name} has no params {unknown}"
    context = NodeContext(
        run=run or run_context(root),
        node_id="n1",
        device="cpu",
        seed=seed,
        progress=lambda payload: progress.append(dict(payload)) if progress is not None else None,
    )
    return dict(node().execute(dict(inputs or {}), {**node.SPEC.defaults(), **(params or {})}, context))

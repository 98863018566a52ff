"""What a run and a node know about the place they execute in."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from app.core.vocab.run import ErrorMode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from app.core.events.masking import Mask
    from app.engine.cache import ExecutionCache
    from app.engine.gradients import Gradients
    from app.engine.recorder import RunOutputStore
    from app.engine.sinks import RunSinks
    from app.engine.weights import NodeStateStore


class CancelFlag:
    """The cooperative stop: loops poll it, nobody is interrupted by force. Thread-safe."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._told: list[Callable[[], None]] = []
        self.why = "cancelled"

    def set(self, why: str = "cancelled") -> None:
        """Ask the run to stop. why: `cancelled` (by a person) or `interrupted` (the program ends); the first wins."""
        with self._lock:
            if self._event.is_set():
                return
            self.why = why
            self._event.set()
            told, self._told = self._told, []
        for tell in told:
            tell()

    def on_set(self, tell: Callable[[], None]) -> None:
        """Have `tell` called once: when somebody asks, in their thread, or now when somebody has. It must not raise."""
        with self._lock:
            if not self._event.is_set():
                self._told.append(tell)
                return
        tell()

    def is_set(self) -> bool:
        """Say whether the run was asked to stop."""
        return self._event.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Sleep until asked to stop, at most `timeout_s`; True when asked."""
        return self._event.wait(timeout_s)


@dataclass(frozen=True)
class Folders:
    """Where a run finds and leaves its files; all absolute.

    data_parent: what relative paths resolve against (`data/...`). samples: the bundled read-only samples.
    own_files: files of the program that nodes may not touch, wherever they lie (the database).
    """

    data_parent: Path
    samples: Path
    files: Path
    images: Path
    models: Path
    media: Path
    output: Path
    cache: Path
    runs: Path
    own_files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class RunContext:
    """One execution: made by whoever runs it, shared by its nodes, read-only but for the flag and `written`.

    device: canonical (`cpu`, `cuda:0`, `mps:0`). seed: 0..MAX_SEED or None. can_record_artifacts: False where artifact
    rows have no place; checkpoints are then not written. max_image_pixels: width times height of a picture that is
    read. written: files that nodes of this run have put in place.

    mask: takes the run's secret values out of what is recorded and of its outputs; None when it has none.

    recorder: holds what the nodes give, None for a run that is not recorded. verbose: nodes that can are to tell
    their steps. backward_mode: gradients are captured, from the values that BackwardOnce nodes mark on; auto_backward:
    also where none does. In these modes every node is computed. gradients: the engine's own, made for each such run;
    so is bodies, what the Map nodes of the graph run. wants_outputs: the outcome is to hold what the GraphOutput nodes
    of the canvas give.

    Of a run on the canvas alone: cache holds results of its former runs, changed_nodes are ids that are computed all
    the same; weights, graph_id: layer nodes keep their modules there, from run to run of that graph.
    """

    run_id: str
    device: str
    folders: Folders
    sinks: RunSinks
    cancel: CancelFlag
    seed: int | None = None
    deterministic: bool = False
    error_mode: ErrorMode = ErrorMode.FAIL_FAST
    max_retries: int = 0
    max_parallel_nodes: int = 4
    max_image_pixels: int = 25_000_000
    payload_cap_bytes: int = 131072
    can_record_artifacts: bool = True
    graph_inputs: Mapping[str, Any] = field(default_factory=dict)
    written: set[Path] = field(default_factory=set)
    cache: ExecutionCache | None = None
    changed_nodes: frozenset[str] = frozenset()
    verbose: bool = False
    mask: Mask | None = None
    backward_mode: bool = False
    auto_backward: bool = False
    gradients: Gradients | None = None
    recorder: RunOutputStore | None = None
    weights: NodeStateStore | None = None
    graph_id: str | None = None
    bodies: MapBodies | None = None
    wants_outputs: bool = False

    @property
    def captures_gradients(self) -> bool:
        """True when the run ends with a pass backward."""
        return self.backward_mode or self.auto_backward


@dataclass(frozen=True)
class NodeContext:
    """What one call of a node sees. device: the run's. seed: the node's own, None in an unseeded run.

    progress: reports a progress payload (JSON dict with `event`); at most a few a second are kept for batches.
    """

    run: RunContext
    node_id: str
    device: str
    seed: int | None
    progress: Callable[[Mapping[str, Any]], None]

    @property
    def cancelled(self) -> bool:
        """True when the run was asked to stop; loops poll it every iteration."""
        return self.run.cancel.is_set()


class MapBody(Protocol):
    """What one execution of a Map node does for each of its items."""

    def result_of(self, place: int, item: Any) -> Any:
        """See app.engine.bodies.MapBody."""


class MapBodies(Protocol):
    """The bodies of a run's Map nodes."""

    def of(self, context: NodeContext) -> MapBody:
        """The body of the Map node that is being called. Raises: NodeError map_unprepared."""

    def fingerprint(self, context: NodeContext) -> Any:
        """See app.engine.bodies.Bodies."""

"""What the nodes of recorded runs have given, for whoever looks into a run: in memory, newest runs only.

Values are held, not copied: a tensor without its autograd graph, containers of their own. A tensor that a later node
changes in place shows what it became, and `Recorded.is_changed` says so. The mask of a run with secrets stays
beside its values: objects and bytes are held as they are, so whatever text is made of them later goes through it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NotFound
from app.engine.holdings import Holding, Ledger, detached, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.events.masking import Mask

MAX_RUNS = 20
MAX_BYTES = 2 * 1024**3
REMEMBERED = 1000
"""Runs that have left of which the reason is still known."""


@dataclass(frozen=True)
class Recorded:
    """One port's value. versions: of its tensors when it was recorded; None where torch does not count.

    mask: what every text about the value goes through; None for a run without secrets.
    """

    value: Any
    holding: Holding
    versions: tuple[int, ...] | None
    mask: Mask | None = None

    @property
    def is_changed(self) -> bool:
        """True when a tensor in it has been changed in place since."""
        return self.holding.versions() != self.versions


@dataclass
class _Run:
    mask: Mask | None = None
    nodes: set[str] = field(default_factory=set)
    ports: dict[tuple[str, str], Recorded] = field(default_factory=dict)
    notes: dict[tuple[str, str], Any] = field(default_factory=dict)
    own: Ledger = field(default_factory=Ledger)
    is_too_large: bool = False


class RunOutputStore:
    """The newest runs' outputs by node and port, within a number of runs and a size. Thread-safe.

    Runs leave whole and oldest first. One that alone is over the limit loses what it had and records no more; those
    that are there stay then.
    max_bytes: of all runs, memory that values share counted once; 0 for no limit. on_gone: told of each run that
    leaves, under the lock.
    """

    def __init__(
        self,
        max_runs: int = MAX_RUNS,
        max_bytes: int = MAX_BYTES,
        on_gone: Callable[[str], None] = lambda run_id: None,
    ) -> None:
        self.max_runs = max_runs
        self.max_bytes = max_bytes
        self._on_gone = on_gone
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._gone: OrderedDict[str, str] = OrderedDict()
        self._ledger = Ledger()

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def bytes(self) -> int:
        """What all runs hold."""
        return self._ledger.bytes

    def begin(self, run_id: str, mask: Mask | None = None) -> None:
        """Make room for a run that will record; one that is there already stays as it is. mask: see Recorded."""
        with self._lock:
            if run_id not in self._runs:
                self._runs[run_id] = _Run(mask)
            while len(self._runs) > self.max_runs:
                self._drop(next(iter(self._runs)), "outputs_evicted")

    def record(self, run_id: str, node_id: str, values: Mapping[str, Any]) -> None:
        """Hold a node's ports, and what the engine itself adds to them (`__step__0__scores`, `out__grad`).

        A run that has not begun, or has left, records nothing. A port that is there already is replaced.
        """
        with self._lock:
            begun = self._runs.get(run_id)
        mask = None if begun is None else begun.mask
        taken = {}
        for port, value in values.items():
            kept = detached(value)
            holding = survey([kept])
            taken[node_id, port] = Recorded(kept, holding, holding.versions(), mask)
        with self._lock:
            run = self._runs.get(run_id)
            if run is None or run.is_too_large:
                return
            run.nodes.add(node_id)
            for place, recorded in taken.items():
                old = run.ports.get(place)
                run.ports[place] = recorded
                for ledger in (run.own, self._ledger):
                    if old is not None:
                        ledger.remove(old.holding)
                    ledger.add(recorded.holding)
            self._shrink(run_id, run)

    def note(self, run_id: str, node_id: str, kind: str, rows: Any) -> None:
        """Keep the index (`steps`, `gradients`) that goes with a node's extra ports; small JSON."""
        with self._lock:
            run = self._runs.get(run_id)
            if run is not None and not run.is_too_large:
                run.notes[node_id, kind] = rows

    def ports(self, run_id: str) -> dict[tuple[str, str], Recorded]:
        """Everything a run has recorded so far, by (node id, port), in the order of recording.

        Raises: NotFound outputs_not_found, outputs_evicted, outputs_deleted, outputs_too_large.
        """
        with self._lock:
            return dict(self._run(run_id).ports)

    def port(self, run_id: str, node_id: str, port: str) -> Recorded:
        """Raises: what `ports` raises; NotFound output_node_not_found, output_port_not_found."""
        with self._lock:
            run = self._run(run_id)
            found = run.ports.get((node_id, port))
            is_known = node_id in run.nodes
        if found is None:
            code = "output_port_not_found" if is_known else "output_node_not_found"
            raise NotFound.of(code, run_id=run_id, node_id=node_id, port=port)
        return found

    def noted(self, run_id: str, node_id: str, kind: str) -> list[dict[str, Any]]:
        """The rows kept by `note`; none for a node that has no such index.

        Raises: what `ports` raises; NotFound output_node_not_found for a node that recorded nothing.
        """
        with self._lock:
            run = self._run(run_id)
            rows = run.notes.get((node_id, kind))
            is_known = rows is not None or node_id in run.nodes
        if not is_known:
            raise NotFound.of("output_node_not_found", run_id=run_id, node_id=node_id, port=f"__{kind}")
        return list(rows or [])

    def delete(self, run_id: str) -> bool:
        """Drop a run; False when there is none."""
        with self._lock:
            return self._drop(run_id, "outputs_deleted")

    def _run(self, run_id: str) -> _Run:
        run = self._runs.get(run_id)
        if run is None:
            raise NotFound.of(self._gone.get(run_id, "outputs_not_found"), run_id=run_id)
        if run.is_too_large:
            raise NotFound.of("outputs_too_large", run_id=run_id, limit=self.max_bytes)
        return run

    def _shrink(self, run_id: str, run: _Run) -> None:
        """Bring the store back to its size after this run has recorded something."""
        if 0 < self.max_bytes < run.own.bytes:
            self._empty(run)
            run.is_too_large = True
        while 0 < self.max_bytes < self._ledger.bytes:
            self._drop(next(other for other in self._runs if other != run_id), "outputs_evicted")

    def _drop(self, run_id: str, why: str) -> bool:
        run = self._runs.pop(run_id, None)
        if run is None:
            return False
        self._empty(run)
        self._on_gone(run_id)
        self._gone[run_id] = why
        while len(self._gone) > REMEMBERED:
            self._gone.popitem(last=False)
        return True

    def _empty(self, run: _Run) -> None:
        for recorded in run.ports.values():
            self._ledger.remove(recorded.holding)
        run.own = Ledger()
        run.nodes.clear()
        run.ports.clear()
        run.notes.clear()

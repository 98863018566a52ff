"""Modules that layer nodes keep from run to run of one graph, while what they are built from stays the same.

Only runs on the canvas lend a store, and only when asked to; everywhere else each call builds its module anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from app.engine.holdings import Holding, Ledger, survey

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

MAX_MODULES = 200
MAX_BYTES = 1024**3


class _Place(NamedTuple):
    graph_id: str
    node_id: str


@dataclass(frozen=True)
class _Kept:
    structure: str
    module: Any
    holding: Holding


class NodeStateStore:
    """The most recently used modules by graph and node, within a number and a size. Thread-safe.

    max_bytes: weights, buffers and gradients; 0 for no limit. Of two runs of one graph at the same time, both get the
    same module: whoever admits runs decides whether that may happen.
    """

    def __init__(self, max_modules: int = MAX_MODULES, max_bytes: int = MAX_BYTES) -> None:
        self.max_modules = max_modules
        self.max_bytes = max_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Place, _Kept] = OrderedDict()
        self._ledger = Ledger()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def bytes(self) -> int:
        """What the modules held when they were last handed out, shared memory counted once."""
        return self._ledger.bytes

    def module(self, graph_id: str, node_id: str, structure: str, build: Callable[[], Any]) -> Any:
        """The node's module, in training mode and without gradients as a new one is; built where there is none.

        A module of another structure is dropped: going back to the former structure starts with fresh weights.
        Raises: whatever build raises; what was kept is then gone.
        """
        place = _Place(graph_id, node_id)
        with self._lock:
            kept = self._kept.get(place)
            if kept is not None and kept.structure != structure:
                self._drop(place)
                kept = None
        if kept is None:
            return self._keep(place, structure, build(), is_new=True)
        module = kept.module
        module.train()
        module.zero_grad(set_to_none=True)
        return self._keep(place, structure, module, is_new=False)

    def reset(self, graph_id: str, node_ids: Collection[str] | None = None) -> int:
        """Drop a graph's modules, or those of some of its nodes; answers how many there were."""
        with self._lock:
            gone = [p for p in self._kept if p.graph_id == graph_id and (node_ids is None or p.node_id in node_ids)]
            for place in gone:
                self._drop(place)
        return len(gone)

    def node_ids(self, graph_id: str) -> list[str]:
        """The nodes of a graph that have a module here, sorted."""
        with self._lock:
            return sorted(place.node_id for place in self._kept if place.graph_id == graph_id)

    def _keep(self, place: _Place, structure: str, module: Any, is_new: bool) -> Any:
        """Put the module in the newest place, or answer the one that another thread has put there meanwhile."""
        holding = survey([module])
        with self._lock:
            there = self._kept.get(place)
            if is_new and there is not None and there.structure == structure:
                return there.module
            if not is_new and (there is None or there.module is not module):
                # reset since it was taken: this run still works with it, the next one starts anew
                return module
            self._drop(place)
            if 0 < self.max_bytes < holding.bytes:
                return module
            self._kept[place] = _Kept(structure, module, holding)
            self._ledger.add(holding)
            while len(self._kept) > self.max_modules or 0 < self.max_bytes < self._ledger.bytes:
                self._drop(next(iter(self._kept)))
        return module

    def _drop(self, place: _Place) -> None:
        kept = self._kept.pop(place, None)
        if kept is not None:
            self._ledger.remove(kept.holding)

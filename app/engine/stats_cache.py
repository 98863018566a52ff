"""Figures that were computed before: they read all of a tensor, and a reader comes back to the same few."""

from __future__ import annotations

import json
import threading
import weakref
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.recorder import Recorded

MAX_BYTES = 8 * 1024**2


class Place(NamedTuple):
    """Where a value was recorded."""

    run_id: str
    node_id: str
    port: str


@dataclass(frozen=True)
class _Entry:
    recorded: weakref.ref[Recorded]
    versions: tuple[int, ...]
    stats: Mapping[str, Any]
    size: int


class StatsCache:
    """The most recently asked figures, at most max_bytes of them as JSON; 0 keeps none. Thread-safe.

    Figures of a value that was recorded anew, or whose tensor has been changed in place since, are not found. They
    hold nothing of the value.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._lock = threading.Lock()
        self._entries: OrderedDict[Place, _Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, place: Place, recorded: Recorded) -> Mapping[str, Any] | None:
        """The figures of this very value as it is now, or None."""
        with self._lock:
            entry = self._entries.get(place)
            if entry is None:
                return None
            if entry.recorded() is not recorded or entry.versions != recorded.holding.versions():
                self._drop(place)
                return None
            self._entries.move_to_end(place)
            return entry.stats

    def keep(
        self, place: Place, recorded: Recorded, versions: tuple[int, ...] | None, stats: Mapping[str, Any]
    ) -> None:
        """Keep figures. versions: of the tensors before they were read; None (torch does not count) is not kept."""
        size = len(json.dumps(stats))
        if versions is None or size > self.max_bytes:
            return
        with self._lock:
            self._drop(place)
            self._entries[place] = _Entry(weakref.ref(recorded), versions, stats, size)
            self.bytes += size
            while self.bytes > self.max_bytes:
                self._drop(next(iter(self._entries)))

    def forget(self, run_id: str) -> None:
        """Drop the figures of a run whose outputs have gone."""
        with self._lock:
            for place in [place for place in self._entries if place.run_id == run_id]:
                self._drop(place)

    def _drop(self, place: Place) -> None:
        entry = self._entries.pop(place, None)
        if entry is not None:
            self.bytes -= entry.size

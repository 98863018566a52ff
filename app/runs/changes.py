"""What has become another since somebody looked last: which runs, whether their list, and which runs have ended."""

from __future__ import annotations

import uuid
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.vocab.errors import Unavailable
from app.runs.bus import ALL_RUNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.runs.bus import EventBus, Watch

MAX_ENDED = 1000
"""Ends that are remembered for whoever was away."""


@dataclass(frozen=True)
class Told:
    """What changed between two versions.

    version: the later one. runs: ids of those that changed, the newest change first; None when they are too many to
    name. rows: whether the list or the queue may be another: a run came, starts, ended, was renamed or removed, or the
    queue was paused or resumed. ended: ids in the order of their ends. missed: others may have ended that are not named
    here.
    """

    version: str
    runs: Sequence[str] | None
    rows: bool
    ended: Sequence[str]
    missed: bool


class Changes:
    """Counts what happens to runs and wakes those who watch. Used on the loop."""

    def __init__(self, bus: EventBus) -> None:
        self._bus = bus
        self._life = uuid.uuid4().hex[:12]
        self._ended: deque[tuple[int, str]] = deque()
        self._forgotten = 0

    @property
    def version(self) -> str:
        """Another text after each change, in another life of the server as well; only equality means anything."""
        return self._named(self._bus.changes)

    def ended(self, run_id: str) -> None:
        """A run has ended, and its row says so."""
        self._bus.announce(ALL_RUNS)
        self._bus.announce(run_id)
        self._ended.append((self._bus.changes, run_id))
        if len(self._ended) > MAX_ENDED:
            self._forgotten, _ = self._ended.popleft()

    def since(self, version: str | None) -> Told:
        """What changed after a version: all of it may have after one of another life. After None nothing was missed."""
        now = self._bus.changes
        count = self._count_of(version)
        if count is None or count > now:
            return Told(self._named(now), None, True, (), version is not None)
        ended = [run_id for at, run_id in self._ended if at > count]
        topics = self._bus.announced_since(count)
        runs = None if topics is None else _runs_of(topics)
        rows = topics is None or ALL_RUNS in topics
        return Told(self._named(now), runs, rows, ended, self._forgotten > count)

    @contextmanager
    def watch(self) -> Iterator[Watch]:
        """Woken after each change; made before the first look at `version`. Raises: Unavailable followers_full."""
        with self._bus.watch(ALL_RUNS) as watch:
            if not watch.is_live:
                raise Unavailable.of("followers_full")
            yield watch

    def _named(self, count: int) -> str:
        return f"{self._life}.{count}"

    def _count_of(self, version: str | None) -> int | None:
        life, _, count = (version or "").partition(".")
        return int(count) if life == self._life and count.isascii() and count.isdigit() and len(count) < 20 else None


def _runs_of(topics: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(topic.removeprefix("console:") for topic in topics if topic != ALL_RUNS))

"""The one writer: a thread that owns the only write connection and commits what waits in groups.

Urgent work is committed at once and takes along everything queued beside it; other work waits at most `GROUP_S`. So a
submit costs one fsync, and twenty runs that log at full speed still make only fifty commits a second. Answers are given
after the commit. A fault of the moment (disk full, foreign lock) is retried with growing pauses: work that somebody
waits for is answered with the fault after its patience, run logs wait for as long as it takes.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import sqlite3
import threading
from typing import TYPE_CHECKING, TypeVar

from app.core.vocab.errors import Unavailable
from app.db.checkpoints import Checkpoints
from app.db.connection import Tx, concerns_all, explain, is_retryable, open_writable
from app.db.migrations import migrate
from app.db.work import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from app.aio.clock import Clock
    from app.core.vocab.errors import CduiError
    from app.core.vocab.reason import Reason
    from app.db.work import Work

log = logging.getLogger(__name__)

T = TypeVar("T")

GROUP_S = 0.02
PATIENCE_S = 5.0
"""How long a caller waits for a database that cannot write now."""

STOP_PATIENCE_S = 3.0
BACKLOG = 20_000
"""How many pieces of work may wait before callers are refused; a run log is one, and is bounded by itself."""

_FIRST_PAUSE_S = 0.05
_LONGEST_PAUSE_S = 1.0


class Writer:
    """Owns the write connection. `put`, `do` and `later` are thread-safe."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._changed = threading.Condition()
        self._queue: list[Work] = []
        self._urgent = False
        self._first_at_s = 0.0
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._stopping_at_s: float | None = None
        self._trouble: Reason | None = None
        self._opened: CduiError | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._live, name="db-writer", daemon=True)
        self._checkpoints = Checkpoints(path, clock)
        self._connection: sqlite3.Connection

    @property
    def trouble(self) -> Reason | None:
        """Why nothing can be written at the moment, or None."""
        return self._trouble

    def start(self) -> None:
        """Open the file, migrate it, start the thread. Raises: Unavailable or Refused with what is wrong."""
        self._thread.start()
        self._ready.wait()
        if self._opened is not None:
            self._thread.join()
            raise self._opened

    def put(self, work: Work, urgent: bool = False) -> None:
        """Queue work. Never blocks. Raises: Unavailable when stopped."""
        with self._changed:
            if self._stopping_at_s is not None:
                raise Unavailable.of("database_closed")
            if not self._queue:
                self._first_at_s = self._clock.monotonic_s()
            self._queue.append(work)
            if urgent and not self._urgent:
                self._urgent = True
                self._changed.notify_all()
            elif len(self._queue) == 1:
                self._changed.notify_all()

    def hurry(self) -> None:
        """Commit what waits now instead of within GROUP_S."""
        with self._changed:
            if self._queue and not self._urgent:
                self._urgent = True
                self._changed.notify_all()

    def do(self, function: Callable[[Tx], T], urgent: bool = True, patience_s: float | None = PATIENCE_S) -> Future[T]:
        """Queue a function as one transaction; the future has its answer after the commit.

        Raises: Unavailable when stopped, or when BACKLOG pieces wait already.
        """
        if len(self._queue) >= BACKLOG:
            raise Unavailable.of("database_busy", waiting=len(self._queue))
        deadline = None if patience_s is None else self._clock.monotonic_s() + patience_s
        call = Call(function, deadline)
        self.put(call, urgent)
        return call.future

    def later(self, delay_s: float, call: Callable[[], None]) -> None:
        """Call something in the writer's thread, outside any transaction, in `delay_s`. Dropped by a stop."""
        with self._changed:
            at_s = self._clock.monotonic_s() + delay_s
            heapq.heappush(self._timers, (at_s, next(self._numbers), call))
            if self._timers[0][0] == at_s:
                self._changed.notify_all()

    def stop(self) -> None:
        """Write what waits, close the file, join the thread. Calling twice is fine."""
        with self._changed:
            if self._stopping_at_s is None:
                self._stopping_at_s = self._clock.monotonic_s()
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join()

    def _live(self) -> None:
        try:
            self._connection = open_writable(self._path)
            try:
                migrate(self._connection)
            except BaseException:
                self._connection.close()
                raise
        except Exception as error:  # start() raises it in the caller's thread
            self._opened = explain(error, self._path)
            return
        finally:
            self._ready.set()
        self._checkpoints.connection = self._connection
        while (group := self._collect()) is not None:
            if group:
                self._settle(group)
        self._checkpoints.on_idle()
        self._connection.close()

    def _collect(self) -> list[Work] | None:
        """The next group that is due; empty after an idle spell or a timer; None when all is done."""
        with self._changed:
            while True:
                now_s = self._clock.monotonic_s()
                due_s = self._first_at_s + GROUP_S
                if self._timers and self._timers[0][0] <= now_s and self._stopping_at_s is None:
                    break
                if self._queue and (self._urgent or now_s >= due_s or self._stopping_at_s is not None):
                    return self._take()
                if self._stopping_at_s is not None:
                    return None
                until = [due_s] if self._queue else []
                until += [self._timers[0][0]] if self._timers else []
                idle_s = None if self._queue else self._checkpoints.idle_wait_s()
                wait_s = min(until) - now_s if until else idle_s
                if not self._changed.wait(wait_s) and not until:
                    break
        self._tick()
        return []

    def _tick(self) -> None:
        now_s = self._clock.monotonic_s()
        while True:
            with self._changed:
                if not self._timers or self._timers[0][0] > now_s:
                    break
                call = heapq.heappop(self._timers)[2]
            try:
                call()
            except Exception:  # a timer's own fault, never the writer's
                log.exception("a timer of the database broke")
        if not self._queue:
            self._checkpoints.on_idle()

    def _take(self) -> list[Work]:
        group, self._queue, self._urgent = self._queue, [], False
        return group

    def _settle(self, group: list[Work]) -> None:
        pause_s = _FIRST_PAUSE_S
        while group:
            try:
                outcome = self._commit(group)
            except Exception as error:  # the whole group was rolled back; what can be repeated is repeated
                group = self._after_fault(group, error)
                if group:
                    self._pause(pause_s)
                    pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)
                with self._changed:
                    group += self._take()
                continue
            self._recovered()
            for work, broken in outcome:
                self._tell(work, broken)
            self._checkpoints.after_commit()
            return

    def _commit(self, group: Sequence[Work]) -> list[tuple[Work, Exception | None]]:
        """One transaction for the whole group; a piece that breaks on its own is undone alone."""
        connection = self._connection
        tx = Tx(connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            outcome = [(work, self._apply(tx, work, is_alone=len(group) == 1)) for work in group]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return outcome

    def _apply(self, tx: Tx, work: Work, is_alone: bool) -> Exception | None:
        """What went wrong with a piece, whose rows are undone then. Raises: what concerns the whole group.

        is_alone: no other piece needs to be kept from its undoing, which spares two statements.
        """
        connection = tx.connection
        if not is_alone:
            connection.execute("SAVEPOINT piece")
        try:
            work.apply(tx)
        except Exception as error:
            if concerns_all(error) or not connection.in_transaction:
                raise
            if is_alone:
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                return error
            connection.execute("ROLLBACK TO piece")
            connection.execute("RELEASE piece")
            return error
        if not is_alone:
            connection.execute("RELEASE piece")
        return None

    def _after_fault(self, group: list[Work], error: Exception) -> list[Work]:
        """Report the fault to those who will not wait longer; the rest is tried again."""
        why = explain(error, self._path)
        if self._trouble is None or self._trouble.code != why.reason.code:
            log.warning("the database cannot be written: %s", why.reason.text())
        self._trouble = why.reason
        now_s = self._clock.monotonic_s()
        final = not is_retryable(error)
        stopped = self._stopping_at_s is not None and now_s >= self._stopping_at_s + STOP_PATIENCE_S
        again: list[Work] = []
        for work in group:
            if stopped or (work.deadline_s is not None and (final or now_s >= work.deadline_s)):
                self._tell(work, why)
            else:
                again.append(work)
        return again

    def _tell(self, work: Work, broken: Exception | None) -> None:
        """Say how it went; a listener that breaks never takes the writer along."""
        try:
            if broken is None:
                work.committed()
            else:
                work.failed(explain(broken, self._path) if isinstance(broken, sqlite3.Error) else broken)
        except Exception:
            log.exception("a piece of work broke when it was told its outcome")

    def _pause(self, pause_s: float) -> None:
        """Wait before the next try, in small steps while nothing new arrives: the named event is a stop."""
        with self._changed:
            if self._stopping_at_s is None:
                self._changed.wait_for(lambda: self._stopping_at_s is not None, pause_s)
            else:
                self._changed.wait(min(pause_s, _FIRST_PAUSE_S))

    def _recovered(self) -> None:
        if self._trouble is not None:
            log.info("the database can be written again")
            self._trouble = None

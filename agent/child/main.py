"""A process that executes runs side by side in threads, told what to do over a pipe; see app.engine.pipe.messages.

The main thread only reads: whatever may wait, for the pipe as for a lock, is done by others, so an order to stop is
always heard. It ends with `bye`, with the end of the pipe, and with its parent.
"""

from __future__ import annotations

import logging
import os
import platform
import sys
import threading
import traceback
from functools import partial
from typing import TYPE_CHECKING, Any

from agent.child import parent
from agent.child.execution import Execution
from agent.child.outbox import Outbox
from agent.child.own_nodes import OwnNodes
from agent.child.questions import Questions
from app.engine.pipe import lines, messages, orders
from app.engine.registry import discover
from app.engine.stores import Stores

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def serve(orders_fd: int, answers_fd: int) -> None:
    """Take orders from one descriptor and answer on the other. Never returns."""
    parent.watch()
    outbox = Outbox(partial(os.write, answers_fd), parent.leave)
    _log_to(outbox)
    home: Home | None = None
    try:
        for batch in lines.batches(partial(os.read, orders_fd)):
            for line in batch:
                message = messages.decode(line)
                if home is None:
                    home = Home(outbox, Stores(orders.limits_from_json(message["limits"])))
                else:
                    home.take(message)
    except BaseException:  # nobody above can be told; the other end keeps the last of what stands on stderr
        traceback.print_exc()
    parent.leave()


class Home:
    """What this process keeps, and the runs it executes. `take` never waits."""

    def __init__(self, outbox: Outbox, stores: Stores) -> None:
        self._outbox = outbox
        self._stores = stores
        self._nodes = OwnNodes(discover())
        self._lock = threading.Lock()
        self._runs: dict[int, Execution] = {}
        self._is_leaving = False
        self._questions = Questions(stores, outbox)
        outbox.put(messages.encode("ready", pid=os.getpid(), python=sys.executable, version=platform.python_version()))

    def take(self, message: Mapping[str, Any]) -> None:
        """Do what a message says, or have it done. Raises: KeyError for one that is none of ours."""
        say = message["say"]
        if say == "start":
            self._start(message)
        elif say == "stop":
            self._told(message, lambda run: run.flag.set(message["why"]))
        elif say == "took":
            self._told(message, lambda run: run.window.give(message["bytes"]))
        elif say == "ask":
            self._questions.put(message)
        elif say == "drop":
            self._questions.drop(message["id"])
        elif say == "bye":
            self._leave()
        else:
            raise KeyError(say)

    def _start(self, message: Mapping[str, Any]) -> None:
        run = Execution(message, self._outbox, self._stores, self._nodes)
        with self._lock:
            self._runs[run.number] = run
        try:
            threading.Thread(target=self._execute, args=(run,), name=run.name, daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            with self._lock:
                del self._runs[run.number]
            run.broken(error)

    def _execute(self, run: Execution) -> None:
        run.execute()
        with self._lock:
            del self._runs[run.number]
            is_last = self._is_leaving and not self._runs
        if is_last:
            self._end()

    def _told(self, message: Mapping[str, Any], tell: Callable[[Execution], None]) -> None:
        with self._lock:
            run = self._runs.get(message["run"])
        if run is not None:  # it may have ended meanwhile
            tell(run)

    def _leave(self) -> None:
        with self._lock:
            self._is_leaving = True
            runs = list(self._runs.values())
        for run in runs:
            run.flag.set("interrupted")
        if not runs:
            self._end()

    def _end(self) -> None:
        """Not by way of the interpreter's end, which waits for threads that node code has left behind."""
        self._outbox.close()
        os._exit(0)


class _PipeLog(logging.Handler):
    """Records of our own rooms go to the log of the other end."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__(logging.INFO)
        self._outbox = outbox

    def emit(self, record: logging.LogRecord) -> None:
        try:
            text = self.format(record)[:20_000]
            self._outbox.put(messages.encode("log", logger=record.name, level=record.levelno, text=text))
        except Exception:  # as every handler: what cannot be logged must not fail who logs
            self.handleError(record)


def _log_to(outbox: Outbox) -> None:
    handler = _PipeLog(outbox)
    for name in ("app", "agent"):
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.INFO)

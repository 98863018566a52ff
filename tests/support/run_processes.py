"""Executors with a run process of this very interpreter, and requests whose ends a test waits for."""

from __future__ import annotations

import itertools
import os
import queue
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psutil

from app.engine.stores import StoreLimits
from app.runs.executors.base import ExecutionRequest
from app.runs.executors.process import ProcessExecutor, launch
from app.runs.executors.run_process import Patience
from tests.support import bodies
from tests.support.nodes import RecordingSinks, run_context

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.core.graph.prepared import PreparedGraph
    from app.core.vocab.run import Outcome
    from app.runs.executors.base import Executor

_NUMBERS = itertools.count(1)
QUICK = Patience(start_s=60, answer_s=20, ask_s=2, terminate_s=1)


def executor(python: str = sys.executable, **changes: Any) -> ProcessExecutor:
    """One with the node type `Body`; the caller closes it."""
    given: dict[str, Any] = {"own_nodes": lambda: [bodies.FILE], "patience": QUICK, **changes}
    limits = given.pop("limits", StoreLimits())
    return ProcessExecutor(lambda: launch(python, {**os.environ, "OMP_NUM_THREADS": "1"}), limits, **given)


@contextmanager
def open_executor(python: str = sys.executable, **changes: Any) -> Iterator[ProcessExecutor]:
    """As `executor`, closed at the end."""
    made = executor(python, **changes)
    try:
        yield made
    finally:
        made.close()


class Ordered:
    """One request to an executor."""

    def __init__(self, root: Path, graph: PreparedGraph, sinks: Any = None, **changes: Any) -> None:
        self.sinks = sinks or RecordingSinks()
        loan = changes.pop("loan", None)
        self.context = run_context(root, self.sinks, **{"run_id": f"{next(_NUMBERS):032x}", **changes})
        self.printed: list[str] = []
        self.outcomes: queue.Queue[Outcome] = queue.Queue()
        more = {} if loan is None else {"loan": loan}
        self.request = ExecutionRequest(graph, self.context, self.printed.append, **more)

    def on(self, executor: Executor) -> Ordered:
        """Give it to an executor."""
        executor.execute(self.request, self.outcomes.put)
        return self

    def outcome(self, timeout_s: float = 60) -> Outcome:
        """How it ended."""
        return self.outcomes.get(timeout=timeout_s)


def wait_until(is_so: Any, timeout_s: float = 20, what: str = "") -> None:
    """Look every few milliseconds until it is so; fail naming what never was."""
    never = threading.Event()
    for _ in range(int(timeout_s / 0.005)):
        if is_so():
            return
        never.wait(0.005)
    raise AssertionError(f"never: {what or is_so}")


def is_gone(pid: int) -> bool:
    """True when no such process executes any more (a zombie of another parent does not)."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True

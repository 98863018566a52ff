"""Runs graphs in one long-lived process under another interpreter, which holds caches, weights and outputs."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import app
from app.core.graph import portable
from app.core.vocab.errors import CduiError, Unavailable
from app.core.vocab.reason import reason
from app.core.vocab.run import Outcome, RunStatus
from app.engine.pipe import orders
from app.engine.stores import Stores
from app.runs.executors.base import broken
from app.runs.executors.run_process import Launch, Patience, ProcessGone, RunProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.engine.stores import StoreLimits
    from app.runs.executors.base import ExecutionRequest

WAITING = 256
"""Questions that may wait to be answered."""

STARTS = 3
"""How often a run is ordered of a new process when one ends before it could begin."""

ENTRY = Path("agent", "child", "entry.py")


def source_root() -> Path:
    """The folder whose plain Python files a foreign interpreter imports: that of `app` and `agent`."""
    return Path(app.__file__).resolve().parents[1]


def launch(python: str, environ: Mapping[str, str]) -> Launch:
    """How this interpreter is started as a run process. environ: the whole environment it is to have."""
    return Launch((python, str(source_root() / ENTRY)), environ)


class ProcessExecutor:
    """Starts its process at the first run and another one after it died; see Executor.

    how: says how it is started, asked each time, in a thread; what it raises of our tree is how the run ends.
    own_nodes: files of the user's node types at this moment, the first that brings a type has it.
    """

    def __init__(
        self,
        how: Callable[[], Launch],
        limits: StoreLimits,
        own_nodes: Callable[[], Sequence[Path]] = tuple,
        patience: Patience | None = None,
    ) -> None:
        self._how = how
        self._limits = limits
        self._own_nodes = own_nodes
        self._patience = patience or Patience()
        self._nothing = Stores(limits)
        self._starting = threading.Lock()
        self._process: RunProcess | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """Of the process that lives now, None without one."""
        process = self._process
        return None if process is None or process.gone.is_set() else process.pid

    def execute(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        """See Executor."""
        name = f"run-{request.context.run_id[:8]}"
        try:
            threading.Thread(target=self._work, args=(request, done), name=name, daemon=True).start()
        except RuntimeError as error:  # no more threads to be had
            done(broken(request, error))

    async def ask(self, question: str, **params: Any) -> Any:
        """See Executor. Without a process there is nothing kept, and the answers say so.

        Raises: besides, Unavailable local_process_died when it ends meanwhile, local_process_silent when it hangs.
        """
        if self._is_closed:
            raise Unavailable.of("executor_closed")
        process = self._process
        if process is None or process.gone.is_set():
            return self._nothing.answer(question, params)
        if process.waiting() >= WAITING:
            raise Unavailable.of("executor_busy", waiting=WAITING)
        seconds = self._patience.answer_s
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(process.ask(question, params))
        except TimeoutError:
            raise Unavailable.of("local_process_silent", seconds=seconds) from None

    def close(self) -> None:
        """See Executor. Runs that still execute end with the process: interrupted."""
        self._is_closed = True
        with self._starting:
            process = self._process
        if process is not None:
            process.end(self._patience)

    def _work(self, request: ExecutionRequest, done: Callable[[Outcome], None]) -> None:
        try:
            outcome = self._run(request)
        except CduiError as error:
            outcome = Outcome(RunStatus.FAILED, error.reason, facts={"error_reason": "internal"})
        except BaseException as error:  # a thread boundary: whatever broke, the run must end
            outcome = broken(request, error)
        if self._is_closed and outcome.status is RunStatus.FAILED:
            outcome = Outcome(RunStatus.INTERRUPTED, reason("run_interrupted"))
        done(outcome)

    def _run(self, request: ExecutionRequest) -> Outcome:
        """Raises: CduiError when no process can be had; whatever a sink raises."""
        order = {
            "graph": portable.to_json(request.graph),
            "context": orders.context_to_json(request.context),
            "loan": orders.loan_to_json(request.loan),
            "own_nodes": [str(file) for file in self._own_nodes()],
        }
        for _ in range(STARTS):
            process = self._living()
            try:
                inbox = process.begin(request, order)
            except ProcessGone:
                process.gone.wait()  # what it had said before is still being read
                continue
            return inbox.follow()
        raise Unavailable.of("local_process_died", how="-")

    def _living(self) -> RunProcess:
        """The process, started when there is none. Blocks until it takes orders. Raises: CduiError."""
        process = self._process
        if process is None or process.gone.is_set():
            how = self._how()
            with self._starting:
                if self._is_closed:
                    raise Unavailable.of("executor_closed")
                process = self._process
                if process is None or process.gone.is_set():
                    process = self._process = RunProcess(
                        how, orders.limits_to_json(self._limits), self._patience.hang_s
                    )
        process.wait_ready(self._patience.start_s)
        return process
